"""Curves and the sign test, template and ranking measures."""

import math

import numpy as np
import pytest

from sitegrain.measures import average_precision, compare_pages, precision_at, score_template, sorted_curve
from sitegrain.measures.ranking import rank


def test_a_curve_is_sorted_and_counts_the_low_pages():
    curve = sorted_curve([0.9, 0.45, 0.6, 0.65])

    assert curve.values.tolist() == [0.45, 0.6, 0.65, 0.9]
    assert curve.mean == pytest.approx(0.65)
    assert curve.below == {0.5: 1, 0.6: 1, 0.7: 3}
    assert curve.share_below(0.7) == 0.75
    assert math.isnan(sorted_curve([]).mean)


def test_the_sign_test_leaves_ties_out():
    """Five wins and one loss: two-sided p = 2 * (1 + 6) / 64."""
    test = compare_pages([1, 1, 1, 1, 1, 0, 0.5], [0, 0, 0, 0, 0, 1, 0.5])

    assert (test.wins, test.losses, test.ties) == (5, 1, 1)
    assert test.p_value == pytest.approx(14 / 64)
    assert test.mean_difference == pytest.approx(4 / 7)


def test_equal_methods_do_not_differ():
    assert compare_pages([0.5], [0.5]).p_value == 1
    assert compare_pages([1, 0], [0, 1]).p_value == 1
    with pytest.raises(ValueError, match="1 and 2"):
        compare_pages([1], [1, 2])


def test_many_pages_do_not_overflow():
    assert compare_pages([1.0] * 5000, [0.0] * 5000).p_value == pytest.approx(0, abs=1e-300)


@pytest.mark.parametrize(
    ("found", "reference", "precision", "recall"),
    [
        ([1, 1, 0, 0], [1, 0, 1, 0], 0.5, 0.5),
        ([0, 0], [1, 1], 1, 0),
        ([1, 0], [0, 0], 0, 1),
        ([1, 1, 1], [1, 1, 0], 2 / 3, 1),
    ],
)
def test_template_masks(found, reference, precision, recall):
    agreement = score_template(np.array(found, bool), np.array(reference, bool))

    assert (agreement.precision, agreement.recall) == (pytest.approx(precision), pytest.approx(recall))
    assert agreement.f1 == pytest.approx(2 * precision * recall / (precision + recall) if precision + recall else 0)


def test_template_masks_are_of_one_page():
    with pytest.raises(ValueError, match="2 and 1"):
        score_template(np.ones(2, bool), np.ones(1, bool))


def test_average_precision_of_the_worked_example():
    assert average_precision("abcdef", set("acfz")) == pytest.approx(0.541667, abs=1e-6)
    assert average_precision("aab", {"a", "b"}) == 1  # a page that comes twice counts once


def test_precision_at_ten_has_the_denominator_ten():
    assert precision_at("abc", set("ab")) == 0.2
    assert precision_at("abc", set("ab"), n=2) == 1
    with pytest.raises(ValueError, match="no page is relevant"):
        precision_at("abc", set())
    with pytest.raises(ValueError, match="at least 1, got 0"):
        precision_at("abc", set("a"), n=0)


def test_ties_are_broken_by_name_or_against_us():
    scores = {"b": 1.0, "a": 1.0, "c": 2.0}

    assert rank(scores) == ["c", "a", "b"]
    assert rank(scores, {"a"}) == ["c", "b", "a"]

"""Scores to odds and back, against the formulas in numpy."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitegrain.content.features.pooled import logit
from sitegrain.content.scorer import SECOND_SHARE, blend
from sitegrain.content.trees import sigmoid
from sitegrain.kernel import bound_logits, find_likely, mix_logits, put_scores, take_odds, take_shares

SCORES = st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1)), max_size=20)


def naive_logit(score):
    clipped = np.clip(score, 0.003, 0.997)
    return np.log(clipped / (1 - clipped)) / 5


def naive_sigmoid(values):
    return 1 / (1 + np.exp(-np.clip(values, -60, 60)))


@given(SCORES)
def test_two_scores_are_blended_as_by_the_formula(pairs):
    first, second = np.array(pairs, float).reshape(-1, 2).T.copy()
    mean = (1 - SECOND_SHARE) * naive_logit(first) + SECOND_SHARE * naive_logit(second)

    assert logit(first).tolist() == naive_logit(first).tolist()
    assert blend(logit(first), second).tolist() == naive_sigmoid(5 * mean).tolist()


@given(st.lists(st.floats(-1e9, 1e9)))
def test_the_logistic_function_is_that_of_the_formula(values):
    values = np.array(values, float)

    assert sigmoid(values).tolist() == naive_sigmoid(values).tolist()


def test_odds_of_bounded_scores_by_hand():
    """1/2 is even; 0 counts as 1/4, which is 1 to 3; 1 counts as 3/4."""
    odds = np.empty(3)

    take_odds(np.array([0.5, 0.0, 1.0]), 0.25, 0.75, odds)

    assert odds.tolist() == [1, 0.25 / 0.75, 3]


def test_mixed_log_odds_by_hand():
    """-(2 * (0.5 * 1 + 0.5 * 4 / 2)) is -3; twice that is at most 5."""
    mixed = np.empty(2)

    mix_logits(np.array([1.0, -2.0]), np.array([4.0, -8.0]), 0.5, 2.0, 5.0, mixed)

    assert mixed.tolist() == [-3, 5]
    with pytest.raises(ValueError, match="expected a vector of 2 "):
        mix_logits(np.zeros(1), np.zeros(2), 0.5, 2.0, 5.0, mixed)


def test_mixed_log_odds_of_some_units_by_hand():
    """The unit 2 alone: -(2 * (0.5 * 1 + 0.5 * 4 / 2)) is -3."""
    mixed = np.empty(1)

    mix_logits(np.array([9.0, 9.0, 1.0]), np.array([4.0]), 0.5, 2.0, 5.0, mixed, np.array([2]))

    assert mixed.tolist() == [-3]
    with pytest.raises(IndexError):
        mix_logits(np.zeros(3), np.zeros(1), 0.5, 2.0, 5.0, mixed, np.array([3]))


def test_the_halves_of_the_logistic_function_by_hand():
    """2 + 1 is 3; 9 + 1 is more than 5. 1 / (1 + 3) is a quarter."""
    powers = np.empty(3)

    bound_logits(np.array([2.0, 9.0, -9.0]), 1.0, 5.0, powers)
    assert powers.tolist() == [-3, -5, 5]

    take_shares(powers := np.array([3.0, 1.0]))
    assert powers.tolist() == [0.25, 0.5]


def test_likely_units_are_found_and_get_their_scores():
    units, scores = np.empty(4, np.intp), np.zeros(4)

    n = find_likely(np.array([0.5, 0.1, 0.2, 0.3]), 0.2, units)
    put_scores(np.array([1.0, 2.0, 3.0]), units[:n], scores)

    assert units[:n].tolist() == [0, 2, 3]
    assert scores.tolist() == [1, 0, 2, 3]
    with pytest.raises(IndexError):
        put_scores(np.zeros(1), np.array([-1]), scores)
    with pytest.raises(ValueError, match="type n"):
        find_likely(scores, 0.2, np.empty(4, np.int32))

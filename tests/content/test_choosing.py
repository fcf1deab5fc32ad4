"""The cut."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitegrain.content.choosing import Chooser
from sitegrain.pages.parse import parse


def choose(scores, words, **options):
    """The cut of a page with units of so many words, and the F it expects."""
    page = parse("<p>" + "<p>".join("word " * n or "\u2026" for n in words))
    choice = Chooser(page, {}, np.array(scores, float))
    assert page.unit_words.tolist() == list(words)
    expected = choice.cut(**options)
    return choice.kept, expected


def chooser(page, kept, scores=None, **columns):
    choice = Chooser(page, columns, np.ones(page.n_units) if scores is None else scores)
    choice.kept[:] = kept
    return choice


def complete_lists(page, kept, scores):
    choice = chooser(page, kept, scores)
    choice.complete_lists()
    return choice.kept


def without_idle_headings(page, kept, recurs):
    choice = chooser(page, kept, recurs=np.array(recurs, np.float32))
    choice.drop_idle_headings()
    return choice.kept


def without_repeated(page, kept):
    choice = chooser(page, kept)
    choice.drop_repeated()
    return choice.kept


def test_the_cut_keeps_what_makes_the_expected_f1_largest():
    """Scores .9, .5, .1 of 10 words each, mass 15: keeping one gives 2*9/25 = .72, two 2*14/35 = .8, three .667."""
    kept, expected = choose([0.5, 0.9, 0.1], [10, 10, 10])

    assert kept.tolist() == [True, True, False]
    assert expected == pytest.approx(0.8)


def test_precision_and_recall_move_the_cut():
    scores, words = [0.9, 0.45, 0.2], [10, 10, 10]

    assert choose(scores, words, beta=0.5)[0].tolist() == [True, False, False]
    assert choose(scores, words, beta=2)[0].tolist() == [True, True, True]


@pytest.mark.parametrize(("scores", "words"), [([], []), ([0.0, 0.0], [3, 4]), ([0.7], [0])])
def test_nothing_is_kept_where_no_word_can_be_expected(scores, words):
    kept, expected = choose(scores, words)

    assert not kept.any()
    assert expected == 0


def naive_best(scores, words):
    """The largest expected F1 over every subset of units."""
    total = sum(s * w for s, w in zip(scores, words, strict=True))
    best = 0.0
    for subset in product([0, 1], repeat=len(scores)):
        n = sum(k * w for k, w in zip(subset, words, strict=True))
        mass = sum(k * s * w for k, s, w in zip(subset, scores, words, strict=True))
        best = max(best, 2 * mass / (n + total) if n + total else 0)
    return best


@given(st.lists(st.tuples(st.floats(0.01, 1), st.integers(0, 9)), min_size=1, max_size=7))
def test_no_other_subset_has_a_larger_expected_f1(units):
    scores, words = zip(*units, strict=True)

    _, expected = choose(scores, words)

    assert expected == pytest.approx(naive_best(scores, words))


def test_a_table_of_which_part_is_kept_is_kept_whole_if_the_rest_is_nearly_as_likely():
    page = parse(
        f"<p>{'word ' * 20}</p><table><tr><td>a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr></table><p>e</p>"
    )
    kept = np.array([True, True, True, False, False, False])

    likely = np.array([0.9, 0.5, 0.5, 0.45, 0.45, 0.45])
    assert complete_lists(page, kept, likely).tolist() == [True, True, True, True, True, False]
    unlikely = np.array([0.9, 0.5, 0.5, 0.1, 0.1, 0.45])
    assert complete_lists(page, kept, unlikely).tolist() == kept.tolist()
    assert complete_lists(page, np.zeros(6, bool), likely).tolist() == [False] * 6


def test_a_heading_of_many_pages_with_nothing_kept_below_it_is_idle():
    page = parse("<h2>Story</h2><p>text</p><h3>More</h3><p>link</p><h3>Its own</h3><p>left</p>")
    kept = np.array([True, True, True, False, True, False])

    assert without_idle_headings(page, kept, [1, 0, 1, 0, 0, 0]).tolist() == [True, True, False, False, True, False]


def test_a_heading_of_many_pages_is_not_idle_above_a_lower_one_with_text():
    page = parse("<h2>Parameters</h2><h3>name</h3><p>text</p><h2>Errors</h2><h3>none</h3><p>left</p>")
    kept = np.array([True, True, True, True, True, False])

    assert without_idle_headings(page, kept, np.ones(6)).tolist() == [True, True, True, False, False, False]


def test_lists_are_completed_each_for_itself():
    page = parse(
        "<ul><li>menu</li><li>menu</li></ul><table><tr><td>a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr></table>"
    )
    kept = np.array([False, False, True, True, True, False])

    completed = complete_lists(page, kept, np.array([0.15, 0.15, 0.5, 0.5, 0.5, 0.45]))
    assert completed.tolist() == [False, False, True, True, True, True]


def test_a_long_sentence_that_stands_twice_is_repeated_the_second_time():
    long = "word " * 20
    page = parse(f"<p>{long}</p><p>Refrain.</p><div>{long}</div><p>Refrain.</p><ul><li>{long}</li></ul><p>{long}</p>")
    kept = np.array([True, True, True, True, True, False])

    assert without_repeated(page, kept).tolist() == [True, True, False, True, True, False]
    once = np.array([False, True, True, True, True, False])
    assert without_repeated(page, once).tolist() == once.tolist()


def test_nothing_is_kept_where_hardly_a_word_can_be_expected():
    words = [4] * 50

    kept, expected = choose(np.full(50, 0.02), words)  # 4 words of 200: the expected F1 is 2 * 4 / (200 + 4)
    assert not kept.any()
    assert expected == pytest.approx(8 / 204)
    assert choose(np.full(50, 0.05), words)[0].any()  # 10 words


def test_an_article_keeps_a_little_less():
    scores, words = [0.9, 0.9, 0.48], [100, 100, 60]
    # all: 2 * 208.8 / (260 + 208.8) = 0.891; without the last: 2 * 180 / (200 + 208.8) = 0.881
    kept, expected = choose(scores, words)
    assert kept.tolist() == [True, True, True]
    assert expected == pytest.approx(417.6 / 468.8)
    assert choose(scores, words, is_article=True)[0].tolist() == [True, True, False]  # 0.48 < 0.55 * 0.891

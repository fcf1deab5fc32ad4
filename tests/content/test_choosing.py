"""The cut."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitegrain.content.choosing import choose


def test_the_cut_keeps_what_makes_the_expected_f1_largest():
    """Scores .9, .5, .1 of 10 words each, mass 15: keeping one gives 2*9/25 = .72, two 2*14/35 = .8, three .667."""
    kept, expected = choose(np.array([0.5, 0.9, 0.1]), np.array([10, 10, 10], np.int32))

    assert kept.tolist() == [True, True, False]
    assert expected == pytest.approx(0.8)


def test_precision_and_recall_move_the_cut():
    scores, words = np.array([0.9, 0.45, 0.2]), np.array([10, 10, 10], np.int32)

    assert choose(scores, words, beta=0.5)[0].tolist() == [True, False, False]
    assert choose(scores, words, beta=2)[0].tolist() == [True, True, True]


@pytest.mark.parametrize(("scores", "words"), [([], []), ([0.0, 0.0], [3, 4]), ([0.7], [0])])
def test_nothing_is_kept_where_no_word_can_be_expected(scores, words):
    kept, expected = choose(np.array(scores, float), np.array(words, np.int32))

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

    _, expected = choose(np.array(scores), np.array(words, np.int32))

    assert expected == pytest.approx(naive_best(scores, words))

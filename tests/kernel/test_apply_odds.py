"""Scores to odds and back, against the formulas in numpy."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitegrain.content.features.pooled import logit
from sitegrain.content.scorer import SECOND_SHARE, blend
from sitegrain.content.trees import sigmoid
from sitegrain.kernel import mix_logits, take_odds

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

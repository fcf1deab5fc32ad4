"""Measures of partitions: the table of worked values, and slow counts over all pairs of tokens."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitegrain.blocks.labelling import Labeller
from sitegrain.blocks.segmentation import no_blocks
from sitegrain.measures.partitions import (
    adjusted_rand,
    adjusted_rand_by_pairs,
    fill_gaps,
    score_partitions,
    score_segmentations,
)
from sitegrain.pages.parse import parse

IDS = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=2, max_size=30)


def _ids(text):
    return np.array([int(letter) for letter in text])


@pytest.mark.parametrize(
    ("found", "rand", "ari", "nmi"),
    [
        ("0001111222", 1, 1, 1),
        ("5553333999", 1, 1, 1),
        ("0001111111", 0.7333, 0.4828, 0.7490),
        ("0001122333", 0.9111, 0.7458, 0.8928),
        ("0000000000", 0.2667, 0, 0),
        ("0123456789", 0.7333, 0, 0.6877),
        ("0120120120", 0.5111, -0.25, 0.0127),
    ],
)
def test_worked_values(found, rand, ari, nmi):
    score = score_partitions(_ids(found), _ids("0001111222"))

    assert (round(score.rand, 4), round(score.ari, 4), round(score.nmi, 4)) == (rand, ari, nmi)


@pytest.mark.parametrize(
    ("found", "reference", "ari", "nmi"),
    [("0000", "0000", 1, 1), ("0123", "0123", 1, 1), ("0000", "0123", 0, 0), ("0123", "0000", 0, 0), ("0", "0", 1, 1)],
)
def test_edges(found, reference, ari, nmi):
    score = score_partitions(_ids(found), _ids(reference))

    assert (score.ari, score.nmi) == (ari, nmi)


def test_b_cubed_of_a_merged_block():
    """Found 001111 against 001122: precision (2 + 4 / 2) / 6, recall 1."""
    score = score_partitions(_ids("001111"), _ids("001122"))

    assert score.b_precision == pytest.approx(4 / 6)
    assert score.b_recall == 1
    assert score.b_f1 == pytest.approx(0.8)


def test_tokens_outside_of_the_reference_do_not_count_and_gaps_are_blocks_of_their_own():
    found, reference = np.array([0, 0, -1, -1, 1, 1]), np.array([0, 0, 1, 1, -1, 2])

    score = score_partitions(found, reference)

    assert (score.ari, score.n_tokens, score.covered) == (1, 5, 0.6)


@given(st.lists(st.integers(-2, 3), max_size=20))
def test_every_gap_becomes_one_new_block(ids):
    filled = fill_gaps(np.array(ids, int)).tolist()

    assert all(a == b for a, b in zip(filled, ids, strict=True) if b >= 0)
    for is_gap, run in itertools.groupby(range(len(ids)), key=lambda i: ids[i] < 0):
        own = {filled[i] for i in run}
        if is_gap:
            assert len(own) == 1
            assert filled.count(*own) == sum(filled[i] in own for i in range(len(ids)) if ids[i] < 0)


@given(IDS)
def test_pairs_counted_one_by_one(pairs):
    found, reference = (np.array(column) for column in zip(*pairs, strict=True))
    both = first = second = same = 0
    for (a, x), (b, y) in itertools.combinations(pairs, 2):
        both += a == b and x == y
        first += a == b
        second += x == y
        same += (a == b) == (x == y)

    score = score_partitions(found, reference)

    n = len(pairs)
    assert score.rand == pytest.approx(same / math.comb(n, 2))
    assert score.ari == pytest.approx(adjusted_rand(n, both, first, second))
    assert score.ari == pytest.approx(adjusted_rand_by_pairs(n, both, first, second))
    assert -1 <= score.ari <= 1
    assert 0 <= score.nmi <= 1


@given(IDS)
def test_b_cubed_token_by_token(pairs):
    shares = [
        (sum(a == c and b == d for c, d in pairs) / sum(a == c for c, _ in pairs),
         sum(a == c and b == d for c, d in pairs) / sum(b == d for _, d in pairs))
        for a, b in pairs
    ]  # fmt: skip
    precision, recall = (sum(column) / len(pairs) for column in zip(*shares, strict=True))

    score = score_partitions(*(np.array(column) for column in zip(*pairs, strict=True)))

    assert (score.b_precision, score.b_recall) == (pytest.approx(precision), pytest.approx(recall))


def test_segmentations_must_have_the_same_tokens():
    page = parse("<p>one two<p>three")
    reference = Labeller().segmentation(page, np.array([0, 0, 1]))

    assert score_segmentations(reference, reference).ari == 1
    assert score_segmentations(reference, no_blocks(page.tokens, "nothing")) is None
    with pytest.raises(ValueError, match="different tokens: 1 and 3"):
        score_segmentations(no_blocks(["one"], ""), reference)

"""Columns from hashes of words, and counts over pages; against sets and dictionaries."""

import pickle
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitegrain.kernel import Counts, declared_overlaps, repetition, title_overlap
from tests.kernel.naive_text import hashed, naive_overlaps, naive_repetition, naive_share, naive_title

WORDS = st.lists(st.sampled_from("abcdefg"), max_size=9)
UNITS = st.lists(WORDS | st.lists(st.sampled_from("abc"), min_size=58, max_size=63), max_size=8)
KEYS = st.lists(st.integers(0, 20) | st.integers(0, 2**64 - 1), max_size=12)


def keys_of(words):
    return hashed([words])[0]


@given(UNITS)
def test_repetition_counts_texts_and_words(units):
    out = np.empty((2, len(units)))
    texts = ["".join(words) for words in units]

    repetition(hashed([texts])[0], *hashed(units), 10.0, out)

    copies, spread = naive_repetition(texts, units)
    assert out[0].tolist() == copies
    assert out[1].tolist() == spread


@given(UNITS, WORDS, st.data())
def test_the_title_is_the_unit_most_like_it(units, title, data):
    bonus = [[data.draw(st.sampled_from([0.0, 0.25])) for _ in units] for _ in range(2)]
    overlap = np.empty(len(units))

    at = title_overlap(*hashed(units), np.array(bonus).reshape(2, -1), keys_of(title), 60, overlap)

    assert (overlap.tolist(), at) == naive_title(units, bonus, title)


def test_a_title_is_worked_out_by_hand():
    """`a b` has both words of the title: 2 of 2; `a c` one of three."""
    overlap = np.empty(2)

    at = title_overlap(*hashed([["a", "c"], ["a", "b"]]), np.zeros((2, 2)), keys_of(["a", "b"]), 60, overlap)

    assert at == 1
    assert overlap.tolist() == [0.5, 1.0]


@given(UNITS, WORDS, WORDS, WORDS)
def test_overlaps_are_those_of_sets(units, body, description, others):
    out = np.empty((3, len(units)))
    texts = [keys_of(words) for words in (body, description, others)]

    counts = declared_overlaps(*hashed(units), *texts, 3, 2, out)

    rows, wanted = naive_overlaps(units, body, description, others)
    assert counts == wanted
    assert out.T.tolist() == [list(row) for row in rows]


@given(st.lists(KEYS, max_size=8), KEYS, st.integers(0, 3), st.integers(0, 2))
def test_counts_are_those_of_a_dictionary(pages, asked, n_own, least):
    counts, wanted = Counts(), Counter()
    for page in pages:
        counts.add_page(np.array(page, np.uint64))
        wanted.update(set(page))
    kept, wanted_kept = counts.at_least(least), {key: n for key, n in wanted.items() if n >= least}
    out = np.empty(len(asked))

    kept.shares(np.array(asked, np.uint64), 1, n_own, len(pages), out)

    assert counts.items() == sorted(wanted.items())
    assert kept.items() == sorted(wanted_kept.items())
    assert len(kept) == len(wanted_kept)
    assert [kept.get(key, -1) for key in asked] == [wanted_kept.get(key, -1) for key in asked]
    assert out.tolist() == [naive_share(wanted_kept, key, 1, n_own, len(pages)) for key in asked]


def test_counts_stay_the_same_through_pickle_and_pairs():
    counts = Counts.from_items([(7, 2), (0, 1), (2**64 - 1, 3)])

    assert counts.items() == [(0, 1), (7, 2), (2**64 - 1, 3)]
    assert pickle.loads(pickle.dumps(counts)).items() == counts.items()


@pytest.mark.parametrize("pair", [(1, 0), (-1, 1), (2**64, 1), ("a", 1), (1, 2**40)])
def test_pairs_that_are_no_counts_are_refused(pair):
    with pytest.raises((ValueError, TypeError)):
        Counts.from_items([pair])


def test_means_and_common_shares_are_taken_over_units():
    """Of three pages, one of them the unit's own: 1 has all, 2 half of the others; 0 does not count, 9 is nowhere."""
    counts = Counts.from_items([(1, 3), (2, 2)])
    keys, bounds = np.array([1, 2, 0, 9], np.uint64), np.array([0, 2, 3, 4, 4], np.int32)
    mean, common = np.empty(4), np.empty(4)

    counts.mean_shares(keys, bounds, 1, 1, 3, mean)
    counts.common_shares(keys, bounds, 2.4, common)

    assert mean.tolist() == [0.75, 0, 0, 0]
    assert common.tolist() == [0.5, 0, 0, 0]


def test_bounds_outside_of_the_tokens_are_refused():
    keys, bounds = np.array([1], np.uint64), np.array([0, 2], np.int32)

    with pytest.raises(ValueError, match="must rise"):
        Counts().common_shares(keys, bounds, 1.0, np.empty(1))
    with pytest.raises(ValueError, match="must rise"):
        repetition(np.zeros(1, np.uint64), keys, bounds, 10.0, np.empty((2, 1)))

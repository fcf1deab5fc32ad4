"""Columns from hashes of words, and counts over pages; against sets and dictionaries."""

import pickle
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitegrain.kernel import Counts, Words, fill_links, fill_recurrence, placed_keys
from tests.kernel.naive_text import hashed, naive_overlaps, naive_repetition, naive_share, naive_title

WORDS = st.lists(st.sampled_from("abcdefg"), max_size=9)
UNITS = st.lists(WORDS | st.lists(st.sampled_from("abc"), min_size=58, max_size=63), max_size=8)
KEYS = st.lists(st.integers(0, 20) | st.integers(0, 2**64 - 1), max_size=12)


def keys_of(words):
    return hashed([words])[0]


def filled(units, n, method, *arguments):
    """The n rows that a method of the units' words fills; those around them stay."""
    out = np.full((n + 2, len(units)), -7.0)
    getattr(Words(*hashed(units)), method)(*arguments, out, 1)
    assert (out[[0, -1]] == -7).all()
    return out[1:-1].tolist()


@given(UNITS)
def test_repetition_counts_texts_and_words(units):
    texts = ["".join(words) for words in units]

    assert filled(units, 2, "fill_repetition", hashed([texts])[0], 10.0) == list(naive_repetition(texts, units))


@given(UNITS, WORDS, st.data())
def test_the_title_is_the_unit_most_like_it(units, title, data):
    """A tag of 0 adds 0.3, tags of 1 and beyond the table nothing; links take 0.2."""
    tags = [data.draw(st.integers(0, 3)) for _ in units]
    is_linked = [data.draw(st.booleans()) for _ in units]
    nodes = np.arange(len(units), dtype=np.int32)
    words = np.ones(len(units), np.int32)

    rows = filled(
        units, 5, "fill_title", keys_of(title), nodes, np.array(tags, np.int32), np.array([0.3, 0.0]), words,
        np.array(is_linked, np.int32), 0.2, 60, np.array([0.5, 0.25]),
    )  # fmt: skip

    bonus = [[0.3 * (tag == 0) for tag in tags], [0.2 * linked for linked in is_linked]]
    overlap, at = naive_title(units, bonus, title)
    n = len(units)
    assert rows == [
        overlap,
        [float(unit == at) for unit in range(n)],
        [float(unit < at) for unit in range(n)],
        [{1: 0.5, 2: 0.25}.get(unit - at, 0.0) if at >= 0 else 0.0 for unit in range(n)],
        [float(at < 0)] * n,
    ]


def test_a_title_is_worked_out_by_hand():
    """`a b` has both words of the title: 2 of 2; `a c` one of three, and `c` none."""
    ints = np.zeros(3, np.int32)

    rows = filled(
        [["a", "c"], ["a", "b"], ["c"]], 5, "fill_title", keys_of(["a", "b"]), ints, ints, np.zeros(1), ints + 1, ints,
        0.2, 60, np.array([0.5]),
    )  # fmt: skip

    assert rows == [[0.5, 1, 0], [0, 1, 0], [1, 0, 0], [0, 0, 0.5], [0, 0, 0]]


@given(UNITS, WORDS, WORDS, WORDS)
def test_overlaps_are_those_of_sets(units, body, description, others):
    texts = [keys_of(words) for words in (body, description, others)]

    found = filled(units, 5, "fill_declared", *texts, 3, 2, 1)

    rows, (n_body, n_declared) = naive_overlaps(units, body, description, others)
    assert found[:3] == [list(row) for row in zip(*rows, strict=True)] or not rows
    assert found[3:] == [[float(n_body > 1)] * len(units), [float(n_declared)] * len(units)]


def test_overlaps_are_worked_out_by_hand():
    """Of the runs of three of `a b c d` one is in the body, of those of two `b c` in the description `b c b`."""
    texts = [keys_of(words) for words in ("xabcy", "bcb", "")]

    assert filled([["a", "b", "c", "d"], ["a"]], 5, "fill_declared", *texts, 3, 2, 2) == [
        [1 / 2, 0], [1 / 3, 0], [1 / 2, 0], [1, 1], [2, 2],
    ]  # fmt: skip


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


def table(counts):
    return Counts.from_items([(key, n) for key, n in counts.items() if n])


@given(UNITS, st.data())
def test_recurrence_is_that_of_dictionaries(units, data):
    """Shares of text, of text at its place, of links, of words that are common."""
    words = [[hash(word) & 0xFFFF_FFFF_FFFF_FFFF for word in own] for own in units]
    links = [data.draw(st.lists(st.integers(0, 3), max_size=3)) for _ in units]
    prints = np.array([data.draw(st.integers(0, 3)) for _ in units], np.uint64)
    places = np.array([data.draw(st.integers(-1, 1)) for _ in units], np.int32)
    placed = np.empty(len(units), np.uint64)
    placed_keys(prints, places, placed)
    counts = st.integers(0, 4)
    texts, targets = ({key: data.draw(counts) for key in range(4)} for _ in range(2))
    placed_texts = {key: data.draw(counts) for key in placed.tolist()}
    common = {key: data.draw(counts) for own in words for key in own}
    n_own, n_pages, least = data.draw(st.integers(0, 1)), data.draw(st.integers(1, 4)), data.draw(st.integers(1, 4))
    out = np.full((6, len(units)), -7.0)

    fill_recurrence(
        *map(table, (texts, placed_texts, targets, common)), Words(*hashed(units)), prints, places,
        np.array([link for own in links for link in own], np.uint64),
        np.cumsum([0, *map(len, links)]).astype(np.int32), n_own, n_pages, least, out, 1,
    )  # fmt: skip

    def shares(pages, keys, missing):
        pages = {key: n for key, n in pages.items() if n}
        return [naive_share(pages, key, missing, n_own, n_pages) for key in keys]

    known = [shares(targets, [link for link in own if link], 1) for own in links]
    assert out.tolist() == [
        [-7.0] * len(units),
        shares(texts, prints.tolist(), 0),
        shares(placed_texts, placed.tolist(), 0),
        [sum(own) / max(len(own), 1) for own in known],
        [sum(common[key] >= least for key in own) / max(len(own), 1) for own in words],
        [-7.0] * len(units),
    ]


def test_recurrence_is_worked_out_by_hand():
    """Of three pages, one of them the unit's own: link 1 is on all, link 2 on one of two others; 9 is nowhere else."""
    counts, out = Counts.from_items([(1, 3), (2, 2)]), np.empty((4, 4))
    words = Words(np.array([1, 2, 9], np.uint64), np.array([0, 2, 2, 3, 3], np.int32))
    links, starts = np.array([1, 2, 0, 9], np.uint64), np.array([0, 2, 3, 4, 4], np.int32)
    prints = np.array([1, 2, 9, 0], np.uint64)

    fill_recurrence(
        counts, Counts(), counts, counts, words, prints, np.zeros(4, np.int32), links, starts, 1, 3, 2.4, out, 0
    )

    assert out.tolist() == [[1, 0.5, 0, 0], [0] * 4, [0.75, 0, 0, 0], [0.5, 0, 0, 0]]


def test_links_are_counted_and_those_within_the_page():
    out = np.empty((2, 3))

    fill_links(np.array([5, 0, 7, 0], np.uint64), np.array([0, 3, 3, 4], np.int32), out, 0)

    assert out.tolist() == [[3, 0, 1], [1 / 3, 0, 1]]


def test_bounds_outside_of_the_tokens_and_other_lengths_are_refused():
    keys, bounds = np.array([1], np.uint64), np.array([0, 2], np.int32)
    words = Words(keys, bounds // 2)

    with pytest.raises(ValueError, match="must rise"):
        Words(keys, bounds)
    with pytest.raises(ValueError, match="must rise"):
        fill_links(keys, bounds, np.empty((2, 1)), 0)
    with pytest.raises(ValueError, match="hashes of 1 units"):
        words.fill_repetition(np.zeros(2, np.uint64), 10.0, np.empty((2, 1)), 0)
    with pytest.raises(ValueError, match="columns of 1 units"):
        words.fill_repetition(keys, 10.0, np.empty((2, 1)), 1)
    with pytest.raises(IndexError):
        words.fill_title(
            keys, np.array([3], np.int32), *[np.zeros(1, np.int32), np.zeros(1)], *[np.zeros(1, np.int32)] * 2, 0.2, 60,
            np.zeros(1), np.empty((5, 1)), 0,
        )  # fmt: skip

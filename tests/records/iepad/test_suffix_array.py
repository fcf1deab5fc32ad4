"""Suffix array and repeats beside the obvious way to find them."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitegrain.records.iepad.repeats import Repeats
from sitegrain.records.iepad.suffix_array import suffix_array

STRINGS = st.lists(st.integers(0, 3), max_size=40)


def naive_repeats(symbols):
    """All parts that occur twice or more and lose an occurrence if they are made longer on either side."""
    found = {}
    n = len(symbols)
    for length in range(1, n):
        places = {}
        for start in range(n - length + 1):
            places.setdefault(tuple(symbols[start : start + length]), []).append(start)
        for part, starts in places.items():
            before = {symbols[start - 1] if start else None for start in starts}
            behind = {symbols[start + length] if start + length < n else None for start in starts}
            if len(starts) > 1 and len(before) > 1 and len(behind) > 1:
                found[part] = starts
    return found


def test_a_word():
    """banana: a, ana, anana, banana, na, nana; common prefixes 1, 3, 0, 0, 2 (the textbook's)."""
    order, common = suffix_array(np.array([ord(letter) for letter in "banana"], np.int32))

    assert order.tolist() == [5, 3, 1, 0, 4, 2]
    assert common.tolist() == [0, 1, 3, 0, 0, 2]


@given(STRINGS)
def test_suffixes_are_in_order(symbols):
    order, common = suffix_array(np.array(symbols, np.int32))
    suffixes = [symbols[start:] for start in order.tolist()]

    assert suffixes == sorted(symbols[start:] for start in range(len(symbols)))
    for i in range(1, len(suffixes)):
        same = [a == b for a, b in zip(suffixes[i - 1], suffixes[i], strict=False)]
        assert common[i] == (same.index(False) if False in same else len(same))


@given(STRINGS)
def test_repeats_are_all_maximal_ones(symbols):
    repeats = Repeats(np.array(symbols, np.int32))
    found = {}
    for number in range(len(repeats)):
        repeat = repeats[number]
        starts = repeat.occurrences.tolist()
        found[tuple(symbols[starts[0] : starts[0] + repeat.length])] = starts
        assert len(starts) == repeats.counts[number]

    assert found == naive_repeats(symbols)
    assert len(found) == len(repeats)


def test_there_is_no_repeat_beyond_the_last():
    repeats = Repeats(np.array([0, 1, 0], np.int32))

    with pytest.raises(IndexError):
        repeats[len(repeats)]


def test_one_symbol_100_000_times():
    """n - 1 repeats, one of each length; this must not take a quadratic step."""
    repeats = Repeats(np.zeros(100_000, np.int32))

    assert sorted(repeats.lengths.tolist()) == list(range(1, 100_000))

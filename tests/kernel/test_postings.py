"""Sums over postings, against a slow sum."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitegrain.kernel import sum_postings
from sitegrain.search.store import POSTING

ANCHOR, QUIET = 1, 2
COUNTS = np.arange(100, dtype=np.float64) / 2


def summed(postings, rows, factors, flags=None, n_rows=4):
    """The sums, the rows that were added to, and those that were told."""
    data = np.array(postings, POSTING).tobytes()
    flags = np.zeros(len(factors), np.uint8) if flags is None else np.array(flags, np.uint8)
    sums, is_told, found = np.zeros(n_rows), np.zeros(n_rows, np.uint8), np.full(n_rows, -9, np.int32)
    n = sum_postings(data, np.array(rows, np.int32), np.array(factors, float), flags, COUNTS, sums, is_told, found)
    return sums.tolist(), found[:n].tolist(), np.flatnonzero(is_told).tolist()


def test_a_sum_by_hand():
    """Blocks 0 and 2 are of row 1, block 1 of row 0; 3 * 0.5 + 2 * 2 = 5.5."""
    assert summed([(0, 3), (1, 7), (2, 2)], [1, 0, 1], [0.5, 1.0, 2.0], n_rows=2) == ([7.0, 5.5], [1, 0], [0, 1])
    assert summed([], [0], [1.0]) == ([0.0] * 4, [], [])


def test_dead_blocks_are_left_out_and_texts_of_links_looked_up():
    found = summed([(0, 3), (1, 7), (2, 2)], [-1, 0, 0], [9.0, 1.0, 2.0], [0, ANCHOR, ANCHOR])

    assert found == ([5.5, 0, 0, 0], [0], [0])


def test_a_row_of_quiet_blocks_is_not_told():
    found = summed([(0, 1), (1, 1), (2, 1)], [0, 1, 1], [1.0, 1.0, 1.0], [QUIET, QUIET, 0], n_rows=2)

    assert found == ([1.0, 2.0], [0, 1], [1])


@given(
    st.lists(st.tuples(st.integers(0, 9), st.integers(0, 65_535))),
    st.lists(st.integers(-1, 3), min_size=10, max_size=10),
)
def test_any_postings(postings, rows):
    factors = [0.25 * (i + 1) for i in range(10)]
    expected = [sum(c * factors[b] for b, c in postings if rows[b] == row) for row in range(4)]
    sums, found, _ = summed(postings, rows, factors)

    assert sums == pytest.approx(expected)
    assert sorted(found) == [row for row in range(4) if expected[row]]


def test_what_is_not_there_is_refused():
    with pytest.raises(ValueError, match="posting 1 of 2 is of block 3, of 1"):
        summed([(0, 1), (3, 1)], [0], [1.0])
    with pytest.raises(ValueError, match="posting 0 of 1"):
        summed([(0, 1)], [4], [1.0])
    with pytest.raises(ValueError, match="different lengths"):
        summed([(0, 1)], [0], [1.0, 1.0])

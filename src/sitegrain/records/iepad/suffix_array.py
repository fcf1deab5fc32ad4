"""Suffix array and common prefixes, in the place of IEPAD's PAT tree: the same repeats, simpler."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


def suffix_array(symbols: NDArray[np.int32]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Where the suffixes of a string begin, in their order, and what neighbours among them have in common.

    symbols: int32 (n,), not negative
    Returns int64 (n,): the beginnings; and int64 (n,): the length of the common prefix with the suffix before, 0 for
    the first. By doubling (Manber and Myers, 1993): O(n log n) sorts of numbers, O(n log n) memory.

    >>> order, common = suffix_array(np.array([1, 0, 1, 0], np.int32))
    >>> order.tolist(), common.tolist()
    ([3, 1, 2, 0], [0, 1, 0, 2])
    """
    n = len(symbols)
    if not n:
        return np.zeros(0, np.int64), np.zeros(0, np.int64)
    ranks = np.unique(symbols, return_inverse=True)[1].astype(np.int64)
    levels, length = [ranks], 1
    order = np.argsort(ranks, kind="stable")
    while length < n and ranks.max() < n - 1:
        behind = np.zeros(n, np.int64)
        behind[:-length] = ranks[length:] + 1  # 0: nothing follows
        both = ranks * (n + 1) + behind
        order = np.argsort(both, kind="stable")
        is_new = np.empty(n, np.int64)
        is_new[0], is_new[1:] = 0, both[order[1:]] != both[order[:-1]]
        ranks = np.empty(n, np.int64)
        ranks[order] = np.cumsum(is_new)
        levels.append(ranks)
        length *= 2
    return order, _common(order, levels)


def _common(order: NDArray[np.int64], levels: list[NDArray[np.int64]]) -> NDArray[np.int64]:
    """What neighbours have in common, from the ranks of their first 1, 2, 4 ... symbols, the longest first."""
    n = len(order)
    first, second = order[:-1].copy(), order[1:].copy()
    common = np.zeros(n, np.int64)
    for level in range(len(levels) - 1, -1, -1):
        length = 1 << level
        fits = np.flatnonzero(np.maximum(first, second) + length <= n)
        ranks = levels[level]
        same = fits[ranks[first[fits]] == ranks[second[fits]]]
        first[same] += length
        second[same] += length
        common[same + 1] += length
    return common

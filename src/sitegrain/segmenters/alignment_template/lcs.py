"""Longest common subsequence, a bit for each token of one side (Hyyrö 2004), with the way back."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

MAX_BITS = 400_000_000  # of the rows that are kept for the way back: 50 MB


def align(first: Sequence[Hashable], second: Sequence[Hashable]) -> list[tuple[int, int]]:
    """The pairs of positions of a longest common subsequence, rising; O(n m / word size) time.

    Longer streams than memory is kept for are cut at the same shares of both, which may lose a few pairs at the cuts.

    >>> align("abcbd", "bxcd")
    [(1, 0), (2, 2), (4, 3)]
    """
    start, n, m = 0, len(first), len(second)
    while start < min(n, m) and first[start] == second[start]:
        start += 1
    end = 0
    while end < min(n, m) - start and first[n - 1 - end] == second[m - 1 - end]:
        end += 1
    pairs = [(i, i) for i in range(start)]
    pairs += [(i + start, j + start) for i, j in _align_middle(first[start : n - end], second[start : m - end])]
    return pairs + [(n - end + i, m - end + i) for i in range(end)]


def _align_middle(first: Sequence[Hashable], second: Sequence[Hashable]) -> list[tuple[int, int]]:
    n, m = len(first), len(second)
    n_parts = -(-n * m // MAX_BITS)
    pairs: list[tuple[int, int]] = []
    for part in range(n_parts):
        a, b = n * part // n_parts, m * part // n_parts
        inner = _lcs(first[a : n * (part + 1) // n_parts], second[b : m * (part + 1) // n_parts])
        pairs.extend((i + a, j + b) for i, j in inner)
    return pairs


def _lcs(first: Sequence[Hashable], second: Sequence[Hashable]) -> list[tuple[int, int]]:
    places: dict[Hashable, int] = {}
    for j, token in enumerate(second):
        places[token] = places.get(token, 0) | 1 << j
    full = (1 << len(second)) - 1
    row, rows = full, []
    for token in first:
        matched = row & places.get(token, 0)
        row = ((row + matched) | (row - matched)) & full
        rows.append(row)
    i, j = len(first), len(second)
    pairs = []
    while i and j:
        if rows[i - 1] >> (j - 1) & 1:
            j -= 1
            continue
        i -= 1
        if not i or rows[i - 1] >> (j - 1) & 1:
            j -= 1
            pairs.append((i, j))
    return pairs[::-1]

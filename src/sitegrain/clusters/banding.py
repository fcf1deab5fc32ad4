"""Groups of rows that are nearly alike, by locality-sensitive hashing (Indyk and Motwani 1998) over flat arrays.

A signature is cut into bands; rows that agree in all values of a band are compared. Time and memory grow with the
number of rows and not with that of pairs, also if all rows are equal: rows that are in one group already are not
compared, and within a band a row is compared with at most NEIGHBOURS others.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from sitegrain.clusters.minhash import N_HASHES, likeness, mix
from sitegrain.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator

LEAST_RECALL = 0.99  # probability that two rows exactly as alike as the threshold meet in a band
NEIGHBOURS = 16  # rows of one band that a row is compared with

Rows = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Bands:
    """How a signature is cut: `n_bands` bands of `n_rows` values each."""

    n_bands: int
    n_rows: int

    def recall(self, similarity: float) -> float:
        """The probability that two rows so similar agree in all values of at least one band."""
        return float(1 - (1 - similarity**self.n_rows) ** self.n_bands)


def choose_bands(threshold: float, n_values: int = N_HASHES) -> Bands:
    """The widest bands, so that few rows meet in vain, with LEAST_RECALL at the threshold.

    threshold: in (0, 1]; UsageError otherwise

    >>> choose_bands(0.8)
    Bands(n_bands=21, n_rows=6)
    """
    if not 0 < threshold <= 1:
        raise UsageError(f"threshold must be above 0 and at most 1, got {threshold:g}")
    for n_rows in range(n_values, 1, -1):
        bands = Bands(n_values // n_rows, n_rows)
        if bands.recall(threshold) >= LEAST_RECALL:
            return bands
    return Bands(n_values, 1)


def group_alike(signatures: NDArray[np.uint32], threshold: float) -> Rows:
    """Int64 (n,): for each row the first row of its group; rows of which each is like the next are one group.

    signatures: uint32 (n, n_values)
    threshold:  least share of values in which two rows agree, in (0, 1]
    """
    bands = choose_bands(threshold, signatures.shape[1])
    groups = _Groups(len(signatures))
    keys = _band_keys(signatures, bands, 0)
    for number in range(bands.n_bands):
        # In a crowded band those that agree in the next one too stand side by side
        following = _band_keys(signatures, bands, (number + 1) % bands.n_bands)
        for first, second in _neighbours(keys, following, groups):
            is_alike = likeness(signatures, first, second) >= threshold
            groups.join(first[is_alike], second[is_alike])
        keys = following
    return groups.roots()


def _band_keys(signatures: NDArray[np.uint32], bands: Bands, number: int) -> NDArray[np.uint64]:
    """Uint64 (n,): a hash of each row's values in a band."""
    keys = np.zeros(len(signatures), np.uint64)
    for column in range(number * bands.n_rows, (number + 1) * bands.n_rows):
        keys = mix(keys + signatures[:, column])
    return keys


def _neighbours(
    keys: NDArray[np.uint64], following: NDArray[np.uint64], groups: _Groups
) -> Iterator[tuple[Rows, Rows]]:
    """Pairs of rows of equal key and, so far, of different groups: each with its nearest, then the one after ..."""
    order = _undecided(np.lexsort((following, keys)), keys, groups.roots())
    ordered = keys[order]
    for step in range(1, NEIGHBOURS + 1):
        at = np.flatnonzero(ordered[:-step] == ordered[step:])
        if not len(at):
            return
        first, second = order[at], order[at + step]
        roots = groups.roots()
        is_new = roots[first] != roots[second]
        yield first[is_new], second[is_new]


def _undecided(order: Rows, keys: NDArray[np.uint64], roots: Rows) -> Rows:
    """The rows, ordered by key, without those whose key only one group has."""
    if not len(order):
        return order
    ordered, own = keys[order], roots[order]
    starts = np.flatnonzero(np.concatenate(([True], ordered[1:] != ordered[:-1])))
    is_mixed = np.minimum.reduceat(own, starts) != np.maximum.reduceat(own, starts)
    return np.asarray(order[np.repeat(is_mixed, np.diff(starts, append=len(order)))])


class _Groups:
    """Disjoint sets of rows; the root of a set is its first row."""

    def __init__(self, n: int) -> None:
        self._parents: Rows = np.arange(n)

    def roots(self) -> Rows:
        """Int64 (n,): the root of each row."""
        parents = self._parents
        while True:
            above: Rows = parents[parents]
            if np.array_equal(above, parents):
                break
            parents = above
        self._parents = parents
        return parents

    def join(self, first: Rows, second: Rows) -> None:
        """Join the sets of each pair."""
        parents = self._parents = self._parents.copy()  # `roots` has given the old one away
        for one, other in zip(first.tolist(), second.tolist(), strict=True):
            a, b = _find(parents, one), _find(parents, other)
            parents[max(a, b)] = min(a, b)


def _find(parents: Rows, row: int) -> int:
    while (parent := int(parents[row])) != row:
        parents[row] = parents[parent]
        row = int(parents[row])
    return row

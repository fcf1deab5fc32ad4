"""Maximal repeats: parts of a string that cannot be made longer without losing an occurrence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from sitegrain.records.iepad.suffix_array import suffix_array

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, eq=False)
class Repeat:
    """A part of a string that recurs.

    length:      in symbols
    occurrences: int64 (k,), where it begins, rising; they may overlap
    """

    length: int
    occurrences: NDArray[np.int64]


class Repeats:
    """All maximal repeats of a string; their occurrences are made when one is asked for.

    lengths, counts: int64 (n_repeats,) how long each one is, and how often it occurs
    """

    def __init__(self, symbols: NDArray[np.int32]) -> None:
        self._order, common = suffix_array(symbols)
        rows = np.array(list(_intervals(common, self._same_before(symbols))), np.int64).reshape(-1, 3)
        self.lengths, self._starts = rows[:, 0], rows[:, 1]
        self.counts = rows[:, 2] - rows[:, 1]

    def __len__(self) -> int:
        return len(self.lengths)

    def __getitem__(self, number: int) -> Repeat:
        """One repeat with its occurrences."""
        if not 0 <= number < len(self):
            raise IndexError(number)
        start = int(self._starts[number])
        found = np.sort(self._order[start : start + int(self.counts[number])])
        return Repeat(int(self.lengths[number]), found)

    def _same_before(self, symbols: NDArray[np.int32]) -> list[int]:
        """For each suffix in order, the first one behind it that another symbol comes before."""
        n = len(symbols)
        before = np.where(self._order > 0, symbols[self._order - 1], -1) if n else np.zeros(0, np.int32)
        changes = np.flatnonzero(before[1:] != before[:-1]) + 1
        nexts = np.append(changes, n)
        return nexts[np.searchsorted(changes, np.arange(n), side="right")].tolist() if n else []


def _intervals(common: NDArray[np.int64], same_before: list[int]) -> Iterator[tuple[int, int, int]]:
    """(length, start, end) of each interval of suffixes that have a prefix of just that length in common.

    Only those are given that different symbols come before. One pass with a stack.
    """
    open_intervals = [(0, 0)]  # length, start
    for at, length in enumerate([*common.tolist()[1:], 0], 1):
        start = at - 1
        while open_intervals[-1][0] > length:
            own, start = open_intervals.pop()
            if same_before[start] < at:
                yield own, start, at
        if open_intervals[-1][0] < length:
            open_intervals.append((length, start))

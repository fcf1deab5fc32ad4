"""Fusing neighbours: passes over a linked list of blocks, which only look where something has changed."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Density = tuple[float, int]  # words in the lines that count, number of those lines
    Combine = Callable[[Density, Density, int, int], Density]


def slope(first: float, second: float) -> float:
    """How unlike two densities are, in [0, 1].

    >>> slope(4.0, 3.0), slope(0.0, 0.0)
    (0.25, 0.0)
    """
    largest = max(first, second)
    return abs(first - second) / largest if largest else 0.0


@dataclass(frozen=True, slots=True)
class Rules:
    """When neighbours become one.

    thetas:      (n_atoms,) greatest slope delta at which the gap before an atom is crossed, below 0 for never
    is_smoothed: a block between two of like density that is sparser than both joins them
    combine:     the density of the block of atoms `first` to `behind` - 1, from those of its two halves
    """

    thetas: Sequence[float]
    is_smoothed: bool
    combine: Combine


class Fusion:
    """Blocks of neighbouring atoms, as a linked list.

    A pass goes from left to right, and at a fusion stays where it is; passes are repeated until nothing changes. A pair
    is looked at again only when it, or the block behind it, has changed: O(n log n) for n atoms.
    """

    def __init__(self, atoms: Sequence[Density], rules: Rules) -> None:
        self.rules = rules
        self.sizes = list(atoms)
        self.densities = [words / lines for words, lines in atoms]
        n = len(self.sizes)
        self.before = list(range(-1, n - 1))  # of a block, by its first atom
        self.behind = list(range(1, n + 1))
        self.is_first = [True] * n

    def run(self) -> list[int]:
        """Fuse; the first atom of each block, in order."""
        n = len(self.sizes)
        dirty: Sequence[int] = range(1, n)
        while dirty:
            again: set[int] = set()
            for atom in dirty:
                block = atom
                while block < n and self.is_first[block]:
                    left = self.before[block]
                    if left < 0 or not self._fuse(left, block):
                        break
                    self._mark(left, again)
                    block = self.behind[left]
            dirty = sorted(again)
        return [atom for atom in range(n) if self.is_first[atom]]

    def _mark(self, changed: int, again: set[int]) -> None:
        """In the next pass: the pair before a changed block, and the one before that, which looks ahead to it."""
        again.add(changed)
        if self.before[changed] >= 0:
            again.add(self.before[changed])

    def _fuse(self, left: int, block: int) -> bool:
        """Join a block to the one before it, or both and the next one, if they belong together."""
        thetas, densities, behind = self.rules.thetas, self.densities, self.behind[block]
        if thetas[block] < 0:
            return False
        if self.rules.is_smoothed and behind < len(densities) and thetas[behind] >= 0:
            outer = ceil(densities[left])
            if outer == ceil(densities[behind]) and ceil(densities[block]) < outer:
                self._join(left, block)
                self._join(left, behind)
                return True
        if slope(densities[left], densities[block]) <= thetas[block]:
            self._join(left, block)
            return True
        return False

    def _join(self, left: int, block: int) -> None:
        behind = self.behind[block]
        self.sizes[left] = words, lines = self.rules.combine(self.sizes[left], self.sizes[block], left, behind)
        self.densities[left] = words / lines
        self.behind[left] = behind
        self.is_first[block] = False
        if behind < len(self.sizes):
            self.before[behind] = left

"""Aligned siblings: the children of a page's element against the ordered slots of a place (methods.md 1.5).

Longest common subsequence of equal keys, count first; among alignments of equal length the one whose texts and
structures are most alike. A slot whose text is constant refuses an element that has nothing of it.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from sitegrain.segmenters.som_tree.som import NO_PLACE, Som

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sitegrain.segmenters.som_tree.page_tree import TreeNode

EPSILON = 1e-3  # of likeness against a match: it only breaks ties
CONSTANT_SHARE = 0.8  # of a slot's pages that have an invariant term
VETO_PAGES = 5  # of a slot, from which it may refuse an element
VETO_SHARE = 0.3  # of its invariant terms that an element must have
VETO_CONSTANT = 0.5  # of a slot's terms that must be invariant, for it to refuse anything
COUNTED_PAGES = 40  # of a slot, whose terms are counted
MAX_TERMS = 300  # of an element that are compared
MAX_VISITED = 300  # elements below it that are looked at for them
MAX_PATHS, MAX_PATH_DEPTH = 60, 4
BAND = 50  # slots on both sides of the diagonal that are looked at, where there are many siblings
MANY = 300


Look = tuple[frozenset[str], frozenset[object]]  # terms of an element, and key paths below it


class _Slot:
    """What the elements at a place had so far."""

    def __init__(self) -> None:
        self.n_pages = 0
        self.terms: Counter[str] = Counter()
        self.paths: Counter[object] = Counter()

    def add(self, terms: frozenset[str], paths: frozenset[object]) -> None:
        if self.n_pages < COUNTED_PAGES:
            self.terms.update(terms)
            self.paths.update(paths)
        self.n_pages += 1

    def invariant(self) -> set[str]:
        n = min(self.n_pages, COUNTED_PAGES)
        return {term for term, count in self.terms.items() if count >= CONSTANT_SHARE * n}

    def usual_paths(self) -> set[object]:
        n = min(self.n_pages, COUNTED_PAGES)
        return {path for path, count in self.paths.items() if 2 * count >= n}


class Aligned:
    """Ordered slots below each place of one tree.

    tokens of the page at hand are set by `start`
    """

    def __init__(self) -> None:
        self._children: dict[int, list[int]] = {}
        self._slots: dict[int, _Slot] = {}
        self._tokens: Sequence[str] = ()

    def start(self, tokens: Sequence[str]) -> None:
        """Begin with a page."""
        self._tokens = tokens

    def forget_counts(self) -> None:
        """Keep the slots and forget what was counted, before the pages come again."""
        self._slots = {place: _Slot() for place in self._slots}

    def place(self, som: Som, parent: int, children: Sequence[TreeNode], *, may_add: bool) -> list[int]:
        slots = self._children.setdefault(parent, []) if may_add else self._children.get(parent, [])
        looks = [(self._terms(child), self._paths(child)) for child in children]
        matched = self._align(som, slots, children, looks)
        if not may_add:
            return matched
        at = 0  # where a new slot goes: behind the last matched one
        for number, (child, look) in enumerate(zip(children, looks, strict=True)):
            if matched[number] == NO_PLACE:
                place = matched[number] = som.append(parent, child.key)
                self._slots[place] = _Slot()
                slots.insert(at, place)
                at += 1
            else:
                at = slots.index(matched[number], at) + 1
            self._slots[matched[number]].add(*look)
        return matched

    def _align(
        self,
        som: Som,
        slots: Sequence[int],
        children: Sequence[TreeNode],
        looks: Sequence[Look],
    ) -> list[int]:
        """The slot of each child, by dynamic programming over both lists."""
        n, m = len(slots), len(children)
        matched = [NO_PLACE] * m
        if not n or not m:
            return matched
        weights = self._weights(som, slots, children, looks)
        best = [[0.0] * (m + 1) for _ in range(n + 1)]
        for i in range(n):
            for j in range(m):
                match = best[i][j] + weights[i, j] if (i, j) in weights else 0.0
                best[i + 1][j + 1] = max(best[i][j + 1], best[i + 1][j], match)
        i, j = n, m
        while i and j:
            if (i - 1, j - 1) in weights and best[i][j] == best[i - 1][j - 1] + weights[i - 1, j - 1]:
                i, j = i - 1, j - 1
                matched[j] = slots[i]
            elif best[i][j] == best[i - 1][j]:
                i -= 1
            else:
                j -= 1
        return matched

    def _weights(
        self, som: Som, slots: Sequence[int], children: Sequence[TreeNode], looks: Sequence[Look]
    ) -> dict[tuple[int, int], float]:
        """The weight of each slot and child that could be one; of many siblings only those at about the same place."""
        n, m = len(slots), len(children)
        reach = BAND if max(n, m) > MANY else max(n, m)
        weights = {}
        for i, place in enumerate(slots):
            middle = i * m // n
            near = range(max(0, middle - reach), min(m, middle + reach + 1))
            alike = [j for j in near if children[j].key == som.keys[place]]
            invariant, usual = (
                (self._slots[place].invariant(), self._slots[place].usual_paths()) if alike else (set(), set())
            )
            for j in alike:
                weight = self._weigh(place, looks[j], invariant, usual)
                if weight is not None:
                    weights[i, j] = weight
        return weights

    def _weigh(
        self,
        place: int,
        look: Look,
        invariant: set[str],
        usual: set[object],
    ) -> float | None:
        """How well an element fits a slot, None if it cannot be there."""
        slot, (terms, paths) = self._slots[place], look
        share = len(invariant & terms) / len(invariant) if invariant else 0.0
        is_constant = len(invariant) >= VETO_CONSTANT * max(len(slot.terms), 1)
        if slot.n_pages >= VETO_PAGES and invariant and is_constant and share < VETO_SHARE:
            return None
        dice = 2 * len(usual & paths) / (len(usual) + len(paths)) if usual or paths else 1.0
        return 1 + EPSILON * (dice + 2 * share)

    def _terms(self, node: TreeNode) -> frozenset[str]:
        found: set[str] = set()
        pending, n_visited = [node], 0
        while pending and len(found) < MAX_TERMS and n_visited < MAX_VISITED:
            current = pending.pop()
            n_visited += 1
            for start, end in current.spans:
                found.update(self._tokens[start : min(end, start + MAX_TERMS)])
            pending.extend(reversed(current.children))
        return frozenset(found)

    def _paths(self, node: TreeNode) -> frozenset[object]:
        paths: set[object] = set()
        pending: list[tuple[TreeNode, tuple[object, ...]]] = [(node, ())]
        while pending and len(paths) < MAX_PATHS:
            current, path = pending.pop()
            for child in current.children:
                paths.add((*path, child.key))
                if len(path) < MAX_PATH_DEPTH - 1:
                    pending.append((child, (*path, child.key)))
        return frozenset(paths)

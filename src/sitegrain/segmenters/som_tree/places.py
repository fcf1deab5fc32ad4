"""The places of a SOM tree: rows of page trees laid on one another by look-up of (parent place, key)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from sitegrain.sites.keys import ORDINAL_TAGS
from sitegrain.sites.tree import MAX_DEPTH, MAX_LABEL_KEYS, MAX_NODES, UNKNOWN

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sitegrain.segmenters.som_tree.page_tree import PageTree

    Numbering = Callable[[PageTree], list[str]]


def same_keys(tree: PageTree) -> list[str]:
    """Equal siblings are at one place."""
    return tree.keys


def running_keys(tree: PageTree) -> list[str]:
    """As published: two and more equal siblings are numbered, `1/div/id` and `2/div/id`; a single one is not."""
    pairs = list(zip(tree.parents, tree.keys, strict=True))
    totals, seen = Counter(pairs), Counter[tuple[int, str]]()
    keys = []
    for pair in pairs:
        seen[pair] += 1
        keys.append(f"{seen[pair]}/{pair[1]}" if totals[pair] > 1 else pair[1])
    return keys


def ordinal_keys(tree: PageTree) -> list[str]:
    """On sites without names: containers are numbered among their siblings of the same tag."""
    seen = Counter[tuple[int, str]]()
    keys = []
    for parent, key, tag in zip(tree.parents, tree.keys, tree.tags, strict=True):
        if tag in ORDINAL_TAGS:
            seen[parent, tag] += 1
            keys.append(f"{key}:{seen[parent, tag]}")
        else:
            keys.append(key)
    return keys


class PlaceTree:
    """Places with their parents and keys; a parent comes before its children."""

    def __init__(self) -> None:
        self.parents: list[int] = []
        self.keys: list[str] = []
        self.depths: list[int] = []

    def __len__(self) -> int:
        return len(self.parents)

    def add(self, parent: int, key: str) -> int:
        """A new place; UNKNOWN if it is deeper than is learned."""
        depth = self.depths[parent] + 1 if parent >= 0 else 0
        if depth > MAX_DEPTH:
            return UNKNOWN
        self.parents.append(parent)
        self.keys.append(key)
        self.depths.append(depth)
        return len(self.parents) - 1

    def path(self, place: int) -> list[str]:
        """The keys from a place up to the root, at most MAX_LABEL_KEYS and one more."""
        keys: list[str] = []
        while place >= 0 and len(keys) <= MAX_LABEL_KEYS:
            keys.append(self.keys[place])
            place = self.parents[place]
        return keys


class LookUp:
    """Finds the places of a page's rows by their keys; numbering: what is added to keys of equal siblings."""

    def __init__(self, numbering: Numbering) -> None:
        self.places = PlaceTree()
        self._numbering = numbering
        self._table: dict[tuple[int, str], int] = {}

    def learn(self, trees: Sequence[PageTree], _tokens: Callable[[int], list[str]] | None = None) -> list[list[int]]:
        """Take in all pages and return the place of each row."""
        return [self._insert(tree) for tree in trees]

    def find(self, tree: PageTree, _tokens: list[str]) -> list[int]:
        """The place of each row, UNKNOWN where there is none; nothing is added."""
        places: list[int] = []
        table = self._table
        for parent, key in zip(tree.parents, self._numbering(tree), strict=True):
            above = places[parent] if parent >= 0 else -1
            places.append(table.get((above, key), UNKNOWN) if above >= 0 or parent < 0 else UNKNOWN)
        return places

    def _insert(self, tree: PageTree) -> list[int]:
        places: list[int] = []
        for row, (parent, key) in enumerate(zip(tree.parents, self._numbering(tree), strict=True)):
            above = places[parent] if parent >= 0 else -1
            place = UNKNOWN
            if (above >= 0 or parent < 0) and row < MAX_NODES:
                place = self._table.get((above, key), UNKNOWN)
                if place == UNKNOWN:
                    place = self.places.add(above, key)
                    if place != UNKNOWN:
                        self._table[above, key] = place
            places.append(place)
        return places


def path_label(path: Sequence[str]) -> str:
    """A label from keys, the innermost first, as a CSS-like path; without html, and cut where it is long.

    >>> path_label(["p", "div.a", "body", "html"])
    'body > div.a > p'
    """
    is_whole = len(path) <= MAX_LABEL_KEYS
    return ("" if is_whole else "... > ") + " > ".join(reversed(path[:-1] if is_whole and path[1:] else path))

"""Regular regions: a run of like siblings becomes one carrier of text (step 2 of chapter 3).

The source says what a regular region is, not how to find one. Here a run is scanned for from left to right, for
periods of up to four siblings, from the root down, so that the outermost region wins.
"""

from __future__ import annotations

from functools import cached_property
from itertools import groupby
from typing import TYPE_CHECKING

from sitegrain.blocks.runs import ALIKE, MAX_PERIOD, MIN_ITEMS, MIN_ITEMS_OF_TAG, NEVER_MERGED, PATH_DEPTH

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sitegrain.segmenters.som_tree.page_tree import PageTree

PUBLISHED_MIN_ITEMS = 2


class EqualItems:
    """As published: items are alike if they are equal to the last element, and two make a region."""

    def __init__(self, tree: PageTree, children: list[list[int]]) -> None:
        self._has_text = (tree.own_tokens() > 0).tolist()
        self.codes = [0] * len(tree)
        numbers: dict[tuple[str, bool, tuple[int, ...]], int] = {}
        for row in range(len(tree) - 1, -1, -1):
            shape = (tree.keys[row], self._has_text[row], tuple(self.codes[child] for child in children[row]))
            self.codes[row] = numbers.setdefault(shape, len(numbers))
            if self._has_text[row] and row:
                self._has_text[tree.parents[row]] = True  # from here on: at or below the row

    def alike(self, a: int, b: int) -> bool:
        """Rows of equal codes are equal."""
        return True

    def least(self, row: int, period: int) -> int:
        return PUBLISHED_MIN_ITEMS

    def is_region(self, rows: list[int]) -> bool:
        """Whether the rows have text."""
        return any(self._has_text[row] for row in rows)


class LikeItems:
    """Repaired: items have equal keys, and key paths to depth 4 whose Dice coefficient is at least 0.7."""

    def __init__(self, tree: PageTree, children: list[list[int]]) -> None:
        self._tree, self._children = tree, children
        self._paths: dict[int, frozenset[int]] = {}
        numbers: dict[str, int] = {}
        self.codes = [numbers.setdefault(key, len(numbers)) for key in tree.keys]

    def alike(self, a: int, b: int) -> bool:
        """Two leaves are alike; containers without names must be equal but for repetitions, as key paths say little."""
        if self._children[a] and self._tree.keys[a] == self._tree.tags[a]:
            return self._shapes[a] == self._shapes[b]
        first, second = self._below(a), self._below(b)
        return (not first and not second) or 2 * len(first & second) >= ALIKE * (len(first) + len(second))

    def least(self, row: int, period: int) -> int:
        """Landmarks and headings are no items by themselves."""
        tag = self._tree.tags[row]
        if period == 1 and tag in NEVER_MERGED:
            return len(self.codes) + 1
        return MIN_ITEMS_OF_TAG.get(tag, MIN_ITEMS)

    def is_region(self, rows: list[int]) -> bool:
        """Every row has text at or below it."""
        return True

    @cached_property
    def _shapes(self) -> list[int]:
        """A number for each row, equal for rows of equal keys above equal children, repetitions aside."""
        shapes = [0] * len(self.codes)
        numbers: dict[tuple[str, tuple[int, ...]], int] = {}
        for row in range(len(shapes) - 1, -1, -1):
            below = tuple(shape for shape, _ in groupby(shapes[child] for child in self._children[row]))
            shapes[row] = numbers.setdefault((self._tree.keys[row], below), len(numbers))
        return shapes

    def _below(self, row: int) -> frozenset[int]:
        found = self._paths.get(row)
        if found is None:
            found = self._paths[row] = key_paths(row, self._tree.keys, self._children)
        return found


def key_paths(row: int, keys: list[str], children: list[list[int]]) -> frozenset[int]:
    """Numbers of the key paths that lead from a row down, to PATH_DEPTH."""
    paths: set[int] = set()
    level = [(0, row)]
    for _ in range(PATH_DEPTH):
        level = [(hash((path, keys[child])), child) for path, parent in level for child in children[parent]]
        if not level:
            break
        paths.update(path for path, _ in level)
    return frozenset(paths)


def prune_published(tree: PageTree) -> PageTree:
    """Fold regular regions as published: a region is `item*`, or its parent where it takes in all children."""
    children = tree.children()
    return _prune(tree, children, EqualItems(tree, children), is_published=True)


def prune_repaired(tree: PageTree) -> PageTree:
    """Fold regular regions, each at the place that one item alone would have."""
    children = tree.children()
    return _prune(tree, children, LikeItems(tree, children), is_published=False)


def _prune(tree: PageTree, children: list[list[int]], items: EqualItems | LikeItems, *, is_published: bool) -> PageTree:
    heads = list(range(len(tree)))  # the row that takes in each row
    is_opaque = bytearray(len(tree))  # the row is in a region: what is below it goes where it goes
    keys = list(tree.keys)
    for row in range(len(tree)):
        if is_opaque[row]:
            for child in children[row]:
                is_opaque[child], heads[child] = True, heads[row]
            continue
        siblings = children[row]
        for start, period, length in _regions(siblings, items):
            is_whole = is_published and length == len(siblings)
            head = row if is_whole else siblings[start]
            if not is_whole:
                pattern = siblings[start : start + period]
                keys[head] = "+".join(tree.keys[item] for item in pattern) + ("*" if is_published else "")
            for item in siblings[start : start + length]:
                is_opaque[item], heads[item] = True, head
    return tree.without(heads, keys)


def _regions(siblings: list[int], items: EqualItems | LikeItems) -> Iterator[tuple[int, int, int]]:
    """Start, period and length of each region among siblings."""
    codes = [items.codes[row] for row in siblings]
    if len(set(codes)) == len(codes):
        return
    start = 0
    while start < len(siblings):
        best_length, best_period = 0, 1
        for period in range(1, MAX_PERIOD + 1):
            pattern = codes[start : start + period]
            if period > 1 and len(set(pattern)) == 1:
                continue
            least = period * items.least(siblings[start], period)
            if least > len(siblings) - start:
                continue
            length = _length(siblings, codes, (start, period), items)
            if length > best_length and length >= least:
                best_length, best_period = length, period
        if best_length and items.is_region(siblings[start : start + best_length]):
            yield start, best_period, best_length
        start += max(1, best_length)


def _length(siblings: list[int], codes: list[int], where: tuple[int, int], items: EqualItems | LikeItems) -> int:
    """How many siblings from a start on repeat its first `period` ones."""
    start, period = where
    at = start + period
    while at + period <= len(codes) and all(
        codes[start + i] == codes[at + i] and items.alike(siblings[start + i], siblings[at + i]) for i in range(period)
    ):
        at += period
    return at - start

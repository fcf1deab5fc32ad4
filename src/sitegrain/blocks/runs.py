"""Regular runs: siblings of equal key and like structure, such as menu entries, paragraphs or records."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

import numpy as np

from sitegrain.pages.elements import HEADINGS, LANDMARKS
from sitegrain.pages.page import BLOCK
from sitegrain.sites.tree import UNKNOWN, subtree_sums

if TYPE_CHECKING:
    from sitegrain.sites.statistics import Placed

MIN_ITEMS = 3
MIN_ITEMS_OF_TAG = dict.fromkeys("li a td tr dt dd p option".split(), 2)
ALIKE = 0.7  # Dice coefficient of two items' key paths
PATH_DEPTH = 4  # depth to which the key paths of an item are compared
MAX_PERIOD = 4  # siblings that make one item at most: dt + dd, h3 + p + p
MAX_CHILDREN = 2000  # of one parent, looked at while learning
MAX_ITEM_NODES = 500  # of one item, looked at to compare it
NEVER_MERGED = LANDMARKS | HEADINGS


def find_runs(placed: Placed) -> list[tuple[int, ...]]:
    """The regular runs of a page: for each, the places of the siblings that make up one item."""
    page = placed.page
    has_text = subtree_sums(page, page.unit_words) > 0
    is_candidate = has_text & ((page.flags & BLOCK) > 0) & (placed.places.exact != UNKNOWN)
    children: dict[int, list[int]] = defaultdict(list)
    for node in np.flatnonzero(is_candidate).tolist():
        children[int(page.parents[node])].append(node)
    paths = _KeyPaths(placed)
    runs = []
    for siblings in children.values():
        if len(siblings) > 1:
            runs.extend(_runs_among(siblings[:MAX_CHILDREN], placed, paths))
    return runs


def _runs_among(siblings: list[int], placed: Placed, paths: _KeyPaths) -> list[tuple[int, ...]]:
    """Scan siblings left to right for the period that covers most, shorter periods first."""
    places, tags = placed.places.exact, placed.page.tags
    keys = places[siblings].tolist()
    runs, start = [], 0
    while start < len(siblings):
        best_length, best_period = 0, 1
        for period in range(1, MAX_PERIOD + 1):
            if any(tags[node] in NEVER_MERGED for node in siblings[start : start + 1]) and period == 1:
                continue
            n_items = _count_items(siblings, keys, start, period, paths)
            least = MIN_ITEMS_OF_TAG.get(tags[siblings[start]], MIN_ITEMS)
            if n_items >= least and n_items * period > best_length:
                best_length, best_period = n_items * period, period
        if best_length:
            runs.append(tuple(dict.fromkeys(keys[start : start + best_period])))
        start += max(1, best_length)
    return runs


def _count_items(siblings: list[int], keys: list[int], start: int, period: int, paths: _KeyPaths) -> int:
    """How many times the first `period` siblings recur one after another."""
    pattern = keys[start : start + period]
    n_items, at = 1, start + period
    while keys[at : at + period] == pattern:
        if period == 1 and not paths.alike(siblings[start], siblings[at]):
            break
        n_items, at = n_items + 1, at + period
    return n_items


class _KeyPaths:
    """The key paths below nodes, to PATH_DEPTH, made when first asked for."""

    def __init__(self, placed: Placed) -> None:
        self.parents = placed.page.parents.tolist()
        self.ends = placed.page.ends.tolist()
        self.descriptors = placed.page.node_descriptors.tolist()
        self.flags = placed.page.flags.tolist()
        self._sets: dict[int, frozenset[int]] = {}

    def alike(self, a: int, b: int) -> bool:
        """Whether the Dice coefficient of two nodes' key paths is at least ALIKE; two leaves are alike."""
        first, second = self.below(a), self.below(b)
        if not first and not second:
            return True
        return 2 * len(first & second) >= ALIKE * (len(first) + len(second))

    def below(self, node: int) -> frozenset[int]:
        found = self._sets.get(node)
        if found is None:
            paths = {node: (0, 0)}
            for inner in range(node + 1, min(self.ends[node], node + MAX_ITEM_NODES)):
                above = paths.get(self.parents[inner])
                if above is not None and above[0] < PATH_DEPTH and self.flags[inner] & BLOCK:
                    paths[inner] = (above[0] + 1, hash((above[1], self.descriptors[inner])))
            del paths[node]
            found = self._sets[node] = frozenset(path for _, path in paths.values())
        return found

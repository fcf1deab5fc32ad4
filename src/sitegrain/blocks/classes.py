"""Block classes: the places of a site tree folded into blocks (`sitetree.md`, section 6; methods B.3, B.5).

1. A regular run (siblings of equal key and like structure: menu entries, paragraphs, records) is one opaque block.
2. A place whose children are all rare takes them in, from the leaves upward.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from sitegrain.pages.elements import HEADINGS, LANDMARKS
from sitegrain.pages.page import BLOCK
from sitegrain.sites.statistics import Placed
from sitegrain.sites.tree import UNKNOWN, SiteTree, subtree_sums

MIN_ITEMS = 3
MIN_ITEMS_OF_TAG = dict.fromkeys("li a td tr dt dd p option".split(), 2)
ALIKE = 0.7  # Dice coefficient of two items' key paths
PATH_DEPTH = 4  # depth to which the key paths of an item are compared
MAX_PERIOD = 4  # siblings that make one item at most: dt + dd, h3 + p + p
MAX_CHILDREN = 2000  # of one parent, looked at while learning
USUAL = 0.5  # share of the pages with a place, on which it must stand in a run
NEVER_MERGED = LANDMARKS | HEADINGS


def fold_places(tree: SiteTree, sample: Sequence[Placed], support: NDArray[np.float64]) -> NDArray[np.int32]:
    """Int32 (n_places,): the place that stands for each place's block class.

    support: float64 (n_places,) sample pages with text at or below the place
    """
    heads = _fold_runs(tree, sample)
    return _fold_rare(tree, heads, support, beta(len(sample)))


def beta(n_pages: int) -> int:
    """Pages a class must be on for its statistics to count (methods B.8 row 6).

    >>> beta(5), beta(20), beta(100)
    (2, 5, 8)
    """
    return min(8, max(2, n_pages // 4))


def _fold_runs(tree: SiteTree, sample: Sequence[Placed]) -> NDArray[np.int32]:
    """Point every place in or below a usual run at the run's first place, the outermost run first."""
    in_run: Counter[int] = Counter()
    run_heads: dict[int, int] = {}
    seen: Counter[int] = Counter()
    for placed in sample:
        seen.update(set(placed.places.exact.tolist()))
        runs = find_runs(placed)
        in_run.update({place for run in runs for place in run})
        for run in runs:
            for place in run:
                run_heads[place] = min(run[0], run_heads.get(place, place))
    heads = np.arange(len(tree), dtype=np.int32)
    for place, parent in enumerate(tree.parents):
        if parent >= 0 and heads[parent] != parent or parent in run_heads and in_run[parent] >= USUAL * seen[parent]:
            heads[place] = heads[parent]
        elif place in run_heads and in_run[place] >= USUAL * seen[place]:
            heads[place] = heads[run_heads[place]]
    return heads


def _fold_rare(
    tree: SiteTree, heads: NDArray[np.int32], support: NDArray[np.float64], least: int
) -> NDArray[np.int32]:
    """Let every place take in its children if all of them are on fewer than `least` pages."""
    largest = np.zeros(len(tree))
    for place, parent in enumerate(tree.parents):
        if parent >= 0:
            largest[parent] = max(largest[parent], support[place])
    takes_in = largest < least
    folded = heads.copy()
    for place, parent in enumerate(tree.parents):
        if parent > 0 and heads[place] == place and takes_in[parent]:
            folded[place] = folded[parent]
    for place in range(len(tree)):
        folded[place] = folded[folded[place]]
    return folded


def find_runs(placed: Placed) -> list[tuple[int, ...]]:
    """The regular runs of a page: for each, the places of the siblings that make up one item."""
    page = placed.page
    has_text = subtree_sums(page, page.unit_words) > 0
    children: dict[int, list[int]] = defaultdict(list)
    for node, parent in enumerate(page.parents.tolist()):
        if page.flags[node] & BLOCK and has_text[node] and placed.places.exact[node] != UNKNOWN:
            children[parent].append(node)
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
        self.parents = placed.page.parents
        self.ends = placed.page.ends
        self.descriptors = placed.page.node_descriptors
        self.flags = placed.page.flags
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
            for inner in range(node + 1, int(self.ends[node])):
                above = paths.get(int(self.parents[inner]))
                if above is not None and above[0] < PATH_DEPTH and self.flags[inner] & BLOCK:
                    paths[inner] = (above[0] + 1, hash((above[1], int(self.descriptors[inner]))))
            del paths[node]
            found = self._sets[node] = frozenset(path for _, path in paths.values())
        return found

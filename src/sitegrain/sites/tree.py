"""The site tree: a site's page trees laid on one another by look-up of stable keys.

A place is a row of a table keyed by (parent place, key): O(nodes), independent of the order of the pages.
Only block elements have places; an inline element is at the place of the block element around it.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from sitegrain import kernel
from sitegrain.kernel import TAG_NAMES
from sitegrain.pages.page import BLOCK, Page
from sitegrain.sites.keys import MAX_ORDINAL, ORDINAL_TAGS, NodeKeys

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

UNKNOWN = -1
MAX_DEPTH = 500  # places this far from the root are not learned
MAX_NODES = 20_000  # of one page, that are learned
MAX_LABEL_KEYS = 40  # of a label, counted from the place up


@dataclass(frozen=True, slots=True)
class Places:
    """Where the nodes of a page are in a site tree.

    exact:   int32 (n_nodes,) the node's place, UNKNOWN where the tree has none
    nearest: int32 (n_nodes,) the same, with the place of the nearest known ancestor instead of UNKNOWN
    """

    exact: NDArray[np.int32]
    nearest: NDArray[np.int32]


class SiteTree:
    """Places of one site and on how many pages of each layout they are.

    parents: parent place of each place, -1 for the root; a parent comes before its children
    keys:    key of each place
    depths:  steps from the root to each place
    support: (place, layout) -> number of sample pages
    """

    def __init__(self, keys: NodeKeys) -> None:
        self.node_keys = keys
        self.parents: list[int] = []
        self.keys: list[str] = []
        self.support: Counter[tuple[int, int]] = Counter()
        self.depths: list[int] = []
        self._table: dict[tuple[int, str], int] = {}

    def __len__(self) -> int:
        return len(self.parents)

    @classmethod
    def from_rows(cls, keys: NodeKeys, rows: Iterable[tuple[int, str]]) -> SiteTree:
        """Rebuild a tree from its (parent, key) rows."""
        tree = cls(keys)
        for parent, key in rows:
            tree._add(parent, key)
        return tree

    def insert(self, page: Page) -> Places:
        """Find the places of a page's nodes, adding those that are new."""
        return self._walk(page, learn=True)

    def locate(self, page: Page) -> Places:
        """Find the places of a page's nodes; the tree stays as it is."""
        return self._walk(page, learn=False)

    def label(self, place: int) -> str:
        """The keys from the body down to a place, as a CSS-like path."""
        keys: list[str] = []
        while place >= 0 and len(keys) <= MAX_LABEL_KEYS:
            keys.append(self.keys[place])
            place = self.parents[place]
        is_whole = place < 0
        return ("" if is_whole else "... > ") + " > ".join(reversed(keys[:-1] or keys))

    def _add(self, parent: int, key: str) -> int:
        place = len(self.parents)
        self._table[parent, key] = place
        self.parents.append(parent)
        self.keys.append(key)
        self.depths.append(self.depths[parent] + 1 if parent >= 0 else 0)
        return place

    def _may_grow(self, place: int) -> bool:
        """Whether a place may get children."""
        return place != UNKNOWN and self.depths[place] < MAX_DEPTH

    def _walk(self, page: Page, *, learn: bool) -> Places:
        keys = [self.node_keys.key(d) for d in page.descriptors]
        ordinals = sibling_ordinals(page) if self.node_keys.has_ordinals else None
        exact, nearest = [0] * page.n_nodes, [0] * page.n_nodes
        table = self._table
        flags, descriptors = page.flags.tolist(), page.node_descriptors.tolist()
        for node, parent in enumerate(page.parents.tolist()):
            above = exact[parent] if parent >= 0 else UNKNOWN
            if not flags[node] & BLOCK and parent >= 0:
                exact[node], nearest[node] = above, nearest[parent]
                continue
            key = keys[descriptors[node]]
            if ordinals is not None and ordinals[node]:
                key = f"{key}:{ordinals[node]}"
            place = UNKNOWN if parent >= 0 and above == UNKNOWN else table.get((above, key), UNKNOWN)
            if place == UNKNOWN and learn and node < MAX_NODES and (parent < 0 or self._may_grow(above)):
                place = self._add(above, key)
            exact[node] = place
            nearest[node] = place if place != UNKNOWN else nearest[parent] if parent >= 0 else UNKNOWN
        return Places(np.array(exact, np.int32), np.array(nearest, np.int32))


_ORDINAL_TAGS = np.array([name in ORDINAL_TAGS for name in TAG_NAMES], np.int32)


def sibling_ordinals(page: Page) -> list[int]:
    """For each node its number among the same-tag siblings that hold text, from 1, capped; 0 where none is used."""
    words, ordinals = subtree_sums(page, page.unit_words), np.empty(page.n_nodes, np.int32)
    kernel.sibling_ordinals(page.parents, page.axis.tag_ids, words, _ORDINAL_TAGS, MAX_ORDINAL, ordinals)
    return ordinals.tolist()


def subtree_sums(page: Page, unit_values: NDArray[np.generic]) -> NDArray[np.float64]:
    """Float64 (n_nodes,): for each node the sum of a value over the units below it."""
    sums = np.empty(page.n_nodes)
    kernel.sums_below(page.ends, page.unit_nodes, unit_values.astype(np.float64), sums)
    return sums

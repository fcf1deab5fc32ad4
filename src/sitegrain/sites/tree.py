"""The site tree: a site's page trees laid on one another by look-up of stable keys.

A place is a row of a table keyed by (parent place, key): O(nodes), independent of the order of the pages.
Only block elements have places; an inline element is at the place of the block element around it.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from sitegrain import kernel
from sitegrain.kernel import PlaceTable
from sitegrain.pages.elements import tag_table
from sitegrain.pages.page import BLOCK, Page
from sitegrain.sites.keys import MAX_ORDINAL, ORDINAL_TAGS, NodeKeys

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

UNKNOWN = -1
MAX_DEPTH = 500  # places this far from the root are not learned
MAX_NODES = 20_000  # of one page, that are learned
MAX_LABEL_KEYS = 40  # of a label, counted from the place up
_ORDINALS = MAX_ORDINAL + 1  # numbers that a key with its ordinal can have; 0 stands for none
_ORDINAL_TEXTS = frozenset(map(str, range(1, MAX_ORDINAL + 1)))
_TAG = re.compile(r"[.#\[]")  # what ends the name of an element in a key


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

    support: (place, layout) -> number of sample pages
    """

    def __init__(self, keys: NodeKeys) -> None:
        self.node_keys = keys
        self.support: Counter[tuple[int, int]] = Counter()
        self._table = PlaceTable()
        self._lists: dict[str, list[int]] = {}

    def __len__(self) -> int:
        return len(self._table)

    @classmethod
    def from_rows(cls, keys: NodeKeys, rows: Iterable[tuple[int, str]]) -> SiteTree:
        """Rebuild a tree from its (parent, key) rows."""
        tree = cls(keys)
        for place, (parent, key) in enumerate(rows):
            if tree._table.add(parent, tree._key_number(key)) != place:
                raise ValueError(f"two places have the key {key!r} below place {parent}")
        return tree

    @property
    def parents(self) -> list[int]:
        """Parent place of each place, -1 for the root; a parent comes before its children."""
        return self._list("parents")

    @property
    def depths(self) -> list[int]:
        """Steps from the root to each place."""
        return self._list("depths")

    @property
    def keys(self) -> list[str]:
        """Key of each place."""
        return [self._key_name(key) for key in self._list("keys")]

    def insert(self, page: Page) -> Places:
        """Find the places of a page's nodes, adding those that are new."""
        return self._walk(page, may_add=MAX_NODES)

    def locate(self, page: Page) -> Places:
        """Find the places of a page's nodes; the tree stays as it is."""
        return self._walk(page, may_add=0)

    def frame(self, places: Places, max_depth: int) -> NDArray[np.int32]:
        """Int32, rising: the known places of a page that are at most so deep."""
        found = np.empty_like(places.exact)
        return found[: self._table.frame(places.exact, max_depth, found)]

    def label(self, place: int) -> str:
        """The keys from the body down to a place, as a CSS-like path."""
        keys: list[str] = []
        numbers, parents = self._list("keys"), self.parents
        while place >= 0 and len(keys) <= MAX_LABEL_KEYS:
            keys.append(self._key_name(numbers[place]))
            place = parents[place]
        is_whole = place < 0
        return ("" if is_whole else "... > ") + " > ".join(reversed(keys[:-1] or keys))

    def _list(self, name: str) -> list[int]:
        """A column of the table, made again when places were added."""
        made = self._lists.get(name)
        if made is None or len(made) != len(self._table):
            made = self._lists[name] = getattr(self._table, name)()
        return made

    def _key_name(self, key: int) -> str:
        """The key that has a number, with its ordinal."""
        base, ordinal = divmod(key, _ORDINALS)
        return self.node_keys.name(base) + (f":{ordinal}" if ordinal else "")

    def _key_number(self, key: str) -> int:
        """The number of a key with its ordinal, if it has one: names of elements that are counted have no digits."""
        base, _, ordinal = key.rpartition(":")
        if (
            self.node_keys.has_ordinals
            and ordinal in _ORDINAL_TEXTS
            and _TAG.split(base, maxsplit=1)[0] in ORDINAL_TAGS
        ):
            return _ORDINALS * self.node_keys.number(base) + int(ordinal)
        return _ORDINALS * self.node_keys.number(key)

    def _walk(self, page: Page, *, may_add: int) -> Places:
        ordinals = sibling_ordinals(page) if self.node_keys.has_ordinals else None
        exact, nearest = np.empty(page.n_nodes, np.int32), np.empty(page.n_nodes, np.int32)
        self._table.walk(
            page.parents, page.flags, page.node_descriptors, self.node_keys.numbers(page), ordinals,
            n_ordinals=_ORDINALS, block=BLOCK, may_add=may_add, max_depth=MAX_DEPTH, exact=exact, nearest=nearest,
        )  # fmt: skip
        return Places(exact, nearest)


_ORDINAL_TAGS = tag_table(dict.fromkeys(ORDINAL_TAGS, 1))


def sibling_ordinals(page: Page) -> NDArray[np.int32]:
    """Int32 (n_nodes,): the number among the same-tag siblings that hold text, from 1, capped; 0 where none is used."""
    words, ordinals = subtree_sums(page, page.unit_words), np.empty(page.n_nodes, np.int32)
    kernel.sibling_ordinals(page.parents, page.axis.tag_ids, words, _ORDINAL_TAGS, MAX_ORDINAL, ordinals)
    return ordinals


def subtree_sums(page: Page, unit_values: NDArray[np.generic]) -> NDArray[np.float64]:
    """Float64 (n_nodes,): for each node the sum of a value over the units below it."""
    sums = np.empty(page.n_nodes)
    kernel.sums_below(page.ends, page.unit_nodes, unit_values.astype(np.float64), sums)
    return sums

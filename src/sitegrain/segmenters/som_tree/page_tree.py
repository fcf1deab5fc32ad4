"""A page as the SOM tree takes it in: the elements that carry or lead to text, and which of them owns each token.

As published (step 1 of chapter 3), the outermost element with text of its own swallows everything below it.
Repaired, every unit stays with its block element, and text that stands beside block elements gets a row of its own.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from sitegrain.pages.page import BLOCK
from sitegrain.pages.runs import token_nodes
from sitegrain.sites.tree import subtree_sums

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from sitegrain.pages.page import Page

WRAPPER = "div"
STRAY = "#text"  # key of text that stands beside block elements


@dataclass(frozen=True, slots=True, eq=False)  # arrays have no equality of their own
class PageTree:
    """Rows in document order, a parent before its children; row 0 is <html>.

    parents: row of the parent, -1 for row 0
    keys:    what makes rows of two pages the same
    tags:    names of the elements, STRAY for stray text
    owners:  int32 (n_tokens,) the row that each token belongs to
    around:  int32 (n_nodes,) the row that is, or is around, each node of the page
    """

    parents: list[int]
    keys: list[str]
    tags: list[str]
    owners: NDArray[np.int32]
    around: NDArray[np.int32]

    def __len__(self) -> int:
        return len(self.parents)

    def children(self) -> list[list[int]]:
        """The children of each row, in order."""
        found: list[list[int]] = [[] for _ in self.parents]
        for row, parent in enumerate(self.parents[1:], 1):
            found[parent].append(row)
        return found

    def own_tokens(self) -> NDArray[np.intp]:
        """Int (n_rows,): tokens that belong to the row itself."""
        return np.bincount(self.owners, minlength=len(self.parents))

    def texts_below(self) -> list[int]:
        """Rows with tokens of their own at or below each row."""
        counts = [int(n > 0) for n in self.own_tokens().tolist()]
        for row in range(len(counts) - 1, 0, -1):
            counts[self.parents[row]] += counts[row]
        return counts

    def intervals(self) -> tuple[list[int], list[int]]:
        """First token at or below each row, and the one after the last; both n_tokens and 0 where there is none."""
        n_rows, n_tokens = len(self.parents), len(self.owners)
        lows, highs = np.full(n_rows, n_tokens), np.zeros(n_rows, int)
        numbers = np.arange(n_tokens)
        np.minimum.at(lows, self.owners, numbers)
        np.maximum.at(highs, self.owners, numbers + 1)
        starts, ends = lows.tolist(), highs.tolist()
        for row in range(n_rows - 1, 0, -1):
            parent = self.parents[row]
            starts[parent] = min(starts[parent], starts[row])
            ends[parent] = max(ends[parent], ends[row])
        return starts, ends

    def without(self, heads: list[int], keys: list[str]) -> PageTree:
        """The tree without the rows that have another row as their head, to which their tokens and children go."""
        kept = [row for row, head in enumerate(heads) if row == head]
        if len(kept) == len(heads):
            return self
        numbers = [-1] * len(heads)
        for number, row in enumerate(kept):
            numbers[row] = number
        parents = [numbers[heads[self.parents[row]]] if row else -1 for row in kept]
        new = np.array([numbers[head] for head in heads], np.int32)
        return PageTree(
            parents, [keys[row] for row in kept], [self.tags[row] for row in kept], new[self.owners], new[self.around]
        )


def swallowed_tree(page: Page, keys: Sequence[str]) -> PageTree:
    """As published: all elements, but none below one with text of its own. keys: one a node."""
    has_text = np.zeros(page.n_nodes, bool)
    has_text[page.run_nodes[[bool(text.strip()) for text in page.run_texts]]] = True
    parents, tags = page.parents.tolist(), page.tags
    kept: list[int] = []
    row_parents: list[int] = []
    rows = [0] * page.n_nodes
    is_swallowed = has_text.tolist()  # what is below the node belongs to it, or to the node that it belongs to
    for node, parent in enumerate(parents):
        if parent >= 0 and is_swallowed[parent]:
            is_swallowed[node], rows[node] = True, rows[parent]
            continue
        rows[node] = len(kept)
        kept.append(node)
        row_parents.append(rows[parent] if parent >= 0 else -1)
    around = np.array(rows, np.int32)
    return PageTree(
        row_parents, [keys[node] for node in kept], [tags[node] for node in kept], around[token_nodes(page)], around
    )


def unit_tree(page: Page, keys: Sequence[str]) -> PageTree:
    """Repaired: block elements with tokens at or below them; stray text in rows of its own. keys: one a node."""
    kept = ((page.flags & BLOCK) > 0) & (subtree_sums(page, page.unit_words) > 0)
    kept[:1] = True
    above = _kept_above(page.parents.tolist(), kept.tolist())
    is_mixed = np.zeros(page.n_nodes, bool)
    nodes = np.flatnonzero(kept).tolist()
    is_mixed[[above[node] for node in nodes[1:]]] = True
    builder = _Rows(keys, page.tags, above, is_mixed.tolist())
    units = np.flatnonzero(page.unit_words > 0)
    unit_positions = page.run_positions[page.unit_runs[units]].tolist()
    unit_nodes = page.unit_nodes[units].tolist()
    unit_rows: list[int] = []
    for node in nodes:
        while len(unit_rows) < len(unit_nodes) and unit_positions[len(unit_rows)] <= node:
            unit_rows.append(builder.row_of_unit(unit_nodes[len(unit_rows)]))
        builder.add_node(node)
    while len(unit_rows) < len(unit_nodes):
        unit_rows.append(builder.row_of_unit(unit_nodes[len(unit_rows)]))
    owners = np.repeat(np.array(unit_rows, np.int32), page.unit_words[units])
    rows = np.zeros(page.n_nodes, np.int32)
    rows[nodes] = [builder.rows[node] for node in nodes]
    around = rows[np.where(kept, np.arange(page.n_nodes), above)]
    return PageTree(builder.parents, builder.keys, builder.tags, owners, around)


def unwrapped(tree: PageTree) -> PageTree:
    """The tree without every nameless <div> that is alone in a nameless <div>: on some sites their number varies."""
    counts = Counter(tree.parents)
    heads: list[int] = []
    for row, (parent, key) in enumerate(zip(tree.parents, tree.keys, strict=True)):
        is_wrapped = key == WRAPPER and counts[parent] == 1 and parent > 0 and tree.keys[parent] == WRAPPER
        heads.append(heads[parent] if is_wrapped else row)
    return tree.without(heads, tree.keys)


def _kept_above(parents: list[int], kept: list[bool]) -> list[int]:
    """The nearest kept node above each node, -1 for the root."""
    above = [-1] * len(parents)
    for node, parent in enumerate(parents[1:], 1):
        above[node] = parent if kept[parent] else above[parent]
    return above


class _Rows:
    """Rows of a page tree while they are being added."""

    def __init__(self, keys: Sequence[str], tags: list[str], above: list[int], is_mixed: list[bool]) -> None:
        self.parents: list[int] = []
        self.keys: list[str] = []
        self.tags: list[str] = []
        self._node_keys, self._node_tags, self._above, self._is_mixed = keys, tags, above, is_mixed
        self.rows = {-1: -1}  # of nodes
        self._stray: dict[int, int] = {}  # node -> row of the stray text that still goes on

    def add_node(self, node: int) -> None:
        above = self._above[node]
        self._stray.pop(above, None)
        self.rows[node] = self._add(self.rows[above], self._node_keys[node], self._node_tags[node])

    def row_of_unit(self, node: int) -> int:
        """The row that a unit right below a node belongs to."""
        if not self._is_mixed[node]:
            return self.rows[node]
        if node not in self._stray:
            self._stray[node] = self._add(self.rows[node], STRAY, STRAY)
        return self._stray[node]

    def _add(self, parent: int, key: str, tag: str) -> int:
        self.parents.append(parent)
        self.keys.append(key)
        self.tags.append(tag)
        return len(self.parents) - 1

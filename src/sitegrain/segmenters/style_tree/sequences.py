"""The style tree as published: a style is one particular sequence of siblings, and has element nodes of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sitegrain.pages.runs import token_nodes
from sitegrain.segmenters.som_tree.classes import PlacedPage
from sitegrain.segmenters.som_tree.page_tree import PageTree
from sitegrain.segmenters.som_tree.places import PlaceTree
from sitegrain.sites.keys import NodeKeys
from sitegrain.sites.tree import MAX_NODES, UNKNOWN

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sitegrain.pages.page import Page

LEFT_OUT = "br"


class Sequences:
    """Finds the element nodes of a page by the sequences of children.

    places: the element nodes; text beside children does not count, and every style counts by itself
    """

    has_own = False
    max_styles = None

    def __init__(self, pages: Sequence[Page]) -> None:
        """Learn what names the site has."""
        self.places = PlaceTree()
        self._keys = NodeKeys.learn(pages)
        self._below: dict[tuple[int, tuple[str, ...]], list[int]] = {}  # place, keys of children -> their places

    def learn(self, pages: Sequence[Page]) -> list[PlacedPage]:
        """Lay the pages on one another."""
        trees = [self._tree(page) for page in pages]
        self.places.add(-1, trees[0].keys[0])
        return [
            PlacedPage(tree, self._walk(tree, is_learning=True), page.tokens)
            for tree, page in zip(trees, pages, strict=True)
        ]

    def find(self, page: Page) -> PlacedPage:
        """A page with its element nodes, UNKNOWN below a sequence that no page had; nothing is added."""
        tree = self._tree(page)
        return PlacedPage(tree, self._walk(tree, is_learning=False), page.tokens)

    def _tree(self, page: Page) -> PageTree:
        return whole_tree(page, self._keys.node_names(page))

    def _walk(self, tree: PageTree, *, is_learning: bool) -> list[int]:
        places = [UNKNOWN] * len(tree)
        places[0] = 0
        for row, children in enumerate(tree.children()):
            if not children or places[row] == UNKNOWN:
                continue
            sequence = places[row], tuple([tree.keys[child] for child in children])
            below = self._below.get(sequence)
            if below is None:
                if not is_learning or row >= MAX_NODES:
                    continue
                below = self._below[sequence] = [self.places.add(places[row], key) for key in sequence[1]]
            for child, place in zip(children, below, strict=True):
                places[child] = place
        return places


def whole_tree(page: Page, keys: Sequence[str]) -> PageTree:
    """Every element of a page but `br`, with the text right inside of it; keys: one a node."""
    takes_part = [tag != LEFT_OUT for tag in page.tags]
    kept = np.flatnonzero(takes_part)
    rows = np.cumsum(takes_part, dtype=np.int32) - 1  # of a br: any, since nothing is inside of it
    parents = rows[page.parents[kept]]
    parents[:1] = -1
    nodes = kept.tolist()
    tags = page.tags
    return PageTree(
        parents.tolist(), [keys[node] for node in nodes], [tags[node] for node in nodes], rows[token_nodes(page)], rows
    )

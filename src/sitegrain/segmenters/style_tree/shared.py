"""Element nodes that pages share, whatever stands between them: the places of a SOM tree (methods.md C.6).

Regular regions and flowing text are leaves: how many items a list has, and in what order an author writes, says nothing
about the template.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sitegrain.segmenters.som_tree.adjusting import Rules, adjust
from sitegrain.segmenters.som_tree.aligning import Aligner
from sitegrain.segmenters.som_tree.classes import PlacedPage, count_pages
from sitegrain.segmenters.som_tree.places import LookUp, same_keys
from sitegrain.segmenters.som_tree.reading import read_site
from sitegrain.sites.tree import UNKNOWN

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sitegrain.pages.page import Page
    from sitegrain.segmenters.som_tree.page_tree import PageTree

JOINS_FLOW = Rules(alpha=1, beta=0, nested="flow")  # nothing is rare


class SharedPlaces:
    """Finds the element nodes of a page by keys, or by aligning siblings where elements have no names.

    places: the element nodes; text beside children is a leaf of its own, and the most frequent styles count
    """

    has_own = True
    max_styles = 8  # which element nodes are present; the styles beyond the most frequent ones are one

    def learn(self, pages: Sequence[Page]) -> list[PlacedPage]:
        """Lay the pages on one another."""
        self._reader, trees = read_site(pages)
        self._finder = Aligner() if self._reader.is_nameless else LookUp(same_keys)
        places = self._finder.learn(trees, lambda number: pages[number].tokens)
        self.places = self._finder.places
        placed = [PlacedPage(tree, own, page.tokens) for tree, own, page in zip(trees, places, pages, strict=True)]
        self._heads = adjust(self.places.parents, count_pages(self.places, placed, flows=True), JOINS_FLOW)
        self._is_flow = [False] * len(self._heads)
        for place, head in enumerate(self._heads):
            self._is_flow[head] |= head != place
        return [PlacedPage(one.tree, self._join(one.tree, one.places), one.tokens) for one in placed]

    def find(self, page: Page) -> PlacedPage:
        """A page with its element nodes, UNKNOWN where there is none; nothing is added."""
        tree = self._reader.read(page)
        return PlacedPage(tree, self._join(tree, self._finder.find(tree, page.tokens)), page.tokens)

    def _join(self, tree: PageTree, places: list[int]) -> list[int]:
        """What flows is at the place that it flows in, and what is new there as well."""
        joined: list[int] = []
        for place, parent in zip(places, tree.parents, strict=True):
            above = joined[parent] if parent >= 0 else UNKNOWN
            if place != UNKNOWN:
                joined.append(self._heads[place])
            else:
                joined.append(above if above != UNKNOWN and self._is_flow[above] else UNKNOWN)
        return joined

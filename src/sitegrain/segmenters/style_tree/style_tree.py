"""Site Style Trees (Yi, Liu and Li, KDD 2003): noise is what all pages show in one way and in the same words.

As published, a style is a sequence of siblings (`style="sequence"`). One optional sibling then makes a style of its
own, in which menus are seen on few pages and look important; by default pages share slots (methods.md C.6).
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Literal, Self

import numpy as np

from sitegrain.blocks.segmentation import Naming, Segmentation, from_tokens, no_blocks
from sitegrain.errors import UsageError
from sitegrain.pages.given import as_page
from sitegrain.segmenters.segmenter import check_fitted, fit_pages
from sitegrain.segmenters.som_tree.som import NO_PLACE
from sitegrain.segmenters.style_tree.importance import shrink
from sitegrain.segmenters.style_tree.trees import SequenceTree, SlotTree
from sitegrain.sites.keys import NodeKeys
from sitegrain.sites.tree import MAX_LABEL_KEYS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from sitegrain.pages.given import AnyPage
    from sitegrain.pages.page import Page
    from sitegrain.segmenters.style_tree.trees import Visit

MIN_PAGES = 2
LEAST_GAP, MOST_GAP = 0.05, 0.6  # between which the largest gap of importance is looked for
START = 0.2  # importance below which an element is noise, where there is no gap to be found
OPEN = -2  # an element that is neither removed nor kept as a whole


class StyleTree:
    """Tells the noise of a site's pages from their content.

    threshold: importance in [0, 1] below which an element is noise, or `gap`: at the largest gap of the leaves'
    style:     `aligned` or `sequence`
    shrinks:   draw the importance of elements of few pages to that of their parents

    After `fit`: `importance_` of each element node, `threshold_`, `n_pages_`.
    """

    def __init__(
        self,
        *,
        threshold: float | Literal["gap"] = START,
        style: Literal["aligned", "sequence"] = "aligned",
        shrinks: bool = False,
    ) -> None:
        if threshold != "gap" and not 0 <= threshold <= 1:
            raise UsageError(f"threshold must be between 0 and 1, or gap, got {threshold:g}")
        if style not in ("aligned", "sequence"):
            raise UsageError(f"style must be aligned or sequence, got {style!r}")
        self.threshold, self.style, self.shrinks = threshold, style, shrinks

    def fit(self, pages: Iterable[AnyPage | Page]) -> Self:
        """Learn from at least two pages of a site."""
        parsed = fit_pages(pages, "StyleTree", least=MIN_PAGES)
        keys = NodeKeys.learn(parsed)
        self.tree_ = SlotTree(keys) if self.style == "aligned" else SequenceTree(keys)
        for page in parsed:
            self.tree_.add(page)
        self.n_pages_ = len(parsed)
        self.importance_ = self._importance()
        self.threshold_ = self._gap() if self.threshold == "gap" else float(self.threshold)
        self._mark()
        self._scale = 1.0
        weights = np.concatenate([self._weights(page, self.tree_.walk(page)) for page in parsed])
        self._scale = 1 / float(weights.mean()) if weights.mean() else 1.0
        return self

    def segment(self, page: AnyPage | Page) -> Segmentation:
        """Blocks are the elements removed or kept as wholes, and the text between them; what is removed weighs 0."""
        check_fitted(self, "tree_")
        page = as_page(page)
        if not page.axis.n_tokens:
            return no_blocks(page.tokens, "no text on the page")
        visits = self.tree_.walk(page)
        blocks = np.full(page.axis.n_tokens, -1, np.int64)
        n_elements = len(self.tree_.elements)
        for number, (visit, block) in enumerate(zip(visits, self._blocks(visits), strict=True)):
            own = visits[block if block != OPEN else number]
            name = own.element if own.element != NO_PLACE else n_elements + (block if block != OPEN else number)
            for start, end in visit.spans:
                blocks[start:end] = name
        return from_tokens(page.tokens, blocks, self._weights(page, visits), self._name)

    def is_content(self, page: AnyPage | Page) -> NDArray[np.bool_]:
        """Bool (n_tokens,): the tokens that cleaning keeps."""
        check_fitted(self, "tree_")
        page = as_page(page)
        return self._weights(page, self.tree_.walk(page)) > 0

    def _importance(self) -> list[float]:
        found = self.tree_.importance()
        if self.shrinks:
            for number, element in enumerate(self.tree_.elements):
                if element.parent != NO_PLACE:
                    found[number] = shrink(found[number], element.n_pages, found[element.parent])
        return found

    def _gap(self) -> float:
        """The middle of the largest gap between the importances of leaves."""
        has_child = {element.parent for element in self.tree_.elements}
        leaves = sorted(
            {value for number, value in enumerate(self.importance_) if number not in has_child and value <= 1}
        )
        edges = [LEAST_GAP, *(value for value in leaves if LEAST_GAP < value < MOST_GAP), MOST_GAP]
        if len(edges) == 2:
            return START
        width, low = max((b - a, a) for a, b in itertools.pairwise(edges))
        return low + width / 2

    def _mark(self) -> None:
        """Which element nodes are noise with all below them, and which have no noise below."""
        n = len(self.tree_.elements)
        largest = list(self.importance_)
        for number in range(n - 1, 0, -1):
            parent = self.tree_.elements[number].parent
            largest[parent] = max(largest[parent], largest[number])
        self._is_noise = [value < self.threshold_ for value in largest]
        has_noise = list(self._is_noise)
        for number in range(n - 1, 0, -1):
            parent = self.tree_.elements[number].parent
            has_noise[parent] = has_noise[parent] or has_noise[number]
        self._has_noise = has_noise

    def _blocks(self, visits: list[Visit]) -> list[int]:
        """For each visit the visit of the element that is removed or kept with all of it, OPEN where there is none."""
        found: list[int] = []
        for number, visit in enumerate(visits):
            above = found[visit.parent] if visit.parent >= 0 else OPEN
            if above != OPEN:
                found.append(above)
            elif visit.element == NO_PLACE or self._is_noise[visit.element] or not self._has_noise[visit.element]:
                found.append(number)
            else:
                found.append(OPEN)
        return found

    def _weights(self, page: Page, visits: list[Visit]) -> NDArray[np.float64]:
        """Float64 (n_tokens,): importance of the innermost known element, 0 inside of noise, 1 for what is unseen."""
        weights = np.ones(page.axis.n_tokens)
        nearest: list[float] = []
        for visit, block in zip(visits, self._blocks(visits), strict=True):
            above = nearest[visit.parent] if visit.parent >= 0 else 1.0
            own = self.importance_[visit.element] if visit.element != NO_PLACE else max(above, START)
            if block != OPEN and visits[block].element != NO_PLACE and self._is_noise[visits[block].element]:
                own = 0.0
            nearest.append(own)
            for start, end in visit.spans:
                weights[start:end] = own
        return weights * self._scale

    def _name(self, number: int) -> Naming:
        if number >= len(self.tree_.elements):
            return Naming(None, "unseen", 0)
        keys: list[str] = []
        at = number
        while at != NO_PLACE and len(keys) <= MAX_LABEL_KEYS:
            keys.append(self.tree_.elements[at].key)
            at = self.tree_.elements[at].parent
        return Naming(number, " > ".join(reversed(keys)), self.tree_.elements[number].n_pages)

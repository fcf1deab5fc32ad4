"""Site Style Trees (Yi, Liu and Li, KDD 2003): noise is what all pages show in one way and in the same words.

As published, a style is a sequence of siblings (`style="sequence"`). One optional sibling then makes a style of its
own, in which menus are seen on few pages and look important; by default pages share places (methods.md C.6). The
weights of features for clustering are left out, and a threshold chosen by hand for each site.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, Self

import numpy as np

from sitegrain.blocks.segmentation import Naming, Segmentation, from_tokens, no_blocks
from sitegrain.errors import UsageError
from sitegrain.pages.given import as_page
from sitegrain.segmenters.segmenter import MAX_PAGES, check_fitted, fit_pages
from sitegrain.segmenters.som_tree.places import path_label
from sitegrain.segmenters.style_tree.elements import Elements
from sitegrain.segmenters.style_tree.importance import gap_threshold, shrink
from sitegrain.segmenters.style_tree.noise import OPEN, Noise
from sitegrain.segmenters.style_tree.sequences import Sequences
from sitegrain.segmenters.style_tree.shared import SharedPlaces
from sitegrain.sites.tree import UNKNOWN

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from sitegrain.pages.given import AnyPage
    from sitegrain.pages.page import Page
    from sitegrain.segmenters.som_tree.classes import PlacedPage

MIN_PAGES = 2
THRESHOLD = 0.3  # importance below which an element is noise; docs/methods/style-tree.md


class StyleTree:
    """Tells the noise of a site's pages from their content.

    threshold: importance in [0, 1] below which an element is noise, or `gap`: at the largest gap of the leaves'
    style:     `aligned`, or `sequence` of siblings as published
    shrinks:   draw the importance of elements of few pages to that of their parents

    After `fit`: `places_` (parents and keys of the element nodes), `elements_` (what is known of each), `importance_`,
    `threshold_`, `n_pages_`.
    """

    def __init__(
        self,
        *,
        threshold: float | Literal["gap"] = THRESHOLD,
        style: Literal["aligned", "sequence"] = "aligned",
        shrinks: bool = False,
    ) -> None:
        if threshold != "gap" and not 0 <= threshold <= 1:
            raise UsageError(f"threshold must be between 0 and 1, or gap, got {threshold:g}")
        if style not in ("aligned", "sequence"):
            raise UsageError(f"style must be aligned or sequence, got {style!r}")
        self.threshold, self.style, self.shrinks = threshold, style, shrinks

    def fit(self, pages: Iterable[AnyPage | Page], *, max_pages: int | None = MAX_PAGES) -> Self:
        """Learn from two pages or more; forgets any earlier fit. Time is linear in the nodes of the pages.

        max_pages: that are learned from and held meanwhile, those of different text first; None for all
        """
        parsed = fit_pages(pages, "StyleTree", least=MIN_PAGES, most=max_pages)
        self._finder = SharedPlaces() if self.style == "aligned" else Sequences(parsed)
        placed = self._finder.learn(parsed)
        self.places_, self.n_pages_ = self._finder.places, len(parsed)
        self.elements_ = Elements(len(self.places_), parsed, placed, has_own=self._finder.has_own)
        self.importance_ = self.elements_.importance(self._finder.max_styles)
        if self.shrinks:
            self.importance_ = shrink(self.importance_, self.elements_.n_pages, np.array(self.places_.parents))
        leaves = self.importance_[self.elements_.is_leaf].tolist()
        self.threshold_ = gap_threshold(leaves) if self.threshold == "gap" else float(self.threshold)
        self._noise = Noise(self.places_.parents, self.elements_, self.importance_, self.threshold_)
        self._scale = 1.0
        mean = float(np.concatenate([self._weights(one) for one in placed]).mean())
        self._scale = 1 / mean if mean else 1.0
        return self

    def segment(self, page: AnyPage | Page) -> Segmentation:
        """Blocks are the elements removed or kept as wholes, and the text between them; what is removed weighs 0."""
        check_fitted(self, "elements_")
        page = as_page(page)
        if not page.axis.n_tokens:
            return no_blocks(page.tokens, "no text on the page")
        placed = self._finder.find(page)
        places, n = placed.places, len(self.importance_)
        heads = [row if whole == OPEN else whole for row, whole in enumerate(self._noise.wholes(placed))]
        blocks = np.array([places[head] if places[head] != UNKNOWN else n + head for head in heads])
        return from_tokens(page.tokens, blocks[placed.tree.owners], self._weights(placed), self._name)

    def is_content(self, page: AnyPage | Page) -> NDArray[np.bool_]:
        """Bool (n_tokens,): the tokens that cleaning keeps; what no learned page presented so is kept."""
        check_fitted(self, "elements_")
        placed = self._finder.find(as_page(page))
        return self._noise.is_kept(placed)[placed.tree.owners]

    def _weights(self, page: PlacedPage) -> NDArray[np.float64]:
        """Float64 (n_tokens,): importance of the innermost element node; 0 if removed; what is unseen as that above."""
        weights: list[float] = []
        for place, parent in zip(page.places, page.tree.parents, strict=True):
            if place != UNKNOWN:
                weights.append(float(self._noise.own[place]))
            else:
                weights.append(max(weights[parent], self.threshold_))
        return (np.array(weights) * self._noise.is_kept(page) * self._scale)[page.tree.owners]

    def _name(self, number: int) -> Naming:
        if number >= len(self.importance_):
            return Naming(None, "unseen", 0)
        return Naming(number, path_label(self.places_.path(number)), int(self.elements_.n_pages[number]))

"""segrank over the blocks of any method: how much each of its block classes tells on a site."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from sitegrain.blocks.classes import beta
from sitegrain.blocks.segmentation import tokens_of_classes
from sitegrain.blocks.segrank import rank_classes
from sitegrain.pages.given import as_page
from sitegrain.segmenters.methods import learns
from sitegrain.segmenters.segmenter import MAX_PAGES, check_fitted, fit_pages

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from sitegrain.blocks.segmentation import Segmentation
    from sitegrain.pages.given import AnyPage
    from sitegrain.pages.page import Page
    from sitegrain.segmenters.segmenter import PageSegmenter


class Weighed:
    """A segmenter whose blocks weigh what their classes tell on a site.

    segmenter: any method; one that learns from a site is fitted on the same pages

    After `fit`: `weights_`, block class -> weight, mean 1 over the site's tokens; `support_`, block class -> pages.
    A class that the site does not have weighs 1.
    """

    def __init__(self, segmenter: PageSegmenter) -> None:
        self.segmenter = segmenter

    def fit(self, pages: Iterable[AnyPage | Page]) -> Self:
        """Learn the weights from at least two pages, of at most MAX_PAGES."""
        parsed = fit_pages(pages, "Weighed", least=2, most=MAX_PAGES)
        segmenter: Any = self.segmenter
        if learns(segmenter):
            segmenter.fit(parsed)
        found = [tokens_of_classes(self.segmenter.segment(page)) for page in parsed]
        names = sorted({name for blocks in found for name in blocks})
        numbers = {name: number for number, name in enumerate(names)}
        numbered = [{numbers[name]: tokens for name, tokens in blocks.items()} for blocks in found]
        importance = rank_classes(numbered, len(names), min_blocks=beta(len(parsed)))
        self.weights_ = dict(zip(names, importance.weights.tolist(), strict=True))
        self.support_ = dict(zip(names, importance.n_blocks.astype(int).tolist(), strict=True))
        return self

    def segment(self, page: AnyPage | Page) -> Segmentation:
        """The method's blocks with the weights of their classes."""
        check_fitted(self, "weights_")
        found = self.segmenter.segment(as_page(page))
        blocks = tuple(
            replace(block, support=None if block.block_class is None else self.support_.get(block.block_class, 0))
            for block in found.blocks
        )
        return replace(found, blocks=blocks, weights=self._weights(found))

    def _weights(self, found: Segmentation) -> NDArray[np.float64]:
        by_block = [
            1.0 if block.block_class is None else self.weights_.get(block.block_class, 1.0) for block in found.blocks
        ]
        return np.array([*by_block, 1.0])[found.block_ids]  # a token without a block has the number -1

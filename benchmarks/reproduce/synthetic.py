"""Synthetic sites as reference segmentations: their pages, parsed, with the gold block of each token."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from sitegrain.measures.partitions import PartitionScore, score_partitions
from sitegrain.pages.given import as_page
from sitegrain.pages.raw import RawPage
from sitegrain.pages.tokens import tokenize
from sitegrain.segmenters.methods import learns
from tests.synthetic.site import iter_pages

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from sitegrain.pages.page import Page
    from sitegrain.segmenters.segmenter import PageSegmenter
    from tests.synthetic.site import SyntheticPage
    from tests.synthetic.spec import SiteSpec


@dataclass(frozen=True, slots=True, eq=False)
class GoldPage:
    """A page and the number of the gold block of each of its tokens."""

    page: Page
    blocks: NDArray[np.int64]
    gold: SyntheticPage


def gold_pages(spec: SiteSpec) -> Iterator[GoldPage]:
    """The pages of a synthetic site, in order; those without a word are left out."""
    for made in iter_pages(spec):
        page = as_page(RawPage(made.html, url=made.url))
        words = [(token, block.number) for block in made.blocks for token in tokenize(block.text)]
        assert [token for token, _ in words] == page.tokens
        if words:
            yield GoldPage(page, np.array([number for _, number in words]), made)


def score_site(segmenter: PageSegmenter, pages: list[GoldPage]) -> list[PartitionScore]:
    """Fit a method on a site's pages, if it learns, and score each page's blocks."""
    if learns(segmenter):
        segmenter.fit([one.page for one in pages])
    return [score_partitions(segmenter.segment(one.page).block_ids, one.blocks) for one in pages]

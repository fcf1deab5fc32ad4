"""The corrected blocks of a layout on each of its pages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from sitegrain.blocks.labelling import label_class
from sitegrain.blocks.segmentation import NO_BLOCK, Naming, Segmentation, from_tokens, no_blocks
from sitegrain.content.extraction import Options
from sitegrain.content.selectors import parse_selectors
from sitegrain.crawl.works import Row, segmentation_row
from sitegrain.pages.given import parse_raw
from sitegrain.pages.runs import token_nodes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from sitegrain.measures.reference.blocks import LayoutReference, ReferenceBlock
    from sitegrain.pages.page import Page
    from sitegrain.pages.raw import RawPage


def follow(page: Page, blocks: Sequence[ReferenceBlock]) -> Segmentation:
    """Segment a page by the selectors of its layout: the innermost element that one matches is a token's block."""
    names = list(dict.fromkeys(block.name for block in blocks))
    templates = {block.name for block in blocks if block.is_template}
    node_blocks = innermost(page, [(names.index(block.name), block.selectors) for block in blocks])
    token_blocks = node_blocks[token_nodes(page)]
    weight_of = np.array([*(float(name not in templates) for name in names), 1.0])  # without a block: the last
    weights = weight_of[token_blocks]
    mean = float(weights.mean()) if len(weights) else 0.0
    return from_tokens(
        page.tokens,
        token_blocks,
        weights / mean if mean else weights,
        lambda number: Naming(label_class(names[number]), names[number]),
        reason="" if (token_blocks != NO_BLOCK).any() else "no selector of its layout matches",
    )


def innermost(page: Page, blocks: Sequence[tuple[int, Sequence[str]]]) -> NDArray[np.int32]:
    """Int32 (n_nodes,): the number of the innermost matched element around a node, NO_BLOCK for none.

    An element that two blocks match belongs to the later one.
    """
    own = np.full(page.n_nodes, NO_BLOCK, np.int32)
    for number, selectors in blocks:
        for selector in selectors:
            own[parse_selectors(selector).match(page)] = number
    numbers, parents = own.tolist(), page.parents.tolist()
    for node, parent in enumerate(parents):
        if numbers[node] == NO_BLOCK and parent >= 0:
            numbers[node] = numbers[parent]
    return np.array(numbers, np.int32)


@dataclass(frozen=True, slots=True)
class FollowWork:
    """The reference blocks of a page, as a row; a page of no layout has none, and says so."""

    references: tuple[LayoutReference, ...]

    @property
    def options(self) -> Options:
        return Options()

    def __call__(self, page: RawPage, site: str | None, model: object) -> Row:
        parsed, name = parse_raw(page), page.path or page.url or ""
        own = next((one for one in self.references if name in one.pages), None)
        if own is None:
            found = no_blocks(parsed.tokens, "of no layout that has a reference")
            return segmentation_row(page, parsed, found, site=site)
        return segmentation_row(page, parsed, follow(parsed, own.blocks), site=own.site, layout=own.layout)

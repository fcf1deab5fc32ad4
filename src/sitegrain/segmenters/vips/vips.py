"""VIPS: extract visual blocks, find separators, build regions, and again inside of those that are not coherent.

After Cai, Yu, Wen and Ma (2003), as public implementations have it; what they do against their own rules is left out:
docs/methods/vips.md. Without the boxes of the rendered page there is nothing to see, and no blocks.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from sitegrain.blocks.labelling import Labeller
from sitegrain.blocks.segmentation import NO_BLOCK, Segmentation, no_blocks
from sitegrain.errors import UsageError
from sitegrain.pages.given import as_page
from sitegrain.pages.runs import token_nodes
from sitegrain.segmenters.vips.boxes import read_boxes
from sitegrain.segmenters.vips.extraction import MAX_DEGREE, THRESHOLDS, Extractor, VisualBlock
from sitegrain.segmenters.vips.renderer import Renderer
from sitegrain.segmenters.vips.structure import Separators, degrees

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from sitegrain.pages.given import AnyPage
    from sitegrain.pages.page import Page
    from sitegrain.segmenters.vips.boxes import Boxes

MAX_BLOCKS = 20_000  # visual blocks of a page


class Vips:
    """Blocks of a rendered page.

    coherence: the permitted degree of coherence, 1 (few large blocks) to 10 (many small ones)
    boxes:     where the boxes come from: a function of the page (a Renderer is one), a JSON file that holds those of
               one page, or None to render every page by a Chromium (extra `render`)
    fetch:     what is fetched to render a page: `nothing`, `styles` or `all`
    """

    def __init__(
        self,
        *,
        coherence: int = 5,
        boxes: Callable[[Page], Boxes] | Path | str | None = None,
        fetch: str = "nothing",
    ) -> None:
        if not 1 <= coherence <= MAX_DEGREE:
            raise UsageError(f"coherence must be between 1 and {MAX_DEGREE}, got {coherence}")
        self.coherence = coherence
        self.boxes = boxes
        self.fetch = fetch
        self._renderer = Renderer(fetch=fetch)

    def segment(self, page: AnyPage | Page) -> Segmentation:
        """The page's visual blocks; SourceError if the boxes do not match, or the page cannot be rendered."""
        page = as_page(page)
        if not page.axis.n_tokens:
            return no_blocks(page.tokens, "no text on the page")
        boxes = self._boxes(page)
        boxes.check(page)
        node_blocks = visual_blocks(page, boxes, self.coherence)
        found = node_blocks[token_nodes(page)]
        if not (found != NO_BLOCK).any():
            return no_blocks(page.tokens, "nothing of the page is seen when it is rendered")
        return Labeller().segmentation(page, found)

    def _boxes(self, page: Page) -> Boxes:
        if self.boxes is None:
            return self._renderer(page)
        return self.boxes(page) if callable(self.boxes) else read_boxes(Path(self.boxes))


def visual_blocks(page: Page, boxes: Boxes, coherence: int) -> NDArray[np.int32]:
    """Int32 (n_nodes,): the block of the text right inside each element, NO_BLOCK where it is not seen."""
    extractor = Extractor(page, boxes)
    tags = np.array(page.tags, object)
    rulers = boxes.places[tags == "hr"]
    owner = np.full(page.n_nodes, NO_BLOCK, np.int32)
    pending: list[tuple[int, int]] = [(0, 0)]  # root of a region, round
    n_blocks = 0
    while pending:
        root, round_ = pending.pop()
        blocks = extractor.blocks(root, round_)
        for group in _coherent(blocks, boxes, rulers, coherence):
            block = blocks[group[0]]
            is_last = round_ == len(THRESHOLDS) - 1 or n_blocks >= MAX_BLOCKS
            if len(group) == 1 and block.degree < coherence and block.node != root and not is_last:
                pending.append((block.node, round_ + 1))
                continue
            for i in group:
                _take(owner, page, blocks[i], n_blocks)
            n_blocks += 1
    owner[~boxes.is_shown] = NO_BLOCK
    return owner


def _coherent(
    blocks: Sequence[VisualBlock], boxes: Boxes, rulers: NDArray[np.float64], coherence: int
) -> list[list[int]]:
    """The largest regions that are coherent enough, as indices of their blocks."""
    if not blocks:
        return []
    root = Separators(blocks, boxes, rulers).regions()
    found = degrees(root, blocks)
    groups, pending = [], [root]
    while pending:
        region = pending.pop()
        if region.parts and found[id(region)] < coherence:
            pending.extend(region.parts)
        elif region.parts:
            groups.append(region.members)
        else:  # one block, or several on top of each other
            groups.extend([member] for member in region.members)
    return groups


def _take(owner: NDArray[np.int32], page: Page, block: VisualBlock, number: int) -> None:
    """Give the text of a visual block its number."""
    if block.is_text:
        owner[block.node] = number
    else:
        owner[block.node : page.ends[block.node]] = number

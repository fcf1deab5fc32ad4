"""VIPS, steps 2 and 3: separators between visual blocks, and the tree of regions that they part."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from sitegrain.segmenters.vips.boxes import Boxes
    from sitegrain.segmenters.vips.extraction import VisualBlock

MIN_WIDTH = 3  # CSS pixels of a separator; what is thinner parts nothing
START = 3  # weight of every separator
WIDTH_WEIGHTS = ((55, 12), (45, 10), (35, 8), (25, 6), (15, 4), (8, 2), (0, 1))  # wider than so many pixels
LOOKS_WEIGHT = 2  # for each difference in looks, and off where text goes on on both sides
LIGHTEST = START + 1 - LOOKS_WEIGHT
MAX_DEGREE, MIN_DEGREE = 10, 1


@dataclass(slots=True)
class Region:
    """Visual blocks that lie together.

    members: indices of its blocks; parts: the regions that its heaviest separators part; weight: of these separators
    """

    members: list[int]
    parts: list[Region] = field(default_factory=list)
    weight: float = 0.0


class Separators:
    """The separators between the visual blocks of a page.

    rulers: float64 (n, 4) boxes of <hr> elements
    """

    def __init__(self, blocks: Sequence[VisualBlock], boxes: Boxes, rulers: NDArray[np.float64]) -> None:
        self.blocks, self.boxes, self.rulers = blocks, boxes, rulers
        self.places = boxes.places[[block.node for block in blocks]].reshape(-1, 4)

    def regions(self) -> Region:
        """Part the blocks by the heaviest separators first, from the whole page down."""
        root = Region(list(range(len(self.blocks))))
        pending = [root]
        while pending:
            region = pending.pop()
            if len(region.members) > 1:
                self._divide(region)
                pending.extend(region.parts)
        return root

    def _divide(self, region: Region) -> None:
        """Cut a region at its heaviest separators; blocks that overlap in both directions stay together."""
        for axis in (1, 0):  # top to bottom comes first
            order = sorted(region.members, key=lambda i: (self.places[i, axis], i))
            gaps = self._gaps(order, axis)
            weights = [self._weigh(order[at - 1], order[at], width, axis) for at, width in gaps]
            if weights and max(weights) > region.weight:
                region.weight = max(weights)
                cuts = [at for (at, _), weight in zip(gaps, weights, strict=True) if weight == region.weight]
                region.parts = [Region(order[a:b]) for a, b in itertools.pairwise([0, *cuts, len(order)])]

    def _gaps(self, order: Sequence[int], axis: int) -> list[tuple[int, float]]:
        """Where no block covers the axis: number of blocks before, and the width."""
        ends = np.maximum.accumulate(self.places[order, axis + 2])
        widths = self.places[order[1:], axis] - ends[:-1]
        return [(int(at) + 1, float(widths[at])) for at in np.flatnonzero(widths >= MIN_WIDTH)]

    def _weigh(self, before: int, after: int, width: float, axis: int) -> float:
        """The weight of the separator between two blocks that follow one another on an axis."""
        boxes = self.boxes
        first, second = self.blocks[before].node, self.blocks[after].node
        weight = START + next(extra for limit, extra in WIDTH_WEIGHTS if width > limit)
        weight += LOOKS_WEIGHT * (boxes.backgrounds[first] != boxes.backgrounds[second])
        if axis == 1:
            sizes, weights = boxes.font_sizes, boxes.font_weights
            weight += LOOKS_WEIGHT * bool(sizes[first] != sizes[second] or weights[first] != weights[second])
            weight += LOOKS_WEIGHT * bool(sizes[first] < sizes[second])
            weight += LOOKS_WEIGHT * self._has_ruler(self.places[after, 1] - width, self.places[after, 1])
            weight -= LOOKS_WEIGHT * (self.blocks[before].degree == self.blocks[after].degree == MAX_DEGREE)  # text
        return float(weight)

    def _has_ruler(self, top: float, bottom: float) -> bool:
        return bool(((self.rulers[:, 1] >= top) & (self.rulers[:, 3] <= bottom)).any())


def degrees(root: Region, blocks: Sequence[VisualBlock]) -> dict[int, int]:
    """The degree of coherence of each region by its id: the heavier the separators inside, the lower.

    From 9 for the lightest separator there can be to 1 for the heaviest of the page; a region of one block has that of
    the block.
    """
    regions, pending = [], [root]
    while pending:
        region = pending.pop()
        regions.append(region)
        pending.extend(region.parts)
    high = max(region.weight for region in regions)
    found = {}
    for region in regions:
        if region.parts:
            scaled = (region.weight - LIGHTEST) / (high - LIGHTEST) if high > LIGHTEST else 0.0
            found[id(region)] = round(MAX_DEGREE - 1 - scaled * (MAX_DEGREE - 1 - MIN_DEGREE))
        else:
            found[id(region)] = min(blocks[i].degree for i in region.members)
    return found

"""Block Fusion: text runs become blocks by how dense their text is.

Follows Kohlschuetter and Nejdl, "A Densitometric Approach to Web Page Segmentation" (CIKM 2008): atoms are the text
runs between any two tags; neighbours of like text density are fused. The three variants are those of the paper; fused
blocks add up their lines, and block elements are harder to cross than others with `soft_gaps`, which is ours.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

import numpy as np

from sitegrain.blocks.labelling import Labeller
from sitegrain.blocks.segmentation import Segmentation, no_blocks
from sitegrain.errors import UsageError
from sitegrain.pages.given import as_page
from sitegrain.pages.nesting import has_tag, nearest
from sitegrain.pages.page import LINK
from sitegrain.pages.runs import run_tokens
from sitegrain.segmenters.block_fusion.content import is_content
from sitegrain.segmenters.block_fusion.fusion import Fusion, Rules
from sitegrain.segmenters.block_fusion.gaps import FORCED, NONE, SOFT, gap_kinds
from sitegrain.segmenters.block_fusion.lines import Lines

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sitegrain.pages.given import AnyPage
    from sitegrain.pages.page import Page
    from sitegrain.segmenters.block_fusion.fusion import Combine, Density

VARIANTS = ("plain", "smoothed", "rulebased")
DENSITIES = ("additive", "rewrap")
NEVER = -1.0  # a theta that no slope is within


@dataclass(frozen=True, slots=True, eq=False)
class FusedBlocks:
    """The blocks of a page in document order.

    token_bounds: int (n_blocks + 1,) the tokens of block b are token_bounds[b] to token_bounds[b + 1]
    densities:    float64 (n_blocks,) words per line
    link_shares:  float64 (n_blocks,) share of the tokens that are in a link, in [0, 1]
    """

    token_bounds: NDArray[np.int64]
    densities: NDArray[np.float64]
    link_shares: NDArray[np.float64]


class BlockFusion:
    """Segments a page by the density of its text; blocks of equal label are one class.

    variant:   "plain"; "smoothed": a sparse block between two dense ones joins them; "rulebased": also, inline tags do
               not cut a text, and headings, lists, tables, rules and images cannot be crossed
    theta:     greatest slope delta of two neighbours that are fused, in [0, 1]
    density:   of fused blocks: "additive" from the lines of the parts, "rewrap" from wrapping their words together
    soft_gaps: half of theta where a block element or landmark starts or ends; lowers the adjusted Rand index on webseg
    columns:   of a line, at least 1
    """

    def __init__(
        self,
        *,
        variant: str = "rulebased",
        theta: float = 0.38,
        density: str = "additive",
        soft_gaps: bool = False,
        columns: int = 80,
    ) -> None:
        self.variant = variant
        self.theta = theta
        self.density = density
        self.soft_gaps = soft_gaps
        self.columns = columns
        self._check()

    @classmethod
    def as_published(cls, *, variant: str = "rulebased", theta: float = 0.38) -> Self:
        """The method of the paper: gaps are crossed or not, whatever elements make them."""
        return cls(variant=variant, theta=theta, soft_gaps=False)

    def segment(self, page: AnyPage | Page) -> Segmentation:
        """The page's blocks, one for each stretch of like density."""
        page = as_page(page)
        if not page.axis.n_tokens:
            return no_blocks([], "the page has no text")
        counts = np.diff(self.blocks(page).token_bounds)
        return Labeller().segmentation(page, np.repeat(np.arange(len(counts)), counts))

    def content(self, page: AnyPage | Page) -> NDArray[np.bool_]:
        """Bool (n_tokens,): the tokens of blocks that are content by their own and their neighbours' densities."""
        found = self.blocks(page)
        return np.repeat(is_content(found.densities, found.link_shares), np.diff(found.token_bounds))

    def blocks(self, page: AnyPage | Page) -> FusedBlocks:
        """The blocks with what their text is like."""
        self._check()
        page = as_page(page)
        tokens = run_tokens(page)
        kinds = gap_kinds(page, soft=self.soft_gaps)
        heads = self._heads(tokens, kinds)
        lines = self._wrap(page, heads)
        atoms = [lines.wrap(start, end) for start, end in zip(lines.bounds, lines.bounds[1:], strict=False)]
        fusion = Fusion(atoms, Rules(self._thetas(kinds, heads), self.variant != "plain", self._combine(lines)))
        firsts = fusion.run()
        bounds = np.append(tokens[heads[firsts]], tokens[-1])
        in_link = np.repeat((page.flags[page.run_nodes] & LINK) > 0, np.diff(tokens))
        linked = np.diff(np.concatenate(([0], np.cumsum(in_link)))[bounds])
        return FusedBlocks(bounds, np.array([fusion.densities[first] for first in firsts]), linked / np.diff(bounds))

    def _check(self) -> None:
        if self.variant not in VARIANTS:
            raise UsageError(f"variant must be one of {', '.join(VARIANTS)}, got {self.variant!r}")
        if self.density not in DENSITIES:
            raise UsageError(f"density must be one of {', '.join(DENSITIES)}, got {self.density!r}")
        if not 0 <= self.theta <= 1:
            raise UsageError(f"theta must be in [0, 1], got {self.theta}")
        if self.columns < 1:
            raise UsageError(f"columns must be at least 1, got {self.columns}")

    def _heads(self, tokens: NDArray[np.int32], kinds: NDArray[np.int8]) -> NDArray[np.int64]:
        """The first run of each atom; runs without a token go with the one before them."""
        heads = np.flatnonzero(np.diff(tokens) > 0)
        if self.variant != "rulebased" or not len(heads):
            return heads
        joins = _widest(kinds, heads) == NONE
        return np.asarray(heads[~joins])

    def _wrap(self, page: Page, heads: NDArray[np.int64]) -> Lines:
        texts = page.run_texts
        ends = [*heads[1:].tolist(), len(texts)]
        in_pre = (nearest(page, has_tag(page, ("pre",)))[page.run_nodes] >= 0).tolist()
        starts = heads.tolist()
        return Lines(
            ["".join(texts[start:end]) for start, end in zip(starts, ends, strict=True)],
            [in_pre[run] for run in starts],
            self.columns,
        )

    def _thetas(self, kinds: NDArray[np.int8], heads: NDArray[np.int64]) -> list[float]:
        """The theta of the gap before each atom."""
        by_kind = np.full(FORCED + 1, self.theta)
        by_kind[SOFT] = self.theta / 2
        if self.variant == "rulebased":
            by_kind[FORCED] = NEVER
        return list(map(float, by_kind[_widest(kinds, heads)]))

    def _combine(self, lines: Lines) -> Combine:
        if self.density == "additive":
            return _add
        bounds = lines.bounds
        return lambda _first, _second, start, end: lines.wrap(bounds[start], bounds[end])


def _add(first: Density, second: Density, _start: int, _end: int) -> Density:
    return first[0] + second[0], first[1] + second[1]


def _widest(kinds: NDArray[np.int8], heads: NDArray[np.int64]) -> NDArray[np.int8]:
    """The widest gap behind the last atom, over runs without a token, up to each atom; the first atom's is forced."""
    if not len(heads):
        return np.zeros(0, np.int8)
    widest = np.maximum.reduceat(kinds, heads[:-1] + 1) if len(heads) > 1 else kinds[:0]
    return np.concatenate((np.array([FORCED], np.int8), widest))

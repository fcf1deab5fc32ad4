"""Content distance: a page is cut where many shallow tags lie between two neighbouring pieces of content.

Follows Hattori, Hoashi, Matsumoto and Sugaya, "Robust Web Page Segmentation for Mobile Terminal Using Content-Distances
and Page Layout Information" (WWW 2007): first by the elements that lay out a page, then by distance. The paper's own
constants are not public; a tag that lies k levels below what both pieces share costs 1 / (1 + k). Images count as
pieces of content without words. What the elements look like on a screen is left out.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from sitegrain.blocks.labelling import Labeller
from sitegrain.blocks.segmentation import Segmentation, no_blocks
from sitegrain.errors import UsageError
from sitegrain.pages.elements import LANDMARKS
from sitegrain.pages.given import as_page
from sitegrain.pages.runs import run_tokens

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sitegrain.pages.given import AnyPage
    from sitegrain.pages.page import Page

LAYOUT_TAGS = frozenset("table tbody tr td th div center frame frameset".split()) | LANDMARKS
IMAGES = frozenset(("img", "picture"))
MAX_ROUNDS = 40  # of cutting parts into smaller ones


@dataclass(frozen=True, slots=True, eq=False)
class _Pieces:
    """The pieces of content of a page, text runs and images, in document order.

    words:     int64 (n_pieces,) tokens of each, 0 for an image
    distances: float64 (n_pieces,) from the piece before it; that of the first says nothing
    opening, closing: int64 (n_nodes,) the pieces in a node are opening[node] to closing[node]
    """

    words: NDArray[np.int64]
    distances: NDArray[np.float64]
    opening: NDArray[np.int64]
    closing: NDArray[np.int64]


class ContentDistance:
    """Segments a page by its layout elements, and large parts by content distance; equal labels are one class.

    max_words: tokens, at least 1; only parts with more are cut
    spread:    standard deviations over a part's mean distance, at least 0, beyond which it is cut
    by_layout: cut by layout elements first
    """

    def __init__(self, *, max_words: int = 100, spread: float = 0.5, by_layout: bool = True) -> None:
        self.max_words = max_words
        self.spread = spread
        self.by_layout = by_layout
        self._check()

    def segment(self, page: AnyPage | Page) -> Segmentation:
        """The page's blocks, each a stretch of text that nothing wide interrupts."""
        self._check()
        page = as_page(page)
        if not page.axis.n_tokens:
            return no_blocks([], "the page has no text")
        pieces = _pieces(page)
        is_cut = self._cut_by_layout(page, pieces) if self.by_layout else np.zeros(len(pieces.words), bool)
        is_cut[:1] = True
        self._cut_by_distance(pieces, is_cut)
        return Labeller().segmentation(page, np.repeat(np.cumsum(is_cut), pieces.words))

    def distances(self, page: AnyPage | Page) -> NDArray[np.float64]:
        """Float64 (n_pieces - 1,): the distance of each two neighbouring pieces, text runs and images."""
        return _pieces(as_page(page)).distances[1:]

    def _check(self) -> None:
        if self.max_words < 1:
            raise UsageError(f"max_words must be at least 1, got {self.max_words}")
        if self.spread < 0:
            raise UsageError(f"spread must be at least 0, got {self.spread}")

    def _cut_by_layout(self, page: Page, pieces: _Pieces) -> NDArray[np.bool_]:
        """Bool (n_pieces,): where a layout element inside of a too large one starts or has ended."""
        words = np.concatenate(([0], np.cumsum(pieces.words)))
        inside = words[pieces.closing] - words[pieces.opening]
        is_large = inside > self.max_words
        of_tag = {tag: tag in LAYOUT_TAGS for tag in set(page.tags)}
        is_layout = np.array([of_tag[tag] for tag in page.tags], bool)
        is_part = is_layout & (page.parents >= 0) & is_large[page.parents] & (inside > 0)
        is_cut = np.zeros(len(pieces.words) + 1, bool)
        is_cut[pieces.opening[is_part]] = True
        is_cut[pieces.closing[is_part]] = True
        return is_cut[:-1]

    def _cut_by_distance(self, pieces: _Pieces, is_cut: NDArray[np.bool_]) -> None:
        """Mark more cuts: in each too large part those wider than usual there, until no part is too large."""
        words = np.concatenate(([0], np.cumsum(pieces.words)))
        firsts = np.flatnonzero(is_cut)
        pending = list(zip(firsts.tolist(), [*firsts[1:].tolist(), len(is_cut)], strict=True))
        for _ in range(MAX_ROUNDS):
            smaller: list[tuple[int, int]] = []
            for start, end in pending:
                if words[end] - words[start] <= self.max_words or end - start < 2:
                    continue
                inner = pieces.distances[start + 1 : end]
                cuts = np.flatnonzero(inner > inner.mean() + self.spread * inner.std()) + start + 1
                is_cut[cuts] = True
                bounds = [start, *cuts.tolist(), end]
                if len(cuts):
                    smaller.extend(itertools.pairwise(bounds))
            pending = smaller


def _pieces(page: Page) -> _Pieces:
    """The text runs with words, and the images, with what lies between them."""
    counts = np.diff(run_tokens(page))
    runs = np.flatnonzero(counts > 0)
    images = np.array([node for node, tag in enumerate(page.tags) if tag in IMAGES], np.int64)
    keys = np.concatenate((page.run_positions[runs].astype(np.float64), images + 0.5))  # a run before node n has key n
    order = np.argsort(keys, kind="stable")
    owners = np.concatenate((page.run_nodes[runs].astype(np.int64), images))[order]
    words = np.concatenate((counts[runs].astype(np.int64), np.zeros(len(images), np.int64)))[order]
    opening = np.searchsorted(keys[order], np.arange(page.n_nodes), side="right")
    before = np.concatenate(([0], np.cumsum(np.bincount(owners, minlength=page.n_nodes))))
    closing = opening + before[page.ends] - before[:-1]
    return _Pieces(words, _distances(page, owners), opening, closing)


def _distances(page: Page, owners: NDArray[np.int64]) -> NDArray[np.float64]:
    """Float64 (n_pieces,): the costs of the tags that close and open between each piece and the one before it.

    owners: int64 (n_pieces,) the element around each, in document order
    """
    parents, ends = page.parents.tolist(), page.ends.tolist()
    shared = []
    for first, second in itertools.pairwise(owners.tolist()):
        node = first
        while not node <= second < ends[node]:  # goes up as often as elements have ended: once for each of the page
            node = parents[node]
        shared.append(node)
    depths = np.asarray(page.axis.depths).astype(np.int64)
    of_levels = np.concatenate(([0.0], np.cumsum(1 / (1 + np.arange(1, int(depths.max(initial=0)) + 1)))))
    down = of_levels[depths[owners[:-1]] - depths[shared]] + of_levels[depths[owners[1:]] - depths[shared]]
    return np.concatenate((np.zeros(min(len(owners), 1)), down)) if shared else np.zeros(len(owners))

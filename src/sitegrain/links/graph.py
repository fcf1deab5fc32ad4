"""The link graph as arrays: an edge is a pair of page numbers, whatever number of links it stands for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from sitegrain.errors import UsageError

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray


@dataclass(frozen=True, slots=True, eq=False)  # arrays have no equality of their own
class LinkGraph:
    """Pages 0 to n_pages - 1 and the edges between them: sorted, each once, none from a page to itself.

    sources, targets: int64 (n_edges,) numbers of pages
    """

    n_pages: int
    sources: NDArray[np.int64]
    targets: NDArray[np.int64]

    @property
    def n_edges(self) -> int:
        return len(self.sources)

    def subgraph(self, pages: NDArray[np.int64]) -> LinkGraph:
        """The graph of some pages, given in rising order: page `pages[i]` is page i of it."""
        numbers = np.full(self.n_pages, -1, np.int64)
        numbers[pages] = np.arange(len(pages))
        sources, targets = numbers[self.sources], numbers[self.targets]
        is_inside = (sources >= 0) & (targets >= 0)
        return LinkGraph(len(pages), sources[is_inside], targets[is_inside])

    def out_degrees(self) -> NDArray[np.int64]:
        """Int64 (n_pages,): the pages that each page links to."""
        return np.bincount(self.sources, minlength=self.n_pages)

    def in_degrees(self) -> NDArray[np.int64]:
        """Int64 (n_pages,): the pages that link to each page."""
        return np.bincount(self.targets, minlength=self.n_pages)


def make_graph(n_pages: int, sources: ArrayLike, targets: ArrayLike) -> LinkGraph:
    """A graph from links, in any order: repeated ones are one edge, those of a page to itself are none.

    UsageError for a number that is no page's.

    >>> make_graph(3, [1, 0, 0, 2], [0, 1, 1, 2]).targets.tolist()
    [1, 0]
    """
    pairs = np.stack([np.asarray(sources, np.int64), np.asarray(targets, np.int64)], axis=1)
    if pairs.size and not (pairs.min() >= 0 and pairs.max() < n_pages):
        raise UsageError(f"pages are numbered from 0 to {n_pages - 1}, got {pairs.min()} to {pairs.max()}")
    numbers = np.unique(pairs[:, 0] * n_pages + pairs[:, 1])
    own_sources, own_targets = np.divmod(numbers, max(n_pages, 1))
    is_kept = own_sources != own_targets
    return LinkGraph(n_pages, own_sources[is_kept], own_targets[is_kept])

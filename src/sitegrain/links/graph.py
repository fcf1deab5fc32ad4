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
    from_pages, to_pages = np.asarray(sources, np.int64), np.asarray(targets, np.int64)
    least = min(from_pages.min(initial=0), to_pages.min(initial=0))
    most = max(from_pages.max(initial=-1), to_pages.max(initial=-1))
    if least < 0 or most >= n_pages:
        raise UsageError(f"pages are numbered from 0 to {n_pages - 1}, got {least} to {most}")
    numbers = (from_pages * n_pages + to_pages)[from_pages != to_pages]
    numbers.sort()
    numbers = numbers[np.diff(numbers, prepend=-1) > 0]  # faster than np.unique
    own_sources, own_targets = np.divmod(numbers, max(n_pages, 1))
    return LinkGraph(n_pages, own_sources, own_targets)

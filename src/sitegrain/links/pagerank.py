"""PageRank: how often somebody who follows links at random, and now and then starts anew, sees a page.

Brin and Page, "The anatomy of a large-scale hypertextual web search engine" (WWW 1998), section 2.1. From a page
without links one starts anew.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from sitegrain.errors import UsageError
from sitegrain.links.sparse import make_matrix

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sitegrain.links.graph import LinkGraph

DAMPING = 0.85  # probability that a link is followed
MAX_ROUNDS = 200
TOLERANCE = 1e-10  # sum of the changes in a round, below which the ranks stand


@dataclass(frozen=True, slots=True, eq=False)  # arrays have no equality of their own
class PageRank:
    """Ranks: float64 (n_pages,), above 0, of sum 1. change: the sum of all changes in the last round."""

    ranks: NDArray[np.float64]
    n_rounds: int
    change: float

    @property
    def is_converged(self) -> bool:
        return self.change < TOLERANCE


def pagerank(graph: LinkGraph, *, damping: float = DAMPING, max_rounds: int = MAX_ROUNDS) -> PageRank:
    """The PageRank of a graph's pages; O(n_edges) a round.

    damping: in [0, 1), UsageError otherwise. ExtraError without scipy.
    """
    if not 0 <= damping < 1:
        raise UsageError(f"damping must be in [0, 1), got {damping:g}")
    n = graph.n_pages
    degrees = graph.out_degrees()
    is_dangling = degrees == 0
    steps = make_matrix(graph.targets, graph.sources, 1.0 / degrees[graph.sources], n)
    ranks = np.full(n, 1.0 / max(n, 1))
    change, n_rounds = (np.inf if n else 0.0), 0
    while change >= TOLERANCE and n_rounds < max_rounds:
        anew = 1 - damping + damping * float(ranks[is_dangling].sum())
        new = damping * (steps @ ranks) + anew / n
        change = float(np.abs(new - ranks).sum())
        ranks = new
        n_rounds += 1
    return PageRank(ranks, n_rounds, change)

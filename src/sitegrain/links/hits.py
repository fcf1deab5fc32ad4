"""HITS: hubs link to good authorities, authorities are linked from good hubs (Kleinberg, 1999).

    a(p) = sum over q -> p of h(q) * authority_weight(q, p)
    h(q) = sum over q -> p of a(p) * hub_weight(q, p)

both made unit vectors after each round, from h = 1. The weights are 1 in Kleinberg's form; `repeated.py` has those of
Bharat and Henzinger.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from sitegrain.links.sparse import make_matrix

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sitegrain.links.graph import LinkGraph

    Floats = NDArray[np.float64]

MAX_ROUNDS = 100
TOLERANCE = 1e-8  # largest change of a score in a round, below which the scores stand


@dataclass(frozen=True, slots=True, eq=False)  # arrays have no equality of their own
class EdgeWeights:
    """What an edge counts for its target as an authority and its source as a hub: float64 (n_edges,) in [0, 1]."""

    authority: Floats
    hub: Floats


@dataclass(frozen=True, slots=True, eq=False)  # arrays have no equality of their own
class Hits:
    """Scores of pages: float64 (n_pages,), at least 0, of unit length; all 0 where no edge counts.

    change: the largest change of a score in the last round; is_converged: it was below TOLERANCE
    """

    hubs: Floats
    authorities: Floats
    n_rounds: int
    change: float

    @property
    def is_converged(self) -> bool:
        return self.change < TOLERANCE


def hits(graph: LinkGraph, weights: EdgeWeights | None = None, *, max_rounds: int = MAX_ROUNDS) -> Hits:
    """Hub and authority scores of a graph's pages; O(n_edges) a round.

    weights: None for those of Kleinberg, 1 for every edge
    ExtraError without scipy.
    """
    ones = np.ones(graph.n_edges)
    own = weights or EdgeWeights(ones, ones)
    to_authorities = make_matrix(graph.targets, graph.sources, own.authority, graph.n_pages)
    to_hubs = make_matrix(graph.sources, graph.targets, own.hub, graph.n_pages)
    hubs, authorities = _unit(np.ones(graph.n_pages)), np.zeros(graph.n_pages)
    change, n_rounds = np.inf, 0
    while change >= TOLERANCE and n_rounds < max_rounds:
        new_authorities = _unit(to_authorities @ hubs)
        new_hubs = _unit(to_hubs @ new_authorities)
        change = max(_distance(new_authorities, authorities), _distance(new_hubs, hubs))
        hubs, authorities = new_hubs, new_authorities
        n_rounds += 1
    return Hits(hubs, authorities, n_rounds, change)


def _unit(vector: Floats) -> Floats:
    length = float(np.linalg.norm(vector))
    return vector / length if length else vector


def _distance(vector: Floats, other: Floats) -> float:
    return float(np.abs(vector - other).max(initial=0.0))

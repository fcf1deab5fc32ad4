"""The base set of a query: the root set, what it links to, and some of the pages that link to it (Kleinberg, 1999)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sitegrain.links.graph import LinkGraph

MAX_ROOTS = 200  # pages of the root set
MAX_IN = 50  # pages that link to a root and are taken for it; a popular page would bring in the whole web
MAX_OUT = 200  # pages that a root links to and are taken for it; Kleinberg has no limit


def base_set(
    graph: LinkGraph, roots: NDArray[np.int64], *, max_in: int = MAX_IN, max_out: int = MAX_OUT
) -> NDArray[np.int64]:
    """The pages of the base set, int64 in rising order.

    roots: numbers of pages; of more neighbours than the limits allow those of the lowest numbers are taken
    """
    outward = _neighbours(graph.sources, graph.targets, roots, max_out)
    order = np.lexsort((graph.sources, graph.targets))
    inward = _neighbours(graph.targets[order], graph.sources[order], roots, max_in)
    return np.unique(np.concatenate([np.asarray(roots, np.int64), outward, inward]))


def _neighbours(
    nodes: NDArray[np.int64], others: NDArray[np.int64], roots: NDArray[np.int64], limit: int
) -> NDArray[np.int64]:
    """The first neighbours of each root; `nodes` is in rising order, `others` too for each of them."""
    starts, ends = np.searchsorted(nodes, roots), np.searchsorted(nodes, roots, side="right")
    parts = [others[start : min(end, start + limit)] for start, end in zip(starts.tolist(), ends.tolist(), strict=True)]
    return np.concatenate(parts) if parts else np.zeros(0, np.int64)

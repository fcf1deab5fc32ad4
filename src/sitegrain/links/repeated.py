"""The remedy against repeated links: one site has one voice (Bharat and Henzinger, SIGIR 1998, section 4.1).

Links within a site count nothing. If k pages of a site link to one page, each counts 1/k for its authority; if a page
links to l pages of one site, each counts 1/l for it as a hub. Before that, pages that are nearly the same are made one:
more than ten links each, and 95 % of them in common.

Inside of one site nothing would be left, and its pages have one author anyway. There what repeats itself is the
template; its links are told by the blocks they are in, not by who made them.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np

from sitegrain.links.graph import LinkGraph, make_graph
from sitegrain.links.hits import EdgeWeights

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    Ids = NDArray[np.int64]

MIN_LINKS = 11  # of a page that can be nearly the same as another one
MAX_COMPARED = 200  # earlier pages that a page is compared with, the first of those that could be nearly the same
MIN_COMMON = 0.95  # share of the links of two pages, of all that either has


def site_weights(graph: LinkGraph, sites: Ids) -> EdgeWeights:
    """The weights of Bharat and Henzinger.

    sites: int (n_pages,) the number of each page's site
    """
    from_sites, to_sites = sites[graph.sources], sites[graph.targets]
    counts = from_sites != to_sites
    n_sites = int(sites.max(initial=-1)) + 1
    n_voices = _multiplicity(from_sites * graph.n_pages + graph.targets)
    n_links = _multiplicity(graph.sources * n_sites + to_sites)
    return EdgeWeights(counts / n_voices, counts / n_links)


def _multiplicity(keys: Ids) -> NDArray[np.float64]:
    """How often the key of each edge occurs."""
    _, inverse, counts = np.unique(keys, return_inverse=True, return_counts=True)
    return counts[inverse].astype(np.float64)


def near_duplicates(graph: LinkGraph) -> Ids:
    """Int64 (n_pages,): for each page the first page that has nearly the same links; most often itself.

    Pages are compared that share one of their rarest links, as two sets that have 95 % in common must; each with
    MAX_COMPARED others at most.
    """
    n_links = graph.out_degrees()
    starts = np.concatenate(([0], np.cumsum(n_links)))
    rarity = graph.in_degrees()
    leaders = np.arange(graph.n_pages)
    known: dict[bytes, int] = {}
    by_link: dict[int, list[int]] = defaultdict(list)
    for page in np.flatnonzero(n_links >= MIN_LINKS).tolist():
        links = graph.targets[starts[page] : starts[page + 1]]
        leader = known.get(links.tobytes())
        rare = links[np.lexsort((links, rarity[links]))][: _n_rare(len(links))].tolist()
        if leader is None:
            candidates = sorted({other for link in rare for other in by_link[link]})
            leader = _first_like(graph, starts, links, candidates)
        if leader is None:
            for link in rare:
                by_link[link].append(page)
        leaders[page] = known[links.tobytes()] = page if leader is None else leader
    return leaders


def _n_rare(n: int) -> int:
    """Of n links in one order for all pages, so many must be looked at to meet a link in common."""
    return n - int(np.ceil(MIN_COMMON * n)) + 1


def _first_like(graph: LinkGraph, starts: Ids, links: Ids, candidates: Iterable[int]) -> int | None:
    for other in islice(candidates, MAX_COMPARED):
        theirs = graph.targets[starts[other] : starts[other + 1]]
        if min(len(links), len(theirs)) < MIN_COMMON * max(len(links), len(theirs)):
            continue
        n_common = len(np.intersect1d(links, theirs, assume_unique=True))
        if n_common >= MIN_COMMON * (len(links) + len(theirs) - n_common):
            return other
    return None


def merge(graph: LinkGraph, leaders: Ids) -> LinkGraph:
    """The graph with the edges of each page given to its leader; the others keep their numbers and have no edges."""
    return make_graph(graph.n_pages, leaders[graph.sources], leaders[graph.targets])

"""From a query to its hubs and authorities: root set, base set, scores, the best pages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from sitegrain.errors import UsageError
from sitegrain.links.base_set import MAX_IN, MAX_OUT, MAX_ROOTS, base_set
from sitegrain.links.hits import Hits, hits
from sitegrain.links.pagerank import PageRank, pagerank
from sitegrain.links.repeated import merge, near_duplicates, site_weights

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sitegrain.links.collection import Collection
    from sitegrain.links.graph import LinkGraph

BY = ("hubs", "authorities", "pagerank")
LINKS = ("content", "all")
REPEATED = ("auto", "once", "count")
MIN_OUTWARD = 0.5  # share; else a crawl of sites that hardly link to each other would lose nearly all of its links


@dataclass(frozen=True, slots=True)
class FindOptions:
    """How pages are found.

    links:    `content` or `all`: which links make the graph
    repeated: `once` for the remedy against repeated links, `count` for none, `auto` for the remedy if at least
              MIN_OUTWARD of the pages that link to others link to one of another site
    n_roots, max_in, max_out: limits of the root set, and of what each root brings into the base set
    """

    links: str = "content"
    repeated: str = "auto"
    n_roots: int = MAX_ROOTS
    max_in: int = MAX_IN
    max_out: int = MAX_OUT

    def __post_init__(self) -> None:
        for name, known in (("links", LINKS), ("repeated", REPEATED)):
            if getattr(self, name) not in known:
                raise UsageError(f"{name} must be one of {', '.join(known)}, got {getattr(self, name)!r}")
        for name, least in (("n_roots", 1), ("max_in", 0), ("max_out", 0)):
            if getattr(self, name) < least:
                raise UsageError(f"{name} must be at least {least}, got {getattr(self, name)}")


@dataclass(frozen=True, slots=True)
class LinkedPage:
    """A page of the base set.

    hub, authority: in [0, 1], of unit length over the base set
    pagerank:       over all pages of the source of sum 1
    score:          how much it is about the query, 0 if it came in by links only
    in_links, out_links: edges within the base set
    """

    path: str | None
    url: str | None
    site: str | None
    title: str
    hub: float
    authority: float
    pagerank: float
    score: float
    in_links: int
    out_links: int

    def to_row(self) -> dict[str, object]:
        """The page as plain values, numbers with six digits."""
        row = {name: getattr(self, name) for name in self.__slots__}
        return {name: float(f"{value:.6g}") if isinstance(value, float) else value for name, value in row.items()}


@dataclass(frozen=True, slots=True, eq=False)  # arrays have no equality of their own
class Found:
    """What was found for a query.

    base:          int64 (n_base,) numbers of the pages of the base set, rising
    n_roots:       of them, pages of the root set; n_relevant: pages that could have been
    before, after: edges between them: of all links, and of those the scores were made from
    between:       edges of `after` that lead from one site to another
    is_once:       whether the remedy against repeated links was taken; n_merged: near duplicates that went into others
    """

    graph: LinkGraph
    base: NDArray[np.int64]
    scores: NDArray[np.float64]
    n_roots: int
    n_relevant: int
    before: int
    after: int
    between: int
    is_once: bool
    n_merged: int
    hits: Hits
    pagerank: PageRank

    def best(self, collection: Collection, by: str = "hubs", n: int = 10) -> list[LinkedPage]:
        """The n best pages by `hubs`, `authorities` or `pagerank`; equal ones in the order read, none of score 0."""
        if by not in BY:
            raise UsageError(f"by must be one of {', '.join(BY)}, got {by!r}")
        own = {"hubs": self.hits.hubs, "authorities": self.hits.authorities}.get(by)
        values = self.pagerank.ranks[self.base] if own is None else own
        rounded = np.round(values, 12)  # what differs by less is equal, and summed in another order
        order = np.argsort(-rounded, kind="stable")[:n]
        in_links, out_links = self.graph.in_degrees(), self.graph.out_degrees()
        return [
            self._page(collection, i, int(in_links[i]), int(out_links[i])) for i in order.tolist() if rounded[i] > 0
        ]

    def _page(self, collection: Collection, i: int, in_links: int, out_links: int) -> LinkedPage:
        number = int(self.base[i])
        names = collection.names(number)
        return LinkedPage(
            path=names["path"],
            url=names["url"],
            site=names["site"],
            title=names["title"] or "",
            hub=float(self.hits.hubs[i]),
            authority=float(self.hits.authorities[i]),
            pagerank=float(self.pagerank.ranks[number]),
            score=float(self.scores[i]),
            in_links=in_links,
            out_links=out_links,
        )


def root_set(scores: NDArray[np.float64], n: int = MAX_ROOTS) -> NDArray[np.int64]:
    """The numbers of the n pages of highest score above 0, best first; equal ones in the order read."""
    order = np.argsort(-scores, kind="stable")[:n]
    return order[scores[order] > 0]


def find(collection: Collection, options: FindOptions | None = None) -> Found:
    """Score the base set of the collection's query by HITS, and all pages by PageRank.

    If no page is about the query the base set is empty. UsageError if the remedy is asked for and no edge leads from
    site to site.
    """
    options = options or FindOptions()
    whole = collection.graph(options.links)
    roots = root_set(collection.scores, options.n_roots)
    base = base_set(whole, roots, max_in=options.max_in, max_out=options.max_out)
    graph, sites = whole.subgraph(base), collection.site_ids[base]
    is_between = sites[graph.sources] != sites[graph.targets]
    is_once = _takes_remedy(graph, is_between, options.repeated)
    if is_once:
        leaders = near_duplicates(graph)
        scored = merge(graph, leaders)
        found, n_merged = hits(scored, site_weights(scored, sites)), int((leaders != np.arange(len(base))).sum())
    else:
        found, n_merged = hits(graph), 0
    return Found(
        graph=graph,
        base=base,
        scores=collection.scores[base],
        n_roots=len(roots),
        n_relevant=int((collection.scores > 0).sum()),
        before=collection.before.subgraph(base).n_edges,
        after=graph.n_edges,
        between=int(is_between.sum()),
        is_once=is_once,
        n_merged=n_merged,
        hits=found,
        pagerank=pagerank(whole),
    )


def _takes_remedy(graph: LinkGraph, is_between: NDArray[np.bool_], repeated: str) -> bool:
    """Whether links within a site count nothing; it makes no sense where there are no others.

    is_between: bool (n_edges,) the edge leads from one site to another
    """
    if repeated == "auto":
        n_outward, n_linking = len(np.unique(graph.sources[is_between])), len(np.unique(graph.sources))
        return n_outward >= MIN_OUTWARD * max(n_linking, 1)
    if repeated == "once" and graph.n_edges and not is_between.any():
        raise UsageError(
            f"no link leads from one site to another among the {graph.n_pages} pages of the base set, "
            "so that none would count: use --repeated count"
        )
    return repeated == "once"

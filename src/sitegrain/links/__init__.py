"""The link graph of a source: hubs and authorities of a query (HITS), PageRank, from content links or from all."""

from sitegrain.links.base_set import base_set
from sitegrain.links.collection import Collection, LinkCounts, collect
from sitegrain.links.finding import FindOptions, Found, LinkedPage, find, root_set
from sitegrain.links.graph import LinkGraph, make_graph
from sitegrain.links.hits import EdgeWeights, Hits, hits
from sitegrain.links.pagerank import PageRank, pagerank
from sitegrain.links.repeated import merge, near_duplicates, site_weights
from sitegrain.links.work import LinkWork, MethodLinkWork, link_weights

__all__ = [
    "Collection",
    "EdgeWeights",
    "FindOptions",
    "Found",
    "Hits",
    "LinkCounts",
    "LinkGraph",
    "LinkWork",
    "LinkedPage",
    "MethodLinkWork",
    "PageRank",
    "base_set",
    "collect",
    "find",
    "hits",
    "link_weights",
    "make_graph",
    "merge",
    "near_duplicates",
    "pagerank",
    "root_set",
    "site_weights",
]

"""Site search: an index in one SQLite file, ranked by what block classes tell."""

from sitegrain.search.building import Changes, Indexing, build_index
from sitegrain.search.exact import ExactRanker
from sitegrain.search.export import export_pages, export_query, export_settings
from sitegrain.search.index import Hit, Index
from sitegrain.search.query import Query, parse_query
from sitegrain.search.ranking import Bm25

__all__ = [
    "Bm25",
    "Changes",
    "ExactRanker",
    "Hit",
    "Index",
    "Indexing",
    "Query",
    "build_index",
    "export_pages",
    "export_query",
    "export_settings",
    "parse_query",
]

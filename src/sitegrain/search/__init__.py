"""Site search: an index in one SQLite file, ranked by what block classes tell."""

from sitegrain.search.building import Changes, build_index
from sitegrain.search.index import Hit, Index
from sitegrain.search.query import Query, parse_query
from sitegrain.search.ranking import Bm25

__all__ = ["Bm25", "Changes", "Hit", "Index", "Query", "build_index", "parse_query"]

"""Many sites at once: streaming over a source in two passes, over processes."""

from sitegrain.crawl.duties import Learned, summarise
from sitegrain.crawl.job import Plan, extract_rows, extract_sites, learn_sites
from sitegrain.crawl.listening import Listener
from sitegrain.crawl.methods import MethodWork
from sitegrain.crawl.models import ModelCache, ModelStore, file_name, open_store
from sitegrain.crawl.works import ExtractWork, Row, SegmentWork, StripWork, Work

__all__ = [
    "ExtractWork",
    "Learned",
    "Listener",
    "MethodWork",
    "ModelCache",
    "ModelStore",
    "Plan",
    "Row",
    "SegmentWork",
    "StripWork",
    "Work",
    "extract_rows",
    "extract_sites",
    "file_name",
    "learn_sites",
    "open_store",
    "summarise",
]

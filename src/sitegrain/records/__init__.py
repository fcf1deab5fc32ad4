"""Records of a page: the like parts that lists, tables and search results are made of, with their fields."""

from sitegrain.records.iepad import Iepad
from sitegrain.records.region import Position, Record, Region
from sitegrain.records.section import Section, data_rich, on_site
from sitegrain.records.tree import TreeRecords

__all__ = ["Iepad", "Position", "Record", "Region", "Section", "TreeRecords", "data_rich", "on_site"]

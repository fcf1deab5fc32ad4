"""Layout tables: the cell that holds the content of a page laid out by tables (Wang and Hu, WWW 2002; source 0)."""

from sitegrain.segmenters.layout_tables.choosing import Content, Refusal
from sitegrain.segmenters.layout_tables.layout_tables import LayoutTables, PageTables

__all__ = ["Content", "LayoutTables", "PageTables", "Refusal"]

"""DSE: what a page has that pages like it do not have (Wang and Lochovsky, WISE 2002)."""

from sitegrain.segmenters.data_rich_section.data_rich_section import DataRich, DataRichSection

__all__ = ["DataRich", "DataRichSection"]

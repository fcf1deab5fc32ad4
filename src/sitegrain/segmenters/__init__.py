"""The published methods, each behind the one interface of `segmenter`."""

from sitegrain.segmenters.head_tail import HeadTail
from sitegrain.segmenters.som_tree import SomTree
from sitegrain.segmenters.style_tree import StyleTree
from sitegrain.segmenters.vips import Vips
from sitegrain.segmenters.weighed import Weighed

__all__ = ["HeadTail", "SomTree", "StyleTree", "Vips", "Weighed"]

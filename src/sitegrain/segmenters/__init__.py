"""The published methods, each behind the one interface of `segmenter`."""

from sitegrain.segmenters.head_tail import HeadTail
from sitegrain.segmenters.vips import Vips
from sitegrain.segmenters.weighed import Weighed

__all__ = ["HeadTail", "Vips", "Weighed"]

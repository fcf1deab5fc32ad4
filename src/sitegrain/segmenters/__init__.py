"""The published methods, each behind the one interface of `segmenter`."""

from sitegrain.segmenters.vips import Vips
from sitegrain.segmenters.weighed import Weighed

__all__ = ["Vips", "Weighed"]

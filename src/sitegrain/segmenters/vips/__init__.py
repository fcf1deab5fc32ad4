"""VIPS: blocks of a rendered page by what the eye sees (Cai, Yu, Wen and Ma, MSR-TR-2003-79)."""

from sitegrain.segmenters.vips.boxes import Boxes, read_boxes, write_boxes
from sitegrain.segmenters.vips.renderer import Renderer
from sitegrain.segmenters.vips.vips import Vips

__all__ = ["Boxes", "Renderer", "Vips", "read_boxes", "write_boxes"]

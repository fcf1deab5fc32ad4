"""Templates by multi-sequence alignment of tag streams (Geraci and Maggini, KDIR 2011)."""

from sitegrain.segmenters.alignment_template.alignment_template import AlignmentTemplate

__all__ = ["AlignmentTemplate"]

"""Block Fusion: text runs become blocks by how dense their text is (Kohlschuetter and Nejdl, CIKM 2008)."""

from sitegrain.segmenters.block_fusion.segmenter import BlockFusion

__all__ = ["BlockFusion"]

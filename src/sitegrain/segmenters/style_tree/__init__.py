"""Site Style Trees: what pages show in many ways or many words is content (Yi, Liu and Li, KDD 2003)."""

from sitegrain.segmenters.style_tree.style_tree import StyleTree

__all__ = ["StyleTree"]

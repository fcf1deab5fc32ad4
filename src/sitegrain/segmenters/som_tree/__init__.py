"""SomTree: the site object model of Braga's dissertation, as published and repaired."""

from sitegrain.segmenters.som_tree.som_tree import SomTree

__all__ = ["SomTree"]

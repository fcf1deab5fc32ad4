"""SOM trees: a site's page trees laid on one another, pruned to blocks (Fernandes et al., SIGIR 2011)."""

from sitegrain.segmenters.som_tree.som_tree import SomTree

__all__ = ["SomTree"]

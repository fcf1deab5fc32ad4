"""Correlation clustering of a page's units (Chakrabarti, Kumar and Punera, WWW 2008)."""

from sitegrain.segmenters.correlation_clustering.clustering import CorrelationClustering

__all__ = ["CorrelationClustering"]

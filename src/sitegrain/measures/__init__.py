"""How good a segmentation, a template, an extracted text or a ranking is."""

from sitegrain.measures.clusters import ClusterScore, score_clusters
from sitegrain.measures.curves import Curve, SignTest, compare_pages, sorted_curve
from sitegrain.measures.extraction import Score, score_text
from sitegrain.measures.partitions import PartitionScore, score_partitions, score_segmentations
from sitegrain.measures.ranking import average_precision, precision_at
from sitegrain.measures.template import Agreement, score_template

__all__ = [
    "Agreement",
    "ClusterScore",
    "Curve",
    "PartitionScore",
    "Score",
    "SignTest",
    "average_precision",
    "compare_pages",
    "precision_at",
    "score_clusters",
    "score_partitions",
    "score_segmentations",
    "score_template",
    "score_text",
    "sorted_curve",
]

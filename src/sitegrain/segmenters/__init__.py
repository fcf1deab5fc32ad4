"""The published methods, each behind the one interface of `segmenter`."""

from sitegrain.segmenters.alignment_template import AlignmentTemplate
from sitegrain.segmenters.block_fusion import BlockFusion
from sitegrain.segmenters.content_distance import ContentDistance
from sitegrain.segmenters.correlation_clustering import CorrelationClustering
from sitegrain.segmenters.data_rich_section import DataRichSection
from sitegrain.segmenters.head_tail import HeadTail
from sitegrain.segmenters.layout_tables import LayoutTables
from sitegrain.segmenters.som_tree import SomTree
from sitegrain.segmenters.style_tree import StyleTree
from sitegrain.segmenters.vips import Vips
from sitegrain.segmenters.weighed import Weighed

__all__ = [
    "AlignmentTemplate",
    "BlockFusion",
    "ContentDistance",
    "CorrelationClustering",
    "DataRichSection",
    "HeadTail",
    "LayoutTables",
    "SomTree",
    "StyleTree",
    "Vips",
    "Weighed",
]

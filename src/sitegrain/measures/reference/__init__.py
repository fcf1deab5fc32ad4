"""Reference segmentations, made as the dissertation on SOM trees made its own (section 4.1.1).

The pages of a site are grouped by layout, a method proposes blocks for each layout, a person corrects them, and all
pages of the layout follow.
"""

from sitegrain.measures.reference.blocks import LayoutReference, ReferenceBlock, read_references
from sitegrain.measures.reference.following import follow
from sitegrain.measures.reference.proposing import propose
from sitegrain.measures.reference.viewing import view

__all__ = ["LayoutReference", "ReferenceBlock", "follow", "propose", "read_references", "view"]

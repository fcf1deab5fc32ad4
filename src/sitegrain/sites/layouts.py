"""Layouts: the pages of a site that share one template.

Greedy leader clustering of the pages' sets of places near the root.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from sitegrain.kernel import nearest_frame

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sitegrain.sites.tree import Places, SiteTree

MAX_DEPTH = 6  # places deeper than this belong to the content more than to the frame
SAME_LAYOUT = 0.6  # Jaccard similarity to the leader, from which a sample page joins its layout
FITS_LAYOUT = 0.4  # the same for a page that was not learned from: its optional places are not in the tree


Frame = NDArray[np.int32]  # places, rising


def frame(places: Places, tree: SiteTree) -> Frame:
    """The known places of a page down to MAX_DEPTH."""
    return tree.frame(places, MAX_DEPTH)


def cluster(frames: Sequence[Frame]) -> tuple[list[Frame], list[int]]:
    """Put frames into layouts; returns the leaders and each frame's layout.

    A frame joins the most similar leader if that is similar enough, else it leads a layout of its own.
    """
    leaders: list[Frame] = []
    layouts = []
    for current in frames:
        best, layout = nearest(current, leaders)
        if best < SAME_LAYOUT:
            layout = len(leaders)
            leaders.append(current.copy())
        layouts.append(layout)
    return leaders, layouts


def nearest(current: Frame, leaders: Sequence[Frame]) -> tuple[float, int]:
    """The Jaccard similarity to the most similar leader, and its index; (0, -1) without leaders.

    Two empty frames are alike.
    """
    return nearest_frame(current, leaders)

"""Layouts: the pages of a site that share one template.

Greedy leader clustering of the pages' sets of places near the root.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sitegrain.sites.tree import UNKNOWN, Places, SiteTree

if TYPE_CHECKING:
    from collections.abc import Sequence

MAX_DEPTH = 6  # places deeper than this belong to the content more than to the frame
SAME_LAYOUT = 0.6  # Jaccard similarity to the leader, from which a sample page joins its layout
FITS_LAYOUT = 0.4  # the same for a page that was not learned from: its optional places are not in the tree


def frame(places: Places, tree: SiteTree) -> frozenset[int]:
    """The known places of a page down to MAX_DEPTH."""
    known, depths = set(places.exact.tolist()) - {UNKNOWN}, tree.depths
    return frozenset(place for place in known if depths[place] <= MAX_DEPTH)


def similarity(a: frozenset[int], b: frozenset[int]) -> float:
    """Jaccard similarity of two frames; two empty ones are alike."""
    return len(a & b) / len(a | b) if a or b else 1.0


def cluster(frames: Sequence[frozenset[int]]) -> tuple[list[frozenset[int]], list[int]]:
    """Put frames into layouts; returns the leaders and each frame's layout.

    A frame joins the most similar leader if that is similar enough, else it leads a layout of its own.
    """
    leaders: list[frozenset[int]] = []
    layouts = []
    for current in frames:
        best, layout = nearest(current, leaders)
        if best < SAME_LAYOUT:
            layout = len(leaders)
            leaders.append(current)
        layouts.append(layout)
    return leaders, layouts


def nearest(current: frozenset[int], leaders: Sequence[frozenset[int]]) -> tuple[float, int]:
    """The similarity to the most similar leader, and its index; (0, -1) without leaders."""
    best, layout = 0.0, -1
    for index, leader in enumerate(leaders):
        score = similarity(current, leader)
        if score > best:
            best, layout = score, index
    return best, layout

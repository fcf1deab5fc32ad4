"""What lies between two text runs: the tags opened and closed there, as one kind a gap."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sitegrain.pages.elements import HEADINGS, INLINE, LANDMARKS
from sitegrain.pages.page import BLOCK
from sitegrain.pages.runs import node_runs

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sitegrain.pages.page import Page

NONE, USUAL, SOFT, FORCED = range(4)  # kinds of gap; the widest of its tags makes a gap's kind

# Tags between which a text goes on as if they were not there; the published list, and what else is inline.
NO_GAP = INLINE - {"br", "img", "picture", "source", "track", "embed"}
# Tags that no fusion crosses. The published list has `script` too, which is not on the axis.
FORCE_GAP = HEADINGS | {"ul", "ol", "dl", "hr", "table", "address", "img"}
LANDMARK_ROLES = frozenset("banner navigation main complementary contentinfo search form region article".split())


def gap_kinds(page: Page, *, soft: bool) -> NDArray[np.int8]:
    """Int8 (n_runs + 1,): the kind of the gap before each run, and of the one behind the last.

    soft: block elements and landmarks make soft gaps; otherwise they are as usual as any tag
    """
    of_tag = {tag: _tag_kind(tag) for tag in set(page.tags)}
    kinds = np.array([of_tag[tag] for tag in page.tags], np.int8)
    if soft:
        is_soft = ((page.flags & BLOCK) > 0) | _has_landmark(page)
        kinds = np.where(is_soft & (kinds < SOFT), np.int8(SOFT), kinds)
    opening, closing = node_runs(page)
    gaps = np.zeros(len(page.run_nodes) + 1, np.int8)
    np.maximum.at(gaps, opening, kinds)
    np.maximum.at(gaps, closing, kinds)
    return gaps


def _tag_kind(tag: str) -> int:
    if tag in FORCE_GAP:
        return FORCED
    return NONE if tag in NO_GAP else USUAL


def _has_landmark(page: Page) -> NDArray[np.bool_]:
    """Whether each node is a landmark by its name or its role."""
    by_descriptor = [tag in LANDMARKS or role in LANDMARK_ROLES for tag, _, _, role, _, _ in page.descriptors]
    return np.array(by_descriptor, bool)[page.node_descriptors]

"""Importance of element nodes (Yi, Liu and Li, section 4; methods.md C.2)."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

GAMMA = 0.9  # how much the importance of what is below counts: GAMMA ** number of styles
SHRINK_PAGES = 3  # that the importance of the parent counts for, where importance is shrunk
LEAST_GAP, MOST_GAP = 0.05, 0.6  # between which the threshold by the largest gap is looked for


def node_importance(n_pages: int, style_pages: Iterable[int]) -> float:
    """The entropy of the styles below an element, to the base of its pages; 1 for an element of one page.

    >>> round(node_importance(4, [3, 1]), 4)
    0.4056
    """
    if n_pages == 1:
        return 1.0
    shares = [n / n_pages for n in style_pages]
    return min(1.0, max(0.0, -sum(p * math.log(p, n_pages) for p in shares if p > 0)))


def inner_importance(n_pages: int, style_pages: Sequence[int], below: float) -> float:
    """The composite importance of an element with styles.

    style_pages: pages of each style, those that count as one together
    below:       mean over the pages of the mean importance of the elements in their style
    """
    weight = GAMMA ** len(style_pages)
    return min(1.0, (1 - weight) * node_importance(n_pages, style_pages) + weight * below)


def leaf_importance(
    elements: NDArray[np.int32], features: NDArray[np.uint64], pages: NDArray[np.int32], n_pages: NDArray[np.int64]
) -> NDArray[np.float64]:
    """Float64 (n_elements,): how unevenly the features of each element lie over its pages, in [0, 1].

    One less the mean entropy of the features; 1 for an element of one page; 0 without features: nothing to lose.

    elements, features, pages: one entry for each time that a page has a feature at an element
    n_pages:                   int64 (n_elements,) pages that have the element
    """
    n_elements = len(n_pages)
    if not len(elements):
        return np.zeros(n_elements)
    order = np.lexsort((pages, features, elements))
    elements, features, pages = elements[order], features[order], pages[order]
    is_first = np.ones(len(elements), bool)
    is_first[1:] = (elements[1:] != elements[:-1]) | (features[1:] != features[:-1])
    is_page = is_first.copy()
    is_page[1:] |= pages[1:] != pages[:-1]
    page_starts = np.flatnonzero(is_page)
    counts = np.diff(page_starts, append=len(elements)).astype(np.float64)
    starts = np.flatnonzero(is_first)
    totals = np.diff(starts, append=len(elements)).astype(np.float64)
    sums = np.add.reduceat(counts * np.log(counts), np.searchsorted(page_starts, starts))
    of = elements[starts]
    entropy = (np.log(totals) - sums / totals) / np.log(np.maximum(n_pages[of], 2))
    n_features = np.bincount(of, minlength=n_elements)
    spread = np.bincount(of, weights=np.clip(entropy, 0, 1), minlength=n_elements)
    own = np.clip(1 - spread / np.maximum(n_features, 1), 0, 1)
    return np.where(n_features == 0, 0.0, np.where(n_pages == 1, 1.0, own))


def shrink(
    importance: NDArray[np.float64], n_pages: NDArray[np.int64], parents: NDArray[np.intp]
) -> NDArray[np.float64]:
    """Each element's importance drawn to that of its parent, the more the fewer pages it is from."""
    above = np.where(parents >= 0, importance[parents], importance)
    shrunk: NDArray[np.float64] = (n_pages * importance + SHRINK_PAGES * above) / (n_pages + SHRINK_PAGES)
    return shrunk


def gap_threshold(values: Iterable[float]) -> float:
    """The middle of the largest gap between the values from LEAST_GAP to MOST_GAP, both of them ends of gaps too.

    >>> round(gap_threshold([0.0, 0.1, 0.15, 0.45, 0.9]), 3)
    0.3
    """
    inside = sorted({LEAST_GAP, MOST_GAP, *(value for value in values if LEAST_GAP < value < MOST_GAP)})
    width, low = max((high - low, low) for low, high in pairwise(inside))
    return low + width / 2

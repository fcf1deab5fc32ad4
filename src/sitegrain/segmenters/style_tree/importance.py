"""Importance of element nodes (Yi, Liu and Li, section 4; methods.md C.2)."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

GAMMA = 0.9  # how much the importance of what is below counts: GAMMA ** number of styles
SHRINK_PAGES = 3  # that the importance of the parent counts for, where importance is shrunk


def node_importance(n_pages: int, style_pages: Iterable[int]) -> float:
    """The entropy of the styles below an element, to the base of its pages; 1 for an element of one page.

    >>> round(node_importance(4, [3, 1]), 4)
    0.4056
    """
    if n_pages == 1:
        return 1.0
    shares = [n / n_pages for n in style_pages]
    return _clamp(-sum(p * math.log(p, n_pages) for p in shares if p > 0))


def inner_importance(n_pages: int, styles: Sequence[tuple[int, float]]) -> float:
    """The composite importance of an element with styles, each (pages, mean importance of its elements)."""
    weight = GAMMA ** len(styles)
    below = sum(n / n_pages * importance for n, importance in styles)
    return _clamp((1 - weight) * node_importance(n_pages, [n for n, _ in styles]) + weight * below)


def leaf_importance(n_pages: int, features: Mapping[object, Sequence[int]]) -> float:
    """The composite importance of an element without styles: how unevenly its features lie over its pages.

    features: feature -> how often each page that has it has it. 0 without any: there is nothing to lose.
    """
    if not features:
        return 0.0
    if n_pages == 1:
        return 1.0
    entropy = 0.0
    for counts in features.values():
        total = sum(counts)
        entropy -= sum(n / total * math.log(n / total, n_pages) for n in counts)
    return _clamp(1 - entropy / len(features))


def shrink(importance: float, n_pages: int, parent: float) -> float:
    """The importance drawn to that of the parent, the more the fewer pages it is from."""
    return (n_pages * importance + SHRINK_PAGES * parent) / (n_pages + SHRINK_PAGES)


def _clamp(value: float) -> float:
    return min(1.0, max(0.0, value))

"""Element nodes: what the pages of a site show at each, and in how many ways."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import numpy as np

from sitegrain.segmenters.style_tree.features import Features
from sitegrain.segmenters.style_tree.importance import inner_importance, leaf_importance
from sitegrain.sites.tree import UNKNOWN

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from sitegrain.pages.page import Page
    from sitegrain.segmenters.som_tree.classes import PlacedPage

Style = tuple[int, ...]  # the element nodes below one, that a page has; and itself for text right in it


class Elements:
    """What is known of each element node.

    n_pages:  int64 (n_elements,) pages that have it
    styles:   of each element node, what stands below it -> on how many pages
    is_leaf:  bool (n_elements,) no page has anything below it
    is_mixed: bool (n_elements,) it is no leaf, and text right in it counts as one
    features: float64 (n_elements,) importance of its words, links and images, as of a leaf
    """

    def __init__(self, n_elements: int, pages: Sequence[Page], placed: Sequence[PlacedPage], *, has_own: bool) -> None:
        self.n_pages = np.zeros(n_elements, np.int64)
        self.styles: list[Counter[Style]] = [Counter() for _ in range(n_elements)]
        for one in placed:
            own = np.flatnonzero(one.tree.own_tokens()).tolist() if has_own else ()
            for element, style in _styles(one.tree.parents, one.places, own).items():
                self.styles[element][style] += 1
                self.n_pages[element] += 1
        self.is_leaf = np.array([all(style in ((), (e,)) for style in own) for e, own in enumerate(self.styles)], bool)
        self.is_mixed = np.array([any(e in style for style in own) for e, own in enumerate(self.styles)], bool)
        self.is_mixed &= ~self.is_leaf
        self.features = leaf_importance(*_features(pages, placed), self.n_pages)

    def importance(self, max_styles: int | None) -> NDArray[np.float64]:
        """Float64 (n_elements,): the composite importance of every element node, from the leaves upward.

        max_styles: those beyond the most frequent so many count as one; None for no limit
        """
        own = self.features.tolist()
        found = list(own)
        for element in np.flatnonzero(~self.is_leaf)[::-1].tolist():  # an element node comes before those below it
            styles, n_pages = self.styles[element], int(self.n_pages[element])
            below = sum(
                n * sum(own[inner] if inner == element else found[inner] for inner in style) / len(style)
                for style, n in styles.items()
                if style
            )
            found[element] = inner_importance(n_pages, _pooled(styles, max_styles), below / n_pages)
        return np.array(found)


def _styles(parents: Sequence[int], places: Sequence[int], own: Iterable[int]) -> dict[int, Style]:
    """What stands below each element node of a page; own: rows whose text counts as one more."""
    below: dict[int, set[int]] = {}
    for place, parent in zip(places, parents, strict=True):
        if place != UNKNOWN:
            below.setdefault(place, set())
            if parent >= 0 and places[parent] != place:
                below[places[parent]].add(place)
    for row in own:
        if places[row] != UNKNOWN:
            below[places[row]].add(places[row])
    return {place: tuple(sorted(inner)) for place, inner in below.items()}


def _pooled(styles: Counter[Style], most: int | None) -> list[int]:
    counts = sorted(styles.values(), reverse=True)
    if most is None or len(counts) <= most:
        return counts
    return [*counts[:most], sum(counts[most:])]


def _features(
    pages: Sequence[Page], placed: Sequence[PlacedPage]
) -> tuple[NDArray[np.int32], NDArray[np.uint64], NDArray[np.int32]]:
    """Element node, feature and page of each feature of all pages, as often as they have it."""
    found = Features()
    elements, features, numbers = [], [], []
    for number, (page, one) in enumerate(zip(pages, placed, strict=True)):
        rows, values = found.of_page(page, one.tree)
        own = np.array(one.places, np.int32)[rows]
        elements.append(own[own != UNKNOWN])
        features.append(values[own != UNKNOWN])
        numbers.append(np.full(len(elements[-1]), number, np.int32))
    return np.concatenate(elements), np.concatenate(features), np.concatenate(numbers)

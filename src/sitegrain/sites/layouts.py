"""Layouts: the pages of a site that share one template.

Pages are alike if they share what few other pages have: the names of elements, and which name stands right below which,
each weighed by its rarity. A path from the root would say more, but one class on an element near the root that comes
and goes would make two layouts of one. Pages that share nearly everything are one layout, however rare the rest is.
Clusters by average linkage; docs/decisions/010-layouts.md has what else was tried.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from sitegrain.kernel import nearest_frame
from sitegrain.sites.tree import UNKNOWN, Places, SiteTree

if TYPE_CHECKING:
    from collections.abc import Sequence

FRAME_DEPTH = 6  # places deeper than this belong to the content more than to the frame
JOINT_DEPTH = 12  # the same for what tells layouts apart
SAME_LAYOUT = 0.5  # mean similarity, weighed by rarity, from which two groups of pages are one layout
NEARLY_EQUAL = 0.8  # Jaccard similarity without weights, from which two pages are alike
FITS_LAYOUT = 0.4  # the same, of a page that was not learned from to a leader: its optional places are not in the tree
_NAMES = re.compile(r"(?=[.#\[])")  # between the names in a key

Frame = NDArray[np.int32]  # places, rising


def frame(places: Places, tree: SiteTree) -> Frame:
    """The known places of a page down to FRAME_DEPTH."""
    return tree.frame(places, FRAME_DEPTH)


def cluster(sample: Sequence[Places], tree: SiteTree) -> list[int]:
    """The layout of each page of a sample, numbered in the order of their first pages.

    O(n^2) memory and at most O(n^3) time in the pages, a sample of hundreds.
    """
    features = _Features(tree)
    return link_averages(_similarities([features.of(places) for places in sample]), SAME_LAYOUT)


def lead(frames: Sequence[Frame], layouts: Sequence[int]) -> list[Frame]:
    """The frame of each layout that is most like all of its frames: what other pages are compared with."""
    leaders = []
    for layout in range(max(layouts, default=-1) + 1):
        own = [frame for frame, number in zip(frames, layouts, strict=True) if number == layout]
        sets = [frozenset(frame.tolist()) for frame in own]
        leaders.append(own[int(_jaccard(_incidence(sets)).sum(axis=1).argmax())].copy())
    return leaders


def nearest(current: Frame, leaders: Sequence[Frame]) -> tuple[float, int]:
    """The Jaccard similarity to the most similar leader, and its index; (0, -1) without leaders.

    Two empty frames are alike.
    """
    return nearest_frame(current, leaders)


def link_averages(similarities: NDArray[np.float64], least: float) -> list[int]:
    """Average linkage: join the two most similar groups until no two are similar enough; a number for each item.

    similarities: float64 (n, n), symmetric
    """
    n = len(similarities)
    groups = [[i] for i in range(n)]
    between = similarities.copy()
    np.fill_diagonal(between, -np.inf)
    for _ in range(n - 1):
        i, j = divmod(int(between.argmax()), n)
        if between[i, j] < least:
            break
        i, j = min(i, j), max(i, j)
        sizes = len(groups[i]), len(groups[j])
        between[i] = between[:, i] = (sizes[0] * between[i] + sizes[1] * between[j]) / sum(sizes)
        between[j] = between[:, j] = -np.inf
        between[i, i] = -np.inf
        groups[i] += groups[j]
        groups[j] = []
    numbers = np.empty(n, int)
    for number, group in enumerate(sorted((group for group in groups if group), key=min)):
        numbers[group] = number
    return numbers.tolist()


class _Features:
    """Numbers for what pages are compared by: names of elements, and a key right below another."""

    def __init__(self, tree: SiteTree) -> None:
        self.tree = tree
        self.keys, self.parents, self.depths = tree.keys, tree.parents, tree.depths
        self._numbers: dict[object, int] = {}
        self._of_place: dict[int, tuple[int, ...]] = {}

    def of(self, places: Places) -> frozenset[int]:
        """The features of a page's places down to JOINT_DEPTH."""
        known = set(places.exact.tolist()) - {UNKNOWN}
        return frozenset(n for place in known if self.depths[place] <= JOINT_DEPTH for n in self._at(place))

    def _at(self, place: int) -> tuple[int, ...]:
        found = self._of_place.get(place)
        if found is None:
            key, parent = self.keys[place], self.parents[place]
            tag, *names = _NAMES.split(key)
            features = [(tag, name) for name in names] + [(self.keys[parent] if parent >= 0 else None, key, "below")]
            numbers = self._numbers
            found = self._of_place[place] = tuple(numbers.setdefault(f, len(numbers)) for f in features)
        return found


def _similarities(sets: Sequence[frozenset[int]]) -> NDArray[np.float64]:
    """Float64 (n, n): Jaccard similarity weighed by rarity; 1 where that without weights is NEARLY_EQUAL."""
    incidence = _incidence(sets)
    weights = np.log(len(sets) / np.maximum(incidence.sum(axis=0), 1))
    return np.where(_jaccard(incidence) >= NEARLY_EQUAL, 1.0, _jaccard(incidence, weights))


def _incidence(sets: Sequence[frozenset[int]]) -> NDArray[np.float64]:
    """Float64 (n, n_members): 1 where a set has a member."""
    columns = {member: i for i, member in enumerate(sorted(frozenset().union(*sets)))}
    matrix = np.zeros((len(sets), len(columns)))
    for row, members in zip(matrix, sets, strict=True):
        row[[columns[member] for member in members]] = 1
    return matrix


def _jaccard(incidence: NDArray[np.float64], weights: NDArray[np.float64] | None = None) -> NDArray[np.float64]:
    """Float64 (n, n): weight in common over weight in either; 1 where there is none."""
    weighed = incidence if weights is None else incidence * weights
    common = weighed @ incidence.T
    totals = weighed.sum(axis=1)
    either = totals[:, None] + totals[None, :] - common
    return np.asarray(np.divide(common, either, out=np.ones_like(common), where=either > 1e-12))

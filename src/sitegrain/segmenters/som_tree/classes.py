"""The block classes of an adjusted SOM tree: where they are, how many pages have them, what they weigh."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from sitegrain.blocks.segrank import Importance, rank_classes
from sitegrain.segmenters.som_tree.adjusting import Counts, Rules, adjust
from sitegrain.segmenters.som_tree.flow import Flows
from sitegrain.sites.tree import UNKNOWN

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from sitegrain.segmenters.som_tree.page_tree import PageTree
    from sitegrain.segmenters.som_tree.places import PlaceTree

NO_CLASS = -1


@dataclass(frozen=True, slots=True, eq=False)  # arrays have no equality of their own
class SomClasses:
    """What the adjustment leaves.

    heads:       int32 (n_classes,) the place of each class
    of_place:    int32 (n_places,) class of the text right at a place, NO_CLASS where no page has any
    nearest:     (n_places,) the same, with the class of the nearest place above instead of NO_CLASS
    distances:   (n_places,) levels up to that place
    supports:    int64 (n_classes,) pages with a block of the class
    importance:  segrank's numbers, one a class
    mean_weights:float64 (n_places,) token-weighted mean weight of the classes at and below a place; 1 for none
    """

    heads: NDArray[np.int32]
    of_place: NDArray[np.int32]
    nearest: list[int]
    distances: list[int]
    supports: NDArray[np.int64]
    importance: Importance
    mean_weights: NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class PlacedPage:
    """A page tree and the place of each of its rows."""

    tree: PageTree
    places: list[int]
    tokens: Sequence[str]


def learn_classes(tree: PlaceTree, pages: Sequence[PlacedPage], rules: Rules) -> SomClasses:
    """Adjust the tree and weigh its classes."""
    counts = count_pages(tree, pages, flows=rules.nested == "flow")
    settled = np.array(adjust(tree.parents, counts, rules))
    heads = np.unique(settled[np.array(counts.n_docs) > 0])
    of_place = np.full(len(tree), NO_CLASS, np.int32)
    is_head = np.isin(settled, heads)
    of_place[is_head] = np.searchsorted(heads, settled[is_head])
    token_classes = [_token_classes(page, of_place) for page in pages]
    supports, n_tokens = np.zeros(len(heads), np.int64), np.zeros(len(heads), np.int64)
    for own in token_classes:
        found, sizes = np.unique(own[own >= 0], return_counts=True)
        supports[found] += 1
        n_tokens[found] += sizes
    blocks = (_blocks(page, own) for page, own in zip(pages, token_classes, strict=True))
    importance = rank_classes(blocks, len(heads), min_blocks=rules.beta)
    nearest, distances = _nearest(tree.parents, of_place.tolist())
    mean_weights = _mean_weights(tree, heads, n_tokens, importance.weights)
    return SomClasses(heads.astype(np.int32), of_place, nearest, distances, supports, importance, mean_weights)


def count_pages(tree: PlaceTree, pages: Sequence[PlacedPage], *, flows: bool) -> Counts:
    """Count on how many pages each place is, has text right at it and, if asked, stands in flowing text."""
    n_pages, n_docs, n_flow = (np.zeros(len(tree), np.int64) for _ in range(3))
    found = Flows([page.tree for page in pages], [page.tokens for page in pages]) if flows else None
    for number, page in enumerate(pages):
        places = np.array(page.places)
        n_pages[np.unique(places[places >= 0])] += 1
        with_text = places[page.tree.own_tokens() > 0]
        n_docs[np.unique(with_text[with_text >= 0])] += 1
        if found:
            in_flow = places[found.rows(number)]
            n_flow[np.unique(in_flow[in_flow >= 0])] += 1
    return Counts(n_pages.tolist(), n_docs.tolist(), n_flow.tolist())


def _token_classes(page: PlacedPage, of_place: NDArray[np.int32]) -> NDArray[np.int32]:
    places = np.array(page.places)
    return np.where(places >= 0, of_place[places], NO_CLASS).astype(np.int32)[page.tree.owners]


def _blocks(page: PlacedPage, token_classes: NDArray[np.int32]) -> dict[int, list[str]]:
    """The tokens of each class on a page."""
    blocks: dict[int, list[str]] = {}
    for number, start, end in runs_of(token_classes):
        if number >= 0:
            blocks.setdefault(number, []).extend(page.tokens[start:end])
    return blocks


def runs_of(numbers: NDArray[np.integer]) -> Iterator[tuple[int, int, int]]:
    """Each maximal run of equal numbers with its start and end."""
    starts = np.flatnonzero(np.diff(numbers, prepend=numbers[:1] - 1))
    bounds = [*starts.tolist(), len(numbers)]
    return zip(numbers[starts].tolist(), bounds, bounds[1:], strict=False)


def _nearest(parents: Sequence[int], of_place: list[int]) -> tuple[list[int], list[int]]:
    nearest, distances = list(of_place), [0] * len(of_place)
    for place, parent in enumerate(parents):
        if nearest[place] == NO_CLASS and parent != UNKNOWN:
            nearest[place], distances[place] = nearest[parent], distances[parent] + 1
    return nearest, distances


def _mean_weights(
    tree: PlaceTree, heads: NDArray[np.intp], n_tokens: NDArray[np.int64], weights: NDArray[np.float64]
) -> NDArray[np.float64]:
    tokens, weighted = np.zeros(len(tree)), np.zeros(len(tree))
    tokens[heads], weighted[heads] = n_tokens, n_tokens * weights
    for place in range(len(tree) - 1, 0, -1):
        tokens[tree.parents[place]] += tokens[place]
        weighted[tree.parents[place]] += weighted[place]
    return np.where(tokens > 0, weighted / np.maximum(tokens, 1), 1.0)

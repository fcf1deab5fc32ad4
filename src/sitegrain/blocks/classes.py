"""Block classes: the places of a site tree folded into blocks.

1. A regular run is one opaque block: everything at or below its items belongs to one class.
2. A place whose children are all rare takes them in, from the leaves upward.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from sitegrain.blocks.runs import find_runs
from sitegrain.blocks.segrank import Importance, rank_classes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from sitegrain.sites.statistics import Placed
    from sitegrain.sites.tree import SiteTree

USUAL = 0.5  # share of the pages with a place, on which it must stand in a run


@dataclass(frozen=True, slots=True)
class BlockClasses:
    """The block classes of a site and how much each of them tells.

    heads:          int32 (n_classes,) the place that stands for the class
    class_of_place: int32 (n_places,) index into `heads`
    importance:     one number a class
    """

    heads: NDArray[np.int32]
    class_of_place: NDArray[np.int32]
    importance: Importance


def learn_classes(tree: SiteTree, sample: Sequence[Placed]) -> BlockClasses:
    """Fold the places of a site tree into block classes and weigh them by segrank."""
    support = np.zeros(len(tree))
    for placed in sample:
        exact = placed.places.exact
        support[np.unique(exact[exact >= 0])] += 1
    heads, inverse = np.unique(fold_places(tree, sample, support), return_inverse=True)
    class_of_place = inverse.astype(np.int32)
    pages = [class_tokens(placed, class_of_place) for placed in sample]
    importance = rank_classes(pages, len(heads), min_blocks=beta(len(sample)))
    return BlockClasses(heads.astype(np.int32), class_of_place, importance)


def class_tokens(placed: Placed, class_of_place: NDArray[np.int32]) -> dict[int, list[str]]:
    """The tokens of each block class on a page."""
    page = placed.page
    bounds = page.unit_tokens.tolist()
    tokens: dict[int, list[str]] = {}
    for unit, place in enumerate(placed.unit_places.tolist()):
        if place >= 0:
            tokens.setdefault(int(class_of_place[place]), []).extend(page.tokens[bounds[unit] : bounds[unit + 1]])
    return tokens


def fold_places(tree: SiteTree, sample: Sequence[Placed], support: NDArray[np.float64]) -> NDArray[np.int32]:
    """Int32 (n_places,): the place that stands for each place's block class.

    support: float64 (n_places,) sample pages with text at or below the place
    """
    heads = _fold_runs(tree, sample)
    return _fold_rare(tree, heads, support, beta(len(sample)))


def beta(n_pages: int) -> int:
    """Pages a class must be on for its statistics to count.

    >>> beta(5), beta(20), beta(100)
    (2, 5, 8)
    """
    return min(8, max(2, n_pages // 4))


def _fold_runs(tree: SiteTree, sample: Sequence[Placed]) -> NDArray[np.int32]:
    """Point every place in or below a usual run at the run's first place, the outermost run first."""
    in_run: Counter[int] = Counter()
    run_heads: dict[int, int] = {}
    seen: Counter[int] = Counter()
    for placed in sample:
        seen.update(set(placed.places.exact.tolist()))
        runs = find_runs(placed)
        in_run.update({place for run in runs for place in run})
        for run in runs:
            for place in run:
                run_heads[place] = min(run[0], run_heads.get(place, place))
    heads = np.arange(len(tree), dtype=np.int32)
    for place, parent in enumerate(tree.parents):
        if (parent >= 0 and heads[parent] != parent) or (
            parent in run_heads and in_run[parent] >= USUAL * seen[parent]
        ):
            heads[place] = heads[parent]
        elif place in run_heads and in_run[place] >= USUAL * seen[place]:
            heads[place] = heads[run_heads[place]]
    return heads


def _fold_rare(tree: SiteTree, heads: NDArray[np.int32], support: NDArray[np.float64], least: int) -> NDArray[np.int32]:
    """Let every place take in its children if all of them are on fewer than `least` pages."""
    largest = np.zeros(len(tree))
    for place, parent in enumerate(tree.parents):
        if parent >= 0:
            largest[parent] = max(largest[parent], support[place])
    takes_in = largest < least
    folded = heads.copy()
    for place, parent in enumerate(tree.parents):
        if parent > 0 and heads[place] == place and takes_in[parent]:
            folded[place] = folded[parent]
    for place in range(len(tree)):
        folded[place] = folded[folded[place]]
    return folded

"""What the other pages of the site say about a unit: recurrence, its block class, its containers."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from sitegrain.kernel import fill_recurrence, fill_site
from sitegrain.sites.statistics import RECURS, Placed, SiteStatistics, is_sampled

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sitegrain.blocks.classes import BlockClasses
    from sitegrain.content.features.shape import Matrix
    from sitegrain.kernel import Shape, Words

MISSING = -1.0  # a site signal on a page without a site
COMMON = 0.8  # share of the pages, from which a word is common
MAX_STEPS = 6  # ancestors looked at
MAX_PAGES = 32  # more pages say no more
MOST_WEIGHT = 4.0  # of a block class
_SHARES = np.array([0.5, 0.75])
_PLACE_SUMS = ("pages", "good", "good_below", "words", "link_words", "recurring_words", "words_squared")


@dataclass(frozen=True, slots=True)
class SiteTables:
    """What is known of a site when one of its pages is scored.

    places:       float64 (n_places, 7) the sums of the statistics over each place, side by side
    class_values: float64 (n_classes + 1, 4) weight, importance of the words, spread, and weight less the share of links
                  of each block class; the last row is for units of no class
    """

    statistics: SiteStatistics
    classes: BlockClasses
    places: NDArray[np.float64] = field(init=False, repr=False)
    class_values: NDArray[np.float64] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        sums = np.stack([getattr(self.statistics, name) for name in _PLACE_SUMS], axis=1)
        object.__setattr__(self, "places", sums)
        object.__setattr__(self, "class_values", _class_values(self.statistics, self.classes))


def _class_values(statistics: SiteStatistics, classes: BlockClasses) -> NDArray[np.float64]:
    """The importance of each block class, alone and less its share of links."""
    importance = classes.importance
    n = len(importance.weights)
    words = np.bincount(classes.class_of_place, weights=statistics.words, minlength=n)
    links = np.bincount(classes.class_of_place, weights=statistics.link_words, minlength=n) / np.maximum(words, 1)
    columns = (
        np.minimum(importance.weights, MOST_WEIGHT),
        importance.aicf / np.log(np.maximum(importance.n_blocks, 2)),
        importance.spread,
        np.sqrt(np.minimum(importance.weights * (1 - links), MOST_WEIGHT)),
    )
    return np.stack([np.append(column, missing) for column, missing in zip(columns, (1, 0, 0, 1), strict=True)], axis=1)


GIVEN_NAMES = ("recurs", "recurs_here", "targets_recur", "common_words")
SITE_NAMES = (
    *GIVEN_NAMES,
    "recurs_parent",
    "recurs_grandparent",
    "recurs_bare",
    "targets_recur_bare",
    "class_presence",
    "class_good",
    "class_links",
    "class_recurs",
    "class_variation",
    "class_pages",
    "class_weight",
    "class_aicf",
    "class_spread",
    "class_plain_weight",
    "site_share_parent",
    "site_share_grandparent",
    "site_steps_50",
    "site_steps_75",
)


def fill_site_columns(
    placed: Placed,
    words: Words,
    shape: Shape,
    tables: SiteTables | None,
    blocks: NDArray[np.int32],
    out: Matrix,
) -> bool:
    """Fill the rows of SITE_NAMES; MISSING and False where there is no other page to compare with.

    Pages are counted as they are, without a logarithm.
    blocks: int32 (n_units,) the block without running text around each unit, -1 for none
    """
    sampled = tables is not None and is_sampled(tables.statistics, placed)
    if tables is None or tables.statistics.n_pages - sampled < 1:
        out[:] = MISSING
        return False
    statistics, places = tables.statistics, placed.places
    fill_recurrence(
        statistics.texts,
        statistics.placed_texts,
        statistics.targets,
        statistics.common_words,
        words,
        placed.fingerprints,
        placed.unit_places,
        placed.targets,
        placed.target_starts,
        sampled,
        statistics.n_pages,
        COMMON * statistics.n_pages,
        out,
        0,
    )
    fill_site(
        shape,
        blocks,
        places.exact,
        places.nearest,
        tables.places,
        tables.classes.class_of_place,
        tables.class_values,
        statistics.n_pages,
        sampled,
        RECURS,
        _SHARES,
        MAX_STEPS,
        MAX_PAGES,
        out,
        0,
    )
    return True

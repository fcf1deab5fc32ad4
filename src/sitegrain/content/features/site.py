"""What the other pages of the site say about a unit: recurrence, its block class, its containers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from sitegrain.content.features.bare import block_means
from sitegrain.content.features.context import Columns, block_parents, steps_up
from sitegrain.sites.statistics import (
    Placed,
    SiteStatistics,
    good_words,
    is_sampled,
    placed_recurrence,
    recurrence,
    target_recurrence,
)
from sitegrain.sites.tree import subtree_sums

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sitegrain.blocks.classes import BlockClasses
    from sitegrain.pages.page import Page

MISSING = -1.0  # a site signal on a page without a site
COMMON = 0.8  # share of the pages, from which a word is common


@dataclass(frozen=True, slots=True)
class SiteTables:
    """What is known of a site when one of its pages is scored."""

    statistics: SiteStatistics
    classes: BlockClasses


SITE_NAMES = (
    "recurs",
    "recurs_here",
    "recurs_parent",
    "recurs_grandparent",
    "recurs_bare",
    "targets_recur",
    "targets_recur_bare",
    "common_words",
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


def site_features(placed: Placed, tables: SiteTables | None, bare: NDArray[np.int32]) -> Columns:
    """Float64 (n_units,) for each of SITE_NAMES; all MISSING where there is no other page to compare with.

    bare: int32 (n_units,) the block without running text around each unit, -1 for none
    """
    n_others = tables.statistics.n_pages - is_sampled(tables.statistics, placed) if tables else 0
    if tables is None or n_others < 1:
        return {name: np.full(placed.page.n_units, MISSING) for name in SITE_NAMES}
    page = placed.page
    recurs = recurrence(tables.statistics, placed)
    targets = target_recurrence(tables.statistics, placed)
    parents = block_parents(page)
    recurring = subtree_sums(page, recurs * page.unit_words) / np.maximum(subtree_sums(page, page.unit_words), 1)
    return (
        {
            "recurs": recurs,
            "recurs_here": placed_recurrence(tables.statistics, placed),
            "recurs_parent": recurring[parents],
            "recurs_grandparent": recurring[np.maximum(page.parents[parents], 0)],
            "recurs_bare": block_means(page, bare, recurs),
            "targets_recur": targets,
            "targets_recur_bare": block_means(page, bare, targets),
            "common_words": _common_share(placed.page, tables.statistics),
        }
        | _class_features(placed, tables.statistics, recurs)
        | _segrank_features(placed, tables)
        | _share_features(placed, tables.statistics, recurs)
    )


def _common_share(page: Page, statistics: SiteStatistics) -> NDArray[np.float64]:
    """Share of a unit's words that are on at least COMMON of the site's pages."""
    out = np.empty(page.n_units)
    least = COMMON * statistics.n_pages
    statistics.common_words.common_shares(page.axis.token_hashes, page.axis.unit_tokens, least, out)
    return out


def _class_features(placed: Placed, statistics: SiteStatistics, recurs: NDArray[np.float64]) -> Columns:
    """Sums over the sample of the unit's exact place; a page outside the sample adds its own row."""
    page, units = placed.page, placed.unit_places
    at, inverse = np.unique(units, return_inverse=True)
    known = at >= 0
    own = 0.0 if is_sampled(statistics, placed) else 1.0
    own_row = np.where(known, own, 1.0)  # who has no place speaks for itself
    good = good_words(page, recurs) / max(good_words(page, recurs).sum(), 1.0)

    def total(sums: NDArray[np.float64], values: NDArray[np.generic]) -> NDArray[np.float64]:
        rows = np.where(known, sums[at], 0.0) if len(sums) else np.zeros(len(at))
        return rows + own_row * np.bincount(inverse, weights=values, minlength=len(at))

    n = statistics.n_pages + own
    pages = np.where(known, statistics.pages[at], 0.0) + own_row
    words = total(statistics.words, page.unit_words)
    own_words = np.bincount(inverse, weights=page.unit_words, minlength=len(at))
    squared = np.where(known, statistics.words_squared[at], 0.0) + own_row * own_words**2
    mean = words / np.maximum(pages, 1)
    deviation = np.sqrt(np.maximum(squared / np.maximum(pages, 1) - mean**2, 0.0))
    columns = {
        "class_presence": pages / n,
        "class_good": np.sqrt(total(statistics.good, good) / n),
        "class_links": total(statistics.link_words, page.unit_link_words) / np.maximum(words, 1),
        "class_recurs": total(statistics.recurring_words, recurs * page.unit_words) / np.maximum(words, 1),
        "class_variation": np.minimum(deviation / np.maximum(mean, 1e-9), 3.0),
        "class_pages": np.log1p(np.minimum(pages, 32)),
    }
    return {name: values[inverse] for name, values in columns.items()}


def _segrank_features(placed: Placed, tables: SiteTables) -> Columns:
    """The importance of the block class, alone and less its share of links."""
    places = placed.places.nearest[placed.page.unit_nodes]
    classes = np.where(places >= 0, tables.classes.class_of_place[places], -1)
    known = classes >= 0
    importance = tables.classes.importance

    def of_class(values: NDArray[np.float64], missing: float) -> NDArray[np.float64]:
        return np.where(known, values[classes], missing) if len(values) else np.full(len(classes), missing)

    weight = of_class(importance.weights, 1.0)
    blocks = of_class(importance.n_blocks, 1.0)
    statistics = tables.statistics
    class_words = np.bincount(
        tables.classes.class_of_place, weights=statistics.words, minlength=len(importance.weights)
    )
    class_links = np.bincount(
        tables.classes.class_of_place, weights=statistics.link_words, minlength=len(importance.weights)
    )
    links = of_class(class_links / np.maximum(class_words, 1), 0.0)
    return {
        "class_weight": np.minimum(weight, 4.0),
        "class_aicf": of_class(importance.aicf, 0.0) / np.log(np.maximum(blocks, 2)),
        "class_spread": of_class(importance.spread, 0.0),
        "class_plain_weight": np.sqrt(np.minimum(weight * (1 - links), 4.0)),
    }


def _share_features(placed: Placed, statistics: SiteStatistics, recurs: NDArray[np.float64]) -> Columns:
    """How much of the site's good words the places around a unit hold."""
    page = placed.page
    good = good_words(page, recurs)
    own = 0.0 if is_sampled(statistics, placed) else 1.0
    places = placed.places.exact
    below = np.where(places >= 0, statistics.good_below[places], 0.0)
    own_row = np.where(places >= 0, own, 1.0)
    share = (below + own_row * subtree_sums(page, good / max(good.sum(), 1.0))) / (statistics.n_pages + own)
    parents = block_parents(page)
    return {
        "site_share_parent": np.sqrt(share[parents]),
        "site_share_grandparent": np.sqrt(share[np.maximum(page.parents[parents], 0)]),
        "site_steps_50": steps_up(share, page.unit_nodes, page, 0.5),
        "site_steps_75": steps_up(share, page.unit_nodes, page, 0.75),
    }

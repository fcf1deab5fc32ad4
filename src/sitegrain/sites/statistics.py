"""What a sample of a site's pages says about its texts and places.

Tables of two samples could be added: every number is a sum over pages.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from sitegrain.kernel import Counts, hash_numbers, placed_keys
from sitegrain.pages.page import BLOCK, Page
from sitegrain.pages.runs import unit_fingerprints
from sitegrain.pages.shape import shape_of
from sitegrain.sites.targets import unit_targets
from sitegrain.sites.tree import UNKNOWN, Places, subtree_sums

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from sitegrain.kernel import Shape

RECURS = 0.3  # share of the other pages, from which a text counts as recurring and not as content


@dataclass(frozen=True, slots=True)
class Placed:
    """A page with the places of its units and the fingerprints of their texts.

    unit_places:  int32 (n_units,) exact place of the block element, UNKNOWN where there is none
    fingerprints: uint64 (n_units,) hash of each unit's text, case folded, digit runs masked
    targets:      uint64 (n_targets,) hashes of where links lead, 0 within the page; those of unit u are
                  targets[target_starts[u]] to targets[target_starts[u + 1]]
    identity:     hash of all fingerprints: two pages with the same text are one
    shape:        the page's structure, and the sums below its nodes
    """

    page: Page
    places: Places
    unit_places: NDArray[np.int32]
    fingerprints: NDArray[np.uint64]
    targets: NDArray[np.uint64]
    target_starts: NDArray[np.int32]
    identity: int
    shape: Shape


def place_units(page: Page, places: Places) -> Placed:
    """Take a page's units to their places and fingerprints."""
    prints = unit_fingerprints(page)
    targets, target_starts = unit_targets(page)
    unit_places = places.exact.take(page.unit_nodes)
    return Placed(page, places, unit_places, prints, targets, target_starts, hash_numbers(prints), shape_of(page))


def _at_places(placed: Placed) -> NDArray[np.uint64]:
    """The fingerprint of each unit's text at its place of the site tree."""
    keys = np.empty(placed.page.n_units, np.uint64)
    placed_keys(placed.fingerprints, placed.unit_places, keys)
    return keys


@dataclass(slots=True)
class SiteStatistics:
    """Sums over the n sample pages of a site.

    texts:          fingerprint -> pages that have it; texts of one page only are left out
    placed_texts:   the same for a fingerprint at its place
    targets:        hash of a link target -> pages that link to it; those of one page only are left out
    common_words:   hash of a word on at least half of the pages -> number of pages
    identities:     of the sample pages

    Per place, float64 (n_places,):
    pages:          pages that have text right at the place
    good:           sum over pages of the place's share in the page's good words
    good_below:     the same for all text at or below it
    words, link_words, recurring_words: sums; the last is weighted by the share of other pages that have the text
    words_squared:  sum over pages of the squared number of words
    """

    n_pages: int = 0
    texts: Counts = field(default_factory=Counts)
    placed_texts: Counts = field(default_factory=Counts)
    targets: Counts = field(default_factory=Counts)
    common_words: Counts = field(default_factory=Counts)
    identities: frozenset[int] = frozenset()
    pages: NDArray[np.float64] = field(default_factory=lambda: np.zeros(0))
    good: NDArray[np.float64] = field(default_factory=lambda: np.zeros(0))
    good_below: NDArray[np.float64] = field(default_factory=lambda: np.zeros(0))
    words: NDArray[np.float64] = field(default_factory=lambda: np.zeros(0))
    link_words: NDArray[np.float64] = field(default_factory=lambda: np.zeros(0))
    recurring_words: NDArray[np.float64] = field(default_factory=lambda: np.zeros(0))
    words_squared: NDArray[np.float64] = field(default_factory=lambda: np.zeros(0))


PLACE_SUMS = ("pages", "good", "good_below", "words", "link_words", "recurring_words", "words_squared")


def learn_statistics(sample: Sequence[Placed], n_places: int) -> SiteStatistics:
    """Count texts and words over a sample, then sum up its places."""
    texts, placed_texts, targets, words = Counts(), Counts(), Counts(), Counts()
    for placed in sample:
        texts.add_page(placed.fingerprints)
        placed_texts.add_page(_at_places(placed))
        targets.add_page(placed.targets[placed.targets != 0])
        words.add_page(placed.page.axis.token_hashes)
    statistics = SiteStatistics(
        n_pages=len(sample),
        texts=texts.at_least(2),
        placed_texts=placed_texts.at_least(2),
        targets=targets.at_least(2),
        common_words=words.at_least(max(2, (len(sample) + 1) // 2)),
        identities=frozenset(placed.identity for placed in sample),
        **{name: np.zeros(n_places) for name in PLACE_SUMS},
    )
    for placed in sample:
        add_places(statistics, placed)
    return statistics


def is_sampled(statistics: SiteStatistics, placed: Placed) -> bool:
    """Whether the page, or one with the same text, was learned from."""
    return placed.identity in statistics.identities


def recurrence(statistics: SiteStatistics, placed: Placed) -> NDArray[np.float64]:
    """Float64 (n_units,): share of the other sample pages that have the unit's text; 0 without other pages."""
    out = np.empty(placed.page.n_units)
    statistics.texts.shares(placed.fingerprints, 0, int(is_sampled(statistics, placed)), statistics.n_pages, out)
    return out


def good_words(page: Page, recurs: NDArray[np.float64]) -> NDArray[np.float64]:
    """Float64 (n_units,): words less twice the link words, of units whose text does not recur."""
    return np.where(recurs < RECURS, np.maximum(0, page.unit_words - 2 * page.unit_link_words), 0).astype(np.float64)


def add_places(statistics: SiteStatistics, placed: Placed) -> None:
    """Add one page to the sums of its known places."""
    page, units = placed.page, placed.unit_places
    recurs = recurrence(statistics, placed)
    good = good_words(page, recurs)
    total = max(good.sum(), 1.0)
    n_places = len(statistics.pages)
    known = units != UNKNOWN  # beyond the caps of what is learned from a page there are no places
    at, inverse = np.unique(units[known], return_inverse=True)
    words = np.bincount(inverse, weights=page.unit_words[known], minlength=len(at))
    statistics.pages[at] += 1
    statistics.good[at] += np.bincount(inverse, weights=good[known] / total, minlength=len(at))
    statistics.words[at] += words
    statistics.words_squared[at] += words**2
    statistics.link_words[at] += np.bincount(inverse, weights=page.unit_link_words[known], minlength=len(at))
    statistics.recurring_words[at] += np.bincount(inverse, weights=(recurs * page.unit_words)[known], minlength=len(at))
    statistics.good_below += sum_below(placed, good / total, n_places)


def sum_below(placed: Placed, unit_values: NDArray[Any], n_places: int) -> NDArray[np.float64]:
    """Float64 (n_places,): the sum of a value over the units at or below each place."""
    page = placed.page
    below = subtree_sums(page, unit_values)
    is_block = (page.flags & BLOCK) > 0
    is_block[:1] = True
    known = is_block & (placed.places.exact >= 0)
    return np.bincount(placed.places.exact[known], weights=below[known], minlength=n_places).astype(np.float64)

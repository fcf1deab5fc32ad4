"""What a sample of a site's pages says about its texts and places.

Tables of two samples could be added: every number is a sum over pages.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

import numpy as np

from sitegrain.pages.page import BLOCK, Page
from sitegrain.pages.tokens import mask_digits
from sitegrain.sites.targets import unit_targets
from sitegrain.sites.tree import UNKNOWN, Places, subtree_sums

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

RECURS = 0.3  # share of the other pages, from which a text counts as recurring and not as content
_MASK = (1 << 63) - 1
_MIX = 0x9E3779B97F4A7C15


@dataclass(frozen=True, slots=True)
class Placed:
    """A page with the places of its units and the fingerprints of their texts.

    unit_places:  int32 (n_units,) exact place of the block element, UNKNOWN where there is none
    fingerprints: (n_units,) hash of each unit's text, digit runs masked
    targets:      (n_units,) hashes of where each unit's links lead
    identity:     hash of all fingerprints: two pages with the same text are one
    """

    page: Page
    places: Places
    unit_places: NDArray[np.int32]
    fingerprints: list[int]
    targets: list[list[int]]
    identity: int


def place_units(page: Page, places: Places) -> Placed:
    """Take a page's units to their places and fingerprints."""
    prints = [fingerprint(text) for text in page.unit_texts]
    identity = _hash(",".join(map(str, prints)))
    return Placed(page, places, places.exact[page.unit_nodes], prints, unit_targets(page), identity)


def fingerprint(text: str) -> int:
    """A 63-bit hash of a text, the same in every process; digit runs do not count."""
    return _hash(mask_digits(text.casefold()))


def _hash(text: str) -> int:
    return int.from_bytes(blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest()) & _MASK


def at_place(fingerprint: int, place: int) -> int:
    """The fingerprint of a text at one place of the site tree."""
    return (fingerprint ^ ((place + 2) * _MIX)) & _MASK


@dataclass(slots=True)
class SiteStatistics:
    """Sums over the n sample pages of a site.

    texts:          fingerprint -> pages that have it; texts of one page only are left out
    placed_texts:   the same for a fingerprint at its place
    targets:        hash of a link target -> pages that link to it; those of one page only are left out
    common_words:   words on at least half of the pages -> number of pages
    identities:     of the sample pages

    Per place, float64 (n_places,):
    pages:          pages that have text right at the place
    good:           sum over pages of the place's share in the page's good words
    good_below:     the same for all text at or below it
    words, link_words, recurring_words: sums; the last is weighted by the share of other pages that have the text
    words_squared:  sum over pages of the squared number of words
    """

    n_pages: int = 0
    texts: dict[int, int] = field(default_factory=dict)
    placed_texts: dict[int, int] = field(default_factory=dict)
    targets: dict[int, int] = field(default_factory=dict)
    common_words: dict[str, int] = field(default_factory=dict)
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
    texts: Counter[int] = Counter()
    placed_texts: Counter[int] = Counter()
    targets: Counter[int] = Counter()
    words: Counter[str] = Counter()
    for placed in sample:
        texts.update(set(placed.fingerprints))
        placed_texts.update(set(map(at_place, placed.fingerprints, placed.unit_places.tolist())))
        targets.update({target for unit in placed.targets for target in unit})
        words.update(set(placed.page.tokens))
    statistics = SiteStatistics(
        n_pages=len(sample),
        texts={text: n for text, n in texts.items() if n > 1},
        placed_texts={text: n for text, n in placed_texts.items() if n > 1},
        targets={target: n for target, n in targets.items() if n > 1 and target},
        common_words={word: n for word, n in words.items() if n > 1 and 2 * n >= len(sample)},
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
    return _share_of_others(statistics, placed, [statistics.texts.get(f, 0) for f in placed.fingerprints])


def placed_recurrence(statistics: SiteStatistics, placed: Placed) -> NDArray[np.float64]:
    """Float64 (n_units,): share of the other sample pages that have the unit's text at its place."""
    keys = map(at_place, placed.fingerprints, placed.unit_places.tolist())
    return _share_of_others(statistics, placed, [statistics.placed_texts.get(key, 0) for key in keys])


def target_recurrence(statistics: SiteStatistics, placed: Placed) -> NDArray[np.float64]:
    """Float64 (n_units,): mean over a unit's links of the share of the other sample pages with that link; 0 if none."""
    counts = [[statistics.targets.get(target, 1) for target in unit if target] for unit in placed.targets]
    flat = [count for unit in counts for count in unit]
    lengths = np.array([len(unit) for unit in counts], np.int64)
    shares = _share_of_others(statistics, placed, flat)
    sums = np.bincount(np.repeat(np.arange(len(counts)), lengths), weights=shares, minlength=len(counts))
    return np.asarray(sums / np.maximum(lengths, 1))


def _share_of_others(statistics: SiteStatistics, placed: Placed, counts: list[int]) -> NDArray[np.float64]:
    is_self = int(is_sampled(statistics, placed))
    n_others = statistics.n_pages - is_self
    if n_others <= 0:
        return np.zeros(len(counts))
    return np.clip((np.array(counts, np.float64) - is_self) / n_others, 0.0, 1.0)


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

"""The kind of a page, and the items of a listing."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from sitegrain.content.scorer import KINDS
from sitegrain.kernel import Memo, first_words, like_siblings
from sitegrain.pages.page import BLOCK, Page

if TYPE_CHECKING:
    from numpy.typing import NDArray

GROUPED = {"collection": "listing"}  # the kinds of the scorer that the output does not tell apart
MIN_ITEMS = 3
MIN_COVER = 0.5  # share of the kept words that the items of a listing hold
MIN_LEADS = 0.8  # share of the items that lead to a page of their own
SURE_LISTING = 0.5  # probability of a listing, from which it needs no items
MIN_SURE = 0.3  # probability below which the likeliest kind is not named
LEAD_UNITS = 3  # a lead is one of so many first units of an item: a heading may follow a date and a label
# Items so many, short and even make a listing whatever the model says; docs/decisions/006-listings.md
CATALOGUE_ITEMS, CATALOGUE_WORDS, CATALOGUE_VARIATION = 4, 60, 1.0

_known = Memo(1, 1 << 16)  # hash of the first class by that of an element

Interval = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Kind:
    """What a page is: its name, how probable, why, and for a listing the unit intervals of its items."""

    name: str
    probability: float
    reason: str
    items: tuple[Interval, ...] = ()


def decide_kind(page: Page, kept: NDArray[np.bool_], probabilities: NDArray[np.float64]) -> Kind:
    """Name the page's kind; `other` if none is likely. A listing has items, or is likelier than not.

    probabilities: float64 (n_kinds,) in the order of KINDS
    """
    if not np.count_nonzero(kept):
        return Kind("other", 1.0, "no content was found")
    shares: dict[str, float] = defaultdict(float)
    for name, probability in zip(KINDS, probabilities.tolist(), strict=True):
        shares[GROUPED.get(name, name)] += probability
    name = max(shares, key=shares.__getitem__)
    items = find_items(page, kept)
    if items and (name == "listing" or _is_catalogue(page, kept, items)):
        words = _item_words(page, kept, items)
        share = words.sum() / max(int(page.unit_words[kept].sum()), 1)
        reason = f"{len(items)} like items that each lead to a page hold {share:.0%} of the text"
        return Kind("listing", shares["listing"], reason, items)
    if name == "listing" and shares[name] < SURE_LISTING:
        name = max(shares, key=lambda kind: shares[kind] if kind != "listing" else 0.0)
    if shares[name] < MIN_SURE:
        return Kind("other", 1 - shares[name], f"no kind is likely: {name} comes first with {shares[name]:.0%}")
    return Kind(name, shares[name], f"{shares[name]:.0%} sure by the shape of the page")


def find_items(page: Page, kept: NDArray[np.bool_]) -> tuple[Interval, ...]:
    """The unit intervals of the like siblings that hold most of the kept words; () if none are a listing's items.

    Of groups that hold as much, the finest.
    """
    return tuple(
        like_siblings(
            page.axis, kept, _first_classes(page),
            block=BLOCK, min_items=MIN_ITEMS, min_share=MIN_COVER, min_leads=MIN_LEADS, n_first=LEAD_UNITS,
        )
    )  # fmt: skip


def _first_classes(page: Page) -> NDArray[np.uint64]:
    """Uint64 (n_descriptors,): a hash of the first class of each distinct element, digits masked.

    What was seen before, on whatever page, is not worked out again.
    """
    hashes = np.empty((1, len(page.axis.descriptor_hashes)), np.int64)
    new = _known.find(page.axis.descriptor_hashes, hashes)
    if new:
        found = np.empty(len(new), np.uint64)
        first_words([page.axis.descriptor(i)[1] for i in new], found)
        elements = np.asarray(page.axis.descriptor_hashes)[new].tolist()
        hashes[0, new] = found.view(np.int64)
        for element, value in zip(elements, hashes[0, new].tolist(), strict=True):
            _known.add(element, (value,))
    return np.asarray(hashes[0].view(np.uint64))


def _item_words(page: Page, kept: NDArray[np.bool_], items: tuple[Interval, ...]) -> NDArray[np.float64]:
    running = np.concatenate(([0], np.cumsum(page.unit_words * kept)))
    bounds = np.array(items)
    return np.asarray(running[bounds[:, 1]] - running[bounds[:, 0]], np.float64)


def _is_catalogue(page: Page, kept: NDArray[np.bool_], items: tuple[Interval, ...]) -> bool:
    """Whether the items are so many, short and even that joining them would mix unrelated things."""
    if len(items) < CATALOGUE_ITEMS:
        return False
    words = _item_words(page, kept, items)
    mean = float(words.mean())
    return mean <= CATALOGUE_WORDS and float(words.std()) <= CATALOGUE_VARIATION * mean

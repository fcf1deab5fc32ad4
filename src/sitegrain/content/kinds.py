"""The kind of a page, and the items of a listing."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from sitegrain.content.scorer import KINDS, Measured
from sitegrain.kernel import first_words, like_siblings
from sitegrain.pages.elements import HEADINGS
from sitegrain.pages.page import BLOCK, Page

if TYPE_CHECKING:
    from numpy.typing import NDArray

GROUPED = {"collection": "listing"}  # the kinds of the scorer that the output does not tell apart
MIN_ITEMS = 3
MIN_COVER = 0.5  # share of the kept words that the items of a listing hold
MAX_REMEMBERED = 1 << 16  # elements of which the first class is remembered
MIN_LEADS = 0.8  # share of the items that lead to a page of their own
SURE_LISTING = 0.5  # probability of a listing, from which it needs no items
MIN_SURE = 0.3  # probability below which the likeliest kind is not named
LEAD_UNITS = 3  # a lead is one of so many first units of an item: a heading may follow a date and a label
# Items so many, short and even make a listing whatever the model says; docs/decisions/006-listings.md
CATALOGUE_ITEMS, CATALOGUE_WORDS, CATALOGUE_VARIATION = 4, 60, 1.0

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
    if not kept.any():
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
    is_link = (page.unit_link_words >= page.unit_words) & (page.unit_words > 0)
    return tuple(
        like_siblings(
            page.axis, kept, is_link, _first_classes(page),
            block=BLOCK, min_items=MIN_ITEMS, min_share=MIN_COVER, min_leads=MIN_LEADS, n_first=LEAD_UNITS,
        )
    )  # fmt: skip


def _first_classes(page: Page) -> NDArray[np.uint64]:
    """Uint64 (n_descriptors,): a hash of the first class of each distinct element, digits masked."""
    return _FIRST_CLASSES.of(page)


class _FirstClasses:
    """Remembers the hashes by element, so that a page of a known site need not make the texts of its classes."""

    def __init__(self) -> None:
        self.known: dict[int, int] = {}

    def of(self, page: Page) -> NDArray[np.uint64]:
        elements = np.asarray(page.axis.descriptor_hashes).tolist()
        known = self.known
        if len(known) > MAX_REMEMBERED:
            known = self.known = {}
        new = [i for i, element in enumerate(elements) if element not in known]
        if new:
            hashes, descriptors = np.empty(len(new), np.uint64), page.descriptors
            first_words([descriptors[i][1] for i in new], hashes)
            known.update(zip((elements[i] for i in new), hashes.tolist(), strict=True))
        return np.array([known[element] for element in elements], np.uint64)


_FIRST_CLASSES = _FirstClasses()


def unit_interval(page: Page, node: int) -> Interval:
    """The units at or below a node, half open; they stand together in document order."""
    end = int(page.ends[node])
    bounds = np.array([node, end], page.run_positions.dtype)  # of another type, all positions would be converted
    first, last = np.searchsorted(page.run_positions, bounds, side="right").tolist()
    while last > first and not node <= page.run_nodes[last - 1] < end:  # texts after the node, before the next element
        last -= 1
    return (int(page.run_units[first]), int(page.run_units[last - 1]) + 1) if first < last else (0, 0)


def item_headings(page: Page, kept: NDArray[np.bool_], items: tuple[Interval, ...]) -> NDArray[np.bool_]:
    """Bool (n_units,): the headings of the items that have kept text: what an item is called belongs to it."""
    found = np.zeros(page.n_units, bool)
    for start, end in items:
        if kept[start:end].any():
            found[start:end] = [page.tags[node] in HEADINGS for node in page.unit_nodes[start:end].tolist()]
    return found


def other_articles(measured: Measured) -> NDArray[np.bool_]:
    """Bool (n_units,): in an <article> beside the one that the page's title names.

    A page that loads the next stories below its own carries them as siblings, each with a heading of its own.
    """
    page = measured.placed.page
    others = np.zeros(page.n_units, bool)
    titles = np.flatnonzero(measured.columns["is_title"] > 0)
    node = int(page.unit_nodes[titles[0]]) if len(titles) else -1
    while node >= 0 and page.tags[node] != "article":
        node = int(page.parents[node])
    if node < 0 or page.tags[page.unit_nodes[titles[0]]] not in HEADINGS:
        return others
    for sibling in np.flatnonzero(page.parents == page.parents[node]).tolist():
        if sibling > node and page.node_descriptors[sibling] == page.node_descriptors[node]:
            start, end = unit_interval(page, sibling)
            others[start:end] = page.tags[page.unit_nodes[titles[0]]] in page.tags[sibling : page.ends[sibling]]
    return others


def comment_units(measured: Measured) -> NDArray[np.bool_]:
    """Bool (n_units,): below an element whose names say comments."""
    return np.asarray(measured.columns["name_comment"] > 0)


def _item_words(page: Page, kept: NDArray[np.bool_], items: tuple[Interval, ...]) -> NDArray[np.float64]:
    running = np.concatenate(([0], np.cumsum(page.unit_words * kept)))
    bounds = np.array(items)
    return np.asarray(running[bounds[:, 1]] - running[bounds[:, 0]], np.float64)


def _is_catalogue(page: Page, kept: NDArray[np.bool_], items: tuple[Interval, ...]) -> bool:
    """Whether the items are so many, short and even that joining them would mix unrelated things."""
    words = _item_words(page, kept, items)
    mean = float(words.mean())
    is_even = float(words.std()) <= CATALOGUE_VARIATION * mean
    return len(items) >= CATALOGUE_ITEMS and mean <= CATALOGUE_WORDS and is_even

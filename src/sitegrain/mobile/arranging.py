"""What of a page a small screen shows, and in which order: title, main content, further blocks, menu.

The view of a page reads a segmentation and its weights. A block is the menu if it is links (`MENU_LINKS` of its words)
and template; the main content is the block of the largest weight times the root of its words among those that are not
links; further blocks are taken by weight over the fourth root of their words, as long as the budget lasts. What the
site learned to be content, where that is known, is the main content instead. What has weight but no room is folded;
template is left out.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from sitegrain.blocks.segmentation import NO_BLOCK
from sitegrain.errors import UsageError
from sitegrain.pages.elements import HEADINGS
from sitegrain.pages.runs import node_units
from sitegrain.pages.tokens import tokenize

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sitegrain.blocks.segmentation import Segmentation
    from sitegrain.pages.page import Page

BUDGET_WORDS = 800
MIN_WEIGHT = 0.25  # below it a block is template
MAIN_LINKS = 0.33  # share of link words, from which on a block is not the main content
MENU_LINKS = 0.6  # above it a template block is a menu


@dataclass(frozen=True, slots=True, eq=False)  # arrays have no equality of their own
class View:
    """Where each unit of a page goes; bool (n_units,) each, and no unit in two of them.

    title:   the units of the page's title
    main:    the main content; not empty if the page has text
    further: blocks shown after it
    folded:  blocks with weight for which there was no room
    menu:    the links of the template
    """

    title: NDArray[np.bool_]
    main: NDArray[np.bool_]
    further: NDArray[np.bool_]
    folded: NDArray[np.bool_]
    menu: NDArray[np.bool_]

    @property
    def shown(self) -> NDArray[np.bool_]:
        """What is read without unfolding anything."""
        return self.title | self.main | self.further


@dataclass(frozen=True, slots=True, eq=False)
class _Blocks:
    """The blocks of a page, one number each: weight, words, share of link words; and the block of each unit."""

    of_unit: NDArray[np.int64]
    weights: NDArray[np.float64]
    words: NDArray[np.float64]
    links: NDArray[np.float64]


def arrange(
    page: Page,
    segmentation: Segmentation,
    *,
    title: str | None = None,
    content: NDArray[np.bool_] | None = None,
    budget: int = BUDGET_WORDS,
    min_weight: float = MIN_WEIGHT,
) -> View:
    """Put every unit of a page in its place.

    segmentation: of this page, by any method; a unit belongs to the block of its first token
    title:        the page's title, if known: a heading with just these words is not said again
    content:      bool (n_units,) the main content, if known
    budget:       words of title, main content and further blocks; title and main content are shown whatever they take
    min_weight:   below it a block is template
    """
    if budget < 0:
        raise UsageError(f"the budget must be at least 0 words, got {budget}")
    blocks = _measure(page, segmentation)
    says_nothing = _is_uniform(segmentation)
    is_title = _title_units(page, title)
    main = _main(page, blocks, content, is_title)
    is_menu = (blocks.links > MENU_LINKS) & ((blocks.weights < min_weight) | says_nothing)
    menu = is_menu[blocks.of_unit] & ~main & ~is_title
    open_units = ~(main | is_title | menu | page.unit_hidden)
    left = budget - int(page.unit_words[main | is_title].sum())
    has_weight = blocks.weights >= min_weight
    if says_nothing and content is not None:  # nobody vouches for what the content leaves out
        left = 0
    taken = _take(page, blocks, open_units & has_weight[blocks.of_unit], left)
    further = taken[blocks.of_unit] & open_units
    folded = has_weight[blocks.of_unit] & open_units & ~further
    return View(is_title, main, further, folded, menu & _is_first(page, menu))


def _measure(page: Page, segmentation: Segmentation) -> _Blocks:
    """Weigh and count the blocks; the last one stands for all units that are in none."""
    n_blocks = len(segmentation.blocks) + 1
    of_unit = _unit_blocks(page, segmentation)
    of_unit[of_unit == NO_BLOCK] = n_blocks - 1
    token_blocks = np.repeat(of_unit, page.unit_words)
    words = np.bincount(of_unit, weights=page.unit_words, minlength=n_blocks).astype(np.float64)
    some = np.maximum(words, 1)
    weights = np.bincount(token_blocks, weights=segmentation.weights, minlength=n_blocks) / some
    links = np.bincount(of_unit, weights=page.unit_link_words, minlength=n_blocks) / some
    return _Blocks(of_unit, weights, words, links)


def _unit_blocks(page: Page, segmentation: Segmentation) -> NDArray[np.int64]:
    """Int64 (n_units,): the block of each unit's first token; a unit without words goes with the one before it."""
    has_words = page.unit_words > 0
    found = np.full(page.n_units, NO_BLOCK, np.int64)
    found[has_words] = segmentation.block_ids[page.unit_tokens[:-1][has_words]]
    latest = np.maximum.accumulate(np.where(has_words, np.arange(page.n_units), -1))
    return np.where(latest >= 0, found[latest], NO_BLOCK)


def _is_uniform(segmentation: Segmentation) -> bool:
    """All words weigh the same: nothing is known of what the site repeats."""
    weights = segmentation.weights
    return not len(weights) or bool(np.ptp(weights) == 0)


def _main(
    page: Page, blocks: _Blocks, content: NDArray[np.bool_] | None, is_title: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    """The content that is known, else the heaviest block that is not links, else the whole page; without the title."""
    if content is not None and (content & ~is_title).any():
        return content & ~is_title
    words = np.bincount(blocks.of_unit, weights=page.unit_words * ~is_title, minlength=len(blocks.words))
    rank = np.where(blocks.links < MAIN_LINKS, blocks.weights * np.sqrt(words), 0.0)
    return np.asarray(~is_title & (blocks.of_unit == rank.argmax() if rank.any() else True), np.bool_)


def _take(page: Page, blocks: _Blocks, is_open: NDArray[np.bool_], left: int) -> NDArray[np.bool_]:
    """Bool (n_blocks,): the blocks for which there is room; one that is too long makes no place for a lesser one."""
    words = np.bincount(blocks.of_unit[is_open], weights=page.unit_words[is_open], minlength=len(blocks.words))
    rank = blocks.weights / np.maximum(words, 1) ** 0.25
    order = np.argsort(-rank, kind="stable")
    order = order[words[order] > 0]
    taken = np.zeros(len(words), bool)
    taken[order[np.cumsum(words[order]) <= left]] = True
    return taken


def _title_units(page: Page, title: str | None) -> NDArray[np.bool_]:
    """Bool (n_units,): the first heading that says just the title."""
    found = np.zeros(page.n_units, bool)
    words = tokenize(title or "")
    if not words:
        return found
    starts, ends = node_units(page)
    for node in [node for node, tag in enumerate(page.tags) if tag in HEADINGS]:
        own = slice(int(starts[node]), int(ends[node]))
        if int(page.unit_words[own].sum()) != len(words) or page.unit_hidden[own].any():
            continue
        if tokenize(" ".join(page.unit_texts[own])) == words:
            found[own] = True
            break
    return found


def _is_first(page: Page, units: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Bool (n_units,): no unit before says the same; pages carry a menu for each kind of screen."""
    first = np.zeros(page.n_units, bool)
    seen: set[str] = set()
    for unit in np.flatnonzero(units).tolist():
        text = page.unit_texts[unit]
        first[unit] = text not in seen
        seen.add(text)
    return first

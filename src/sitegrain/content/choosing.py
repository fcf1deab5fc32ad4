"""Which units are kept: the cut by how likely each is content, then what the structure of the page puts right."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sitegrain.content.features.bare import MIN_PROSE
from sitegrain.content.template import unit_headings
from sitegrain.kernel import close_gaps, complete_boxes, earlier_copies
from sitegrain.pages.elements import HEADINGS, tag_set

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sitegrain.pages.page import Page

ARTICLE_CUT = 0.55  # of the largest expected F; the cut that makes it largest is at half of it
MIN_MASS, MIN_EXPECTED = 8.0, 0.12  # of a page with less than both nothing is kept: words and F to expect
MAX_CLIMB = 4  # elements from a cell to its table, from an item to its list
_PARTS = tag_set(("td", "th")) + 2 * tag_set(("li", "dt", "dd"))  # of tables, and of lists
_WHOLES = tag_set(("table",)) + 2 * tag_set(("ul", "ol", "dl"))
_IS_LIST = tag_set(("table", "ul", "ol", "dl"))
LIST_SCORE = 0.9  # of the lowest kept score, from which the mean score of a table or list lets it be kept whole
REPEATED_WORDS = 20  # fewest words of a text that counts as repeated: refrains are shorter
_MAY_REPEAT = tag_set(("pre", "td", "th", "li"))
IDLE_RECURS = 0.5  # share of the other pages with a heading, from which it must have something below it
GAP_SCORE = 0.6  # of the lowest kept score, from which a gap's mean score lets it be filled
GAP_UNITS = 30  # a longer gap is no gap
GAP_LINKS = 0.5  # share of a gap's words in links, above which it is not filled


def choose(
    scores: NDArray[np.float64], words: NDArray[np.int32], *, beta: float = 1.0, is_article: bool = False
) -> tuple[NDArray[np.bool_], float]:
    """Keep the units that make the expected F of the kept words largest.

    scores: float64 (n_units,) probabilities; words: int32 (n_units,)
    beta:   above 1 recall counts more, below 1 precision
    is_article: keep a little less, since scores are too high on news of unknown sites
    Returns bool (n_units,) and the expected F, in [0, 1]; nothing is kept where next to no word can be expected.
    """
    mass = scores * words
    total = mass.sum()
    if total <= 0:
        return np.zeros(len(scores), bool), 0.0
    order = np.argsort(-scores, kind="stable")
    square = beta * beta
    expected = (1 + square) * np.cumsum(mass[order]) / (np.cumsum(words[order]) + square * total)
    best = int(expected.argmax())
    largest = float(min(expected[best], 1.0))
    if total < MIN_MASS and largest < MIN_EXPECTED:
        return np.zeros(len(scores), bool), largest
    kept = scores >= scores[order[best]]
    if is_article and beta == 1.0:
        kept &= scores >= ARTICLE_CUT * largest
    return kept, largest


def complete_lists(page: Page, kept: NDArray[np.bool_], scores: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Keep a table or list without running text whole, if part of it is kept and it is nearly as likely."""
    if not kept.any() or kept.all():
        return kept
    completed = kept.copy()
    complete_boxes(page.axis, scores, completed.view(np.uint8), _IS_LIST, min_prose=MIN_PROSE, least=LIST_SCORE)
    return completed


def repeated_text(page: Page, kept: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Bool (n_units,): kept sentences that were kept before, word by word: a layer for printing, a teaser of the text.

    Code, tables and lists may well repeat themselves.
    """
    axis = page.axis
    may_repeat = np.take(_MAY_REPEAT, np.asarray(axis.tag_ids)[page.unit_nodes], mode="clip") > 0
    units = np.flatnonzero(kept & (page.unit_words >= REPEATED_WORDS) & ~may_repeat).astype(np.int32)
    copies = np.empty(len(units), np.uint8)
    earlier_copies(axis.unit_text, axis.unit_starts, units, copies)
    repeated = np.zeros(page.n_units, bool)
    repeated[units] = copies
    return repeated


def idle_headings(page: Page, kept: NDArray[np.bool_], recurs: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Bool (n_units,): kept headings that most pages of the site have too, with no text kept in their section.

    A section goes on to the next heading of the same or a higher level.
    """
    idle = np.zeros(page.n_units, bool)
    if not (kept & (recurs >= IDLE_RECURS) & unit_headings(page)).any():
        return idle
    tags = [page.tags[node] for node in page.unit_nodes.tolist()]
    is_heading = np.array([tag in HEADINGS for tag in tags], bool)
    texts = np.concatenate(([0], np.cumsum(kept & ~is_heading)))
    ends: list[tuple[int, str]] = []  # the headings below, of levels that rise from the last to the first
    for unit in np.flatnonzero(is_heading)[::-1].tolist():
        while ends and ends[-1][1] > tags[unit]:
            ends.pop()
        end = ends[-1][0] if ends else page.n_units
        idle[unit] = kept[unit] and recurs[unit] >= IDLE_RECURS and texts[end] == texts[unit]
        ends.append((unit, tags[unit]))
    return idle


def fill_gaps(page: Page, kept: NDArray[np.bool_], scores: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Keep also the short stretches between kept units of one container that were left out by little.

    A list or heading in the middle of the content then stays, however short it is. Hidden text and links do not.
    """
    filled = kept.copy()
    if kept.any():
        close_gaps(
            page.axis, scores, filled.view(np.uint8), _PARTS, _WHOLES,
            max_units=GAP_UNITS, least=GAP_SCORE, max_links=GAP_LINKS, max_climb=MAX_CLIMB,
        )  # fmt: skip
    return filled

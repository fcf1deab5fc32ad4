"""Template text that a few facts together give away: its scores are scaled down.

The trees see the same facts, but have few sites to learn them from; docs/decisions/007-accuracy.md has what each rule
gives. On a page without a site only that of boxes below the text can hold, by their names.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sitegrain.pages.elements import HEADINGS, tag_set

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sitegrain.content.features import Columns
    from sitegrain.content.features.pooled import Pool
    from sitegrain.pages.page import Page
    from sitegrain.sites.statistics import Placed

# code of a rule -> (the share of a score that it leaves, why)
RULES = {
    1: (0.2, "links that the site's other pages have here too"),
    2: (0.3, "an advertisement or consent box, the same on nearly every page"),
    3: (0.3, "left out at this place of most pages"),
    4: (0.3, "a box of links to other pages, below the text"),
    5: (0.3, "links to other pages below a heading of the template"),
    6: (0.3, "in a box that is the same on nearly every page"),
}
NAVIGATION, ADVERTISEMENT, OUTVOTED, TRAILING, BELOW_HEADING, CONSTANT = RULES
_FACTORS = np.array([1.0, *(factor for factor, _ in RULES.values())])

LINKS, UNITS, PRESENCE, TARGETS = 0.5, 6, 0.5, 0.15  # least share of links, units, pages with the place, equal targets
CONSTANT_SHARE, CONSTANT_PAGES = 0.8, 3  # least share of pages with the text, of a site of so many pages
CONSTANT_NARROW = 0.3  # least share of the running text outside an advertisement's box
CONSTANT_WORDS = 8  # of a sentence; shorter texts that recur may be headings of the content
CONSTANT_BOX = 0.05  # most that the box around a sentence recurs less than the sentence: else it is part of a text
CONSTANT_MASS = 0.9  # most share of a page's content in such sentences: near copies of a page are content all the same
TRAILING_UNITS, PROSE_BELOW = 3, 0.15  # least units of a box of links below the text, most running text below it
ALL_LINKS = 0.9  # share of links of a place that is nothing but links
HEADING_RECURS, HEADING_SCORE = 0.8, 0.5  # a heading of so many of the other pages, scored below that, is template
NAVIGATION_MASS = 0.95  # most share of a page's content that navigation can be: a page of links has its own
VOTING_PAGES, LEAST_AGREED = 3, 0.25  # pages that have a place, and the share of them that must choose it
_IS_HEADING = tag_set(HEADINGS)
OUTVOTED_MASS = 0.2  # most share of a page's content at outvoted places, unless it is an article


def scale_down(
    placed: Placed, columns: Columns, scores: NDArray[np.float64], pool: Pool, *, is_article: bool
) -> tuple[NDArray[np.int8], NDArray[np.float64]]:
    """Int8 (n_units,) the code of the rule that holds, 0 for none; float64 (n_units,) the scaled scores."""
    mass = scores * placed.page.unit_words
    codes = np.where(is_trailing(columns), TRAILING, 0).astype(np.int8)
    outvoted = is_outvoted(placed, pool)
    # The links of an index page are at places that other pages leave out, and are all that it has.
    if is_article or mass[outvoted].sum() <= OUTVOTED_MASS * mass.sum():
        codes[outvoted] = OUTVOTED
    if pool.n_pages >= CONSTANT_PAGES:
        constant = is_constant(columns)
        is_sentence = constant & is_whole_box(columns) & (placed.page.unit_words >= CONSTANT_WORDS)
        if mass[is_sentence].sum() <= CONSTANT_MASS * mass.sum():
            codes[is_sentence] = CONSTANT
        codes[constant & (columns["name_ad_narrow"] >= CONSTANT_NARROW)] = ADVERTISEMENT
    navigation = is_navigation(columns)
    if mass[navigation].sum() <= NAVIGATION_MASS * mass.sum():
        codes[navigation] = NAVIGATION
    scaled = scores * _FACTORS[codes]
    codes[below_headings(placed, columns, scaled) & (codes == 0)] = BELOW_HEADING
    return codes, scores * _FACTORS[codes]


def is_outvoted(placed: Placed, pool: Pool) -> NDArray[np.bool_]:
    """Bool (n_units,): at a place of several pages that is chosen on few of them."""
    at = placed.unit_places
    pages = np.where(at >= 0, pool.pages[at], 0) if len(pool.pages) else np.zeros(len(at))
    agreed = np.where(at >= 0, pool.agreed_pages[at], 0) if len(pool.pages) else np.zeros(len(at))
    return np.asarray((pages >= VOTING_PAGES) & (agreed < LEAST_AGREED * pages))


def below_headings(placed: Placed, columns: Columns, scores: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Bool (n_units,): between a heading that is template and the next, if half lead where other pages lead."""
    page = placed.page
    below = np.zeros(page.n_units, bool)
    recurring = (columns["recurs_here"] >= HEADING_RECURS) & (scores < HEADING_SCORE)
    if not recurring.any():
        return below
    nodes, is_heading = page.unit_nodes.tolist(), unit_headings(page)
    leads = np.concatenate(([0], np.cumsum(columns["targets_recur"] > 0)))
    for unit in np.flatnonzero(recurring & is_heading).tolist():
        parent = int(page.parents[nodes[unit]])
        if parent < 0:
            continue
        last = unit + 1
        while last < page.n_units and nodes[last] < page.ends[parent] and not is_heading[last]:
            last += 1
        below[unit + 1 : last] = 2 * (leads[last] - leads[unit + 1]) >= last - unit - 1
    return below


def unit_headings(page: Page) -> NDArray[np.bool_]:
    """Bool (n_units,): the unit's block element is a heading."""
    return _IS_HEADING.take(np.asarray(page.axis.tag_ids)[page.unit_nodes], mode="clip").astype(bool)


def is_navigation(columns: Columns) -> NDArray[np.bool_]:
    """Bool (n_units,): in a block of links that most pages have at this place, and that lead to the same."""
    return (
        (columns["bare_links"] >= LINKS)
        & (columns["bare_units"] >= np.float32(np.log1p(UNITS)))
        & (columns["class_presence"] >= PRESENCE)
        & (columns["targets_recur_bare"] >= TARGETS)
    )


def is_constant(columns: Columns) -> NDArray[np.bool_]:
    """Bool (n_units,): nearly every page has this text here."""
    return np.asarray((columns["recurs_here"] >= CONSTANT_SHARE) & (columns["class_presence"] >= CONSTANT_SHARE))


def is_whole_box(columns: Columns) -> NDArray[np.bool_]:
    """Bool (n_units,): all text of the box around it recurs as it does."""
    return np.asarray(columns["recurs_parent"] >= columns["recurs_here"] - CONSTANT_BOX)


def is_trailing(columns: Columns) -> NDArray[np.bool_]:
    """Bool (n_units,): in a box of links after the running text that leads to other pages.

    Its name says so, or half of the site's pages have nothing but links at this place, some of them the same ones.
    """
    is_named = (columns["name_related"] > 0) | (columns["name_nav"] > 0)
    is_linked = (columns["class_links"] >= ALL_LINKS) & (columns["class_presence"] >= PRESENCE)
    is_linked &= columns["targets_recur_bare"] > 0
    return np.asarray(
        (columns["bare_links"] >= LINKS)
        & (columns["bare_units"] >= np.float32(np.log1p(TRAILING_UNITS)))
        & (columns["prose_after"] <= PROSE_BELOW)
        & (columns["prose_before"] > 0.5)
        & (is_named | is_linked)
    )

"""Template text that a few facts together give away: its scores are scaled down.

The trees see the same facts, but have few sites to learn them from; docs/decisions/007-accuracy.md has what each rule
gives. On a page without a site only that of boxes below the text can hold, by their names.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sitegrain.kernel import TemplateRules
from sitegrain.pages.elements import HEADINGS, tag_set

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sitegrain.content.features import Columns
    from sitegrain.content.features.pooled import Pool
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

LINKS, UNITS, PRESENCE, TARGETS = 0.5, 6, 0.5, 0.15  # least share of links, units, pages with the place, equal targets
CONSTANT_SHARE, CONSTANT_PAGES = 0.8, 3  # least share of pages with the text, of a site of so many pages
CONSTANT_NARROW = 0.3  # least share of the running text outside an advertisement's box
CONSTANT_WORDS = 8  # of a sentence; shorter texts that recur may be headings of the content
CONSTANT_BOX = 0.05  # most that the box around a sentence recurs less than the sentence: else it is part of a text
CONSTANT_MASS = 0.9  # most share of a page's content in such sentences: near copies of a page are content all the same
TRAILING_UNITS = 3  # least units of a box of links below the text
PROSE_BELOW, PROSE_ABOVE = 0.15, 0.5  # most share of the running text below it; least share above, which must be more
ALL_LINKS = 0.9  # share of links of a place that is nothing but links
HEADING_RECURS, HEADING_SCORE = 0.8, 0.5  # a heading of so many of the other pages, scored below that, is template
NAVIGATION_MASS = 0.95  # most share of a page's content that navigation can be: a page of links has its own
VOTING_PAGES, LEAST_AGREED = 3, 0.25  # pages that have a place, and the share of them that must choose it
OUTVOTED_MASS = 0.2  # most share of a page's content at outvoted places, unless it is an article


_FACTS = (  # in the order of the kernel
    *("recurs_here", "recurs_parent", "class_presence", "class_links", "bare_links", "bare_units", "targets_recur"),
    *("targets_recur_bare", "name_related", "name_nav", "name_ad_narrow", "prose_before", "prose_after"),
)
_RULES = TemplateRules(
    np.array([1.0, *(factor for factor, _ in RULES.values())]),
    tag_set(HEADINGS),
    links=LINKS,
    navigation_units=np.log1p(UNITS),
    trailing_units=np.log1p(TRAILING_UNITS),
    presence=PRESENCE,
    all_links=ALL_LINKS,
    targets=TARGETS,
    prose_below=PROSE_BELOW,
    prose_above=PROSE_ABOVE,
    constant_share=CONSTANT_SHARE,
    constant_box=CONSTANT_BOX,
    constant_narrow=CONSTANT_NARROW,
    heading_recurs=HEADING_RECURS,
    constant_mass=CONSTANT_MASS,
    navigation_mass=NAVIGATION_MASS,
    outvoted_mass=OUTVOTED_MASS,
    heading_score=HEADING_SCORE,
    voting_pages=VOTING_PAGES,
    least_agreed=LEAST_AGREED,
    constant_words=CONSTANT_WORDS,
    constant_pages=CONSTANT_PAGES,
)


def scale_down(
    placed: Placed, columns: Columns, scores: NDArray[np.float64], pool: Pool, *, is_article: bool
) -> tuple[NDArray[np.int8], NDArray[np.float64]]:
    """Int8 (n_units,) the code of the rule that holds, 0 for none; float64 (n_units,) the scaled scores."""
    codes, scaled = np.empty(len(scores), np.int8), np.empty(len(scores))
    _RULES.scale_down(
        placed.page.axis,
        [columns[name] for name in _FACTS],
        scores,
        placed.unit_places,
        pool.of("pages"),
        pool.of("agreed_pages"),
        n_pages=pool.n_pages,
        is_article=is_article,
        codes=codes,
        scaled=scaled,
    )
    return codes, scaled

"""The rules of template text in numpy: what the kernel's are compared with."""

import numpy as np

from sitegrain.content import template
from sitegrain.pages.elements import HEADINGS

NAVIGATION, ADVERTISEMENT, OUTVOTED, TRAILING, BELOW_HEADING, CONSTANT = template.RULES
_FACTORS = np.array([1.0, *(factor for factor, _ in template.RULES.values())])


def scale_down(placed, columns, scores, pool, *, is_article):
    """Int8 (n_units,) the code of the rule that holds, 0 for none; float64 (n_units,) the scaled scores."""
    mass = scores * placed.page.unit_words
    codes = np.where(is_trailing(columns), TRAILING, 0).astype(np.int8)
    outvoted = is_outvoted(placed, pool)
    # The links of an index page are at places that other pages leave out, and are all that it has.
    if is_article or mass[outvoted].sum() <= template.OUTVOTED_MASS * mass.sum():
        codes[outvoted] = OUTVOTED
    if pool.n_pages >= template.CONSTANT_PAGES:
        constant = is_constant(columns)
        is_sentence = constant & is_whole_box(columns) & (placed.page.unit_words >= template.CONSTANT_WORDS)
        if mass[is_sentence].sum() <= template.CONSTANT_MASS * mass.sum():
            codes[is_sentence] = CONSTANT
        codes[constant & (columns["name_ad_narrow"] >= template.CONSTANT_NARROW)] = ADVERTISEMENT
    navigation = is_navigation(columns)
    if mass[navigation].sum() <= template.NAVIGATION_MASS * mass.sum():
        codes[navigation] = NAVIGATION
    scaled = scores * _FACTORS[codes]
    codes[below_headings(placed, columns, scaled) & (codes == 0)] = BELOW_HEADING
    return codes, scores * _FACTORS[codes]


def is_outvoted(placed, pool):
    """Bool (n_units,): at a place of several pages that is chosen on few of them."""
    at = placed.unit_places
    pages, agreed = (np.where(at >= 0, pool.of(name)[at], 0) for name in ("pages", "agreed_pages"))
    return np.asarray((pages >= template.VOTING_PAGES) & (agreed < template.LEAST_AGREED * pages))


def below_headings(placed, columns, scores):
    """Bool (n_units,): between a heading that is template and the next, if half lead where other pages lead."""
    page = placed.page
    below = np.zeros(page.n_units, bool)
    recurring = (columns["recurs_here"] >= template.HEADING_RECURS) & (scores < template.HEADING_SCORE)
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


def unit_headings(page):
    """Bool (n_units,): the unit's block element is a heading."""
    return np.array([page.tags[node] in HEADINGS for node in page.unit_nodes], bool)


def is_navigation(columns):
    """Bool (n_units,): in a block of links that most pages have at this place, and that lead to the same."""
    return (
        (columns["bare_links"] >= template.LINKS)
        & (columns["bare_units"] >= np.float32(np.log1p(template.UNITS)))
        & (columns["class_presence"] >= template.PRESENCE)
        & (columns["targets_recur_bare"] >= template.TARGETS)
    )


def is_constant(columns):
    """Bool (n_units,): nearly every page has this text here."""
    return np.asarray(
        (columns["recurs_here"] >= template.CONSTANT_SHARE) & (columns["class_presence"] >= template.CONSTANT_SHARE)
    )


def is_whole_box(columns):
    """Bool (n_units,): all text of the box around it recurs as it does."""
    return np.asarray(columns["recurs_parent"] >= columns["recurs_here"] - template.CONSTANT_BOX)


def is_trailing(columns):
    """Bool (n_units,): in a box of links after the running text that leads to other pages.

    Its name says so, or half of the site's pages have nothing but links at this place, some of them the same ones.
    """
    is_named = (columns["name_related"] > 0) | (columns["name_nav"] > 0)
    is_linked = (columns["class_links"] >= template.ALL_LINKS) & (columns["class_presence"] >= template.PRESENCE)
    is_linked &= columns["targets_recur_bare"] > 0
    return np.asarray(
        (columns["bare_links"] >= template.LINKS)
        & (columns["bare_units"] >= np.float32(np.log1p(template.TRAILING_UNITS)))
        & (columns["prose_after"] <= template.PROSE_BELOW)
        & (columns["prose_before"] > template.PROSE_ABOVE)
        & (is_named | is_linked)
    )

"""The inputs of the scorer: one row a unit, one column by name.

Follows the measured recipe for content scores (own text, place in the page, class over the site, containers).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sitegrain.content.features.ancestry import ANCESTRY_NAMES, descriptor_facts, fill_ancestry
from sitegrain.content.features.bare import BARE_NAMES, fill_bare
from sitegrain.content.features.context import CONTEXT_NAMES, TITLE_NAMES, fill_context, fill_title
from sitegrain.content.features.declared import DECLARED_NAMES, fill_declared
from sitegrain.content.features.readability import READABILITY_NAMES, fill_readability
from sitegrain.content.features.shape import Columns, UnitColumns, take_logs
from sitegrain.content.features.site import MISSING, SITE_NAMES, SiteTables, fill_site_columns
from sitegrain.content.features.text import TEXT_NAMES, fill_text
from sitegrain.kernel import Words, fill_links, fill_next, fill_windows

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sitegrain.content.features.shape import Matrix
    from sitegrain.content.metadata import Structured
    from sitegrain.pages.page import Page
    from sitegrain.sites.statistics import Placed

__all__ = ["MISSING", "ROWS", "Columns", "SiteTables", "UnitColumns", "fill_units", "unit_features"]

MOST_COPIES = 10.0  # of a text on the page
LEAST_WEIGHT = 0.5  # in words, of a unit among its neighbours
# the means over so many units to each side of what counts most: name -> (column, units); of class_good, of its squares
_WINDOWS = {
    "near_words": ("words", 4),
    "near_links": ("link_share", 4),
    "far_links": ("link_share", 10),
}
_SITE_WINDOWS = {
    "near_recurs": ("recurs", 4),
    "far_recurs": ("recurs", 10),
    "near_good": ("class_good", 4),
}
_NEXT = {
    "previous_words": ("words", -1),
    "next_words": ("words", 1),
    "previous_links": ("link_share", -1),
    "next_links": ("link_share", 1),
}
_LINK_NAMES = ("n_links", "inside_links")
_REPETITION_NAMES = ("copies", "spread")
_NAMES = (
    *_LINK_NAMES,
    *TEXT_NAMES,
    *_REPETITION_NAMES,
    *TITLE_NAMES,
    *DECLARED_NAMES,
    "hidden",
    *ANCESTRY_NAMES,
    *CONTEXT_NAMES,
    *READABILITY_NAMES,
    *BARE_NAMES,
    *SITE_NAMES,
    *_WINDOWS,
    *_SITE_WINDOWS,
    *_NEXT,
)
ROWS = {name: row for row, name in enumerate(_NAMES)}
# counts, whose logarithm is the input
_COUNTS = np.array(
    [
        ROWS[name]
        for name in (
            *("n_links", "words", "sentences", "commas", "has_description", "section_words", "sibling_units"),
            *("sibling_prose", "sibling_words", "repeats", "repeat_words", "bare_words", "bare_units", "linked_words"),
        )
    ],
    np.int32,
)
_SITE_COUNTS = np.append(_COUNTS, np.int32(ROWS["class_pages"]))


def _rows(sources: dict[str, tuple[str, int]]) -> NDArray[np.int32]:
    return np.array([(ROWS[source], number, ROWS[name]) for name, (source, number) in sources.items()], np.int32)


_SHIFTS = _rows(_NEXT)
_WITH_SITE = np.array(
    [(*row, 2 if row[2] == ROWS["near_good"] else 1) for row in _rows(_WINDOWS | _SITE_WINDOWS)], np.int32
)
_ALONE = _WITH_SITE[: len(_WINDOWS)]


def unit_features(placed: Placed, tables: SiteTables | None, structured: Structured) -> UnitColumns:
    """Float32 (n_units,) columns by name, rows of one matrix; `tables` is None for a page without a site.

    Every column is finite; site columns are MISSING on a page alone.
    """
    matrix = np.empty((len(ROWS), placed.page.n_units), np.float32)
    fill_units(placed, tables, structured, matrix)
    return UnitColumns(ROWS, matrix)


def fill_units(placed: Placed, tables: SiteTables | None, structured: Structured, out: NDArray[np.float32]) -> None:
    """Fill float32 (n_columns, n_units), the columns in the order of ROWS."""
    page = placed.page
    words = Words(page.axis.token_hashes, page.axis.unit_tokens)
    matrix = np.empty(out.shape)
    fill_links(placed.targets, placed.target_starts, matrix, ROWS[_LINK_NAMES[0]])
    votes = fill_text(page, matrix, ROWS[TEXT_NAMES[0]])
    words.fill_repetition(placed.fingerprints, MOST_COPIES, matrix, ROWS[_REPETITION_NAMES[0]])
    fill_title(page, words, matrix, ROWS[TITLE_NAMES[0]])
    fill_declared(page, words, structured, matrix, ROWS[DECLARED_NAMES[0]])
    matrix[ROWS["hidden"]] = page.unit_hidden
    has_site = _fill_structure(placed, words, votes, tables, matrix)
    counts = _SITE_COUNTS if has_site else _COUNTS
    take_logs(matrix, counts)
    _fill_windows(page, matrix, has_site=has_site)
    out[:] = matrix


def _fill_structure(
    placed: Placed, words: Words, votes: NDArray[np.float64], tables: SiteTables | None, matrix: Matrix
) -> bool:
    """Fill the rows of all that follows from the structure of the page and from its site; False if it has none."""
    page = placed.page
    shape = placed.shape
    bits, looks = descriptor_facts(page)
    fill_ancestry(page, shape, bits, matrix, ROWS[ANCESTRY_NAMES[0]])
    fill_context(page, shape, matrix, ROWS[CONTEXT_NAMES[0]])
    fill_readability(page, shape, looks, votes, matrix, ROWS[READABILITY_NAMES[0]])
    blocks = fill_bare(page, shape, matrix, ROWS[BARE_NAMES[0]])
    of_site = matrix[ROWS[SITE_NAMES[0]] : ROWS[SITE_NAMES[-1]] + 1]
    return fill_site_columns(placed, words, shape, tables, blocks, of_site)


def _fill_windows(page: Page, matrix: Matrix, *, has_site: bool) -> None:
    """The means over the neighbours of what counts most, and the values of the next ones."""
    first = ROWS["near_recurs"]
    if not has_site:
        matrix[first : first + len(_SITE_WINDOWS)] = MISSING
    fill_windows(matrix, page.unit_words, LEAST_WEIGHT, _WITH_SITE if has_site else _ALONE)
    fill_next(matrix, _SHIFTS)

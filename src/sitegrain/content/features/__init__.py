"""The inputs of the scorer: one row a unit, one column by name.

Follows the measured recipe for content scores (own text, place in the page, class over the site, containers).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sitegrain.content.features.ancestry import ANCESTRY_NAMES, descriptor_facts, fill_ancestry
from sitegrain.content.features.bare import BARE_NAMES, fill_bare
from sitegrain.content.features.context import CONTEXT_NAMES, fill_context, title_features
from sitegrain.content.features.declared import declared_features
from sitegrain.content.features.readability import READABILITY_NAMES, fill_readability
from sitegrain.content.features.shape import Columns, shape_of, take_logs
from sitegrain.content.features.site import MISSING, SITE_NAMES, SiteTables, fill_site_columns
from sitegrain.content.features.text import text_features
from sitegrain.kernel import fill_windows, repetition

if TYPE_CHECKING:
    from sitegrain.content.features.shape import Matrix
    from sitegrain.content.metadata import Structured
    from sitegrain.pages.page import Page
    from sitegrain.sites.statistics import Placed

__all__ = ["MISSING", "Columns", "SiteTables", "unit_features"]

MOST_COPIES = 10.0  # of a text on the page
# the means over so many units to each side of what counts most: name -> (column, units)
_WINDOWS = {
    "near_words": ("words", 4),
    "near_links": ("link_share", 4),
    "far_links": ("link_share", 10),
}
_SITE_WINDOWS = {
    "near_recurs": ("recurs", 4),
    "far_recurs": ("recurs", 10),
    "near_good": ("near_good", 4),  # of the squares of class_good, which are put there first
}
_NEXT = {"previous_words": "words", "next_words": "words", "previous_links": "link_share", "next_links": "link_share"}
_NAMES = (
    *("words", "link_share", "hidden"),
    *ANCESTRY_NAMES,
    *CONTEXT_NAMES,
    *READABILITY_NAMES,
    *BARE_NAMES,
    *SITE_NAMES,
    *_WINDOWS,
    *_SITE_WINDOWS,
    *_NEXT,
)
_AT = {name: row for row, name in enumerate(_NAMES)}
# counts, whose logarithm is the input
_COUNTS = np.array(
    [
        _AT[name]
        for name in (
            *("section_words", "sibling_units", "sibling_prose", "sibling_words", "repeats", "repeat_words"),
            *("bare_words", "bare_units", "linked_words"),
        )
    ]
)


def _rows(windows: dict[str, tuple[str, int]]) -> np.ndarray:
    return np.array([(_AT[source], width, _AT[name]) for name, (source, width) in windows.items()], np.int32)


_ALONE, _WITH_SITE = _rows(_WINDOWS), _rows(_WINDOWS | _SITE_WINDOWS)


def unit_features(placed: Placed, tables: SiteTables | None, structured: Structured) -> Columns:
    """Float32 (n_units,) columns by name, rows of one matrix; `tables` is None for a page without a site.

    Every column is finite; site columns are MISSING on a page alone.
    """
    page = placed.page
    given = text_features(page) | _repetition_features(placed) | title_features(page)
    given |= declared_features(page, structured) | _link_features(placed)
    own = {name: row for row, name in enumerate((name for name in given if name not in _AT), len(_NAMES))}
    matrix = np.zeros((len(_NAMES) + len(own), page.n_units))
    for name, values in given.items():
        matrix[_AT[name] if name in _AT else own[name]] = values
    matrix[_AT["hidden"]] = page.unit_hidden
    _fill(placed, tables, matrix)
    return dict(zip((*_NAMES, *own), matrix.astype(np.float32), strict=True))


def _fill(placed: Placed, tables: SiteTables | None, matrix: Matrix) -> None:
    """Fill the rows of all that follows from the structure of the page and from its site."""
    page = placed.page
    shape = shape_of(page)
    bits, looks = descriptor_facts(page)
    fill_ancestry(page, shape, bits, matrix, _AT[ANCESTRY_NAMES[0]])
    fill_context(page, shape, matrix, _AT[CONTEXT_NAMES[0]])
    fill_readability(page, shape, looks, matrix, _AT[READABILITY_NAMES[0]])
    blocks = fill_bare(page, shape, matrix, _AT[BARE_NAMES[0]])
    take_logs(matrix, _COUNTS)
    has_site = fill_site_columns(placed, shape, tables, blocks, matrix, _AT[SITE_NAMES[0]])
    _fill_windows(page, matrix, has_site=has_site)


def _fill_windows(page: Page, matrix: Matrix, *, has_site: bool) -> None:
    """The means over the neighbours of what counts most, and the values of the next ones."""
    weights = np.maximum(page.unit_words, 0.5)
    first = _AT["near_recurs"]
    if has_site:
        np.square(matrix[_AT["class_good"]], out=matrix[_AT["near_good"]])
    else:
        matrix[first : first + len(_SITE_WINDOWS)] = MISSING
    fill_windows(matrix, weights, _WITH_SITE if has_site else _ALONE)
    for name, source in _NEXT.items():
        values, shifted = matrix[_AT[source]], matrix[_AT[name]]
        if name.startswith("previous"):
            shifted[1:] = values[:-1]
        else:
            shifted[:-1] = values[1:]


def _repetition_features(placed: Placed) -> Columns:
    """How often the unit's text, and its words, stand elsewhere on the page."""
    axis = placed.page.axis
    out = np.empty((2, placed.page.n_units))
    repetition(placed.fingerprints, axis.token_hashes, axis.unit_tokens, MOST_COPIES, out)
    return {"copies": out[0], "spread": out[1]}


def _link_features(placed: Placed) -> Columns:
    """The number of a unit's links, and the share of those that lead to a place of the page itself."""
    starts = placed.target_starts
    counts = np.diff(starts)
    n_inside = np.concatenate(([0], np.cumsum(placed.targets == 0)))
    inside = n_inside[starts[1:]] - n_inside[starts[:-1]]
    return {"n_links": np.log1p(counts), "inside_links": inside / np.maximum(counts, 1)}

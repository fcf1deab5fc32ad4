"""Genuine or layout: whether the grid of a table carries the relation between its cells.

A decision list that needs no training, and a logistic regression over the features of Wang and Hu and some more, whose
coefficients come with the package.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sitegrain.pages.elements import HEADINGS
from sitegrain.pages.nesting import ancestors, children
from sitegrain.segmenters.coefficients import read_coefficients
from sitegrain.segmenters.layout_tables.features import NAMES

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from sitegrain.pages.page import Page
    from sitegrain.segmenters.layout_tables.features import TableFeatures
    from sitegrain.segmenters.layout_tables.grid import Grid, Texts

FILE = "layout_tables.json"  # the coefficients that come with the package
LAYOUT_ROLES = frozenset(("presentation", "none"))
TABLE_ROLES = frozenset(("table", "grid", "treegrid"))
MANY_ROWS, MANY_COLUMNS = 20, 5  # from which a table is genuine
FEW_CELLS = 4
NO_TEXT_OF_ITS_OWN = 0.75  # share of links, images and empty cells, from which a table without headers is layout
FURTHER = ("header cells", "caption", "rows", "columns", "inside", "longest cell", "linked", "role", "border", "leads")
LEADS = HEADINGS | {"a", "img"}  # what a thing of its own begins with
INPUTS = ("one", *NAMES, *FURTHER)


def has_headers(page: Page, grid: Grid) -> bool:
    """Whether the markup says what the grid's lines are."""
    if page.attributes[grid.node].get("summary"):
        return True
    if any(page.tags[cell.node] == "th" for cell in grid.cells):
        return True
    marks = ("scope", "headers", "abbr")
    if any(page.attributes[cell.node].get(mark) for cell in grid.cells for mark in marks):
        return True
    return any(page.tags[node] in ("thead", "tfoot", "col", "colgroup") for node in children(page, grid.node))


def has_caption(page: Page, grid: Grid, texts: Texts) -> bool:
    """Whether the table has a caption with text."""
    return any(page.tags[node] == "caption" and texts.words[node] for node in children(page, grid.node))


def by_rules(page: Page, grid: Grid, features: TableFeatures, texts: Texts) -> bool:
    """Whether a table is genuine, by the first rule that holds."""
    own, role = page.attributes[grid.node], page.attributes[grid.node].get("role") or ""
    n_rows, n_columns = len(grid.rows), len(grid.columns)
    length, kinds = features.relative()
    rules: tuple[tuple[Callable[[], bool], bool], ...] = (
        (lambda: role in LAYOUT_ROLES or own.get("datatable") == "0", False),
        (lambda: role in TABLE_ROLES, True),
        (lambda: min(features.n_lines) <= 1, False),
        (lambda: has_caption(page, grid, texts) or has_headers(page, grid), True),
        (lambda: bool(texts.tables[grid.node]), False),
        (lambda: bool(texts.forms[grid.node]), False),
        (lambda: features.share("hyperlink", "image", "empty") >= NO_TEXT_OF_ITS_OWN, False),
        (lambda: n_rows >= MANY_ROWS or n_columns >= MANY_COLUMNS, True),
        (lambda: features.has_long_text, False),
        (lambda: len(grid.cells) <= FEW_CELLS, False),
    )
    return next((verdict for holds, verdict in rules if holds()), length > 0 and kinds > 0)


def inputs(page: Page, grid: Grid, features: TableFeatures, texts: Texts) -> NDArray[np.float64]:
    """Float64 (n_inputs,): 1, f1 to f15 with sizes as logarithms, and what markup and place say."""
    values = np.array(features.values)
    values[:6] = np.log1p(values[:6])
    values[[6, -1]] = features.relative()
    words, n_cells = max(int(texts.words[grid.node]), 1), max(len(grid.cells), 1)
    n_headers = sum(page.tags[cell.node] == "th" for cell in grid.cells)
    role = page.attributes[grid.node].get("role") or ""
    further = (
        min(n_headers, 8) / 8 + has_headers(page, grid),
        float(has_caption(page, grid, texts)),
        *np.log1p(features.n_lines),
        float(any(page.tags[node] == "table" for node in ancestors(page, grid.node))),
        np.log1p(max(features.lengths, default=0)),
        texts.link_words[grid.node] / words,
        float(role in TABLE_ROLES) - float(role in LAYOUT_ROLES),
        float((page.attributes[grid.node].get("border") or "0") not in ("", "0")),
        sum(any(tag in LEADS for tag in page.tags[c.node + 1 : page.ends[c.node]]) for c in grid.cells) / n_cells,
    )
    return np.concatenate(([1.0], values, np.array(further, np.float64)))


def by_regression(page: Page, grid: Grid, features: TableFeatures, texts: Texts) -> bool:
    """Whether a table is genuine, by the coefficients that come with the package.

    They were learned from plain tables; on the others the rules decide.
    """
    if not is_plain(grid, features, texts):
        return by_rules(page, grid, features, texts)
    return bool(inputs(page, grid, features, texts) @ read_coefficients(__package__, FILE, INPUTS) > 0)


def is_plain(grid: Grid, features: TableFeatures, texts: Texts) -> bool:
    """Whether a table has more than one line each way, and neither long texts nor tables in it."""
    return min(features.n_lines) > 1 and not features.has_long_text and not texts.tables[grid.node]

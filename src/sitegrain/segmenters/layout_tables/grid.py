"""The grid of a table: cells with the rows and columns they cover, as the HTML table model places them."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from sitegrain.pages.nesting import has_tag, nearest
from sitegrain.pages.page import LINK
from sitegrain.pages.runs import node_runs, run_tokens
from sitegrain.pages.tokens import tokenize
from sitegrain.segmenters.layout_tables.characters import Characters

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from sitegrain.pages.page import Page

MAX_SPAN = 1_000  # rows or columns that a cell may cover
MAX_SLOTS = 200_000  # of a table, from which spans no longer count
CELLS = frozenset(("td", "th"))
TEASER_WORDS = 5, 40  # of a text under a linked title that only announces another page, from and to
MIN_TEASERS = 3  # in one cell
STYLE_WIDTH = re.compile(r"(?:^|;)\s*width\s*:\s*([0-9]{1,6}(?:\.[0-9]{1,6})?)(px|%)", re.ASCII | re.IGNORECASE)
WIDTH = re.compile(r"\s*([0-9]{1,6}(?:\.[0-9]{1,6})?)(px|%)?", re.ASCII)
TRANSPARENT = frozenset(("thead", "tbody", "tfoot"))


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell and the rectangle it covers."""

    node: int
    row: int
    column: int
    n_rows: int = 1
    n_columns: int = 1


@dataclass(frozen=True, slots=True)
class Grid:
    """A table.

    rows, columns: for each line the cells that cover some of it, as indices into `cells`
    edges:         where the columns begin, and the last ends, in [0, 1]; () where their widths are not known
    """

    node: int
    cells: tuple[Cell, ...]
    rows: tuple[tuple[int, ...], ...]
    columns: tuple[tuple[int, ...], ...]
    edges: tuple[float, ...] = ()


class Texts:
    """How much text lies at or below each node of a page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.title = Counter(tokenize(page.head.title))
        bounds = run_tokens(page).astype(np.int64)
        self.first, self.behind = node_runs(page)
        self.starts, self.ends = bounds[self.first], bounds[self.behind]
        counts = np.diff(bounds)
        self._is_linked = (page.flags[page.run_nodes] & LINK) > 0
        self.words = self.ends - self.starts
        is_teaser = _teasers(page)[page.run_units] & ~self._is_linked
        self.teaser_words = self._between(np.where(is_teaser, counts, 0))
        self.link_words = self._between(np.where(self._is_linked, counts, 0))
        tags = np.array(page.tags, object)
        self.images, self.forms, self.tables = (self._tags_below(tags == tag) for tag in ("img", "form", "table"))

    @cached_property
    def characters(self) -> Characters:
        """The characters of the page."""
        return Characters(self.page, self.first, self.behind, self._is_linked)

    def _between(self, values: NDArray[np.int64]) -> NDArray[np.int64]:
        running = np.concatenate(([0], np.cumsum(values)))
        return np.asarray(running[self.behind] - running[self.first])

    def _tags_below(self, is_tag: NDArray[np.bool_]) -> NDArray[np.int64]:
        """How many elements of a name are below each node, itself not counted."""
        running = np.concatenate(([0], np.cumsum(is_tag.astype(np.int64))))
        return np.asarray(running[self.page.ends] - running[1:])


def _teasers(page: Page) -> NDArray[np.bool_]:
    """Bool (n_units,): short texts, each under a linked title, of which a cell has several."""
    cells = nearest(page, has_tag(page, CELLS))[page.unit_nodes] + 1  # 0 for text in no cell
    is_title = (page.unit_words > 0) & (page.unit_link_words == page.unit_words)
    follows = np.zeros(page.n_units, bool)
    follows[1:] = is_title[:-1] & (cells[1:] == cells[:-1])
    least, most = TEASER_WORDS
    found = follows & ~is_title & (page.unit_words >= least) & (page.unit_words <= most)
    counts = np.bincount(cells[found], minlength=page.n_nodes + 1)
    return np.asarray(found & (counts[cells] >= MIN_TEASERS))


def read_grids(page: Page) -> list[Grid]:
    """The grids of all tables of a page, outer ones before inner ones."""
    table_of, row_of = [-1] * page.n_nodes, [-1] * page.n_nodes
    rows: dict[int, dict[int, list[int]]] = {}
    tags, parents = page.tags, page.parents.tolist()
    for node, tag in enumerate(tags):
        parent = parents[node]
        table_of[node] = table_of[parent] if parent >= 0 else -1
        if tag == "table":
            table_of[node] = node
            rows[node] = {}
        elif tag == "tr" and table_of[node] >= 0 and (tags[parent] in TRANSPARENT or tags[parent] == "table"):
            rows[table_of[node]].setdefault(node, [])
            row_of[node] = node
        elif tag in CELLS and row_of[parent] == parent:
            rows[table_of[node]][parent].append(node)
    return [_grid(page, table, own) for table, own in rows.items()]


def _grid(page: Page, table: int, rows: dict[int, list[int]]) -> Grid:
    """Place the cells, given those of each <tr>: each at the first free column of its row."""
    group_ends = _group_ends([int(page.parents[row]) for row in rows])
    taken: dict[tuple[int, int], int] = {}
    cells: list[Cell] = []
    for row, nodes in enumerate(rows.values()):
        column = 0
        for node in nodes:
            while (row, column) in taken:
                column += 1
            own = page.attributes[node]
            has_room = len(taken) < MAX_SLOTS
            n_columns = _span(own, "colspan") if has_room else 1
            n_rows = min(_span(own, "rowspan") or MAX_SPAN, group_ends[row] - row) if has_room else 1
            n_columns = max(n_columns, 1)
            if n_rows * n_columns > MAX_SLOTS - len(taken):
                n_rows = n_columns = 1
            for i in range(row, row + n_rows):
                for j in range(column, column + n_columns):
                    taken.setdefault((i, j), len(cells))
            cells.append(Cell(node, row, column, n_rows, n_columns))
            column += n_columns
    lines: tuple[dict[int, set[int]], dict[int, set[int]]] = ({}, {})
    for (i, j), cell in taken.items():
        lines[0].setdefault(i, set()).add(cell)
        lines[1].setdefault(j, set()).add(cell)
    row_cells, column_cells = (tuple(tuple(sorted(line[k])) for k in sorted(line)) for line in lines)
    return Grid(table, tuple(cells), row_cells, column_cells, _edges(page, cells, len(lines[1])))


def _group_ends(groups: list[int]) -> list[int]:
    """For each row the first row behind its row group; no cell reaches over that."""
    ends = [len(groups)] * len(groups)
    for row in range(len(groups) - 2, -1, -1):
        ends[row] = ends[row + 1] if groups[row] == groups[row + 1] else row + 1
    return ends


def _edges(page: Page, cells: list[Cell], n_columns: int) -> tuple[float, ...]:
    """The borders of the columns by the widths of the first row in which every cell has one, all in one unit."""
    rows: dict[int, list[Cell]] = {}
    for cell in cells:
        rows.setdefault(cell.row, []).append(cell)
    for row in rows.values():
        widths = [_width(page.attributes[cell.node]) for cell in row]
        units = {unit for _, unit in widths}
        if sum(cell.n_columns for cell in row) == n_columns and len(units) == 1 and None not in units:
            shares = [size / cell.n_columns for cell, (size, _) in zip(row, widths, strict=True) for _ in _places(cell)]
            borders = np.concatenate(([0], np.cumsum(shares))) / sum(shares)
            return tuple(borders.tolist())
    return ()


def _places(cell: Cell) -> range:
    return range(cell.column, cell.column + cell.n_columns)


def _width(attributes: Mapping[str, str | None]) -> tuple[float, str | None]:
    """The width of a cell and its unit, `px` or `%`; no unit if it has none."""
    style = STYLE_WIDTH.search(attributes.get("style") or "")
    found = style or WIDTH.match(attributes.get("width") or "")
    size = float(found[1]) if found else 0.0
    return (size, found[2] or "px") if found and size > 0 else (0.0, None)


def _span(attributes: Mapping[str, str | None], name: str) -> int:
    """A span as browsers read it: 1 if it is no number."""
    text = (attributes.get(name) or "1").strip()
    digits = text[: len(text) - len(text.lstrip("0123456789"))]
    return min(int(digits[:6]), MAX_SPAN) if digits else 1

"""The grid of a table: cells with the rows and columns they cover, as the HTML table model places them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from sitegrain.pages.page import LINK
from sitegrain.pages.runs import node_runs, run_tokens

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from numpy.typing import NDArray

    from sitegrain.pages.page import Page

MAX_SPAN = 1_000  # rows or columns that a cell may cover
MAX_SLOTS = 200_000  # of a table, from which spans no longer count
CELLS = frozenset(("td", "th"))
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
    """

    node: int
    cells: tuple[Cell, ...]
    rows: tuple[tuple[int, ...], ...]
    columns: tuple[tuple[int, ...], ...]


class Texts:
    """How much text lies at or below each node of a page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        bounds = run_tokens(page).astype(np.int64)
        self.first, self.behind = node_runs(page)
        self.starts, self.ends = bounds[self.first], bounds[self.behind]
        counts = np.diff(bounds)
        linked = np.where((page.flags[page.run_nodes] & LINK) > 0, counts, 0)
        self.words = self.ends - self.starts
        self.link_words = self._between(linked)
        lengths = np.array([len(text.strip()) for text in page.run_texts], np.int64)
        self.chars = self._between(lengths)
        self.link_chars = self._between(np.where((page.flags[page.run_nodes] & LINK) > 0, lengths, 0))
        self.letters = self._between(np.array([sum(map(str.isalpha, text)) for text in page.run_texts], np.int64))
        self.digits = self._between(np.array([sum(map(str.isdigit, text)) for text in page.run_texts], np.int64))
        tags = np.array(page.tags, object)
        self.images, self.forms, self.tables = (self._tags_below(tags == tag) for tag in ("img", "form", "table"))

    def length(self, node: int) -> int:
        """Characters of the node's text, white space folded."""
        texts = self.page.run_texts[self.first[node] : self.behind[node]]
        return len(" ".join("".join(texts).split()))

    def _between(self, values: NDArray[np.int64]) -> NDArray[np.int64]:
        running = np.concatenate(([0], np.cumsum(values)))
        return np.asarray(running[self.behind] - running[self.first])

    def _tags_below(self, is_tag: NDArray[np.bool_]) -> NDArray[np.int64]:
        """How many elements of a name are below each node, itself not counted."""
        running = np.concatenate(([0], np.cumsum(is_tag.astype(np.int64))))
        return np.asarray(running[self.page.ends] - running[1:])


def children(page: Page, node: int) -> Iterator[int]:
    """The child elements of a node, in document order."""
    child = node + 1
    while child < page.ends[node]:
        yield child
        child = int(page.ends[child])


def ancestors(page: Page, node: int) -> Iterator[int]:
    """The elements around a node, innermost first."""
    node = int(page.parents[node])
    while node >= 0:
        yield node
        node = int(page.parents[node])


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
    return [_grid(page, table, list(own.values())) for table, own in rows.items()]


def _grid(page: Page, table: int, rows: list[list[int]]) -> Grid:
    """Place the cells: each at the first free column of its row."""
    taken: dict[tuple[int, int], int] = {}
    cells: list[Cell] = []
    for row, nodes in enumerate(rows):
        column = 0
        for node in nodes:
            while (row, column) in taken:
                column += 1
            own = page.attributes[node]
            has_room = len(taken) < MAX_SLOTS
            n_columns = _span(own, "colspan") if has_room else 1
            n_rows = min(_span(own, "rowspan") or MAX_SPAN, len(rows) - row) if has_room else 1
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
    found = (tuple(tuple(sorted(line[k])) for k in sorted(line)) for line in lines)
    return Grid(table, tuple(cells), *found)


def _span(attributes: Mapping[str, str | None], name: str) -> int:
    """A span as browsers read it: 1 if it is no number."""
    text = (attributes.get(name) or "1").strip()
    digits = text[: len(text) - len(text.lstrip("0123456789"))]
    return min(int(digits[:6]), MAX_SPAN) if digits else 1

"""What a rendering must hold, read from the page's own elements and not from what the renderings are made of."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

import numpy as np

from benchmarks.reading import CELLS, HEADINGS, TERMS, Reader, Reading
from sitegrain.pages.page import BLOCK, Event

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sitegrain.pages.page import Page

_PREFORMATTED = frozenset(("pre", "listing", "plaintext"))
_BOXES = frozenset(("list", "item", "terms", "term", "row", "cell", "grid", "figure", "quote"))
_BOX_ROLES = dict.fromkeys(("ul", "ol", "menu", "dir"), "list") | {"li": "item", "dl": "terms"}
_BOX_ROLES |= {"blockquote": "quote", "figure": "figure"}
_CAPTIONS = {"figcaption": "figure", "caption": "grid"}  # where they are boxes
_BARE = {"list": "item", "terms": "term"}  # what a box that takes no text makes of it
_SECTIONS = frozenset(("thead", "tbody", "tfoot"))
_LAYOUT_ROLES = frozenset(("presentation", "none"))


def read_page(page: Page, kept: NDArray[np.bool_], *, has_flat_cells: bool = False) -> Reading:
    """Read the kept units; with `has_flat_cells` a table cell holds nothing but text, as in Markdown.

    kept: bool (n_units,)
    """
    return _PageReader(page, kept, has_flat_cells=has_flat_cells).read()


class _PageReader:
    """Walks a page.

    roles:   of the open elements, in the words of `Reader` and of `_BOXES`
    boxes:   those that are boxes, and "bare" for what stands in a list or a definition list and in no item or term
    heading: level of the open heading, 0 for none; a box in it interrupts it
    """

    def __init__(self, page: Page, kept: NDArray[np.bool_], *, has_flat_cells: bool) -> None:
        self.page = page
        self.has_flat_cells = has_flat_cells
        self.is_kept: list[bool] = kept[page.run_units].tolist() if page.n_units else []
        self.n_texts = count_texts(page, self.is_kept)
        self.grids = find_grids(page, self.is_kept)
        self.reader = Reader()
        self.roles: list[str] = []
        self.boxes: list[str] = ["body"]
        self.heading = 0
        self.interrupted: list[int] = []  # the heading around each open box
        self.in_code = self.in_cell = False
        self.n_runs = 0  # passed so far
        self.unit = -1

    def read(self) -> Reading:
        for event, index in self.page.events():
            if event is Event.OPEN:
                self.open(index)
            elif event is Event.CLOSE:
                self.close(index)
            else:
                self.n_runs += 1
                if self.is_kept[index]:
                    self.add_text(index)
        return self.reader.finish()

    def open(self, node: int) -> None:
        role = self.role(node)
        self.roles.append(role)
        if role == "line":
            self.add_break()
        elif role in _BOXES:
            self.open_box(role)
        elif role:
            self.reader.open(role)
        if role == "heading":
            self.heading = HEADINGS[self.page.tags[node]]
        self.in_code |= role == "code"
        self.in_cell |= role == "cell"

    def open_box(self, role: str) -> None:
        if self.heading:
            self.reader.close("heading", self.heading)
        is_next = role == _BARE.get(self.real_box())  # of the list around an open heading: that is over
        self.interrupted.append(0 if is_next else self.heading)
        self.heading = 0
        if is_next:
            self.end_bare()
        else:
            self.begin_bare()
        self.boxes.append(role)
        self.reader.open(role)

    def close(self, node: int) -> None:
        role = self.roles.pop()
        if role in _BOXES:
            self.end_bare()
            self.boxes.pop()
            self.reader.close(role)
            self.heading = self.interrupted.pop()
            if self.heading:
                self.reader.open("heading")
        elif role == "heading" and not self.heading:
            self.reader.cut()
        elif role not in ("", "line"):
            self.reader.close(role, self.heading)
            self.heading = 0 if role == "heading" else self.heading
        self.in_code &= role != "code"
        self.in_cell &= role != "cell"

    def add_text(self, run: int) -> None:
        text, unit = self.page.run_texts[run], int(self.page.run_units[run])
        if unit != self.unit:  # what was between two units may be dropped
            self.reader.cut()
            self.unit = unit
        if not text.isspace():
            self.begin_bare()
        self.reader.text(text)

    def add_break(self) -> None:
        """A line break counts between two kept texts."""
        if all(self.is_kept[max(0, self.n_runs - 1) : self.n_runs + 1]):
            self.reader.line()

    def begin_bare(self) -> None:
        if self.boxes[-1] in _BARE:
            self.reader.open(_BARE[self.boxes[-1]])
            self.boxes.append("bare")

    def end_bare(self) -> None:
        if self.boxes[-1] == "bare":
            self.boxes.pop()
            self.reader.close(_BARE[self.boxes[-1]])

    def real_box(self) -> str:
        return next(box for box in reversed(self.boxes) if box != "bare")

    def role(self, node: int) -> str:
        """What an element is where it stands."""
        tag = self.page.tags[node]
        if tag == "br":
            return "line"
        if not self.page.flags[node] & BLOCK:
            return ""
        if self.in_code or not (self.n_texts[node] or tag in CELLS):
            return "block"
        return self.table_role(node, tag) or self.box_role(tag) or self.leaf_role(tag)

    def table_role(self, node: int, tag: str) -> str:
        row = node if tag == "tr" else int(self.page.parents[node]) if tag in CELLS else -1
        if tag == "table":
            return "grid" if node in self.grids else ""
        if row < 0 or self.page.tags[row] != "tr" or table_of(self.page, row) not in self.grids:
            return ""
        return "row" if tag == "tr" else "cell"

    def box_role(self, tag: str) -> str:
        if tag in TERMS and self.real_box() == "terms":
            return "term"
        if tag in _CAPTIONS:
            return "quote" if self.real_box() == _CAPTIONS[tag] else "block"
        is_flat = self.has_flat_cells and self.in_cell
        return "" if is_flat and tag in ("ul", "ol", "menu", "dir", "li") else _BOX_ROLES.get(tag, "")

    def leaf_role(self, tag: str) -> str:
        if self.heading or (self.has_flat_cells and self.in_cell):
            return "block"
        return "heading" if tag in HEADINGS else "code" if tag in _PREFORMATTED else "block"


def count_texts(page: Page, is_kept: list[bool]) -> list[int]:
    """How many kept texts each element holds."""
    before = np.zeros(page.n_nodes + 1, np.int64)
    for run, text in enumerate(page.run_texts):
        if is_kept[run] and not text.isspace() and page.run_nodes[run] >= 0:
            before[page.run_nodes[run] + 1] += 1
    before = before.cumsum()
    return (before[page.ends] - before[:-1]).tolist()


def table_of(page: Page, row: int) -> int:
    """The table a <tr> is a row of, -1 if it is none's."""
    node = int(page.parents[row])
    if node >= 0 and page.tags[node] in _SECTIONS:
        node = int(page.parents[node])
    return node if node >= 0 and page.tags[node] == "table" else -1


def find_grids(page: Page, is_kept: list[bool]) -> set[int]:
    """The tables that are tables: kept text in two rows and, of one row, in two cells, and in no table inside them."""
    if "table" not in page.tags:
        return set()
    cells: dict[int, dict[int, set[int]]] = defaultdict(lambda: defaultdict(set))  # table: row: cells with kept text
    layouts: set[int] = set()
    for run, text in enumerate(page.run_texts):
        if is_kept[run] and not text.isspace():
            _add_cells(page, int(page.run_nodes[run]), cells, layouts)
    return {
        table
        for table, rows in cells.items()
        if table not in layouts and len(rows) > 1 and max(map(len, rows.values())) > 1
    }


def _add_cells(page: Page, node: int, cells: dict[int, dict[int, set[int]]], layouts: set[int]) -> None:
    """Note the cells around a text, and the tables around its innermost table."""
    n_tables = 0
    while node >= 0:
        tag, parent = page.tags[node], int(page.parents[node])
        if tag in CELLS and page.tags[parent] == "tr" and table_of(page, parent) >= 0:
            cells[table_of(page, parent)][parent].add(node)
        if tag == "table":
            n_tables += 1
            role = (page.attributes[node].get("role") or "").strip().lower()
            if n_tables > 1 or role in _LAYOUT_ROLES:
                layouts.add(node)
        node = parent

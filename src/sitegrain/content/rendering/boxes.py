"""The boxes of an outline: lists, tables, quotes and figures, nested only as they may be."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sitegrain.content.rendering.tables import Shape
    from sitegrain.pages.page import Page

MAX_BOXES = 40  # a nested list takes two, a nested quote one
MAX_SPAN = 100  # columns or rows that one cell may take

_LISTS = frozenset(("ul", "ol"))
_CELLS = frozenset(("td", "th"))
_NAMES = {"menu": "ul", "dir": "ul"} | {
    name: name for name in "ul ol li dl dt dd table caption tr td th blockquote figure figcaption".split()
}
# Where a box may stand; a box without an entry stands wherever text may.
_PARENTS = {
    "li": _LISTS, "dt": frozenset(("dl",)), "dd": frozenset(("dl",)), "figcaption": frozenset(("figure",)),
    "caption": frozenset(("table",)), "tr": frozenset(("table",)), "td": frozenset(("tr",)), "th": frozenset(("tr",)),
}  # fmt: skip
# What is put between a box that takes no text and the text or box in it.
_IMPLIED = {"ul": "li", "ol": "li", "dl": "dd", "table": "tr", "tr": "td"}
_TEXT_BOXES = frozenset(("li", "dt", "dd", "caption", "td", "th", "figcaption"))

Emit = Callable[[str, str, Mapping[str, str]], None]


@dataclass(slots=True)
class Box:
    """An open box.

    node:       the element it stands for, -1 for none
    is_implied: the page has no element for it
    n_parts:    leaves and boxes in it so far
    is_done:    its element is closed; it stays open in case a nested list follows that belongs to it
    leaf_node:  the open heading or preformatted element in it, -1 if there is none
    leaf_name:  what that element's text becomes
    """

    name: str
    node: int
    is_implied: bool = False
    n_parts: int = 0
    is_done: bool = False
    leaf_node: int = -1
    leaf_name: str = ""

    @property
    def holds_text(self) -> bool:
        return self.name in _TEXT_BOXES

    @property
    def holds_strays(self) -> bool:
        """Whether it is the list made for items that stand in none."""
        return self.is_implied and self.name == "ul"


class Boxes:
    """The stack of open boxes of an outline."""

    def __init__(self, page: Page, tables: dict[int, Shape], emit: Emit) -> None:
        self.page = page
        self.tables = tables
        self.emit = emit
        self.stack = [Box("body", -1)]
        self.nodes: list[int] = []  # elements that opened a box, innermost last
        self.depths: list[int] = []  # the stack's depth before each of them

    @property
    def top(self) -> Box:
        """The innermost box that takes text now."""
        return next(box for box in reversed(self.stack) if not (box.is_done or box.holds_strays))

    def takes(self, node: int, tag: str) -> bool:
        """Whether an element becomes a box where it stands."""
        name = _NAMES.get(tag)
        if name is None or (name == "table" and not (node in self.tables and self.tables[node].is_grid)):
            return False
        if name not in _PARENTS:
            return len(self.stack) < MAX_BOXES
        box = self.innermost_real()
        if name == "li" and box.name not in _LISTS:
            return len(self.stack) < MAX_BOXES
        if name in _CELLS or name == "tr":
            return box.name in _PARENTS[name] and self.nearest(node) == box.node
        return box.name in _PARENTS[name]

    def innermost_real(self) -> Box:
        """The innermost box of an element that is open."""
        return next(box for box in reversed(self.stack) if not (box.is_done or box.is_implied))

    def nearest(self, node: int) -> int:
        """The parent of a node, a table's section looked through."""
        parent = int(self.page.parents[node])
        return int(self.page.parents[parent]) if self.page.tags[parent] in ("thead", "tbody", "tfoot") else parent

    def holds(self, node: int) -> bool:
        return bool(self.nodes) and self.nodes[-1] == node

    def open(self, node: int, tag: str) -> None:
        """Open the box of an element for which `takes` is true."""
        name = _NAMES[tag]
        joins_item = self.stack[-1].is_done and name in _LISTS
        if name == "li" and self.innermost_real().name not in _LISTS:
            self.open_strays()
        elif name in _PARENTS:
            while self.stack[-1].is_done or self.stack[-1].is_implied:
                self.pop()
        else:
            self.make_room(keep_done=joins_item)
        self.nodes.append(node)
        self.depths.append(len(self.stack) - joins_item)
        self.push(Box(name, node), self.attributes(node, name))

    def close(self, node: int) -> None:
        """Close the box of an element and what was opened in it."""
        self.nodes.pop()
        depth = self.depths.pop()
        box = self.stack[-1]
        if box.node == node and box.name == "li":
            box.is_done = True
            return
        while len(self.stack) > depth:
            self.pop()

    def make_room(self, *, keep_done: bool = False) -> None:
        """Open the boxes that must stand between the innermost box and text."""
        if not keep_done:
            self.settle()
        while self.stack[-1].name in _IMPLIED:
            self.push(Box(_IMPLIED[self.stack[-1].name], -1, is_implied=True), {})

    def open_strays(self) -> None:
        """Open the list around an item that stands in none; items that follow one another share it."""
        if self.stack[-1].is_done:
            self.pop()
        if not self.stack[-1].holds_strays:
            self.make_room()
            self.push(Box("ul", -1, is_implied=True), {})

    def settle(self) -> None:
        """Close the list item that waited for a nested list, and the list made for it."""
        if self.stack[-1].is_done:
            self.pop()
        if self.stack[-1].holds_strays:
            self.pop()

    def finish(self) -> None:
        """Close what no element closes."""
        while len(self.stack) > 1:
            self.pop()

    def push(self, box: Box, attributes: Mapping[str, str]) -> None:
        self.stack[-1].n_parts += 1
        self.stack.append(box)
        self.emit("open", box.name, attributes)

    def pop(self) -> None:
        self.emit("close", self.stack.pop().name, {})

    def attributes(self, node: int, name: str) -> dict[str, str]:
        get = self.page.attributes[node].get
        if name == "ol":
            return _number("start", get("start"), 0, 999_999_999)
        if name == "li":
            return _number("value", get("value"), 0, 999_999_999)
        if name == "tr":
            return {"head": "1"} if self.is_head(node) else {}
        if name in _CELLS:
            spans = _number("colspan", get("colspan"), 2, MAX_SPAN)
            return spans | _number("rowspan", get("rowspan"), 2, MAX_SPAN)
        return {}

    def is_head(self, row: int) -> bool:
        """Whether a table row holds headings: it is in a <thead>, or all its cells are <th>."""
        page = self.page
        if page.tags[page.parents[row]] == "thead":
            return True
        cell, end = row + 1, int(page.ends[row])
        while cell < end:
            if page.tags[cell] == "td":
                return False
            cell = int(page.ends[cell])
        return True


def _number(name: str, text: str | None, low: int, high: int) -> dict[str, str]:
    """An attribute with a whole number in bounds, as a mapping; empty if it is none."""
    text = (text or "").strip()
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        return {}
    return {name: str(int(text))} if low <= int(text) <= high else {}

"""Outline to Markdown: CommonMark with pipe tables and ~~strikethrough~~, definition lists as `: ` lines."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from sitegrain.content.rendering.markdown_inline import inline, longest_fence
from sitegrain.content.rendering.markdown_table import PipeTable
from sitegrain.content.rendering.outline import Kind, Step, outline

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from sitegrain.pages.page import Page

_CLOSING_SIGNS = re.compile(r"(^|\s)(#+)$")
_LISTS = frozenset(("ul", "ol"))


def render_markdown(page: Page, kept: NDArray[np.bool_], items: tuple[tuple[int, int], ...] = ()) -> str:
    """Render the kept units as Markdown; with `items` (half-open unit intervals) a blank line stands between items.

    kept: bool (n_units,)
    """
    writer = _Writer([start for start, _ in items])
    for step in outline(page, kept):
        writer.add(step)
    return "\n".join(writer.lines)


@dataclass(slots=True)
class _Frame:
    """An open box.

    rest:       what stands before its lines, but the first
    marker:     of a list's items
    number:     of an ordered list's next item
    has_output: something in it was written
    last_list:  marker of the list that ended last in it, "" if something came after
    waiting:    what was waiting to be written before its first line
    """

    name: str
    rest: str
    marker: str = ""
    number: int = 1
    has_output: bool = False
    last_list: str = ""
    waiting: str | None = None


class _Writer:
    def __init__(self, item_starts: list[int]) -> None:
        self.lines: list[str] = []
        self.frames = [_Frame("body", "")]
        self.first: str | None = None  # what stands before the next line, if it begins an item
        self.is_tight = False  # no blank line before that item
        self.defines = False  # that item is a definition
        self.floor = 1  # fewest open frames since the last line
        self.paragraph_depth = 0  # open frames around the last block if it was a paragraph, else 0
        self.table: PipeTable | None = None
        self.item_starts = item_starts
        self.item = -1

    def add(self, step: Step) -> None:
        if self.table is not None and step.name not in ("table", "caption"):
            self.table.add(step)
        elif step.kind is Kind.OPEN:
            self.open(step)
        elif step.kind is Kind.CLOSE:
            self.close(step.name)
        elif step.kind is Kind.LEAF:
            self.leaf(step)
        elif self.lines and self.first is None:
            self.write(["* * *"])

    # boxes

    def open(self, step: Step) -> None:
        if step.name == "caption":
            self.end_table()  # a caption below rows stays there
        elif step.name not in ("li", "dt", "dd", "figcaption"):
            self.drop_definition_marker()
        parent = self.frames[-1]
        frame = _Frame(step.name, parent.rest, waiting=self.first)
        if step.name == "table":
            self.table = PipeTable()
            return
        if step.name in _LISTS:
            self.open_list(frame, step)
        elif step.name == "li":
            self.open_item(frame, step)
        elif step.name == "dd":
            # Behind a list or quote it would go on with that, behind a table it would be a row.
            is_tight = parent.has_output and self.paragraph_depth == len(self.frames) + 1
            self.begin(frame, ": ", "" if self.is_in_definition() else "  ", is_tight=is_tight)
            self.defines = True
        elif step.name == "blockquote":
            frame.rest += "> "
            self.first = None if self.first is None else self.first + "> "
        self.frames.append(frame)

    def open_list(self, frame: _Frame, step: Step) -> None:
        """Two lists in a row are kept apart by their markers."""
        markers = ("-", "*") if step.name == "ul" else (".", ")")
        frame.marker = markers[self.frames[-1].last_list == markers[0]]
        frame.number = int(step.attributes.get("start", 1))

    def open_item(self, frame: _Frame, step: Step) -> None:
        parent, above = self.frames[-1], self.frames[-2]
        marker = f"{parent.marker} "
        if parent.name == "ol":
            parent.number = int(step.attributes.get("value", parent.number))
            marker = f"{parent.number}{marker}"
        # An ordered list that starts with another number cannot follow a paragraph without a blank line.
        can_interrupt = parent.name == "ul" or parent.number == 1
        is_tight = parent.has_output or (above.name == "li" and above.has_output and can_interrupt)
        parent.number += 1
        self.begin(frame, marker, " " * len(marker), is_tight=is_tight)

    def begin(self, frame: _Frame, marker: str, indent: str, *, is_tight: bool) -> None:
        """Put a marker before the next line."""
        if self.first is None:
            self.first, self.is_tight = frame.rest, is_tight
        self.first += marker
        frame.rest += indent

    def drop_definition_marker(self) -> None:
        """Only a paragraph can stand behind it: where `: ` means nothing, code behind it would not be code.

        Indentation goes with it: behind a list it would go on with the list.
        """
        if self.defines:
            self.first, self.defines = self.frames[-1].waiting, False
            self.frames[-1].rest = self.frames[-2].rest

    def is_in_definition(self) -> bool:
        """Whether indentation for a definition is there already: twice as much would be code."""
        for around, frame in reversed(list(pairwise(self.frames))):
            if frame.name in ("li", "blockquote"):
                return False
            if frame.name == "dd" and frame.rest != around.rest:
                return True
        return False

    def close(self, name: str) -> None:
        if name == "table":
            self.end_table()
            return
        frame = self.frames.pop()
        self.floor = min(self.floor, len(self.frames))
        if not frame.has_output:
            self.first, self.defines = frame.waiting, False
        if frame.name in _LISTS:
            self.frames[-1].last_list = frame.marker
        elif name == "caption":
            self.table = PipeTable()

    def end_table(self) -> None:
        table, self.table = self.table, None
        if table is None:
            return
        lines = table.lines()
        if lines:
            self.drop_definition_marker()
            self.write(lines)

    # lines

    def leaf(self, step: Step) -> None:
        if step.unit >= 0 and self.item_starts:
            item = bisect_right(self.item_starts, step.unit)
            self.is_tight = self.is_tight and item == self.item
            self.item = item
        if step.name not in ("p", "text"):
            self.drop_definition_marker()
        if step.name == "pre":
            self.write(_fenced(step))
            return
        text = inline(step.spans)
        if step.name[0] == "h":
            text = _CLOSING_SIGNS.sub(r"\1\\\2", text.replace("\n", " "))
            self.write([f"{'#' * int(step.name[1])} {text}"])
            return
        lines = text.split("\n")
        self.write([f"{line}  " for line in lines[:-1]] + lines[-1:])
        self.paragraph_depth = len(self.frames)

    def write(self, lines: list[str]) -> None:
        """Write a block, with a blank line before it unless it begins a tight item."""
        if self.lines and not (self.first is not None and self.is_tight):
            self.lines.append(self.frames[self.floor - 1].rest.rstrip())
        rest = self.frames[-1].rest
        for i, line in enumerate(lines):
            prefix = self.first if i == 0 and self.first is not None else rest
            self.lines.append(prefix + line if line else prefix.rstrip())
        self.first, self.is_tight, self.defines = None, False, False
        self.floor = len(self.frames)
        self.paragraph_depth = 0
        self.frames[-1].last_list = ""
        for frame in reversed(self.frames):
            if frame.has_output and frame is not self.frames[-1]:
                break
            frame.has_output = True


def _fenced(step: Step) -> list[str]:
    text = step.spans[0].text
    fence = "`" * max(3, longest_fence(text) + 1)
    return [fence + step.attributes.get("language", ""), *text.split("\n"), fence]

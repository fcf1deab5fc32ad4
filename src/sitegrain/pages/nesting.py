"""Pages nested so deeply that a conforming parser would take time that grows with the square of the depth.

They are read tag by tag instead, in one pass: elements close where their end tag is, or where the element around them
does. What differs from a conforming parser is the repair of misnested tags only; no text is lost.
"""

from __future__ import annotations

import re
from collections import Counter
from html.parser import HTMLParser
from typing import TYPE_CHECKING, Protocol

from sitegrain.pages.elements import OFF_AXIS, VOID

if TYPE_CHECKING:
    from collections.abc import Mapping

MAX_DEPTH = 5_000  # the parser takes a quarter of a second at 10,000 and grows with the square
_TAG = re.compile(r"<(?:!--|(/?)([a-zA-Z][^\s/>]*)([^<>]*/>)?)")  # slash, name, the rest if it closes itself
_RAW_TEXT = frozenset("script style textarea title xmp iframe noembed noframes".split())
_SHAPES = frozenset("path use circle rect line polyline polygon ellipse stop image".split())  # of SVG, seldom closed
_CLOSED_BY_ITSELF = frozenset("p li dt dd tr td th option thead tbody tfoot".split())
_NOT_COUNTED = VOID | _CLOSED_BY_ITSELF


class Rows(Protocol):
    """What takes the elements and texts of a page in document order.

    flags: of each row
    """

    flags: list[int]

    def open(self, tag: str, attributes: Mapping[str, str | None], parent: int, flags: int) -> int: ...
    def close(self, index: int) -> None: ...
    def add_text(self, text: str, parent: int, owner: int) -> None: ...


def is_too_deep(html: str) -> bool:
    """Whether the start tags of a page run ahead of its end tags by more than MAX_DEPTH.

    What looks like a tag in a comment or a script is none.
    """
    if html.count("<") <= MAX_DEPTH:
        return False
    depth = at = 0
    in_svg = False
    while depth <= MAX_DEPTH and (match := _TAG.search(html, at)):
        slash, name, is_closed = match.groups()
        tag = (name or "").lower()
        at = match.end() if slash else _end_of_raw_text(html, tag, match.end())
        is_shape = in_svg and tag in _SHAPES
        in_svg = is_shape or (tag == "svg" and not slash)
        if tag and tag not in _NOT_COUNTED and not (is_shape and is_closed):
            depth = max(0, depth - 1) if slash else depth + 1
    return depth > MAX_DEPTH


def _end_of_raw_text(html: str, tag: str, at: int) -> int:
    """Where tags count again behind a start tag, or behind `<!--` if there is no tag."""
    if not tag:
        end = html.find("-->", at)
        return len(html) if end < 0 else end
    if tag not in _RAW_TEXT:
        return at
    found = re.compile(f"</{tag}", re.IGNORECASE).search(html, at)
    return found.start() if found else len(html)


class TagReader(HTMLParser):
    """Feeds a page to `Rows` tag by tag, with a stack of its own."""

    def __init__(self, rows: Rows, block_flag: int) -> None:
        super().__init__(convert_charrefs=True)
        self.rows = rows
        self.block_flag = block_flag
        self.open_tags: list[tuple[str, int, int, int]] = []  # tag, row, unit owner, flags for what is inside
        self.n_open: Counter[str] = Counter()
        self.skipping = ""  # the element off the axis that is being passed over
        self.title: list[str] = []
        for tag in ("html", "body"):
            self._open(tag, {})

    def read(self, html: str) -> str:
        """Read a whole page; returns its title."""
        self.feed(html)
        self.close()
        while self.open_tags:
            self._close_last()
        return " ".join("".join(self.title).split())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self.skipping or tag in ("html", "head", "body"):
            return
        if tag in OFF_AXIS:
            self.skipping = "" if tag in VOID else tag
            return
        if tag in _CLOSED_BY_ITSELF and self.open_tags[-1][0] == tag:
            self._close_last()
        self._open(tag, dict(reversed(attrs)))
        if tag in VOID:
            self._close_last()

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag == self.skipping:
            self.skipping = ""

    def handle_endtag(self, tag: str) -> None:
        if self.skipping:
            if tag == self.skipping:
                self.skipping = ""
        elif self.n_open[tag] and tag not in ("html", "body"):
            while self.open_tags[-1][0] != tag:
                self._close_last()
            self._close_last()

    def parse_marked_section(self, i: int, report: int = 1) -> int:
        """A `<![` is a comment up to the next `>`, as in a browser; the base class refuses what it does not know."""
        return self.parse_bogus_comment(i)

    def handle_data(self, data: str) -> None:
        if self.skipping == "title":
            self.title.append(data)
        elif not self.skipping:
            _, row, owner, _ = self.open_tags[-1]
            self.rows.add_text(data, row, owner)

    def _open(self, tag: str, attributes: Mapping[str, str | None]) -> None:
        _, parent, owner, flags = self.open_tags[-1] if self.open_tags else ("", -1, -1, 0)
        row = self.rows.open(tag, attributes, parent, flags)
        own = self.rows.flags[row]
        self.open_tags.append((tag, row, row if own & self.block_flag else owner, own & ~self.block_flag))
        self.n_open[tag] += 1

    def _close_last(self) -> None:
        tag, row, _, _ = self.open_tags.pop()
        self.n_open[tag] -= 1
        self.rows.close(row)

"""Renderings read back: the words, headings, list items, table rows and code lines that a reader finds in them."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from markdown_it import MarkdownIt
from selectolax.lexbor import LexborHTMLParser

from sitegrain.pages.tokens import tokenize

if TYPE_CHECKING:
    from collections.abc import Iterator

    from selectolax.lexbor import LexborNode

Words = tuple[str, ...]

HEADINGS = {f"h{level}": level for level in range(1, 7)}
TERMS = frozenset(("dt", "dd"))
CELLS = frozenset(("td", "th"))
_ROLES = (
    dict.fromkeys(HEADINGS, "heading")
    | dict.fromkeys(TERMS, "term")
    | dict.fromkeys(CELLS, "cell")
    | {"li": "item", "tr": "row", "pre": "code", "br": "line"}
    | dict.fromkeys(
        "html body p div ul ol dl table thead tbody caption blockquote figure figcaption hr".split(), "block"
    )
)
_TEI = "{http://www.tei-c.org/ns/1.0}"
_SPACE = "{http://www.w3.org/XML/1998/namespace}space"
_TEI_ROLES = {"row": "row", "cell": "cell", "lb": "line", "label": "term"} | dict.fromkeys(
    "body p list table trailer quote figure note ab div milestone".split(), "block"
)
_COMMONMARK = MarkdownIt("commonmark").enable("table").enable("strikethrough")


@dataclass(slots=True)
class Reading:
    """What a page or a rendering says, in the order of the first words. What holds no word is left out.

    words:    all tokens
    signs:    all characters but white space
    headings: level and tokens
    items:    tokens of each list item, without those of the items in it
    terms:    likewise the terms and definitions of definition lists
    rows:     tokens of each cell of each table row
    code:     lines of preformatted text
    """

    words: list[str] = field(default_factory=list)
    signs: str = ""
    headings: list[tuple[int, Words]] = field(default_factory=list)
    items: list[Words] = field(default_factory=list)
    terms: list[Words] = field(default_factory=list)
    rows: list[tuple[Words, ...]] = field(default_factory=list)
    code: list[str] = field(default_factory=list)

    def without_empty_cells(self) -> list[tuple[Words, ...]]:
        """The rows, cells without words left out."""
        return [tuple(cell for cell in row if cell) for row in self.rows]


class Reader:
    """Takes elements by their role, and texts, and makes a Reading.

    Roles: heading, item, term, row, cell, code, block; `line` is a line break, anything else goes on with the line.
    """

    def __init__(self) -> None:
        self.reading = Reading()
        self.pieces: list[str] = []  # of the open stretch of text
        self.signs: list[str] = []
        self.open_words: dict[str, list[list[str]]] = {role: [] for role in ("heading", "item", "term", "cell")}
        self.firsts: dict[str, list[int]] = {"item": [], "term": []}  # position of each open one's first own word
        self.entries: dict[str, list[tuple[int, Words]]] = {"item": [], "term": []}  # the same, closed
        self.open_rows: list[list[Words]] = []
        self.code: list[str] | None = None

    def open(self, role: str) -> None:
        """Begin an element that is not inline."""
        self.cut()
        if role in self.open_words:
            self.open_words[role].append([])
        if role in self.firsts:
            self.firsts[role].append(-1)
        elif role == "row":
            self.open_rows.append([])
        elif role == "code":
            self.code = []

    def close(self, role: str, level: int = 0) -> None:
        """End it."""
        self.cut()
        words = tuple(self.open_words[role].pop()) if role in self.open_words else ()
        if role == "heading" and words:
            self.reading.headings.append((level, words))
        elif role in self.firsts:
            self.entries[role].append((self.firsts[role].pop(), words))
        elif role == "cell" and self.open_rows:
            self.open_rows[-1].append(words)
        elif role == "row":
            row = tuple(self.open_rows.pop())
            self.reading.rows += [row] if any(row) else []
        elif role == "code":
            self.reading.code += _code_lines("".join(self.code or ()))
            self.code = None

    def text(self, text: str) -> None:
        """Text as in the source."""
        self.pieces.append(text)
        if self.code is not None:
            self.code.append(text)

    def line(self) -> None:
        """A line break."""
        self.pieces.append("\n")
        if self.code is not None:
            self.code.append("\n")

    def cut(self) -> None:
        """End the open stretch of text: no word goes on behind it."""
        if not self.pieces:
            return
        text = "".join(self.pieces)
        self.pieces = []
        words = tokenize(text)
        self.signs += text.split()
        for firsts in self.firsts.values():
            if firsts and firsts[-1] < 0 and words:
                firsts[-1] = len(self.reading.words)
        self.reading.words += words
        for stack in self.open_words.values():
            if stack:
                stack[-1] += words
        if self.code and text.strip() and not self.code[-1].endswith("\n"):
            self.code.append("\n")

    def finish(self) -> Reading:
        """Everything was read."""
        self.cut()
        reading = self.reading
        reading.signs = "".join(self.signs)
        reading.items = [words for _, words in sorted(self.entries["item"]) if words]
        reading.terms = [words for _, words in sorted(self.entries["term"]) if words]
        return reading


def _code_lines(text: str) -> list[str]:
    """The lines of preformatted text without the blank ones around them; a no-break space is a space."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").replace("\xa0", " ").rstrip().split("\n")
    while lines and not lines[0].strip():
        del lines[0]
    return lines


def read_html(html: str) -> Reading:
    """Read HTML as a browser would."""
    reader = Reader()
    root = LexborHTMLParser(f"<!DOCTYPE html><body>{html}").body
    for is_open, node in _walk(root):
        tag = node.tag or ""
        if tag == "-text":
            if is_open:
                reader.text(node.text_content or "")
            continue
        role = _ROLES.get(tag, "")
        if role == "line" and is_open:
            reader.line()
        elif role not in ("", "line"):
            reader.open(role) if is_open else reader.close(role, HEADINGS.get(tag, 0))
    return reader.finish()


def _walk(root: LexborNode | None) -> Iterator[tuple[bool, LexborNode]]:
    """Every node of a tree twice, when it opens and when it closes, in document order."""
    stack = [] if root is None else [(False, root), (True, root)]
    while stack:
        is_open, node = stack.pop()
        yield is_open, node
        if is_open:
            child = node.last_child
            while child is not None:
                stack += [(False, child), (True, child)]
                child = child.prev


def read_markdown(markdown: str) -> Reading:
    """Read Markdown as CommonMark with tables."""
    return read_html(_COMMONMARK.render(markdown))


def read_tei(xml: str) -> Reading:
    """Read the body of a TEI document."""
    reader = Reader()
    body = ET.fromstring(xml).find(f"{_TEI}text/{_TEI}body")
    stack: list[tuple[ET.Element | str, str, int]] = [] if body is None else [(body, "", 0)]
    while stack:
        element, role, level = stack.pop()
        if isinstance(element, str):
            reader.text(element)
        elif role:
            reader.close(role, level)
        else:
            _read_element(reader, element, stack)
    return reader.finish()


def _read_element(reader: Reader, element: ET.Element, stack: list[tuple[ET.Element | str, str, int]]) -> None:
    """Open an element of TEI, and put what is in it on the stack; an image's description is no text of the page."""
    tag = element.tag.removeprefix(_TEI)
    role, level = _tei_role(tag, element)
    if role == "line":
        reader.line()
    elif role:
        reader.open(role)
        stack.append((element, role, level))
    if tag == "graphic":
        return
    for child in reversed(element):
        stack += [(child.tail or "", "", 0), (child, "", 0)]
        child.set("parent", _kind(tag, element))
    stack.append((element.text or "", "", 0))


def _tei_role(tag: str, element: ET.Element) -> tuple[str, int]:
    parent = element.get("parent", "")
    if tag == "head":
        return ("heading", int(parent.removeprefix("div"))) if parent.startswith("div") else ("block", 0)
    if tag == "ab" and element.get("type") == "head":
        return "heading", int(element.get("n", 0))
    if tag == "item":
        return "term" if parent == "gloss" else "item", 0
    if tag == "code":
        return "code" if element.get(_SPACE) else "", 0
    return _TEI_ROLES.get(tag, ""), 0


def _kind(tag: str, element: ET.Element) -> str:
    """What a child has to know of its parent."""
    if tag == "div":
        return f"div{element.get('n')}"
    return "gloss" if element.get("type") == "gloss" else tag

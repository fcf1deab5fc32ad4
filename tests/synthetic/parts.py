"""What a page consists of, before any markup: blocks of typed parts.

Both the HTML (`markup`) and the gold (`gold`) are made from these, and neither from the other.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Inline:
    """A stretch of a line with its own element: a link if it has an address."""

    text: str
    href: str = ""
    tag: str = "em"


Line = tuple[str | Inline, ...]  # joined without anything between


@dataclass(frozen=True, slots=True)
class Heading:
    text: str
    level: int = 2
    href: str = ""


@dataclass(frozen=True, slots=True)
class Paragraph:
    line: Line
    role: str = ""


@dataclass(frozen=True, slots=True)
class Items:
    """A list."""

    lines: tuple[Line, ...]
    is_ordered: bool = False


@dataclass(frozen=True, slots=True)
class Cells:
    """A genuine table; the first row is its head."""

    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Code:
    text: str


@dataclass(frozen=True, slots=True)
class Definitions:
    pairs: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Field:
    """A labelled input; what is typed into it is not text of the page."""

    label: str
    button: str


@dataclass(frozen=True, slots=True)
class Card:
    """Parts that belong together: a teaser, a comment, a product."""

    role: str
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Grid:
    """Cards in the cells of a layout table."""

    cards: tuple[Card, ...]
    n_columns: int


@dataclass(frozen=True, slots=True)
class Block:
    """Parts with one job on the page.

    name:        its block class
    is_template: its text is the same wherever it occurs on the pages of a language, digits aside
    is_content:  it belongs to the main content
    is_hidden:   it is in the page but not shown
    parts:       in reading order; a block inside is a block of its own, not part of this one
    role:        what its element is called where elements have names; the last part of `name` if empty
    """

    name: str
    parts: tuple[Part | Block, ...]
    is_template: bool = False
    is_content: bool = False
    is_hidden: bool = False
    role: str = ""


Part = Heading | Paragraph | Items | Cells | Code | Definitions | Field | Card | Grid

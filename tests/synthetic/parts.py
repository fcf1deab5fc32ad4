"""What a page consists of, before any markup: blocks of typed parts.

Both the HTML (`markup`) and the gold (`gold`) are made from these, and neither from the other. Every part knows its
lines: its text in reading order, one line a paragraph, list item, table row.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Inline:
    """A stretch of a line with its own element: a link if it has an address."""

    text: str
    href: str = ""
    tag: str = "em"


Line = tuple[str | Inline, ...]  # joined without anything between


def line_text(line: Line) -> str:
    """The words of a line, its links and emphasis gone.

    >>> line_text(("one ", Inline("two"), "."))
    'one two.'
    """
    return "".join([piece if isinstance(piece, str) else piece.text for piece in line])


@dataclass(frozen=True, slots=True)
class Heading:
    text: str
    level: int = 2
    href: str = ""

    def lines(self) -> Iterator[str]:
        yield self.text


@dataclass(frozen=True, slots=True)
class Paragraph:
    line: Line
    role: str = ""

    def lines(self) -> Iterator[str]:
        yield line_text(self.line)


@dataclass(frozen=True, slots=True)
class Items:
    """A list."""

    entries: tuple[Line, ...]
    is_ordered: bool = False

    def lines(self) -> Iterator[str]:
        return map(line_text, self.entries)


@dataclass(frozen=True, slots=True)
class Cells:
    """A genuine table; the first row is its head."""

    rows: tuple[tuple[str, ...], ...]

    def lines(self) -> Iterator[str]:
        return map(" ".join, self.rows)


@dataclass(frozen=True, slots=True)
class Code:
    text: str

    def lines(self) -> Iterator[str]:
        yield self.text


@dataclass(frozen=True, slots=True)
class Definitions:
    pairs: tuple[tuple[str, str], ...]

    def lines(self) -> Iterator[str]:
        for pair in self.pairs:
            yield from pair


@dataclass(frozen=True, slots=True)
class Field:
    """A labelled input; what is typed into it is not text of the page."""

    label: str
    button: str

    def lines(self) -> Iterator[str]:
        yield self.label


@dataclass(frozen=True, slots=True)
class Card:
    """Parts that belong together: a teaser, a comment, a product."""

    role: str
    parts: tuple[Part, ...]

    def lines(self) -> Iterator[str]:
        for part in self.parts:
            yield from part.lines()


@dataclass(frozen=True, slots=True)
class Grid:
    """Cards in the cells of a layout table."""

    cards: tuple[Card, ...]
    n_columns: int

    def lines(self) -> Iterator[str]:
        for card in self.cards:
            yield from card.lines()


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

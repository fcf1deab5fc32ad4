"""The gold of a page, read off its blocks: texts, classes, content, items."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tests.synthetic.parts import (
    Block,
    Card,
    Cells,
    Code,
    Definitions,
    Field,
    Grid,
    Heading,
    Inline,
    Items,
    Line,
    Paragraph,
    Part,
)


@dataclass(frozen=True, slots=True)
class GoldBlock:
    """A stretch of a page's text that belongs to one block.

    number: which block of the page; a block that another one interrupts comes as two stretches of one number
    """

    name: str
    text: str
    is_template: bool
    is_content: bool
    number: int


def text_lines(part: Part) -> Iterator[str]:
    """The lines of a part in reading order.

    >>> list(text_lines(Items((("one",), ("two ", Inline("three"))))))
    ['one', 'two three']
    """
    match part:
        case Heading(text):
            yield text
        case Paragraph(line):
            yield line_text(line)
        case Items(lines):
            yield from map(line_text, lines)
        case Cells(rows):
            yield from (" ".join(row) for row in rows)
        case Code(text):
            yield text
        case Definitions(pairs):
            for term, meaning in pairs:
                yield term
                yield meaning
        case Field(label):
            yield label
        case Card(_, parts):
            for inner in parts:
                yield from text_lines(inner)
        case Grid(cards):
            for card in cards:
                yield from text_lines(card)


def line_text(line: Line) -> str:
    return "".join(piece.text if isinstance(piece, Inline) else piece for piece in line)


def gold_blocks(blocks: Iterable[Block]) -> tuple[GoldBlock, ...]:
    """The stretches of the blocks in reading order; a block without text has none."""
    found: list[GoldBlock] = []
    n_blocks = 0

    def visit(block: Block) -> None:  # blocks nest two deep at most
        nonlocal n_blocks
        number, lines = n_blocks, []
        n_blocks += 1
        for part in block.parts:
            if isinstance(part, Block):
                add(block, number, lines)
                lines = []
                visit(part)
            else:
                lines.extend(text_lines(part))
        add(block, number, lines)

    def add(block: Block, number: int, lines: list[str]) -> None:
        if lines:
            found.append(GoldBlock(block.name, "\n".join(lines), block.is_template, block.is_content, number))

    for block in blocks:
        visit(block)
    return tuple(found)


def gold_items(blocks: Iterable[Block]) -> tuple[str, ...]:
    """The items of a listing: the text of each card of its content blocks."""
    items = []
    for block in blocks:
        if not block.is_content:
            continue
        for part in block.parts:
            cards = part.cards if isinstance(part, Grid) else (part,)
            items.extend("\n".join(text_lines(card)) for card in cards if isinstance(card, Card))
    return tuple(items)


def content_text(stretches: Iterable[GoldBlock]) -> str:
    """The main content: the content stretches, a line break between."""
    return "\n".join(stretch.text for stretch in stretches if stretch.is_content)

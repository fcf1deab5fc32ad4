"""The gold of a page, read off its blocks: texts, classes, content, items."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tests.synthetic.parts import Block, Card, Grid


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


def gold_blocks(blocks: Iterable[Block]) -> tuple[GoldBlock, ...]:
    """The stretches of the blocks in reading order; a block without text has none."""
    found: list[GoldBlock] = []
    n_blocks = 0

    def visit(block: Block) -> None:  # blocks nest two deep at most
        nonlocal n_blocks
        number = n_blocks
        lines: list[str] = []
        n_blocks += 1
        for part in block.parts:
            if isinstance(part, Block):
                add(block, number, lines)
                lines = []
                visit(part)
            else:
                lines.extend(part.lines())
        add(block, number, lines)

    def add(block: Block, number: int, lines: list[str]) -> None:
        if lines:
            found.append(GoldBlock(block.name, "\n".join(lines), block.is_template, block.is_content, number))

    for block in blocks:
        visit(block)
    return tuple(found)


def gold_items(blocks: Iterable[Block]) -> tuple[str, ...]:
    """The items of a listing: the text of each card of its content blocks."""
    items: list[str] = []
    for block in blocks:
        if not block.is_content:
            continue
        for part in block.parts:
            cards = part.cards if isinstance(part, Grid) else (part,)
            items.extend("\n".join(card.lines()) for card in cards if isinstance(card, Card))
    return tuple(items)


def content_text(stretches: Iterable[GoldBlock]) -> str:
    """The main content: the content stretches, a line break between."""
    return "\n".join(stretch.text for stretch in stretches if stretch.is_content)

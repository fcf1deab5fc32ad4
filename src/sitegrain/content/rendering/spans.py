"""The inline part of an outline: pieces of text with their marks."""

from __future__ import annotations

from typing import NamedTuple

# Marks by element; elements of one meaning share a mark. What is not here is spliced.
MARKS = {
    "b": "strong", "strong": "strong",
    "i": "em", "em": "em", "cite": "em", "dfn": "em", "var": "em",
    "code": "code", "tt": "code", "samp": "code", "kbd": "code",
    "s": "del", "strike": "del", "del": "del",
    "u": "u", "ins": "u", "mark": "mark",
    "sub": "sub", "sup": "sup", "q": "q",
}  # fmt: skip


class Mark(NamedTuple):
    """One mark on a stretch of text: a name of `MARKS`, or `a` with an address.

    node: the element, where two marks of one kind side by side are two (code); else -1
    """

    name: str
    href: str = ""
    node: int = -1


class Span(NamedTuple):
    """A piece of inline content.

    text:     white space folded and none at the ends; a line feed is a line break; the alternative text of an image
    marks:    outermost first, each name at most once
    is_apart: white space stands before it
    image:    the address if it is an image, else ""
    """

    text: str
    marks: tuple[Mark, ...] = ()
    is_apart: bool = False
    image: str = ""


BREAK = Span("\n")


def shared_marks(one: tuple[Mark, ...], other: tuple[Mark, ...]) -> int:
    """How many marks, from the outermost on, two spans share.

    >>> shared_marks((Mark("em"), Mark("strong")), (Mark("em"),))
    1
    """
    n = 0
    for a, b in zip(one, other, strict=False):
        if a != b:
            break
        n += 1
    return n


class SpanBuilder:
    """Collects the spans of one leaf: folds white space as HTML does, joins pieces with equal marks."""

    def __init__(self) -> None:
        self.spans: list[Span] = []
        self.pieces: list[str] = []  # of the span that is still growing
        self.marks: tuple[Mark, ...] = ()
        self.is_apart = False  # whether white space stands before the growing span
        self.has_space = False  # white space that waits for what follows

    def add_text(self, text: str, marks: tuple[Mark, ...]) -> None:
        folded = " ".join(text.split())
        if not folded:
            self.has_space = True
            return
        is_apart = self.has_space or text[0].isspace()
        if self.pieces and marks == self.marks:
            self.pieces.append(" " + folded if is_apart else folded)
        else:
            self.end_span()
            self.pieces, self.marks, self.is_apart = [folded], marks, is_apart
        self.has_space = text[-1].isspace()

    def add_image(self, alt: str, address: str, marks: tuple[Mark, ...]) -> None:
        self.end_span()
        self.spans.append(Span(" ".join(alt.split()), marks, self.has_space and self.is_inside_line(), address))
        self.has_space = False

    def add_break(self) -> None:
        """End the line; breaks at the start and the end of a leaf, or two in a row, say nothing."""
        self.end_span()
        if self.spans and self.spans[-1] is not BREAK:
            self.spans.append(BREAK)
        self.has_space = False

    def end_span(self) -> None:
        if self.pieces:
            self.spans.append(Span("".join(self.pieces), self.marks, self.is_apart and self.is_inside_line()))
            self.pieces = []

    def is_inside_line(self) -> bool:
        return bool(self.spans) and self.spans[-1] is not BREAK

    def finish(self) -> tuple[Span, ...]:
        self.end_span()
        if self.spans and self.spans[-1] is BREAK:
            self.spans.pop()
        return tuple(self.spans)

"""The structure around the kept units of a page, in a small vocabulary that every markup format can say.

An outline is a flat list of steps. Boxes (lists, tables, quotes, figures) open and close; leaves hold text: `p`,
`h1` to `h6`, `pre`, and `text`, which stands in its box without an element of its own. Everything else a page is made
of (divs, forms, custom elements, tables that only lay out) is spliced; a block boundary still ends a leaf, so no two
texts are ever glued. Boxes nest at most `MAX_BOXES` deep; what lies deeper keeps its text and loses its boxes.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from sitegrain.content.rendering.boxes import Box, Boxes
from sitegrain.content.rendering.spans import MARKS, Mark, Span, SpanBuilder
from sitegrain.content.rendering.tables import find_tables
from sitegrain.content.rendering.text import PREFORMATTED, trim_pre
from sitegrain.content.rendering.visible import Visible
from sitegrain.pages.elements import HEADINGS
from sitegrain.pages.page import BLOCK, Event

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy as np
    from numpy.typing import NDArray

    from sitegrain.pages.page import Page

_LANGUAGE = re.compile(r"(?:^|\s)(?:lang(?:uage)?-|highlight-(?:source-|text-)?)([A-Za-z][\w+#.-]*)")
_NO_LANGUAGE = frozenset(("default", "none", "text", "plain", "plaintext", "source", "nohighlight"))


class Kind(Enum):
    """What a step of an outline is."""

    OPEN = "open"
    CLOSE = "close"
    LEAF = "leaf"
    RULE = "rule"


class Step(NamedTuple):
    """One step of an outline.

    name:       of the box or leaf
    spans:      the leaf's content; of a `pre` one span, its text with all white space
    attributes: `start` of ol, `value` of li, `colspan` and `rowspan` of td and th, `head` of a tr of headings,
                `language` of pre
    unit:       the leaf's first unit, -1 if it holds only images
    """

    kind: Kind
    name: str
    spans: tuple[Span, ...] = ()
    attributes: Mapping[str, str] = {}
    unit: int = -1


@dataclass(slots=True)
class _Link:
    """The link around what is being read; it is put on the first unit inside it only."""

    node: int
    mark: Mark
    has_text: bool
    unit: int = -1


def outline(
    page: Page, kept: NDArray[np.bool_], *, image_width: int | None = None, shown_images: set[int] | None = None
) -> list[Step]:
    """The outline of the kept units of a page, in document order. O(nodes + runs).

    image_width:  pixels of an image that are enough, where it comes in several sizes
    shown_images: nodes of images that another part of the page shows; ours are added
    """
    visible = Visible(page, kept, image_width=image_width, shown_images=shown_images)
    outliner = _Outliner(page, visible)
    for event, index in visible.events():
        if event is Event.TEXT:
            outliner.add_run(index)
        elif event is Event.OPEN:
            outliner.open(index)
        else:
            outliner.close(index)
    outliner.end_leaf()
    outliner.boxes.finish()
    return outliner.steps


class _Outliner:
    def __init__(self, page: Page, visible: Visible) -> None:
        self.page = page
        self.visible = visible
        self.steps: list[Step] = []
        self.boxes = Boxes(page, find_tables(visible), self.step)
        self.units: list[int] = page.run_units.tolist()
        self.is_block: list[int] = (page.flags & BLOCK).tolist()
        self.blocks: list[int] = []  # open block elements
        self.spans: SpanBuilder | None = None  # of the open leaf
        self.pre: list[str] | None = None  # pieces of the open preformatted leaf
        self.unit = -1  # of the open leaf
        self.first_unit = -1
        self.owner = -1  # block element the open leaf started in
        self.marks: list[Mark] = []
        self.mark_counts: dict[str, int] = {}
        self.link: _Link | None = None

    def step(self, kind: str, name: str, attributes: Mapping[str, str]) -> None:
        self.steps.append(Step(Kind(kind), name, attributes=attributes))

    # elements

    def open(self, node: int) -> None:
        tag = self.page.tags[node]
        if self.is_block[node]:
            self.open_block(node, tag)
        elif tag == "br":
            self.add_break()
        elif tag == "img":
            self.add_image(node)
        elif tag == "a":
            self.open_link(node)
        elif tag in MARKS:
            self.open_mark(MARKS[tag], node)

    def close(self, node: int) -> None:
        tag = self.page.tags[node]
        if self.is_block[node]:
            self.close_block(node)
        elif tag == "a":
            if self.link and self.link.node == node:
                self.marks.remove(self.link.mark)
                self.link = None
        elif tag in MARKS:
            self.close_mark(MARKS[tag])

    def open_block(self, node: int, tag: str) -> None:
        self.blocks.append(node)
        box = self.boxes.top
        if box.leaf_node >= 0 and box.leaf_name == "pre":  # numbered lines are often list items
            self.end_part()
        elif (self.visible.run_counts[node] or not self.is_open_text(box)) and self.boxes.takes(node, tag):
            self.end_leaf()
            self.boxes.open(node, tag)
        elif box.leaf_node >= 0:
            self.end_part()
        elif tag in HEADINGS or tag in PREFORMATTED:
            self.end_leaf()
            self.boxes.make_room()
            box = self.boxes.top
            box.leaf_node, box.leaf_name = node, tag if tag in HEADINGS else "pre"
        else:
            self.end_leaf()
            if tag == "hr":
                self.boxes.make_room()
                self.steps.append(Step(Kind.RULE, "hr"))

    def is_open_text(self, box: Box) -> bool:
        """Whether text in the box goes on behind an element that has none: an image breaks nothing off."""
        return box.leaf_node >= 0 or box.is_implied

    def close_block(self, node: int) -> None:
        self.blocks.pop()
        box = self.boxes.top
        if box.leaf_node == node:
            self.end_leaf()
            box.leaf_node = -1
        elif self.boxes.holds(node):
            self.end_leaf()
            self.boxes.close(node)
        elif box.leaf_node >= 0:
            self.end_part()
        else:
            self.end_leaf()

    def open_link(self, node: int) -> None:
        if self.link:
            return
        address = self.visible.addresses.resolve(self.page.attributes[node].get("href") or "")
        if address:
            self.link = _Link(node, Mark("a", address), bool(self.visible.run_counts[node]))
            self.marks.append(self.link.mark)

    def open_mark(self, name: str, node: int) -> None:
        """Count how many open elements give a mark: doubled emphasis is one emphasis."""
        self.mark_counts[name] = self.mark_counts.get(name, 0) + 1
        if self.mark_counts[name] == 1:
            self.marks.append(Mark(name, node=node if name == "code" else -1))

    def close_mark(self, name: str) -> None:
        self.mark_counts[name] -= 1
        if not self.mark_counts[name]:
            self.marks = [mark for mark in self.marks if mark.name != name]

    # text

    def add_run(self, run: int) -> None:
        unit, text = self.units[run], self.page.run_texts[run]
        box = self.boxes.top
        if self.unit not in (-1, unit):
            if box.leaf_node >= 0:
                self.end_part()
            else:
                self.end_leaf()
        self.start_leaf()
        if self.unit != unit:
            self.unit = unit
            self.first_unit = unit if self.first_unit < 0 else self.first_unit
        if self.pre is not None:
            self.pre.append(text)
        elif self.spans is not None:
            self.spans.add_text(text, self.text_marks(unit))

    def text_marks(self, unit: int) -> tuple[Mark, ...]:
        link = self.link
        if link is None:
            return tuple(self.marks)
        if link.unit < 0:
            link.unit = unit
        return tuple(self.marks) if link.unit == unit else tuple(mark for mark in self.marks if mark.name != "a")

    def add_break(self) -> None:
        if self.pre is not None:
            self.pre.append("\n")
        elif self.spans is not None:
            self.spans.add_break()

    def add_image(self, node: int) -> None:
        self.start_leaf()
        if self.spans is None:
            return
        marks = tuple(self.marks)
        if self.link and self.link.has_text:  # the text carries the link
            marks = tuple(mark for mark in marks if mark.name != "a")
        self.spans.add_image(self.page.attributes[node].get("alt") or "", self.visible.images[node], marks)

    # leaves

    def start_leaf(self) -> None:
        if self.spans is not None or self.pre is not None:
            return
        self.boxes.make_room()
        self.owner = self.blocks[-1] if self.blocks else -1
        if self.boxes.top.leaf_name == "pre" and self.boxes.top.leaf_node >= 0:
            self.pre = []
        else:
            self.spans = SpanBuilder()

    def end_part(self) -> None:
        """Keep two texts of one heading or preformatted leaf apart."""
        if self.pre and not self.pre[-1].endswith("\n"):
            self.pre.append("\n")
        elif self.spans is not None:
            self.spans.add_break()

    def end_leaf(self) -> None:
        box = self.boxes.top
        spans: tuple[Span, ...] = ()
        attributes: dict[str, str] = {}
        name = "p"
        if self.pre is not None:
            text = trim_pre("".join(self.pre).replace("\r\n", "\n").replace("\r", "\n"))
            name, spans = "pre", (Span(text),) if text else ()
            language = self.language(box.leaf_node)
            attributes = {"language": language} if language else {}
        elif self.spans is not None:
            spans = self.spans.finish()
            name = box.leaf_name if box.leaf_node >= 0 else self.paragraph(box, spans)
        if spans:
            box.n_parts += 1
            self.steps.append(Step(Kind.LEAF, name, spans, attributes, self.first_unit))
        self.pre = self.spans = None
        self.unit = self.first_unit = -1

    def paragraph(self, box: Box, spans: tuple[Span, ...]) -> str:
        """`text` for what stands directly in its box, as its first part, else `p`."""
        if box.name == "figure" and all(span.image for span in spans):
            return "text"
        is_bare = box.n_parts == 0 and (box.node == self.owner or box.is_implied)
        return "text" if box.holds_text and is_bare else "p"

    def language(self, node: int) -> str:
        """The programming language that the classes of a <pre>, what is first in it, or what is around it name."""
        page = self.page
        parent = int(page.parents[node])
        around = [parent, int(page.parents[parent])] if parent >= 0 else []
        for near in [node, *range(node + 1, min(node + 3, int(page.ends[node]))), *around]:
            match = _LANGUAGE.search(page.descriptors[page.node_descriptors[near]][1]) if near >= 0 else None
            if match and match[1].lower() not in _NO_LANGUAGE:
                return match[1].lower()
        return ""

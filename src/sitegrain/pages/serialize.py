"""Take elements and text out of a page's own HTML. Knows lexbor, as `parse` does, and counts nodes as it does."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

from selectolax.lexbor import LexborHTMLParser, LexborNode

from sitegrain.pages.elements import OFF_AXIS, VOID
from sitegrain.pages.nesting import is_too_deep
from sitegrain.pages.page import BLOCK, Event
from sitegrain.pages.parse import _close_at_once, _without_surrogates

if TYPE_CHECKING:
    from collections.abc import Set

    from sitegrain.pages.page import Page


@dataclass(frozen=True, slots=True)
class Removal:
    """What to take out of a page.

    nodes:        elements that hold nothing of what stays; the largest go whole
    splitting:    inline elements with a block or a line break in them: the text around them is apart because of it
    runs:         text runs that go
    region_start, region_end: the nodes of the content's element; outside of it, what is not on the axis goes too
    """

    nodes: Set[int]
    splitting: Set[int]
    runs: Set[int]
    region_start: int
    region_end: int


def strip(html: str, page: Page, removal: Removal) -> str:
    """Take parts out of an HTML document and write the rest as it was; `page` is what `parse` made of the same text.

    Scripts go everywhere, except JSON-LD. An element whose removal would glue the text before it to the text behind it
    stays, empty. A page nested too deeply for the parser is written from its arrays: of its head the title is left.
    """
    html = _without_surrogates(_close_at_once(html))
    if is_too_deep(html):
        return _write(page, removal)
    tree = LexborHTMLParser(html)
    if tree.root is None:
        return ""
    for node in _Stripper(page, removal).find(tree.root):
        node.decompose()
    return tree.html or ""


class _Stripper:
    """Finds the tree's nodes that a removal names, counting elements and text runs as they come."""

    def __init__(self, page: Page, removal: Removal) -> None:
        self.page = page
        self.removal = removal
        self.n_opened = self.run = 0
        self.ends: list[int] = page.ends.tolist()
        self.positions: list[int] = page.run_positions.tolist()
        self.owners: list[int] = page.run_nodes.tolist()
        self.is_block: list[int] = (page.flags & BLOCK).tolist()
        self.after_text = False  # the last thing that stays is text, no block boundary behind it
        self.found: list[LexborNode] = []

    def find(self, root: LexborNode) -> list[LexborNode]:
        stack: list[tuple[LexborNode | None, int]] = []  # next sibling, parent
        node: LexborNode | None = root
        parent = -1
        while node is not None or stack:
            if node is None:
                self.meet_boundary(parent)
                node, parent = stack.pop()
                continue
            tag, after = node.tag, node.next
            if tag == "-text":
                self.meet_text(node, parent)
            elif tag is None or not node.is_element_node:
                pass
            elif tag in OFF_AXIS:
                self.meet_off_axis(tag, node, parent)
            elif self.can_go(self.n_opened):
                self.remove(node)
            else:
                stack.append((after, parent))
                parent = self.n_opened
                self.n_opened += 1
                self.meet_boundary(parent)
                after = node.child
            node = after
        return self.found

    def can_go(self, index: int) -> bool:
        return index in self.removal.nodes and not (self.after_text and index in self.removal.splitting)

    def meet_boundary(self, index: int) -> None:
        if self.is_block[index]:
            self.after_text = False

    def meet_text(self, node: LexborNode, parent: int) -> None:
        run = self.run
        if run == len(self.positions) or self.positions[run] != self.n_opened or self.owners[run] != parent:
            return
        # White space that opens no unit is no run; the page's next run then has another text.
        if self.page.run_texts[run] != (node.text_content or ""):
            return
        self.run += 1
        if run in self.removal.runs:
            self.found.append(node)
        else:
            self.after_text = True

    def meet_off_axis(self, tag: str, node: LexborNode, parent: int) -> None:
        is_outside = not self.removal.region_start <= parent < self.removal.region_end
        if tag == "head":
            child = node.child
            while child is not None:
                if child.tag in ("script", "noscript") and not _is_data(child):
                    self.found.append(child)
                child = child.next
        elif tag in ("script", "noscript"):
            if not _is_data(node):
                self.found.append(node)
        elif is_outside and tag != "style":
            self.found.append(node)

    def remove(self, node: LexborNode) -> None:
        """Remove an element, or all that is in it if the element itself is needed as a boundary."""
        index = self.n_opened
        if self.after_text and self.is_block[index]:
            child = node.child
            while child is not None:
                self.found.append(child)
                child = child.next
            self.after_text = False
        else:
            self.found.append(node)
        self.n_opened = self.ends[index]
        while self.run < len(self.owners) and index <= self.owners[self.run] < self.n_opened:
            self.run += 1


def _is_data(node: LexborNode) -> bool:
    return "ld+json" in (node.attributes.get("type") or "").lower()


def _write(page: Page, removal: Removal) -> str:
    """Write a page from its arrays. Elements that could go but hold a border between texts stay, empty."""
    pieces = ["<!DOCTYPE html>"]
    is_block: list[int] = (page.flags & BLOCK).tolist()
    for event, index in page.events():
        if event is Event.TEXT:
            if index not in removal.runs:
                pieces.append(escape(page.run_texts[index], quote=False))
            continue
        tag = page.tags[index]
        if index in removal.nodes and not (is_block[index] or tag == "br"):
            continue
        if event is Event.OPEN:
            pieces.append(_start_tag(page, index, with_attributes=index not in removal.nodes))
            if tag == "html":
                pieces.append(f"<head><title>{escape(page.head.title, quote=False)}</title></head>")
        elif tag not in VOID:
            pieces.append(f"</{tag}>")
    return "".join(pieces)


def _start_tag(page: Page, node: int, *, with_attributes: bool) -> str:
    attributes = page.attributes[node].items() if with_attributes else ()
    written = [f" {name}" if value is None else f' {name}="{escape(value)}"' for name, value in attributes]
    return f"<{page.tags[node]}{''.join(written)}>"

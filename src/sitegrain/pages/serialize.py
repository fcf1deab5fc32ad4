"""Take elements and text out of a page's own HTML. Knows lexbor, as `parse` does, and counts nodes as it does."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from selectolax.lexbor import LexborHTMLParser, LexborNode

from sitegrain.pages.elements import OFF_AXIS
from sitegrain.pages.page import BLOCK
from sitegrain.pages.parse import _SELF_CLOSED, _SURROGATES

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
    stays, empty.
    """
    html = _SELF_CLOSED.sub(r"<\1\2></\1>", html)
    tree = LexborHTMLParser(_SURROGATES.sub("\ufffd", html))
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

"""Take elements and text out of a page's own HTML: the kernel's tree, walked as the axis is made, and written again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sitegrain.kernel import read_tree
from sitegrain.pages.elements import OFF_AXIS, VOID
from sitegrain.pages.page import BLOCK

if TYPE_CHECKING:
    from collections.abc import Set

    from sitegrain.kernel import Tree
    from sitegrain.pages.page import Page

_ELEMENTS = frozenset(("html", "svg", "math"))  # kinds of nodes
_RAW_TEXT = frozenset("style script xmp iframe noembed noframes".split())
_DROP_LINE_FEED = frozenset(("pre", "listing", "textarea"))  # a parser drops one right behind the start tag
_NEVER_CLOSED = VOID | {"basefont", "bgsound", "frame", "keygen"}
_MOST_REPEATED = 1_000_000  # characters of start tags that are written again, and for each node of the tree
_REPEATED_PER_NODE = 64
_IN_TEXT = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", "\xa0": "&nbsp;"})
_IN_ATTRIBUTE = _IN_TEXT | str.maketrans({'"': "&quot;"})


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
    tree = read_tree(html, close_at_once=True)
    return write(tree, _Stripper(tree, page, removal).find())


def write(tree: Tree, left_out: Set[int] = frozenset()) -> str:
    """Write a document, without some of its nodes and what is in them."""
    pieces: list[str] = []
    start_tags = _StartTags(tree)
    stack: list[int | str] = list(reversed(tree.children(0)))  # nodes, and end tags that are due
    while stack:
        node = stack.pop()
        if isinstance(node, str):
            pieces.append(node)
            continue
        if node in left_out:
            continue
        kind = tree.kind(node)
        if kind in _ELEMENTS:
            name = _written_name(tree, node)
            pieces.append(start_tags.write(node, name))
            if kind != "html" or name not in _NEVER_CLOSED:
                stack.append(f"</{name}>")
                stack.extend(reversed(tree.children(node)))
            if name in _DROP_LINE_FEED and _begins_with_line_feed(tree, node):
                pieces.append("\n")
        else:
            pieces.append(_leaf(tree, node, kind))
    return "".join(pieces)


def _begins_with_line_feed(tree: Tree, node: int) -> bool:
    child = tree.first_child(node)
    return child >= 0 and tree.kind(child) == "text" and tree.text(child).startswith("\n")


def _written_name(tree: Tree, node: int) -> str:
    """The name of an element; <plaintext> has no end, so that all behind it would become text."""
    name = tree.name(node)
    return "pre" if name == "plaintext" and tree.kind(node) == "html" else name


class _StartTags:
    """Writes start tags; copies of an element repeat its tag.

    Thousands of a long one would fill the memory: when too much was repeated, the attributes of copies are left out.
    """

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.written: set[int] = set()  # by where they stand in the source
        self.left = _MOST_REPEATED + _REPEATED_PER_NODE * len(tree)

    def write(self, node: int, name: str) -> str:
        start = self.tree.start(node)
        is_copy = start >= 0 and start in self.written
        if is_copy and self.left < 0:
            return f"<{name}>"
        self.written.add(start)
        attributes = self.tree.attributes(node).items()
        written = "".join(f' {key}="{(value or "").translate(_IN_ATTRIBUTE)}"' for key, value in attributes)
        if is_copy:
            self.left -= len(written)
        return f"<{name}{written}>"


def _leaf(tree: Tree, node: int, kind: str) -> str:
    """A text, comment or doctype."""
    if kind == "comment":
        return f"<!--{tree.text(node)}-->"
    if kind == "text":
        parent = tree.parent(node)
        is_raw = tree.kind(parent) == "html" and tree.name(parent) in _RAW_TEXT
        return tree.text(node) if is_raw else tree.text(node).translate(_IN_TEXT)
    name, public, system = tree.doctype(node)
    keyword = " PUBLIC" if public is not None else " SYSTEM" if system is not None else ""
    identifiers = "".join(f' "{part}"' for part in (public, system) if part is not None)
    return f"<!DOCTYPE {name}{keyword}{identifiers}>"


class _Stripper:
    """Finds the tree's nodes that a removal names, counting elements and text runs as they come."""

    def __init__(self, tree: Tree, page: Page, removal: Removal) -> None:
        self.tree = tree
        self.page = page
        self.removal = removal
        self.n_opened = self.run = 0
        self.ends: list[int] = page.ends.tolist()
        self.positions: list[int] = page.run_positions.tolist()
        self.owners: list[int] = page.run_nodes.tolist()
        self.is_block: list[int] = (page.flags & BLOCK).tolist()
        self.after_text = False  # the last thing that stays is text, no block boundary behind it
        self.found: set[int] = set()

    def find(self) -> set[int]:
        tree = self.tree
        node = next((child for child in tree.children(0) if tree.kind(child) == "html"), -1)
        stack: list[tuple[int, int]] = []  # next sibling, parent
        parent = -1
        while node >= 0 or stack:
            if node < 0:
                self.meet_boundary(parent)
                node, parent = stack.pop()
                continue
            kind, after = tree.kind(node), tree.next(node) if stack else -1
            if kind == "text":
                after = self.meet_text(node, parent)
            elif kind not in _ELEMENTS:
                pass
            elif tree.name(node) in OFF_AXIS:
                self.meet_off_axis(node, parent)
            elif self.can_go(self.n_opened):
                self.remove(node)
            else:
                stack.append((after, parent))
                parent = self.n_opened
                self.n_opened += 1
                self.meet_boundary(parent)
                after = tree.first_child(node)
            node = after
        return self.found

    def can_go(self, index: int) -> bool:
        return index in self.removal.nodes and not (self.after_text and index in self.removal.splitting)

    def meet_boundary(self, index: int) -> None:
        if self.is_block[index]:
            self.after_text = False

    def meet_text(self, node: int, parent: int) -> int:
        """Match a text with its run, if it is one; returns the node behind it."""
        pieces = [node]
        after = self.tree.next(node)
        while after >= 0 and self.tree.continues(after):
            pieces.append(after)
            after = self.tree.next(after)
        run = self.run
        if run == len(self.positions) or self.positions[run] != self.n_opened or self.owners[run] != parent:
            return after
        # White space that opens no unit is no run; the page's next run then has another text.
        if self.page.run_texts[run] != "".join(self.tree.text(piece) for piece in pieces):
            return after
        self.run += 1
        if run in self.removal.runs:
            self.found.update(pieces)
        else:
            self.after_text = True
        return after

    def meet_off_axis(self, node: int, parent: int) -> None:
        tag = self.tree.name(node)
        is_outside = not self.removal.region_start <= parent < self.removal.region_end
        if tag == "head":
            scripts = [i for i in self.tree.children(node) if self.tree.name(i) in ("script", "noscript")]
            self.found.update(script for script in scripts if not self.is_data(script))
        elif tag in ("script", "noscript"):
            if not self.is_data(node):
                self.found.add(node)
        elif is_outside and tag != "style":
            self.found.add(node)

    def is_data(self, node: int) -> bool:
        return "ld+json" in (self.tree.attributes(node).get("type") or "").lower()

    def remove(self, node: int) -> None:
        """Remove an element, or all that is in it if the element itself is needed as a boundary."""
        index = self.n_opened
        if self.after_text and self.is_block[index]:
            self.found.update(self.tree.children(node))
            self.after_text = False
        else:
            self.found.add(node)
        self.n_opened = self.ends[index]
        while self.run < len(self.owners) and index <= self.owners[self.run] < self.n_opened:
            self.run += 1

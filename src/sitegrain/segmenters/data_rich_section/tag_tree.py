"""A page as a tag tree: elements by tag, links by where they lead, images by their names, texts by their words.

Tags of fonts and headings are eliminated, their children move up; attributes are ignored (section 3 of the paper).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import urldefrag

from sitegrain.kernel import text_hash
from sitegrain.pages.page import Event
from sitegrain.pages.runs import run_tokens
from sitegrain.pages.urls import resolve

if TYPE_CHECKING:
    from sitegrain.pages.page import Page

DROPPED = frozenset("font basefont small big b i u em strong tt s strike h1 h2 h3 h4 h5 h6".split())
SMALL = 24  # nodes
_SIZE = re.compile(r"(?:[-_@]\d+x(?:\d+)?)(?=\.\w+$)")  # `-300x200`, `@2x` before the suffix of an image
_TRACKING = re.compile(r"[?&](?:utm_\w+|sid|sessionid|phpsessid|jsessionid)=[^&#]*", re.IGNORECASE)


@dataclass(slots=True)
class TagTree:
    """Nodes in document order; node 0 is the root.

    labels:   what must be equal for two nodes to match
    parents, children: by number; sizes: nodes at or below each; hashes: equal for equal subtrees
    shapes:   equal for subtrees that differ in nothing but their texts, links and images
    own:      these texts, links and images of each subtree of at most SMALL nodes, None for larger ones
    elements: node of the page, -1 for a text; spans: token interval of a text
    """

    labels: list[object] = field(default_factory=list)
    parents: list[int] = field(default_factory=list)
    children: list[list[int]] = field(default_factory=list)
    elements: list[int] = field(default_factory=list)
    spans: list[tuple[int, int]] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)
    hashes: list[int] = field(default_factory=list)
    shapes: list[int] = field(default_factory=list)
    own: list[frozenset[object] | None] = field(default_factory=list)

    def add(self, label: object, parent: int, element: int, span: tuple[int, int] = (0, 0)) -> int:
        """A new node; returns its number."""
        number = len(self.labels)
        self.labels.append(label)
        self.parents.append(parent)
        self.children.append([])
        self.elements.append(element)
        self.spans.append(span)
        if parent >= 0:
            self.children[parent].append(number)
        return number

    def finish(self) -> TagTree:
        """Count and hash the subtrees."""
        n = len(self.labels)
        self.sizes, self.hashes, self.shapes, self.own = [1] * n, [0] * n, [0] * n, [None] * n
        for number in range(n - 1, -1, -1):
            label, below = self.labels[number], self.children[number]
            self.sizes[number] += sum(self.sizes[child] for child in below)
            self.hashes[number] = hash((label, *(self.hashes[child] for child in below)))
            is_own = isinstance(label, tuple)
            kind = label[0] if isinstance(label, tuple) else label
            self.shapes[number] = hash((is_own, kind, *(self.shapes[child] for child in below)))
            if self.sizes[number] <= SMALL:
                parts = [part for child in below if (part := self.own[child]) is not None]
                self.own[number] = frozenset((label,) if is_own else ()).union(*parts)
        return self


def read_tag_tree(page: Page) -> TagTree:
    """The tag tree of a page; neighbouring texts between which only dropped tags lie are one."""
    tree = TagTree()
    bounds = run_tokens(page).tolist()
    open_nodes: list[int] = []
    text: tuple[int, int, int] | None = None  # parent, first and last token of the text so far

    def end_text() -> None:
        nonlocal text
        if text is not None:
            parent, start, end = text
            label = ("text", text_hash(" ".join(page.tokens[start:end])))
            tree.add(label, parent, -1, (start, end))
            text = None

    for event, number in page.events():
        if event is Event.TEXT:
            start, end = bounds[number : number + 2]
            if start < end and open_nodes:
                text = (open_nodes[-1], text[1] if text is not None else start, end)
        elif page.tags[number] not in DROPPED:
            end_text()
            if event is Event.OPEN:
                parent = open_nodes[-1] if open_nodes else -1
                open_nodes.append(tree.add(_label(page, number), parent, number))
            else:
                open_nodes.pop()
    end_text()
    return tree.finish()


def _label(page: Page, node: int) -> object:
    tag = page.tags[node]
    if tag == "a":
        href = page.attributes[node].get("href")
        return ("a", None if href is None else target_of(page.url, href))
    if tag == "img":
        own = page.attributes[node]
        return ("img", image_name(own.get("data-src") or own.get("src") or ""))
    return tag


def target_of(base: str | None, href: str) -> str:
    """Where a link leads, without its fragment and without what tells visitors apart."""
    found = (resolve(base, href) if base else None) or href
    return _TRACKING.sub("", urldefrag(found.strip()).url)


def image_name(address: str) -> str:
    """The name of an image, without folder, query and size.

    >>> image_name("/a/pic-300x200.jpg?w=3"), image_name("pic@2x.jpg")
    ('pic.jpg', 'pic.jpg')
    """
    return _SIZE.sub("", address.split("?", 1)[0].rsplit("/", 1)[-1])

"""A page as the tree of what can be a part of a record: elements that hold something, texts, images, breaks.

Elements that only format their text have no item of their own: what is in them belongs to what is around them. So has a
<p>, which old pages use as a break: it leaves an item without children where it begins, and its text stands beside that.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sitegrain.pages.elements import VOID
from sitegrain.pages.tokens import mask_digits, tokenize
from sitegrain.sites.keys import descriptor_tokens

if TYPE_CHECKING:
    from sitegrain.pages.page import Page

BREAKS = {"hr": 4, "p": 3, "line": 2, "br": 1}  # kinds of items that part others; the stronger, the larger
TEXT = "#"  # kind of a text; the element that formats it follows
IMAGE = "img"
MARK = "#~"  # a text without a letter or a digit

# Elements that are not seen unless they are named: all they do is to format or to gather.
FORMATTING = frozenset(
    "abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark nobr q s samp small span strike"
    " strong sub sup time tt u var".split()
)
GATHERING = frozenset("center form tbody thead tfoot colgroup picture html body".split())
IGNORED = frozenset("wbr col source track meta link base input area".split())
UNNAMED = frozenset(("font", "span", "label", "data", ""))  # that say nothing of the text in them
_NEWLINE = re.compile(r"\n")


@dataclass(frozen=True, slots=True, eq=False)
class Outline:
    """The items of a page, in document order; item 0 holds all others.

    kinds:    of each item: the element's name, `#` and what formats it for a text, `line` for the end of a line in <pre>
    keys:     the kind, and for elements the class, id, role and item tokens that name it
    parents:  the item around it, -1 for item 0
    ends:     the first item behind it and all in it
    children: the items right in it
    nodes:    the page's node; of a text the one right around it
    runs:     the page's text run, -1 for other items
    spans:    of a text: where it begins and ends in its run
    words:    number of tokens in it and all in it
    """

    kinds: list[str]
    keys: list[str]
    parents: list[int]
    ends: list[int]
    children: list[list[int]]
    nodes: list[int]
    runs: list[int]
    spans: list[tuple[int, int]]
    words: list[int]

    def __len__(self) -> int:
        return len(self.kinds)


class _Builder:
    def __init__(self, page: Page) -> None:
        self.page = page
        self.outline = Outline([""], [""], [-1], [0], [[]], [0], [-1], [(0, 0)], [0])
        self.item_of = [0] * (page.n_nodes + 1)  # the innermost item around what is in a node
        self.format_of = [""] * page.n_nodes
        self.is_pre = [False] * page.n_nodes
        self.names = ["".join(descriptor_tokens(descriptor)) for descriptor in page.descriptors]

    def add(self, kind: str, key: str, parent: int, node: int, run: int = -1, span: tuple[int, int] = (0, 0)) -> int:
        made = self.outline
        item = len(made.kinds)
        made.kinds.append(kind)
        made.keys.append(key)
        made.parents.append(parent)
        made.children.append([])
        made.children[parent].append(item)
        made.nodes.append(node)
        made.runs.append(run)
        made.spans.append(span)
        made.words.append(0)
        return item

    def open(self, node: int, tag: str, parent: int, name: str) -> None:
        around = self.item_of[parent] if parent >= 0 else 0
        above = self.format_of[parent] if parent >= 0 else ""
        self.is_pre[node] = tag in ("pre", "textarea", "listing") or (parent >= 0 and self.is_pre[parent])
        self.format_of[node] = above
        self.item_of[node] = around
        if tag in IGNORED or (tag in GATHERING):
            return
        if tag in FORMATTING:
            self.format_of[node] = above if tag in UNNAMED else tag
            if not name:
                return
        if tag == "a" and self.page.attributes[node].get("href") is None:
            return
        item = self.add(tag, tag + name, around, node)
        if tag != "p":
            self.item_of[node] = item
            if tag not in FORMATTING:
                self.format_of[node] = ""

    def text(self, run: int, node: int, text: str) -> None:
        parts = [(0, len(text))]
        if self.is_pre[node] and "\n" in text:
            bounds = [match.start() for match in _NEWLINE.finditer(text)]
            parts = list(zip([0, *(b + 1 for b in bounds)], [*bounds, len(text)], strict=True))
        around = self.item_of[node]
        for number, (start, end) in enumerate(parts):
            if number:
                self.add("line", "line", around, node)
            part = text[start:end]
            if not part or part.isspace():
                continue
            n_words = len(tokenize(part))
            format_of = "" if self.outline.kinds[around] == "a" else self.format_of[node]
            kind = TEXT + format_of if n_words else MARK
            item = self.add(kind, kind, around, node, run, (start, end))
            self.outline.words[item] = n_words


def read_outline(page: Page) -> Outline:
    """The items of a page."""
    builder = _Builder(page)
    made, tags = builder.outline, page.tags
    parents, descriptors = page.parents.tolist(), page.node_descriptors.tolist()
    texts, owners, positions = page.run_texts, page.run_nodes.tolist(), page.run_positions.tolist()
    run = 0
    for node in range(page.n_nodes + 1):
        while run < len(texts) and positions[run] <= node:
            builder.text(run, owners[run], texts[run])
            run += 1
        if node < page.n_nodes:
            builder.open(node, tags[node], parents[node], builder.names[descriptors[node]])
    made.ends[:] = range(1, len(made) + 1)
    for item in range(len(made) - 1, 0, -1):
        parent = made.parents[item]
        made.ends[parent] = max(made.ends[parent], made.ends[item])
        made.words[parent] += made.words[item]
    return made


def text_of_item(page: Page, outline: Outline, item: int) -> str:
    """The text of a text item, white space folded."""
    start, end = outline.spans[item]
    return " ".join(page.run_texts[outline.runs[item]][start:end].split())


__all__ = ["BREAKS", "IMAGE", "MARK", "TEXT", "VOID", "Outline", "mask_digits", "read_outline", "text_of_item"]

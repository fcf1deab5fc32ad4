"""A page as the tree of what can be a part of a record: elements that hold something, texts, images, breaks.

Elements that only format or gather have no item of their own: what is in them belongs to what is around them. So it
is with <p>, which old pages use as a break: it leaves an item without children where it begins, its text beside that.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING

import numpy as np

from sitegrain.pages.runs import run_tokens
from sitegrain.pages.tokens import tokenize
from sitegrain.sites.keys import descriptor_tokens

if TYPE_CHECKING:
    from sitegrain.pages.page import Page
    from sitegrain.records.section import Section

TEXT = "#"  # kind of a text; the element that formats it follows
MARK = "#~"  # a text without a letter or a digit
HEAD_ROW = "tr-head"  # a row of a table's <thead>
CELLS = frozenset(("td", "th"))
LINE = "line"  # the end of a line in <pre>
LINK = "a"
IMAGE = "img"
BREAKS = {"hr": 4.0, "p": 3.0, LINE: 2.0, "br": 1.0}  # kinds of items that part others: the stronger, the larger

# Elements that are only seen if a class, id, role or item name is on them.
_FORMATTING = frozenset(
    "abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark nobr q s samp small span strike"
    " strong sub sup time tt u var".split()
)
_PLAIN = frozenset(("font", "span", "label", "data", "nobr"))  # that say nothing of the text in them
_GATHERING = frozenset("center form tbody thead tfoot colgroup picture html body".split())
_IGNORED = frozenset("wbr col source track meta link base input area".split())


@dataclass(frozen=True, slots=True, eq=False)
class Outline:
    """The items of a page, in document order; item 0 holds all others.

    kinds:    of each item: the element's name, `#` and what formats it for a text, LINE for the end of a line in <pre>
    keys:     the kind, and for elements the class, id, role and item tokens that name it
    parents:  the item around it, -1 for item 0
    ends:     the first item behind it and all in it
    children: the items right in it
    nodes:    the page's node; of a text the one right around it
    runs:     the page's text run, -1 for other items
    spans:    of a text: where it begins and ends in its run
    texts:    of a text with a letter or a digit: the text, white space folded; else ""
    words:    number of tokens in it and all in it
    masses:   how much it holds: tokens, and 1 for each link and image; in the item and all in it
    before:   (n_items + 1,) what is held by the items before each one, so that intervals can be summed
    """

    kinds: list[str]
    keys: list[str]
    parents: list[int]
    ends: list[int]
    children: list[list[int]]
    nodes: list[int]
    runs: list[int]
    spans: list[tuple[int, int]]
    texts: list[str]
    words: list[int]
    masses: list[float]
    before: list[float]

    def __len__(self) -> int:
        return len(self.kinds)

    def mass(self, first: int, behind: int) -> float:
        """What an interval of items holds."""
        return self.before[behind] - self.before[first]


class _Builder:
    """Adds the items of a page one by one."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.made = Outline([""], [""], [-1], [], [[]], [0], [-1], [(0, 0)], [""], [0], [0.0], [])
        self.items = [0] * page.n_nodes  # the innermost item around what is in a node
        self.formats = [""] * page.n_nodes  # what formats the text in a node
        self.is_pre = [False] * page.n_nodes

    def open(self, node: int, tag: str, parent: int, name: str) -> None:
        """A node begins."""
        around, above, is_pre = 0, "", tag == "pre"
        if parent >= 0:
            around, above = self.items[parent], self.formats[parent]
            is_pre = is_pre or self.is_pre[parent]
        self.is_pre[node], self.formats[node], self.items[node] = is_pre, above, around
        if tag in _IGNORED or tag in _GATHERING:
            return
        if tag in _FORMATTING:
            self.formats[node] = above if tag in _PLAIN else tag
            if not name:
                return
        elif tag == LINK and self.page.attributes[node].get("href") is None:
            return
        item = self._add(tag, tag + name, around, node)
        self.made.masses[item] = float(tag in (LINK, IMAGE))
        if tag != "p":
            self.items[node] = item
            if tag not in _FORMATTING:
                self.formats[node] = ""

    def text(self, run: int, node: int, text: str) -> None:
        """A text run comes; in <pre> each of its lines is a text."""
        bounds = [-1, len(text)]
        if self.is_pre[node]:
            bounds[1:1] = [i for i, letter in enumerate(text) if letter == "\n"]
        for number, (start, end) in enumerate(pairwise(bounds)):
            if number:
                self._add(LINE, LINE, self.items[node], node)
            self._line(run, node, text[start + 1 : end], start + 1)

    def _line(self, run: int, node: int, text: str, start: int) -> None:
        if not text or text.isspace():
            return
        around, n_words = self.items[node], len(tokenize(text))
        formats = "" if self.made.kinds[around] == LINK else self.formats[node]
        kind = TEXT + formats if n_words else MARK
        item = self._add(kind, kind, around, node)
        self.made.runs[item], self.made.spans[item] = run, (start, start + len(text))
        self.made.words[item], self.made.masses[item] = n_words, float(n_words)
        if n_words:
            self.made.texts[item] = " ".join(text.split())

    def _add(self, kind: str, key: str, parent: int, node: int) -> int:
        made = self.made
        item = len(made.kinds)
        made.kinds.append(kind)
        made.keys.append(key)
        made.parents.append(parent)
        made.children.append([])
        made.children[parent].append(item)
        made.nodes.append(node)
        made.runs.append(-1)
        made.spans.append((0, 0))
        made.texts.append("")
        made.words.append(0)
        made.masses.append(0.0)
        return item


def read_outline(page: Page, section: Section | None = None) -> Outline:
    """The items of a page; what is not in the section holds nothing, and what its site knows stands in the keys."""
    builder = _Builder(page)
    if section is not None and section.keys is not None:
        names = [key.removeprefix(tag) for key, tag in zip(section.keys, page.tags, strict=True)]
    else:
        own = ["".join(descriptor_tokens(descriptor)) for descriptor in page.descriptors]
        names = [own[descriptor] for descriptor in page.node_descriptors.tolist()]
    parents = page.parents.tolist()
    tags = [
        HEAD_ROW if tag == "tr" and page.tags[parent] == "thead" else tag
        for tag, parent in zip(page.tags, parents, strict=True)
    ]
    texts, owners, positions = page.run_texts, page.run_nodes.tolist(), page.run_positions.tolist()
    run = 0
    for node in range(page.n_nodes + 1):
        while run < len(texts) and positions[run] <= node:
            builder.text(run, owners[run], texts[run])
            run += 1
        if node < page.n_nodes:
            builder.open(node, tags[node], parents[node], names[node])
    if section is not None:
        _weigh(page, builder.made, section)
    return _sum_up(builder.made)


def _weigh(page: Page, made: Outline, section: Section) -> None:
    """Let texts hold what their tokens weigh, and nothing hold anything outside of the section's root."""
    behind, bounds = int(page.ends[section.root]), run_tokens(page).tolist()
    before = np.concatenate(([0.0], np.cumsum(section.weights)))
    weighed: dict[int, float] = {}  # what the text in a link weighs
    for item, node in enumerate(made.nodes):
        run = made.runs[item]
        if not section.root <= node < behind:
            made.masses[item] = 0.0
        elif run >= 0 and made.words[item]:
            start, end = (min(bound, len(section.weights)) for bound in bounds[run : run + 2])
            share = (before[end] - before[start]) / max(end - start, 1)
            made.masses[item] = made.words[item] * float(share)
            weighed[made.parents[item]] = weighed.get(made.parents[item], 0.0) + made.masses[item]
    for item, mass in weighed.items():
        if made.kinds[item] == LINK and not mass:
            made.masses[item] = 0.0


def _sum_up(made: Outline) -> Outline:
    """Fill in the ends, and what items hold with all that is in them."""
    made.before[:] = accumulate(made.masses, initial=0.0)
    made.ends[:] = range(1, len(made) + 1)
    for item in range(len(made) - 1, 0, -1):
        parent = made.parents[item]
        made.ends[parent] = max(made.ends[parent], made.ends[item])
        made.words[parent] += made.words[item]
        made.masses[parent] += made.masses[item]
    return made

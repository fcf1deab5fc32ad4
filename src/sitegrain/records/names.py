"""Names of columns: by itemprop, the table's header, a label, a class, or the place."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sitegrain.pages.elements import HEADINGS
from sitegrain.records.outline import CELLS, HEAD_ROW
from sitegrain.sites.keys import descriptor_tokens

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from sitegrain.pages.page import Page
    from sitegrain.records.outline import Outline

MAX_NAME_CHARS = 60
_NO_NAME = re.compile(r"[\W_]+")
_ELEMENTS = {"dt": "term", "dd": "description", "a": "link", "img": "image", "time": "time"} | dict.fromkeys(
    HEADINGS, "heading"
)


class Namer:
    """Names the columns of a region.

    tops: items that are the parts of its records: what names them names the whole record
    """

    def __init__(self, page: Page, outline: Outline, tops: Iterable[int]) -> None:
        self.page, self.outline = page, outline
        self.tops = {outline.nodes[item] for item in tops if outline.children[item]}

    def own(self, item: int) -> tuple[str, list[str]]:
        """The itemprop around an item, "" for none; and the classes of the nearest element with classes."""
        parents, descriptors = self.page.parents, self.page.descriptors
        node = self.outline.nodes[item]
        classes: list[str] = []
        while node >= 0 and node not in self.tops:
            descriptor = descriptors[self.page.node_descriptors[node]]
            if descriptor[4]:
                return descriptor[4].split()[0], classes
            if not classes:
                classes = [token[1:].replace("#", "") for token in descriptor_tokens(descriptor) if token[0] == "."]
            node = int(parents[node])
            if node == self.outline.nodes[0]:
                break
        return "", [name for token in classes if (name := as_name(token))]

    def place(self, item: int) -> str:
        """A name for what is around an item: what kind of element it is."""
        kind = self.outline.kinds[item]
        while kind.startswith("#") and item > 0:
            item = self.outline.parents[item]
            kind = self.outline.kinds[item]
            if self.outline.nodes[item] in self.tops and kind not in _ELEMENTS:
                break
        return _ELEMENTS.get(kind, "text")


def headers(outline: Outline, records: Sequence[tuple[int, int]]) -> dict[int, str]:
    """The texts of the header cells of the table whose rows are the records, by the number of their column."""
    first = records[0][0]
    table = outline.parents[first]
    if outline.kinds[first] != "tr":
        return {}
    found: dict[int, str] = {}
    for row in outline.children[table]:
        is_head = outline.kinds[row] == HEAD_ROW
        if row >= first or not (is_head or outline.kinds[row] == "tr"):
            break
        cells = [cell for cell in outline.children[row] if outline.kinds[cell] in CELLS]
        if len(cells) > 1 and (is_head or all(outline.kinds[cell] == "th" for cell in cells)):
            texts = (" ".join(filter(None, outline.texts[cell : outline.ends[cell]])) for cell in cells)
            found = {number: text for number, text in enumerate(texts, 1) if text}
    return found


def as_name(text: str) -> str:
    """A text as the name of a column: letters and digits, `_` between them.

    >>> as_name("Last update:"), as_name("product-card__title")
    ('last_update', 'product_card_title')
    """
    return _NO_NAME.sub("_", text.casefold())[:MAX_NAME_CHARS].strip("_")


def distinct(wanted: Sequence[str]) -> list[str]:
    """The names with a number behind those that are taken.

    >>> distinct(["text", "text", "text_2"])
    ['text', 'text_2', 'text_2_2']
    """
    taken: set[str] = set()
    numbers: dict[str, int] = {}
    found = []
    for name in wanted:
        chosen = name
        while chosen in taken:
            numbers[name] = numbers.get(name, 1) + 1
            chosen = f"{name}_{numbers[name]}"
        taken.add(chosen)
        found.append(chosen)
    return found


def choose_class(classes: Sequence[str], uses: Mapping[str, int]) -> str:
    """Of the classes of an element the one on the fewest columns, the first of equal ones."""
    return min(classes, key=lambda name: uses.get(name, 0), default="")

"""Flowing text: siblings such as p h2 p ul p, whose order and number are the author's and not the template's.

The published test 1 finds such text by luck: as soon as one page has nothing but paragraphs there, step 2 hands them
to their parent, which then takes in what the other pages have (docs/methods/som-tree.md). Here every page is asked.
"""

from __future__ import annotations

from collections import Counter
from itertools import compress
from typing import TYPE_CHECKING

from sitegrain.pages.elements import HEADINGS
from sitegrain.sites.keys import ORDINAL_TAGS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sitegrain.segmenters.som_tree.page_tree import PageTree

PROSE_SHARE = 0.5  # of the siblings of a flow, that are text without containers
MAX_REPEATED = 200  # tokens of a container whose text is looked for on other pages


class Flows:
    """The rows that stand in flowing text, for each page of a site; so do a heading and the one text under it.

    A container whose very text is on other pages too was put there by the template: it is in no flow.
    """

    def __init__(self, trees: Sequence[PageTree], tokens: Sequence[Sequence[str]]) -> None:
        self._pages = [_PageFlow(*of_page) for of_page in zip(trees, tokens, strict=True)]
        self._n_pages = Counter(text for page in self._pages for text in set(page.texts.values()))

    def rows(self, number: int) -> list[int]:
        """The rows of a page that are part of a flow."""
        page = self._pages[number]
        is_own = (row not in page.texts or self._n_pages[page.texts[row]] < 2 for row in page.mixed)
        return [*page.headed, *compress(page.mixed, is_own)]


class _PageFlow:
    """mixed: rows in a flow by their order. headed: headings and what is under them. texts: of short containers."""

    def __init__(self, tree: PageTree, tokens: Sequence[str]) -> None:
        children = tree.children()
        is_container = [bool(below) or tag in ORDINAL_TAGS for below, tag in zip(children, tree.tags, strict=True)]
        n_texts = tree.texts_below()
        self.mixed: list[int] = []
        self.headed: list[int] = []
        for siblings in children:
            if len(siblings) > 2:
                self.mixed.extend(_between_equals(siblings, tree.keys, [is_container[row] for row in siblings]))
            elif len(siblings) == 2 and tree.tags[siblings[0]] in HEADINGS and n_texts[siblings[1]] == 1:
                self.headed.extend(siblings)
        starts, ends = tree.intervals()
        self.texts = {
            row: hash(tuple(token for token in tokens[starts[row] : ends[row]] if not token.isdecimal()))
            for row in range(len(tree))
            if is_container[row] and ends[row] - starts[row] <= MAX_REPEATED
        }


def _between_equals(siblings: list[int], keys: list[str], is_container: list[bool]) -> list[int]:
    """The siblings between two of one key, the two with them, where enough of them are text without containers."""
    bounds: dict[str, tuple[int, int, int]] = {}  # of the text with each key: first position, last one, how often
    n_prose = [0]  # among the first so many siblings
    for position, row in enumerate(siblings):
        n_prose.append(n_prose[-1] + (not is_container[position]))
        if not is_container[position]:
            first, _, count = bounds.get(keys[row], (position, position, 0))
            bounds[keys[row]] = first, position, count + 1
    found: list[int] = []
    done = 0
    for first, last, count in bounds.values():  # by their first positions
        length = last + 1 - first
        if length > count and n_prose[last + 1] - n_prose[first] >= PROSE_SHARE * length:
            found.extend(siblings[max(first, done) : last + 1])
            done = max(done, last + 1)
    return found

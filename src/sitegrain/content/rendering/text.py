"""Kept units to plain text: paragraphs, list items and table rows on lines of their own."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from sitegrain.pages.page import Page

# Between two units whose closest common element is one of these stands one line feed, elsewhere a blank line.
_CLOSE_SET = frozenset("ul ol menu dir dl li dt dd table thead tbody tfoot tr caption".split())
_CELLS = frozenset(("td", "th"))
PREFORMATTED = frozenset(("pre", "listing", "plaintext"))

_BLANK_LINES = re.compile(r"\A(?:[^\S\n]*\n)+")


def render_text(page: Page, kept: NDArray[np.bool_], items: tuple[tuple[int, int], ...] = ()) -> str:
    """Render the kept units as plain text.

    Paragraphs and headings are separated by a blank line; list items and table rows stand on a line each, cells of a
    row are separated by a tab; preformatted text keeps its white space. With `items` (half-open unit intervals) each
    item is a block of lines and a blank line stands between items. The tokens are those of the kept units, in order.

    kept: bool (n_units,)
    """
    units = kept.nonzero()[0].tolist()
    lines = _Lines(page, units)
    if not items:
        return "".join(lines.pieces(units))
    parts = ("".join(lines.pieces(part, is_item=True)) for part in split_items(units, items))
    return "\n\n".join(part for part in parts if part)


def split_items(units: list[int], items: tuple[tuple[int, int], ...]) -> list[list[int]]:
    """Cut sorted units by the items they lie in; units between two items are a part of their own."""
    parts: list[list[int]] = []
    done = 0
    for start, end in items:
        first, last = bisect_left(units, start, lo=done), bisect_left(units, max(start, end), lo=done)
        parts += [units[done:first], units[first:last]]
        done = last
    parts.append(units[done:])
    return [part for part in parts if part]


def trim_pre(text: str) -> str:
    """Preformatted text without blank lines around it; indentation stays, a no-break space becomes a space."""
    return _BLANK_LINES.sub("", text.replace("\xa0", " ")).rstrip()


def outermost(page: Page, tags: frozenset[str]) -> list[int]:
    """The elements with one of these tags that lie in no other such element, in document order."""
    found: list[int] = []
    end = 0
    for node, tag in enumerate(page.tags):
        if node >= end and tag in tags:
            found.append(node)
            end = int(page.ends[node])
    return found


class _Lines:
    """Makes the lines of one page's units and what stands between them."""

    def __init__(self, page: Page, units: list[int]) -> None:
        self.page = page
        self.tags = page.tags
        self.owners: list[int] = page.unit_nodes.tolist()
        self.parents: list[int] = page.parents.tolist()
        self.ends: list[int] = page.ends.tolist()
        self.positions: list[int] = page.run_positions.tolist()
        self.bounds: list[int] = page.unit_runs.tolist()
        self.breaks = [node for node, tag in enumerate(self.tags) if tag == "br"]
        self.pres = outermost(page, PREFORMATTED)
        self.wide_rows = self.find_wide_rows(units) if "tr" in self.tags else set()

    def pieces(self, units: list[int], *, is_item: bool = False) -> list[str]:
        """The texts of the units and the separators between them, alternately."""
        pieces: list[str] = []
        before = -1
        for unit in units:
            if before >= 0:
                separator = self.separator(before, unit)
                pieces.append("\n" if is_item and separator == "\n\n" else separator)
            pieces.append(self.text(unit))
            before = unit
        return pieces

    def text(self, unit: int) -> str:
        """The unit's text, its line breaks kept; preformatted text with its white space."""
        if self.pres and self.pre_around(self.owners[unit]) >= 0:
            return trim_pre("\n".join(self.lines(unit)))
        start, end = self.bounds[unit], self.bounds[unit + 1] - 1
        if not self.breaks or not self.n_breaks(start, end):
            return self.page.unit_texts[unit]
        folded = (" ".join(line.split()) for line in self.lines(unit))
        return "\n".join(line for line in folded if line)

    def lines(self, unit: int) -> list[str]:
        """The raw text of a unit, cut at its <br> elements."""
        start, end = self.bounds[unit], self.bounds[unit + 1]
        lines: list[list[str]] = [[]]
        for run in range(start, end):
            if run > start and self.n_breaks(run - 1, run):
                lines.append([])
            lines[-1].append(self.page.run_texts[run])
        return ["".join(line) for line in lines]

    def n_breaks(self, start: int, end: int) -> int:
        """How many <br> elements stand between two runs."""
        positions, breaks = self.positions, self.breaks
        return bisect_left(breaks, positions[end]) - bisect_left(breaks, positions[start])

    def separator(self, before: int, unit: int) -> str:
        """What stands between two kept units that follow one another."""
        owner, next_owner = self.owners[before], self.owners[unit]
        pre = self.pre_around(owner) if self.pres else -1
        if pre >= 0 and pre == self.pre_around(next_owner):
            return "\n" * max(1, self.n_breaks(self.bounds[before + 1] - 1, self.bounds[unit]))
        common = owner
        # Every element left on the way up is closed between the two units, so the climbs of a page add up to its size.
        while not common <= next_owner < self.ends[common]:
            common = self.parents[common]
        tag = self.tags[common]
        if tag == "tr":
            return "\n" if common in self.wide_rows else "\t"
        if tag in _CELLS and owner != next_owner and common in (owner, next_owner):
            return "\n"
        return "\n" if tag in _CLOSE_SET else "\n\n"

    def pre_around(self, node: int) -> int:
        """The outermost preformatted element around a node, -1 if there is none."""
        i = bisect_right(self.pres, node) - 1
        return self.pres[i] if i >= 0 and node < self.ends[self.pres[i]] else -1

    def find_wide_rows(self, units: list[int]) -> set[int]:
        """The rows that do not fit on a line: a cell holds several units, several lines, or another table."""
        row, cell = list(self.parents), list(self.parents)
        for node, parent in enumerate(self.parents):
            tag = self.tags[node]
            row[node] = node if tag == "tr" else row[parent] if parent >= 0 else -1
            cell[node] = node if tag in _CELLS else cell[parent] if parent >= 0 else -1
        seen: set[int] = set()
        wide: set[int] = set()
        for unit in units:
            owner = self.owners[unit]
            if cell[owner] in seen or (cell[owner] >= 0 and "\n" in self.text(unit)):
                wide.add(row[owner])
            seen.add(cell[owner])
            outer = row[self.parents[row[owner]]] if row[owner] >= 0 else -1
            while outer >= 0 and outer not in wide:
                wide.add(outer)
                outer = row[self.parents[outer]]
        return wide

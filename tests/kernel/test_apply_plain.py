"""Plain text from the kernel, against a slower rendering in Python."""

from bisect import bisect_left, bisect_right

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sitegrain.content.rendering import render_text
from sitegrain.content.rendering.text import PREFORMATTED, trim_pre
from sitegrain.pages.parse import parse
from tests.content.rendering.trees import pages
from tests.kernel.soup import SOUP

_CLOSE_SET = frozenset("ul ol menu dir dl li dt dd table thead tbody tfoot tr caption".split())
_CELLS = frozenset(("td", "th"))


def naive_text(page, kept, items=()):
    """The kept units as plain text."""
    units = kept.nonzero()[0].tolist()
    lines = _Lines(page, units)
    if not items:
        return "".join(lines.pieces(units))
    parts = ("".join(lines.pieces(part, is_item=True)) for part in split_items(units, items))
    return "\n\n".join(part for part in parts if part)


def split_items(units, items):
    """Cut sorted units by the items they lie in; units between two items are a part of their own."""
    parts = []
    done = 0
    for start, end in items:
        first, last = bisect_left(units, start, lo=done), bisect_left(units, max(start, end), lo=done)
        parts += [units[done:first], units[first:last]]
        done = last
    parts.append(units[done:])
    return [part for part in parts if part]


def outermost(page, tags):
    """The elements with one of these tags that lie in no other such element, in document order."""
    found = []
    end = 0
    for node, tag in enumerate(page.tags):
        if node >= end and tag in tags:
            found.append(node)
            end = int(page.ends[node])
    return found


class _Lines:
    """Makes the lines of one page's units and what stands between them."""

    def __init__(self, page, units):
        self.page = page
        self.tags = page.tags
        self.owners = page.unit_nodes.tolist()
        self.parents = page.parents.tolist()
        self.ends = page.ends.tolist()
        self.positions = page.run_positions.tolist()
        self.bounds = page.unit_runs.tolist()
        self.breaks = [node for node, tag in enumerate(self.tags) if tag == "br"]
        self.pres = outermost(page, PREFORMATTED)
        self.wide_rows = self.find_wide_rows(units) if "tr" in self.tags else set()

    def pieces(self, units, *, is_item=False):
        """The texts of the units and the separators between them, alternately."""
        pieces = []
        before = -1
        for unit in units:
            if before >= 0:
                separator = self.separator(before, unit)
                pieces.append("\n" if is_item and separator == "\n\n" else separator)
            pieces.append(self.text(unit))
            before = unit
        return pieces

    def text(self, unit):
        """The unit's text, its line breaks kept; preformatted text with its white space."""
        if self.pres and self.pre_around(self.owners[unit]) >= 0:
            return trim_pre("\n".join(self.lines(unit)))
        start, end = self.bounds[unit], self.bounds[unit + 1] - 1
        if not self.breaks or not self.n_breaks(start, end):
            return self.page.unit_texts[unit]
        folded = (" ".join(line.split()) for line in self.lines(unit))
        return "\n".join(line for line in folded if line)

    def lines(self, unit):
        """The raw text of a unit, cut at its <br> elements."""
        start, end = self.bounds[unit], self.bounds[unit + 1]
        lines = [[]]
        for run in range(start, end):
            if run > start and self.n_breaks(run - 1, run):
                lines.append([])
            lines[-1].append(self.page.run_texts[run])
        return ["".join(line) for line in lines]

    def n_breaks(self, start, end):
        """How many <br> elements stand between two runs."""
        positions, breaks = self.positions, self.breaks
        return bisect_left(breaks, positions[end]) - bisect_left(breaks, positions[start])

    def separator(self, before, unit):
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

    def pre_around(self, node):
        """The outermost preformatted element around a node, -1 if there is none."""
        i = bisect_right(self.pres, node) - 1
        return self.pres[i] if i >= 0 and node < self.ends[self.pres[i]] else -1

    def find_wide_rows(self, units):
        """The rows that do not fit on a line: a cell holds several units, several lines, or another table."""
        row, cell = list(self.parents), list(self.parents)
        for node, parent in enumerate(self.parents):
            tag = self.tags[node]
            row[node] = node if tag == "tr" else row[parent] if parent >= 0 else -1
            cell[node] = node if tag in _CELLS else cell[parent] if parent >= 0 else -1
        seen = set()
        wide = set()
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


@st.composite
def items_of(draw, page):
    """Half-open intervals in order, that do not overlap."""
    bounds = sorted(draw(st.lists(st.integers(0, page.n_units), max_size=8)))
    return tuple(zip(bounds[::2], bounds[1::2], strict=False))


@settings(max_examples=300, deadline=None)
@given(pages(), st.data())
def test_the_text_is_that_of_the_naive_rendering(drawn, data):
    page, kept = drawn
    items = data.draw(items_of(page))

    assert render_text(page, kept, items) == naive_text(page, kept, items)


@settings(max_examples=300, deadline=None)
@given(SOUP, st.data())
def test_the_text_of_tag_soup_is_that_of_the_naive_rendering(html, data):
    page = parse(html)
    kept = np.array(data.draw(st.lists(st.booleans(), min_size=page.n_units, max_size=page.n_units)), bool)

    assert render_text(page, kept) == naive_text(page, kept)


_SPACED = st.lists(st.sampled_from(["a", "\u65e5", "\u00e9", "<br>", "\n", " ", "\u00a0", "\u2028", "\x1c", "\u3000"]))


@given(_SPACED.map("".join), st.sampled_from(["p", "pre"]))
def test_white_space_is_that_of_python(text, tag):
    page = parse(f"<{tag}>{text}</{tag}>")
    kept = np.ones(page.n_units, bool)

    assert render_text(page, kept) == naive_text(page, kept)


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<p>a <br> \u00a0b\u00a0c <br><i></i>", "a\nb c"),
        ("<pre>\u2028\n \u65e5\u00a0b\u3000</pre>", " \u65e5 b"),
        ("<table><tr><td>a<table><tr><td>b<td>c</table><td>d</table>", "a\nb\tc\nd"),
    ],
)
def test_lines_cells_and_preformatted_text(html, text):
    page = parse(html)

    assert render_text(page, np.ones(page.n_units, bool)) == text


def test_wrong_sizes_are_refused():
    with pytest.raises(ValueError, match="every unit"):
        render_text(parse("a"), np.ones(2, bool))

"""Patterns: the worked example of the method, and its numbers on small strings."""

import numpy as np
import pytest

from sitegrain.pages.parse import parse
from sitegrain.records.iepad.patterns import Limits, find_patterns, measure, without_overlap
from sitegrain.records.iepad.repeats import Repeat, Repeats
from sitegrain.records.iepad.tokens import TagString, read_tags

EXAMPLE = "<body><ul>" + "<li><a href=/>T</a></li>" * 3 + "</ul><div>" + "<p><b>T</b><br>T</p>" * 4 + "</div></body>"


def shown(string, pattern):
    start = int(pattern.starts[0])
    return "".join(string.names[symbol] for symbol in string.symbols[start : start + pattern.length])


def longer_repeats(string, least):
    """Repeats of two tokens or more that occur so often, counting overlaps."""
    repeats = Repeats(string.symbols)
    return int(((repeats.lengths > 1) & (repeats.counts >= least)).sum())


def test_the_worked_example():
    """49 tokens; 5 repeats of two occurrences and 3 of three; the two kept ones at their places."""
    string = read_tags(parse(EXAMPLE))

    items, entries = find_patterns(string)

    assert (len(string), longer_repeats(string, 2), longer_repeats(string, 3)) == (49, 5, 3)
    assert shown(string, items) == "<p><b>T</b><br>T</p>"
    assert (items.starts.tolist(), items.regularity, items.compactness) == ([19, 26, 33, 40], 0, 1)
    assert items.coverage == pytest.approx(4 * 7 / 49)  # 0.571
    assert shown(string, entries) == "<li><a>T</a></li>"
    assert (entries.starts.tolist(), entries.regularity, entries.compactness) == ([2, 7, 12], 0, 1)
    assert entries.coverage == pytest.approx(3 * 5 / 49)  # 0.306


def test_the_worked_example_on_the_data_rich_part():
    """30 tokens: 3 repeats of two occurrences, 2 of three; one pattern is kept."""
    page = parse(EXAMPLE)
    string = read_tags(page, within=page.tags.index("div"))

    (only,) = find_patterns(string)

    assert (len(string), longer_repeats(string, 2), longer_repeats(string, 3)) == (30, 3, 2)
    assert shown(string, only) == "<p><b>T</b><br>T</p>"


def test_a_pattern_twice_is_a_pattern_of_two_occurrences_as_published():
    """With two occurrences the double of the item covers as much and is longer; `is_single` leaves it out."""
    string = read_tags(parse(EXAMPLE))

    assert [own.length for own in find_patterns(string, Limits(2))] == [14, 7, 5]
    assert [own.length for own in find_patterns(string, Limits(2, is_single=True))] == [7, 5]


def test_overlapping_doubles_would_be_too_compact():
    """Of 14 tokens at 0, 7 and 14 the second overlaps; with it compactness were 2 * 14 / 14 = 2."""
    repeat = Repeat(14, np.array([0, 7, 14]))

    assert without_overlap(repeat).tolist() == [0, 14]
    assert measure(14, np.array([0, 7, 14]), 28).compactness == 2.0
    assert measure(14, without_overlap(repeat), 28).compactness == 1.0


def test_regularity():
    """Gaps 2, 2, 5: mean 3, deviation sqrt((1 + 1 + 4) / 3); 4 * 2 of 20 tokens; 3 * 2 of 9 between the ends."""
    pattern = measure(2, np.array([0, 2, 4, 9]), 20)

    assert pattern.regularity == pytest.approx(2**0.5 / 3)
    assert pattern.coverage == 0.4
    assert pattern.compactness == pytest.approx(6 / 9)


def test_a_pattern_falls_apart_at_a_large_gap():
    """`<b>T` seven times, 40 other tokens, and seven times again: not regular as a whole, but on both sides."""
    items = [0, 1] * 7
    between = list(range(2, 42))
    symbols = np.array([*items, *between, *items], np.int32)
    names = ("<b>", "T", *(f"<x{i}>" for i in between))
    nothing = np.zeros(len(symbols), np.int32)

    found = [own for own in find_patterns(TagString(names, symbols, nothing, nothing)) if own.length == 2]

    assert [own.starts.tolist() for own in found] == [list(range(0, 14, 2)), list(range(54, 68, 2))]


def test_blank_texts_have_no_token():
    string = read_tags(parse("<p>a</p> <p>|</p><p>&nbsp;</p><p>----</p>"))

    assert [string.names[symbol] for symbol in string.symbols].count("T") == 2


@pytest.mark.parametrize(
    ("tags", "expected"),
    [
        ("all", "<body><p><b>T</b><br><a>T</a></p></body>"),
        ("no-markup", "<body><p>T<br><a>T</a></p></body>"),
        ("block", "<body><p>TT</p></body>"),
    ],
)
def test_classes_of_tags(tags, expected):
    string = read_tags(parse("<p><b>x</b><br><a href=/>y</a></p>"), tags=tags)

    assert "".join(string.names[symbol] for symbol in string.symbols) == expected

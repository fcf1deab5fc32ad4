"""The outline of a page."""

from sitegrain.pages.parse import parse
from sitegrain.records.outline import read_outline


def test_formatting_has_no_items_and_names_texts():
    outline = read_outline(
        parse("<div><b>a</b><font size=2>b</font><span class=c>d</span><i><font>e</font></i>, </div>")
    )

    assert outline.kinds == ["", "div", "#b", "#", "span", "#", "#i", "#~"]
    assert outline.keys[4] == "span.c"


def test_a_paragraph_is_a_break():
    outline = read_outline(parse("<div><p>a<p>b</div>"))

    assert [outline.kinds[item] for item in outline.children[1]] == ["p", "#", "p", "#"]


def test_a_link_without_an_address_has_no_item():
    assert read_outline(parse("<a name=x>a</a><a href=y>b</a>")).kinds == ["", "#", "a", "#"]


def test_lines_of_preformatted_text():
    outline = read_outline(parse("<pre>a b\nc <b>d</b>\n\n</pre>"))

    assert outline.kinds[1:] == ["pre", "#", "line", "#", "#b", "line", "line"]
    assert [outline.spans[item] for item in (2, 4)] == [(0, 3), (4, 6)]


def test_masses():
    """Three words, one link and one image; the same below the div, and as a sum over its children."""
    outline = read_outline(parse("<div>one <a href=/>two three</a><img src=x></div>"))

    assert (outline.words[1], outline.masses[1]) == (3, 5.0)
    assert outline.mass(3, len(outline)) == 4.0
    assert outline.ends[1] == len(outline) == 6

"""Records by the tree: what is cut from what, and which region comes first."""

import numpy as np
import pytest

from sitegrain.pages.parse import parse
from sitegrain.pages.runs import text_of
from sitegrain.records import Section, TreeRecords

MENU = "<ul>" + "".join(f"<li><a href=/{name}>{name}</a>" for name in ("home", "news", "shop", "help")) + "</ul>"


def texts(html, region=0):
    """The records of a region as texts."""
    page = parse(html)
    found = TreeRecords().find(page)
    return [text_of(page, *record.span).replace("\n", " ") for record in found[region].records]


@pytest.mark.parametrize(
    "html",
    [
        "<ul><li><a href=/1>a</a> b<li><a href=/2>c</a> d<li><a href=/3>e</a> f</ul>",
        "<table><tr><td>a<td>b<tr><td>c<td>d<tr><td>e<td>f</table>",
        "<dl><dt>a<dd>b<dt>c<dd>d<dt>e<dd>f</dl>",
        "<div><a href=/1>a</a> b<br><a href=/2>c</a> d<br><a href=/3>e</a> f<br></div>",
        "<div><p><a href=/1>a</a> b<p><a href=/2>c</a> d<p><a href=/3>e</a> f</div>",
        "<div><hr><b>a</b> b<hr><b>c</b> d<hr><b>e</b> f</div>",
        "<pre>a <a href=/1>b</a>\nc <a href=/2>d</a>\ne <a href=/3>f</a>\n</pre>",
        "<div><h3>a</h3><p>b</p><h3>c</h3><p>d</p><h3>e</h3><p>f</p></div>",
        "<div><font><i>a</i> <img src=/x> b</font><br><i>c</i> <img src=/y> d<br><i>e</i> <img src=/z> f</div>",
    ],
    ids=["list", "rows", "terms", "br", "p", "hr", "lines", "headings", "markup"],
)
def test_records_are_what_recurs(html):
    """Three records of two texts, whatever parts them."""
    assert texts(html) == ["a b", "c d", "e f"]


def test_a_header_row_and_a_pager_are_no_records():
    rows = "".join(f"<tr><td><a href=/{name}>{name}</a><td>{name}2<td>{name}3" for name in "abcde")

    found = texts(f"<table><tr><th>N<th>M<th>O{rows}<tr><td colspan=3>next page</table>")

    assert found == ["a a2 a3", "b b2 b3", "c c2 c3", "d d2 d3", "e e2 e3"]


def test_rows_between_empty_rows_are_one_record():
    """Name, mail and place stand in rows of their own; an image parts the records."""
    record = "<tr><td>{0}<td>name {0}<tr><td><td>mail {0}<tr><td><td>place {0}<tr><td><img src=/line.gif><td>"

    found = texts("<table>" + "".join(record.format(name) for name in "abcd") + "</table>")

    assert found == [f"{name} name {name} mail {name} place {name}" for name in "abcd"]


def test_cells_of_a_grid_are_records_and_cells_of_a_row_are_not():
    card = "<td><img src=/{0}.jpg><b>{0}</b><br><i>{0}2</i>"
    grid = "".join("<tr>" + "".join(card.format(name) for name in row) for row in ("abc", "def", "ghi"))

    assert texts(f"<table>{grid}</table>") == [f"{name} {name}2" for name in "abcdefghi"]


def test_lists_below_headings_are_one_record_each():
    """Groups with a heading of their own are the records, and their entries a list in them."""
    html = "<div><h2>One</h2><ul><li>a b<li>c d</ul><h2>Two</h2><ul><li>e f<li>g h<li>i j</ul></div>"

    (first, second) = TreeRecords().find(parse(html))[0].records

    assert first.fields == {"heading": "One", "items": ["a b", "c d"]}
    assert second.fields == {"heading": "Two", "items": ["e f", "g h", "i j"]}


def test_alternating_classes_do_not_pair_records():
    item = "<div class={}><h4>{}</h4><p>text</p><span>more</span></div>"
    html = (
        "<main>" + "".join(item.format(("odd2", "even2")[i % 2], name) for i, name in enumerate("abcdef")) + "</main>"
    )

    assert [record.split()[0] for record in texts(html)] == list("abcdef")


def test_an_advertisement_between_records_is_left_out():
    item = "<div class=item><a href=/{0}>{0}</a><p>{0}2</p></div>"
    advert = "<div class=ad><iframe src=/ad></iframe><form><fieldset><legend>buy</legend></fieldset></form></div>"

    found = texts("<main>" + item.format("a") + item.format("b") + advert + item.format("c") + "</main>")

    assert found == ["a a2", "b b2", "c c2"]


def test_the_main_list_comes_before_a_menu():
    items = "".join(f"<li><a href=/{name}>{name}</a><p>what {name} is about</p>" for name in ("ant", "bee", "cat"))

    assert texts(f"{MENU}<ul>{items}</ul>")[0] == "ant what ant is about"
    assert texts(f"{MENU}<ul>{items}</ul>", region=1) == ["home", "news", "shop", "help"]


def test_what_is_behind_the_last_record_is_cut_off():
    rows = "".join(f"<a href=/{name}>{name}</a> <i>{name}2</i><br>" for name in "abcd")

    assert texts(f"<div>{rows}<form>x</form><h5>Contact <a href=/c>us</a></h5></div>") == [f"{n} {n}2" for n in "abcd"]


@pytest.mark.parametrize("html", ["", "<p>One text", "<h1>Title</h1><p>A text</p><table><tr><td>x</table>"])
def test_nothing_recurs(html):
    assert TreeRecords().find(parse(html)) == []


def test_what_weighs_nothing_is_no_record():
    """All tokens of the menu are shared by the pages of the site."""
    page = parse(f"{MENU}<ol><li><a href=/a>ant</a><li><a href=/b>bee</a></ol>")
    weights = np.array([0.0] * 4 + [1.0] * 2)

    (region,) = TreeRecords().find(page, Section(1, weights))

    assert [record.fields["link"] for record in region.records] == ["ant", "bee"]


def test_a_section_bounds_what_is_looked_at():
    page = parse("<ul><li>a b c d<li>e f g h</ul><ol><li>i<li>j</ol>")

    (region,) = TreeRecords().find(page, Section(page.tags.index("ol"), np.ones(10)))

    assert [record.span for record in region.records] == [(8, 9), (9, 10)]


def test_spans_of_lines_are_parts_of_a_text():
    (region,) = TreeRecords().find(parse("<pre>one two\nthree four\nfive six\n</pre>"))

    assert [record.span for record in region.records] == [(0, 2), (2, 4), (4, 6)]
    assert region.records[1].has_text(0, 8, 18)
    assert not region.records[1].has_text(0, 8, 20)


@pytest.mark.parametrize(
    "html",
    ["<div>" * 3000 + "x", "<ul><li>a" * 1500, "<p>x" * 4000, "<b><p>" * 1500, "<pre>" + "a b\n" * 4000],
    ids=["deep", "nested", "wide", "formatting", "lines"],
)
def test_hostile_pages_end(html):
    """Neither depth nor width is too much (seconds are for benchmarks: this must only end)."""
    TreeRecords().find(parse(html))

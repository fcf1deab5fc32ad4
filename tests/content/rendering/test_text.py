"""Kept units to plain text."""

import numpy as np
import pytest
from hypothesis import given, settings

from sitegrain.content.rendering import render_text
from sitegrain.pages.parse import parse
from sitegrain.pages.tokens import tokenize
from tests.content.rendering.trees import kept_tokens, pages


def rendered(html, dropped=(), items=()):
    page = parse(html)
    kept = np.ones(page.n_units, bool)
    kept[list(dropped)] = False
    return render_text(page, kept, items)


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<h1>Title</h1><p>a</p><p>b</p>", "Title\n\na\n\nb"),
        ("<ul><li>a<li>b<ul><li>c</ul></ul><p>d", "a\nb\nc\n\nd"),
        ("<table><tr><td>a<td>b<tr><td>c<td>d</table>", "a\tb\nc\td"),
        ("<p>a<br>b<br><br>c", "a\nb\n\nc"),
        ("<dl><dt>a<dd>b<dd>c</dl>", "a\nb\nc"),
        ("<div>a<div>b</div>c</div>", "a\n\nb\n\nc"),
        ("<p><b>M</b>arla <i> x </i> y\u00a0z", "Marla x y z"),
        ("<p>שלום <b>עולם</b><p>東京<b>都</b>", "שלום עולם\n\n東京都"),
        ("", ""),
    ],
)
def test_paragraphs_items_and_rows_stand_on_lines_of_their_own(html, text):
    assert rendered(html) == text


def test_a_list_in_a_table_cell_is_neither_lost_nor_doubled():
    html = "<table><tr><td>Mon<td>9 to 5<tr><td>Tue<td><ul><li>9 to 12<li>2 to 5</ul></table>"

    assert rendered(html) == "Mon\t9 to 5\nTue\n9 to 12\n2 to 5"


def test_a_table_in_a_table_cell_keeps_its_rows():
    html = "<table><tr><td>a<td><table><tr><td>b<td>c<tr><td>d<td>e</table><td>f</table>"

    assert rendered(html) == "a\nb\tc\nd\te\nf"


def test_a_row_with_lines_in_a_cell_does_not_stand_on_one_line():
    html = "<table><tr><td><pre>1\n2</pre><td><pre>a\nb</pre><tr><td>c<td>d<tr><td>e<br>f<td>g</table>"

    assert rendered(html) == "1\n2\na\nb\nc\td\ne\nf\ng"


def test_preformatted_text_keeps_its_lines_and_indentation():
    html = "<pre>\n\n  def <b>f</b>():\n\n      return 1\n\n</pre><p>after  all"

    assert rendered(html) == "  def f():\n\n      return 1\n\nafter all"


def test_blocks_in_preformatted_text_are_lines():
    assert rendered("<pre><div>a</div><div>  b</div>c<br><br>d</pre>") == "a\n  b\nc\n\nd"


def test_dropped_units_leave_nothing_behind():
    assert rendered("<nav>menu</nav><p>a</p><p>ad</p><p>b</p>", dropped=[0, 2]) == "a\n\nb"


def test_a_listing_is_rendered_item_by_item_with_a_blank_line_between():
    html = "<div><h3>a</h3><p>b</p></div><div><h3>c</h3><p>d</p></div>"

    assert rendered(html, items=((0, 2), (2, 4))) == "a\nb\n\nc\nd"


def test_units_between_items_are_a_part_of_their_own():
    html = "<h1>top</h1><p>a</p><p>b</p><h2>mid</h2><p>c</p>"

    assert rendered(html, items=((1, 3), (4, 5))) == "top\n\na\nb\n\nmid\n\nc"


@settings(max_examples=60, deadline=None)
@given(pages())
def test_the_words_are_those_of_the_kept_units_in_order(drawn):
    page, kept = drawn

    assert tokenize(render_text(page, kept)) == kept_tokens(page, kept)


def test_deep_and_wide_pages_take_linear_time():
    """50,000 levels, and 50,000 rows: seconds would mean a quadratic step."""
    assert rendered("<div>a" * 50_000).count("a") == 50_000
    assert rendered("<table>" + "<tr><td>a<td>b" * 25_000 + "</table>").count("\n") == 24_999

"""Kept units to Markdown."""

import numpy as np
import pytest
from hypothesis import given, settings
from markdown_it import MarkdownIt

from sitegrain.content.rendering import render_markdown
from sitegrain.pages.parse import parse
from tests.content.rendering.trees import kept_tokens, pages, words

COMMONMARK = MarkdownIt("commonmark").enable("table").enable("strikethrough")


def rendered(html, items=(), dropped=()):
    page = parse(html, url="https://example.org/d/p.html")
    kept = np.ones(page.n_units, bool)
    kept[list(dropped)] = False
    return render_markdown(page, kept, items)


@pytest.mark.parametrize(
    ("html", "markdown"),
    [
        ("<h1>a</h1><h3>b</h3><p>c", "# a\n\n### b\n\nc"),
        ("<h2>a<br>b</h2>", "## a b"),
        ("<p>a<br>b", "a  \nb"),
        ("<p>a</p><hr><p>b", "a\n\n* * *\n\nb"),
        ("<blockquote>a<blockquote>b</blockquote>c</blockquote>", "> a\n>\n> > b\n>\n> c"),
        ("<dl><dt>a<dd>b<dd>c<dt>d<dd>e</dl>", "a\n: b\n: c\n\nd\n: e"),
        (
            "<figure><img src=i.png alt='x'><figcaption>b</figcaption></figure>",
            "![x](https://example.org/d/i.png)\n\nb",
        ),
        ("bare<div>a</div>b", "bare\n\na\n\nb"),
    ],
)
def test_blocks_are_set_apart_by_blank_lines(html, markdown):
    assert rendered(html) == markdown


@pytest.mark.parametrize(
    ("html", "markdown"),
    [
        ("<ul><li>a<li>b</ul>", "- a\n- b"),
        ("<ul><li>a<ul><li>b</ul><li>c</ul>", "- a\n  - b\n- c"),
        ("<ul><li>a</li><ul><li>b</ul><li>c</ul>", "- a\n  - b\n- c"),
        ("<ol><li>a<li>b</ol>", "1. a\n2. b"),
        ("<ol start=9><li>a<li>b<p>c</ol>", "9. a\n10. b\n\n    c"),
        ("<ol><li>a<li value=5>b<li>c</ol>", "1. a\n5. b\n6. c"),
        ("<ul><li><p>a</p><p>b</p></li></ul>", "- a\n\n  b"),
        ("<ul><li>a</ul><ul><li>b</ul>", "- a\n\n* b"),
        ("<ul><li>a<ol start=3><li>b</ol></ul>", "- a\n\n  3. b"),
        ("<ul>a<li>b</ul>", "- a\n- b"),
        ("<ul><blockquote>a</blockquote>b<li>c</ul>", "- > a\n\n  b\n- c"),
        ("<p>a<div><li>b</li><li>c</li></div><p>d", "a\n\n- b\n- c\n\nd"),
        ("<ul>a<li><img src=/i.png></li>b</ul>", "- a\n\n  ![](https://example.org/i.png)\n\n  b"),
        ("<dl><li>a<li>b</dl>", "- a\n- b"),
        ("<ul><li>a<section><li>b</li></section>c</ul>", "- a\n  - b\n\n  c"),
    ],
)
def test_lists_nest_by_indentation_and_count_as_the_page_does(html, markdown):
    assert rendered(html) == markdown


@pytest.mark.parametrize(
    ("html", "table"),
    [
        ("<table><tr><th>a<th>b<tr><td>1<td>2</table>", "| a | b |\n| --- | --- |\n| 1 | 2 |"),
        ("<table><tr><td>a<td>b<tr><td>1<td>2</table>", "|  |  |\n| --- | --- |\n| a | b |\n| 1 | 2 |"),
        (
            "<table><caption>t</caption><thead><tr><td>a<td>b<tbody><tr><td>x|y<td><ul><li>1<li>2</ul></table>",
            "t\n\n| a | b |\n| --- | --- |\n| x\\|y | - 1<br>- 2 |",
        ),
        (
            "<table><tr><th><th>b<tr><td colspan=2>1<tr><td>2<td>3</table>",
            "|  | b |\n| --- | --- |\n| 1 |  |\n| 2 | 3 |",
        ),
        (
            "<table><tr><th>a<th>b<tr><td rowspan=2>1<td>2<tr><td>3</table>",
            "| a | b |\n| --- | --- |\n| 1 | 2 |\n|  | 3 |",
        ),
    ],
)
def test_a_table_becomes_a_pipe_table(html, table):
    assert rendered(html) == table


@pytest.mark.parametrize(
    "html",
    [
        "<table><tr><td>a<td>b</table>",
        "<table><tr><td>a<tr><td>b</table>",
        "<table role=presentation><tr><td>a<td>b<tr><td>c<td>d</table>",
        "<table><tr><td>a<td>x<tr><td>b<td><table><tr><td>c</table></table>",
    ],
)
def test_a_table_that_lays_the_page_out_becomes_plain_blocks(html):
    assert "|" not in rendered(html)


def test_a_definition_that_is_no_paragraph_stands_without_a_marker():
    """Behind `: ` a fence or a list would be text to a parser that does not know definitions."""
    assert rendered("<dl><dt>a<dd><pre>b</pre><dd><ul><li>c</ul></dl>") == "a\n\n```\nb\n```\n\n- c"
    assert rendered("<dl><dt>a<dd>b<dl><dd><p>c<p>d</dl></dl>") == "a\n: b\n\n  : c\n\n  d"
    assert rendered("<dl><dd><ul><li><dl><dd>a<p>b</dl></ul></dl>") == "- : a\n\n    b"


def test_a_definition_behind_a_list_does_not_go_on_with_its_last_item():
    assert rendered("<dl><dt>a<dd>b<ul><li>c</ul><dd>d</dl>") == "a\n: b\n\n  - c\n\n: d"
    assert rendered("<dl><dt>a<dd>b<blockquote>c</blockquote><dd>d</dl>") == "a\n: b\n\n  > c\n\n: d"


def test_a_definition_without_a_marker_does_not_go_on_with_a_list_before_it():
    html = "<ul><li>a</ul><dl><dd><dl><dt>b<dd>c<p>d</dl><p>e</dl>"

    assert rendered(html) == "- a\n\nb\n: c\n\n  d\n\ne"


def test_a_caption_stays_where_it_is():
    """Below its rows it is no row; between rows it parts them."""
    row = "<tr><td>1<td>2"
    lines = "|  |  |\n| --- | --- |\n| 1 | 2 |\n| 1 | 2 |"

    assert rendered(f"<table>{row}{row}<caption>a</caption></table>") == f"{lines}\n\na"
    assert rendered(f"<table>{row}{row}<caption>a</caption>{row}{row}</table>") == f"{lines}\n\na\n\n{lines}"
    assert rendered(f"<table><caption><ul><li>a</ul></caption>{row}{row}</table>") == f"- a\n\n{lines}"


def test_a_heading_ends_at_a_list_in_it_and_not_at_an_image():
    assert rendered("<h2>a<ul><li>b</ul>c</h2>") == "## a\n\n- b\n\n## c"
    assert rendered("<h2>a<figure><img src=i.png></figure>b</h2>") == "## a ![](https://example.org/d/i.png) b"


def test_items_in_preformatted_text_are_lines_of_it():
    assert rendered("<pre><ol><li>a(<li>  b<li>)</ol></pre>") == "```\na(\n  b\n)\n```"


def test_cells_past_the_widest_table_are_not_spread():
    html = "<table><tr>" + "<td>a" * 60 + "<td colspan=9>b<tr><td>c<td>d</table>"

    assert rendered(html).split("\n")[0].count("|") == 62


def test_code_keeps_its_white_space_and_names_its_language():
    html = "<p>x<div class='highlight-source-shell'><pre>  a\n\n    b  c\n</pre></div>"

    assert rendered(html) == "x\n\n```shell\n  a\n\n    b  c\n```"


def test_a_fence_is_longer_than_the_backticks_inside():
    assert rendered("<pre><code class='language-md'>```\nx</code></pre>") == "````md\n```\nx\n````"
    assert rendered("<p><code>a`b</code> <code>`</code>") == "``a`b`` `` ` ``"
    assert rendered("<p><code>a</code><code>b</code>") == "`ab`"


def test_code_in_a_list_item_is_indented_with_it():
    assert rendered("<ul><li>a<pre>b\n c</pre></ul>") == "- a\n\n  ```\n  b\n   c\n  ```"


@pytest.mark.parametrize(
    ("html", "markdown"),
    [
        ("<p>a <b>b </b>c", "a **b** c"),
        ("<p><b>M</b>arla", "**M**arla"),
        ("<p><b>a <strong>b</strong></b>", "**a b**"),
        ("<p><i>a</i><i>b</i>", "*ab*"),
        ("<p><b><i>a</i> b</b>", "***a* b**"),
        ("<p><b>“a”</b>b", "“a”b"),
        ("<p><b> </b>a", "a"),
        ("<b><p>a</p><p>b</p></b>", "**a**\n\n**b**"),
        ("<p>x<sup>2</sup> <s>y</s>", "x<sup>2</sup> ~~y~~"),
        ("<p><b>a<br>b</b>", "**a  \nb**"),
        ("<p>x<b>(a)</b>" + "y<i>(b)</i>" * 3 + "z", "x(a)y(b)y(b)y(b)z"),
        ("<p><b>a</b><i>b</i><b>c</b><i>d</i><b>e</b>", "**a**b**c**d**e**"),
    ],
)
def test_emphasis_never_breaks_on_white_space_or_is_doubled(html, markdown):
    assert rendered(html) == markdown


@pytest.mark.parametrize(
    ("html", "markdown"),
    [
        ("<p><a href='../x?a=1&amp;b'>a</a>", "[a](https://example.org/x?a=1&b)"),
        ("<base href='https://b.org/q/'><p><a href=x>a</a>", "[a](https://b.org/q/x)"),
        ("<base href='http://[b'><p><a href=/x>a</a>", "[a](https://example.org/x)"),
        ("<p><a href='javascript:x()'>a</a> <a href='data:b'>b</a> <a href='java\nscript:x'>c</a>", "a b c"),
        ("<p>a<a href=x></a>b", "ab"),
        ("<a href=/x><h2>a</h2><p>b</p></a>", "## [a](https://example.org/x)\n\nb"),
        ("<p><a href='/a(b'>[c]</a>", "[\\[c\\]](https://example.org/a%28b)"),
        ("<p><a href='/a_(b)'>c</a>", "[c](https://example.org/a_(b))"),
        ("<p>b <a href=/x><img src=/i.png></a>", "b [![](https://example.org/i.png)](https://example.org/x)"),
        ("<p><a href='http://[x'>a</a>", "a"),
        ("<p><a href='" + "x" * 5000 + "'>a</a> <a href='a\x01b'>b</a> <a href='\t'>c</a>", "a b c"),
        ("<p><a href='/a)b('>c</a>", "[c](https://example.org/a%29b%28)"),
        ("<p>[a]<a href=/x>b</a>", "[a\\][b](https://example.org/x)"),
        ("<p>a!<a href=/x>b</a>", "a\\![b](https://example.org/x)"),
    ],
)
def test_links_are_resolved_or_become_plain_text(html, markdown):
    assert rendered(html) == markdown


@pytest.mark.parametrize(
    ("img", "address"),
    [
        ("<img src=i.png>", "https://example.org/d/i.png"),
        ("<img src='data:image/gif;base64,x' data-src=i.png>", "https://example.org/d/i.png"),
        ("<img srcset='s.png 320w, l.png 640w'>", "https://example.org/d/l.png"),
        ("<img src=i.gif width=1 height=1>", None),
        ("<img src='data:image/gif;base64,x'>", None),
        ("<img>", None),
    ],
)
def test_images_are_found_behind_lazy_loading_and_pixels_are_left_out(img, address):
    markdown = rendered(f"<p>a</p>{img}<p>b</p>")

    assert markdown == ("a\n\nb" if address is None else f"a\n\n![]({address})\n\nb")


def test_an_image_in_a_dropped_block_goes_with_it():
    """The second unit, the caption of the advertisement, is dropped."""
    html = "<p>a</p><div><img src=ad.png><p>buy</p></div><p>b</p>"

    assert rendered(html, dropped=[1]) == "a\n\nb"


def test_images_in_preformatted_text_are_left_out():
    assert rendered("<pre>a<img src=i.png> b<br>c</pre>") == "```\na b\nc\n```"


def test_an_image_far_from_all_kept_text_is_left_out():
    html = "<p>menu</p><img src=logo.png><p>menu</p><p>a</p>"

    assert rendered(html, dropped=[0, 1]) == "a"


@pytest.mark.parametrize(
    ("text", "markdown"),
    [
        ("2 * 3", "2 * 3"),
        ("*a* a*b", "\\*a\\* a\\*b"),
        ("snake_case _a_", "snake_case \\_a\\_"),
        ("# a", "\\# a"),
        ("#tag", "#tag"),
        ("1986. A year", "1986\\. A year"),
        ("- a", "\\- a"),
        ("+ a", "\\+ a"),
        ("&gt; a", "\\> a"),
        ("---", "\\---"),
        ("[1] is [a](b)", "[1] is [a\\](b)"),
        ("`a`", "\\`a\\`"),
        ("a &lt; b &lt;c>", "a < b \\<c>"),
        ("&lt;0a@b.org> &lt;0 a@b.org>", "\\<0a@b.org> <0 a@b.org>"),
        ("&amp;amp; &amp; &amp;c", "\\&amp; & &c"),
        ("C:\\dir \\*", "C:\\dir \\\\\\*"),
        ("[x] done", "\\[x] done"),
        ("[a]: b", "[a\\]: b"),
    ],
)
def test_only_what_would_be_read_as_markup_is_escaped(text, markdown):
    assert rendered(f"<p>{text}") == markdown


def test_items_of_a_listing_are_set_apart():
    html = "<ul><li><b>a</b><li>b</ul>"

    assert rendered(html, items=((0, 1), (1, 2))) == "- **a**\n\n- b"


@settings(max_examples=60, deadline=None)
@given(pages())
def test_read_back_by_a_commonmark_parser_the_words_are_those_of_the_kept_units(drawn):
    page, kept = drawn

    html = COMMONMARK.render(render_markdown(page, kept))

    assert words(f"<!DOCTYPE html><body>{html}") == kept_tokens(page, kept)


@pytest.mark.parametrize("level", ["<blockquote>a", "<ul><li>a", "<div>a", "<dl><dd>a"])
def test_deep_nesting_loses_no_text_and_its_indentation_is_bounded(level):
    markdown = rendered(level * 3_000)

    assert markdown.count("a") == 3_000
    assert max(map(len, markdown.split("\n"))) < 200

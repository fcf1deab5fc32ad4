"""Kept units to TEI."""

import xml.etree.ElementTree as ET
from itertools import accumulate

import numpy as np
import pytest
from hypothesis import given, settings

from sitegrain.content.metadata import Metadata
from sitegrain.content.rendering import render_tei
from sitegrain.pages.parse import parse
from sitegrain.pages.tokens import tokenize
from tests.content.rendering.trees import kept_tokens, pages

NS = "{http://www.tei-c.org/ns/1.0}"
INLINE = {"hi", "ref", "code", "del", "q"}


def body_of(tei):
    return ET.fromstring(tei).find(f"{NS}text/{NS}body")


def rendered(html, metadata=None):
    page = parse(html, url="https://example.org/d/p.html")
    return render_tei(page, np.ones(page.n_units, bool), metadata or Metadata())


def body_text(html):
    """The body as one line of XML without namespace."""
    tei = rendered(html)
    return tei[tei.index("<body>") + 6 : tei.index("</body>")].replace("\n", "")


@pytest.mark.parametrize(
    ("html", "body"),
    [
        ("<p>a<br>b", "<p>a<lb/>b</p>"),
        (
            "<ul><li>a</ul><ol><li>b</ol>",
            '<list rend="bulleted"><item>a</item></list><list rend="numbered"><item>b</item></list>',
        ),
        ("<p><b>a</b> <a href=/x>b</a>", '<p><hi rend="bold">a</hi> <ref target="https://example.org/x">b</ref></p>'),
        ("<blockquote>a</blockquote>", "<quote><p>a</p></quote>"),
        ("<dl><dt>a<dt>b<dd>c</dl>", '<list type="gloss"><label>a</label><item/><label>b</label><item>c</item></list>'),
        ("<dl><dt>a</dl>", '<list type="gloss"><label>a</label><item/></list>'),
        ("<p>a <img src=/i.png alt=x>", '<p>a <graphic url="https://example.org/i.png"><desc>x</desc></graphic></p>'),
        ("<pre class=lang-c>a  b</pre>", '<ab><code lang="c" xml:space="preserve">a  b</code></ab>'),
        ("<ul><li><h2>a</h2></ul>", '<list rend="bulleted"><item><ab type="head" n="2">a</ab></item></list>'),
    ],
)
def test_each_structure_has_its_element(html, body):
    assert body_text(html) == body


def test_headings_open_divisions_that_nest_by_level():
    assert body_text("<h1>a</h1><p>b</p><h2>c</h2><h2>d</h2><h1>e</h1>") == (
        '<div n="1"><head>a</head><p>b</p><div n="2"><head>c</head></div><div n="2"><head>d</head></div></div>'
        '<div n="1"><head>e</head></div>'
    )


def test_a_table_has_rows_and_cells():
    assert body_text("<table><tr><th>a<th>b<tr><td>c<td>d</table>") == (
        '<table><row role="label"><cell role="label">a</cell><cell role="label">b</cell></row>'
        "<row><cell>c</cell><cell>d</cell></row></table>"
    )


def test_a_caption_above_the_rows_is_a_head_and_below_a_trailer():
    rows = "<tr><td>a<td>b" * 2
    tei_rows = "<row><cell>a</cell><cell>b</cell></row>" * 2

    assert body_text(f"<table><caption>c</caption>{rows}</table>") == f"<table><head>c</head>{tei_rows}</table>"
    assert body_text(f"<table>{rows}<caption>c</caption></table>") == f"<table>{tei_rows}<trailer>c</trailer></table>"


def test_an_item_outside_a_list_has_a_list_of_its_own():
    assert body_text("<h1>a</h1><li>b</li>") == (
        '<div n="1"><head>a</head><list rend="bulleted"><item>b</item></list></div>'
    )


def test_the_header_holds_the_metadata():
    metadata = Metadata(
        title="A & B", author="Jo Li; Al Fo", date="2024-03-09", description="<d>", site_name="S", lang="en"
    )

    root = ET.fromstring(rendered("<p>a", metadata))

    title = root.find(f"{NS}teiHeader/{NS}fileDesc/{NS}titleStmt")
    assert [child.text for child in title] == ["A & B", "Jo Li", "Al Fo"]
    assert root.find(f".//{NS}publicationStmt/{NS}date").get("when") == "2024-03-09"
    assert root.find(f".//{NS}bibl/{NS}ref").get("target") == "https://example.org/d/p.html"
    assert root.find(f".//{NS}language").get("ident") == "en"
    assert root.find(f".//{NS}abstract/{NS}p").text == "<d>"


def test_nothing_kept_and_nothing_known_is_still_a_document():
    assert body_of(rendered("")).find(f"{NS}p").text is None


def test_characters_that_xml_forbids_are_replaced():
    assert body_of(rendered("<p>a\x01b\x0bc&#xFFFE;d &amp; \U0001f600")).find(f"{NS}p").text == (
        "a\ufffdb c\ufffdd & \U0001f600"
    )


def spaced_text(element):
    """The text of a small tree with white space at every element that is not inline; graphics say nothing."""
    border = "" if element.tag.removeprefix(NS) in INLINE else " "
    if element.tag == f"{NS}graphic":
        return ""
    inside = "".join(spaced_text(child) + (child.tail or "") for child in element)
    return border + (element.text or "") + inside + border


@settings(max_examples=60, deadline=None)
@given(pages())
def test_the_document_is_well_formed_and_has_the_words_of_the_kept_units(drawn):
    page, kept = drawn

    body = body_of(render_tei(page, kept, Metadata()))

    assert tokenize(spaced_text(body)) == kept_tokens(page, kept)


def test_fifty_thousand_nested_lists_stay_readable_by_any_parser():
    """Common XML parsers refuse more than 256 levels."""
    parser = ET.XMLPullParser(("start", "end"))

    parser.feed(rendered("<ul><li>a" * 50_000))

    depths = list(accumulate(1 if event == "start" else -1 for event, _ in parser.read_events()))
    assert max(depths) < 100

"""Kept units to clean HTML."""

import re
from html.parser import HTMLParser

import numpy as np
import pytest
from hypothesis import given, settings

from sitegrain.content.rendering import render_html
from sitegrain.content.rendering.html import ELEMENTS
from sitegrain.pages.parse import parse
from tests.content.rendering.trees import kept_tokens, pages, words


def rendered(html):
    page = parse(html, url="https://example.org/d/p.html")
    return render_html(page, np.ones(page.n_units, bool))


@pytest.mark.parametrize(
    ("html", "clean"),
    [
        ("<div id=x class=y onclick=z()><p style='a'>a", "<p>a</p>"),
        ("<x-y>a<font>b</font></x-y>", "<p>ab</p>"),
        ("<form>a<div>b</div></form>", "<p>a</p>\n<p>b</p>"),
        ("<p>a &lt;b&gt; &amp; c", "<p>a &lt;b&gt; &amp; c</p>"),
        ("<a href='javascript:x'>a</a>", "<p>a</p>"),
        ("<p><a href='mailto:a@b.org' target=x>a</a>", '<p><a href="mailto:a@b.org">a</a></p>'),
        ("<p><a href='/x?\"&amp;y'>a</a>", '<p><a href="https://example.org/x?&quot;&amp;y">a</a></p>'),
        ("<p>a <img src=/i.png alt='\"' onerror=x>", '<p>a <img src="https://example.org/i.png" alt="&quot;"></p>'),
        ("<ul><li>a<ul><li>b</ul></ul>", "<ul>\n<li>a\n<ul>\n<li>b</li></ul></li></ul>"),
        ("<td>a</td>", "<p>a</p>"),
        ("<p>a</p><li>b</li><li>c</li>", "<p>a</p>\n<ul>\n<li>b</li>\n<li>c</li></ul>"),
        ("<div><li>a</li></div><h2>b</h2>", "<ul>\n<li>a</li></ul>\n<h2>b</h2>"),
        ("<pre>\n  a\n b</pre>", "<pre><code>  a\n b</code></pre>"),
        ("<b>a<i>b</b>c</i>", "<p><strong>a<em>b</em></strong><em>c</em></p>"),
    ],
)
def test_only_safe_elements_and_attributes_are_left(html, clean):
    assert rendered(html) == clean


def test_tables_keep_their_cells_and_spans():
    html = "<table><tr><th colspan=2>a<tr><td>b<td rowspan=9999>c</table>"

    assert re.sub(r"\n", "", rendered(html)) == (
        '<table><tr><th colspan="2">a</th></tr><tr><td>b</td><td>c</td></tr></table>'
    )


def test_a_caption_below_the_rows_is_no_row():
    html = "<table><tr><td>a<td>b<tr><td>c<td>d<caption>e</caption></table>"

    assert rendered(html).replace("\n", "").endswith("<tr><td>c</td><td>d</td></tr><caption>e</caption></table>")


@settings(max_examples=60, deadline=None)
@given(pages())
def test_read_again_the_words_are_those_of_the_kept_units(drawn):
    page, kept = drawn

    assert words(f"<!DOCTYPE html><body>{render_html(page, kept)}") == kept_tokens(page, kept)


class TagChecker(HTMLParser):
    """Collects what is not closed in order, and what is not allowed."""

    def __init__(self):
        super().__init__()
        self.open_tags, self.faults = [], []

    def handle_starttag(self, tag, attrs):
        self.faults += [] if tag in ELEMENTS else [tag]
        if tag not in ("br", "hr", "img"):
            self.open_tags.append(tag)

    def handle_endtag(self, tag):
        if not self.open_tags or self.open_tags.pop() != tag:
            self.faults.append("/" + tag)


@settings(max_examples=60, deadline=None)
@given(pages())
def test_the_result_is_well_formed_and_within_the_allowed_elements(drawn):
    page, kept = drawn
    checker = TagChecker()

    checker.feed(render_html(page, kept))

    assert (checker.faults, checker.open_tags) == ([], [])


def test_fifty_thousand_nested_elements_are_rendered_whole():
    assert rendered("<blockquote>a" * 50_000).count("<p>a</p>") == 50_000

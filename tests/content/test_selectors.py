"""CSS selectors matched on a page's arrays, and the selector of the content."""

import numpy as np
import pytest
from hypothesis import given, settings
from selectolax.lexbor import LexborHTMLParser

from sitegrain.content.selectors import content_node, content_selector, escape_ident, parse_selectors
from sitegrain.errors import UsageError
from sitegrain.pages.parse import parse
from tests.content.rendering.trees import pages

PAGE = (
    '<main id="m" class="a b"><h1 class="a">x</h1><p lang="de-AT">x <a href="/p/q.html" title>x</a></p>'
    '<p class="c">x</p><ul><li>x</li><li class="b">x<ul><li>x</li></ul></li><li data-k="v w">x</li></ul></main>'
    "<p>x</p>"
)


@pytest.mark.parametrize(
    "selector",
    [
        "p", "P", "*", "#m", ".a", "main.a.b", "h1, li", "main p", "main > p", "h1 + p", "h1 ~ p", "ul ul li",
        "body > *", "[href]", "[title]", "[href='/p/q.html']", "[href^='/p']", "[href$='.html']", "[href*='q']",
        "[lang|='de']", "[data-k~='w']", "[class='a b']", "p:not(.c)", "li:not(:first-child)", "li:first-child",
        "li:last-child", "li:only-child", "p:nth-of-type(2)", "li:nth-child(2n+1)", "li:nth-last-child(1)",
        "p:last-of-type", "main *:nth-child(2)", ":is(h1, ul) li", "ul:where(.x, ul) > li.b", ":root",
        "li + li > ul", "#none", "p p", "h1 + ul", "p ~ ul > li ~ li",
    ],
)  # fmt: skip
def test_a_selector_matches_what_a_browser_engine_matches(selector):
    """The engine of the HTML parser is the reference: how many elements of each tag and text it finds."""
    page = parse(PAGE)

    found = [page.tags[node] for node in np.flatnonzero(parse_selectors(selector).match(page))]

    expected = [node.tag for node in LexborHTMLParser(PAGE).css(selector) if node.tag != "head"]
    assert sorted(found) == sorted(expected)


def test_a_match_is_one_truth_value_a_node():
    page = parse("<p>a</p><div><p>b</p></div>")

    assert parse_selectors("div p").match(page).tolist() == [False, False, False, False, True]
    assert page.tags == ["html", "body", "p", "div", "p"]


@pytest.mark.parametrize(
    "selector",
    ["", "p >", "p::before", "a:hover", "p:has(a)", "[x", "p:nth-child(x)", "p:lang(de)", "a" * 3000, "#", "..x"],
)
def test_a_selector_that_cannot_be_used_is_named_in_the_error(selector):
    with pytest.raises(UsageError, match="selector"):
        parse_selectors(selector)


def test_matching_is_linear_in_the_nodes():
    page = parse("<div>" * 3_000 + "<p>a</p>" * 50_000)

    assert parse_selectors("div div > p + p ~ p:nth-of-type(2n)").match(page).sum() == 24_999


@pytest.mark.parametrize(
    ("html", "selector"),
    [
        ('<nav>x</nav><div id="main">a<p>b</p></div>', "#main"),
        ("<nav>x</nav><article><p>a</p><p>b</p></article>", "article"),
        ('<div>x</div><div class="n post"><p>a</p><p>b</p></div>', "div.n"),
        ('<div class=n>x</div><div class="n post"><p>a</p><p>b</p></div>', "div.post"),
        ("<div>x</div><div><p>a</p><p>b</p></div>", "body > div:nth-of-type(2)"),
        ('<div id="12:a">x</div><div id="12:b">a</div>', "#\\31 2\\:b"),
        ("<p id=i>x</p><p id=i>a</p>", "body > p:nth-of-type(2)"),
    ],
)
def test_the_content_has_a_selector_of_its_own(html, selector):
    """Units with the text x are template."""
    page = parse(html)
    kept = np.array([text != "x" for text in page.unit_texts])

    assert content_selector(page, kept) == selector


def test_a_few_words_elsewhere_do_not_widen_the_content():
    """38 of 40 words lie in the article: 95 percent."""
    page = parse(f"<article><p>{'a ' * 20}</p><p>{'b ' * 18}</p></article><p>c c</p>")

    assert content_selector(page, np.ones(3, bool)) == "article"


def test_nothing_kept_has_no_selector():
    page = parse("<p>a</p>")

    assert content_selector(page, np.zeros(1, bool)) is None


@settings(max_examples=100, deadline=None)
@given(pages())
def test_the_contents_selector_matches_that_element_only(drawn):
    page, kept = drawn
    selector = content_selector(page, kept)

    if selector is None:
        assert content_node(page, kept) is None
    else:
        assert np.flatnonzero(parse_selectors(selector).match(page)).tolist() == [content_node(page, kept)]


@pytest.mark.parametrize(
    ("name", "escaped"),
    [
        ("a", "a"),
        ("1a", "\\31 a"),
        ("-1", "-\\31 "),
        ("-", "\\-"),
        ("a.b", "a\\.b"),
        ("é", "é"),
        ("a b", "a\\ b"),
        ("--x", "--x"),
        ("a\0", "a\ufffd"),
    ],
)
def test_identifiers_are_escaped_by_the_rules_of_css(name, escaped):
    assert escape_ident(name) == escaped


def test_a_position_beyond_any_page_is_refused():
    with pytest.raises(UsageError, match="takes numbers up to"):
        parse_selectors("p:nth-child(99999999999999999999n+1)")

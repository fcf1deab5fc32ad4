"""Title, author, date, description, canonical URL and structured data of a page."""

import json

import numpy as np
import pytest

from sitegrain.content.metadata import read_metadata, read_structured
from sitegrain.content.metadata.dates import date_in_url, parse_date
from sitegrain.pages.parse import parse

URL = "https://www.example.org/news/1.html"


def metadata(html, url=URL):
    return read_metadata(parse(html, url=url))


def ld(value):
    text = value if isinstance(value, str) else json.dumps(value)
    return f'<script type="application/ld+json">{text}</script>'


@pytest.mark.parametrize(
    ("html", "title"),
    [
        ("<title>Ferry sails | Example</title><h1>Ferry sails</h1>", "Ferry sails"),
        ("<title>Ferry sails - Sandholm</title><h1>Sandholm</h1><h1>Ferry sails</h1>", "Ferry sails"),
        ("<title>Ferry sails - example.org</title>", "Ferry sails"),
        ("<title>Example: Ferry sails</title>", "Ferry sails"),
        ("<title>Ferry - sails</title>", "Ferry - sails"),
        ("<title>Ferry sails</title><h1><a href=/>Ferry</a></h1>", "Ferry sails"),
        (
            "<title>x</title><meta property=og:title content='Ferry sails'><h1>Ferry sails again</h1>",
            "Ferry sails again",
        ),
        ("<title>x</title><meta property=og:title content='Ferry sails'><h1>Menu</h1>", "Ferry sails"),
        ("<h1>Ferry sails¶</h1>", "Ferry sails"),
        ("<meta property=og:site_name content='The Courier'><title>The Courier » Ferry</title>", "Ferry"),
        ("<title>Ferry sails</title><h1><a href='http://[x'>Ferry</a></h1>", "Ferry"),
        ("<title>Ferry sails</title><h1><a href=/ferry>Ferry</a></h1>", "Ferry"),
        ("<title>Ferry sails</title><h1><img></h1><h1>***</h1>", "Ferry sails"),
        ("<title>***</title><h1>a</h1>", "***"),
        ("<title>Ferry sails</title>" + "<h1>x</h1>" * 20 + "<h1>Ferry sails</h1>", "Ferry sails"),
        ("<p>a", None),
    ],
)
def test_the_title_is_what_heading_and_metadata_agree_on(html, title):
    assert metadata(html).title == title


def test_a_heading_in_the_kept_content_is_preferred():
    page = parse("<title>Ferry sails - Sandholm Courier</title><h1>Sandholm Courier</h1><h1>Ferry sails</h1>")

    assert read_metadata(page, np.array([False, True])).title == "Ferry sails"


@pytest.mark.parametrize(
    ("html", "author"),
    [
        (ld({"@type": "NewsArticle", "author": [{"name": "Jo Li"}, "Al Fo"]}), "Jo Li; Al Fo"),
        ("<meta name=author content='Jo Li'><meta name=author content='By Jo Li'>", "Jo Li"),
        ("<meta property=article:author content='https://x.org/jo'><p>by <a rel=author href=/jo>Jo Li</a>", "Jo Li"),
        ("<p itemprop=author>Jo Li</p>", "Jo Li"),
        ("<p class='post byline'>von <a href=/jo>Jo Li</a>, 3. Mai</p>", "Jo Li"),
        ("<p class=author>42 comments</p>", None),
        ("<meta name=author content='jo@x.org'>", None),
        ("<p class=authority>Jo Li</p>", None),
    ],
)
def test_the_author_is_a_name_and_never_an_address(html, author):
    assert metadata(html).author == author


def test_a_byline_after_the_content_is_another_articles():
    page = parse("<p>text</p><p class=byline>Jo Li</p>")

    assert read_metadata(page, np.array([True, False])).author is None


@pytest.mark.parametrize(
    ("html", "date"),
    [
        (ld({"@type": "Article", "datePublished": "2024-03-09T23:50:00+01:00"}), "2024-03-09"),
        ("<meta property=article:published_time content=2024-03-09>", "2024-03-09"),
        ("<time datetime=2024-03-09>March</time>", "2024-03-09"),
        ("<time datetime=2023-01-01></time><b itemprop=datePublished content=2024-03-09>x</b>", "2024-03-09"),
        ("<meta name=date content=0001-01-01><time datetime=2024-03-09>x</time>", "2024-03-09"),
        ("<p>a", None),
    ],
)
def test_the_date_is_the_first_possible_one(html, date):
    assert metadata(html).date == date


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("2024-3-9", "2024-03-09"),
        ("2024/03/09 10:00", "2024-03-09"),
        ("20240309", "2024-03-09"),
        ("20240309T101500Z", "2024-03-09"),
        ("09.03.2024", "2024-03-09"),
        ("Sat, 09 Mar 2024 10:00:00 GMT", "2024-03-09"),
        ("2024-13-09", None),
        ("1024-03-09", None),
        ("2999-01-01", None),
        ("yesterday", None),
        ("", None),
    ],
)
def test_a_date_is_written_as_year_month_day_or_rejected(text, date):
    assert parse_date(text) == date


def test_a_date_in_the_address_is_the_last_resort():
    assert metadata("<p>a", url="https://x.org/2024/03/09/a").date == "2024-03-09"
    assert date_in_url("https://x.org/1/2/3") is None


@pytest.mark.parametrize(
    ("head", "canonical"),
    [
        ("<link rel=canonical href=/a>", "https://www.example.org/a"),
        ("<link rel=canonical href='javascript:x'><meta property=og:url content=https://x.org/b>", "https://x.org/b"),
        ("<base href=https://b.org/q/><link rel=canonical href=a>", "https://b.org/q/a"),
        ("", None),
    ],
)
def test_the_canonical_address_is_absolute_and_http(head, canonical):
    assert metadata(f"<head>{head}</head><p>a").canonical == canonical


def test_a_relative_canonical_address_of_a_page_without_address_is_unknown():
    assert metadata("<link rel=canonical href=/a>", url=None).canonical is None
    assert metadata("<title>a</title>", url="http://[x").title == "a"


def test_description_site_name_and_language_come_from_the_head():
    found = metadata(
        "<html lang=de-AT><meta name=Description content=' a  b '><meta property=og:site_name content=C><p>x"
    )

    assert (found.description, found.site_name, found.lang) == ("a b", "C", "de")


@pytest.mark.parametrize(
    "script",
    [
        '<!-- {"@type": "Article", "articleBody": "a"} -->',
        '//<![CDATA[\n{"@type": "Article", "articleBody": "a"}\n//]]>',
        '{"@type": ["Article",], "articleBody": "a",};',
        '{"@graph": [{"@type": "https://schema.org/Article", "articleBody": "a"}]}',
    ],
)
def test_json_ld_is_read_as_sites_write_it(script):
    page = parse(ld(script))

    assert read_structured(page).types == ("Article",)
    assert read_structured(page).article_body == "a"


@pytest.mark.parametrize("script", ["", "{", "null", "[1, 2", '"a"', "[" * 200_000, '{"a":' * 100_000, "\ufffd"])
def test_broken_or_endless_json_ld_counts_as_absent(script):
    assert read_structured(parse(ld(script))).types == ()


def test_an_article_body_keeps_its_paragraphs_and_loses_its_markup():
    page = parse(ld({"@type": "Article", "articleBody": "<p>a &amp; <b>b</b></p><p>c\nd  e"}))

    assert read_structured(page).article_body == "a & b\nc\nd e"


def test_values_come_as_lists_objects_or_strings():
    page = parse(
        ld(
            [
                {
                    "@type": "Article",
                    "headline": ["a"],
                    "description": {"@value": "b"},
                    "articleBody": "&lt;p&gt;c&lt;/p&gt;",
                },
                {"@type": "WebSite", "name": "site"},
            ]
        )
    )

    found = read_structured(page)

    assert (found.headline, found.description, found.article_body, found.site_name) == ("a", "b", "c", "site")


def test_the_publisher_names_the_site():
    page = parse(ld({"@type": "Article", "publisher": {"name": "The Courier"}}) + "<title>Ferry | The Courier</title>")

    assert (read_metadata(page).site_name, read_metadata(page).title) == ("The Courier", "Ferry")


def test_more_json_ld_than_the_bound_is_not_read():
    page = parse(ld('"' + "x" * 2_000_000 + '"') + ld({"@type": "Article"}))

    assert read_structured(page).types == ()


def test_articles_side_by_side_are_a_listing_and_give_no_headline():
    page = parse(ld([{"@type": "Article", "headline": "a"}, {"@type": "Article", "headline": "b"}]))

    found = read_structured(page)

    assert (found.types, found.headline) == (("Article", "Article"), "")


def test_what_a_page_only_mentions_is_not_the_page():
    page = parse(
        ld({"@type": "WebPage", "name": "p", "mentions": {"@type": "Article", "headline": "other", "author": "x"}})
    )

    found = read_structured(page)

    assert (found.headline, found.authors) == ("p", ())

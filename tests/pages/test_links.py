"""Links of a page: what they are resolved against, and which ask not to be followed."""

import pytest

from sitegrain.pages.links import link_base, page_links
from sitegrain.pages.parse import parse
from sitegrain.pages.urls import page_key


@pytest.mark.parametrize(
    ("head", "href", "target"),
    [
        ("", "b.html#top", "http://e.org/d/b.html"),
        ("", "/b", "http://e.org/b"),
        ("", "//f.org/b", "http://f.org/b"),
        ("", "", "http://e.org/d/a.html"),
        ("", "#top", "http://e.org/d/a.html"),
        ('<base href="/x/">', "b.html", "http://e.org/x/b.html"),
        ('<base href="http://f.org/">', "b.html", "http://f.org/b.html"),
    ],
)
def test_links_are_resolved_against_the_base(head, href, target):
    page = parse(f'{head}<p><a href="{href}">b</a>', url="http://e.org/d/a.html")

    assert [link.target for link in page_links(page)] == [target]


def test_an_anchor_without_an_address_is_no_link():
    assert list(page_links(parse("<a name=x>x</a> <a href='http://[/'>broken</a>", url="http://e.org/"))) == []


def test_a_page_without_an_address_has_a_base_only_by_itself():
    assert link_base(parse("<p>a")) is None
    assert link_base(parse("<base href='http://e.org/'><p>a")) == "http://e.org/"
    assert link_base(parse("<p>a"), "file:///a.html") == "file:///a.html"


@pytest.mark.parametrize(
    ("head", "rel", "is_followed"),
    [
        ("", "", True),
        ("", "noopener NoFollow", False),
        ("", "ugc", False),
        ("", "sponsored", False),
        ('<meta name="ROBOTS" content="noindex, nofollow">', "", False),
        ('<meta name="robots" content="none">', "", False),
        ('<meta name="robots" content="noindex">', "", True),
    ],
)
def test_a_link_or_its_page_can_ask_not_to_be_followed(head, rel, is_followed):
    (link,) = page_links(parse(f'{head}<p><a href="b" rel="{rel}">b</a>', url="http://e.org/"))

    assert link.is_followed is is_followed


@pytest.mark.parametrize(
    "other",
    [
        "https://e.org/a",
        "http://www.e.org/a",
        "http://E.org:80/a/",
        "http://e.org/a/index.html",
        "http://e.org/a#b",
        "http://e.org/%61",
        "http://e.org/a?",
    ],
)
def test_addresses_of_one_page_have_one_key(other):
    assert page_key(other) == page_key("http://e.org/a")


@pytest.mark.parametrize(
    "other", ["http://e.org/A", "http://e.org/a?b", "http://f.org/a", "http://e.org:8080/a", "http://e.org/"]
)
def test_other_addresses_have_others(other):
    assert page_key(other) != page_key("http://e.org/a")


def test_bytes_that_are_no_utf8_tell_addresses_apart():
    assert page_key("http://e.org/%E9") != page_key("http://e.org/%E8")


@pytest.mark.parametrize("other", ["mailto:a@e.org", "javascript:void(0)", "tel:1", "a/b.html", "http://[/"])
def test_what_is_no_page_has_no_key(other):
    assert page_key(other) is None


def test_a_file_is_the_same_whatever_is_asked_of_it():
    assert page_key("file:///a.html?x=1") == page_key("file:///a.html")

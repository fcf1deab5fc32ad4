"""Addresses: hosts, shapes, links, and the similarity's worked example."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitegrain.pages.urls import host_of, resolve, url_shape, url_similarity

BRIDGE = "http://ex.com/news/2026/11/bridge.html"
BROKEN = [
    "http://[::1",
    "http://a:b:c/",
    "http://",
    "//",
    "",
    "http://a:99999/",
    "mailto:a@b",
    "http://exa mple.com/\x00",
]


@pytest.mark.parametrize(
    ("other", "similarity"),
    [
        ("http://ex.com/news/2026/11/storm.html", 0.90),
        ("http://ex.com/news/2026/10/cup.html", 0.85),
        ("http://shop.ex.com/news/2026/11/x.html", 0.45),
        ("http://ex.com/news/", 0.40),
        ("http://ex.com/", 0.20),
        ("http://ex.com/about", 0.20),
        ("http://other.org/news/2026/11/bridge.html", 0.0),
        ("http://ex.com/news/2026/11/bridge.html?print=1", 0.0),
    ],
)
def test_the_worked_example_of_the_similarity(other, similarity):
    assert url_similarity(BRIDGE, other) == pytest.approx(similarity)


@pytest.mark.parametrize(
    ("url", "other", "similarity"),
    [
        (BRIDGE, BRIDGE + "#top", 0.0),
        (BRIDGE, "https://www.EX.com/news/2026/11/storm.html", 0.90),
        (BRIDGE, "http://ex.com/news/2026/11/photo.jpg", 0.0),
        (BRIDGE, "ftp://ex.com/news/2026/11/storm.html", 0.0),
        ("http://ex.com/p?id=1", "http://ex.com/p?id=2", 1.0),
        ("http://ex.com/?id=1", "http://ex.com/?id=2", 1.0),
        ("http://ex.com/p?a=1&b=2", "http://ex.com/q?a=1", 0.8 * 0.5 + 0.2 * 0.5),
        ("http://ex.com/t/12/a", "http://ex.com/t/7/a", 0.8 * (1 + 0.75 + 1) / 3 + 0.2),
        ("http://ex.com/t/a3f9c2/a", "http://ex.com/t/77be01/a", 0.8 * (1 + 0.75 + 1) / 3 + 0.2),
        ("http://a.co.uk/x", "http://b.co.uk/y", 0.0),
        ("http://m.a.co.uk/x", "http://b.a.co.uk/x", 0.5),
        ("http://10.0.0.1/x", "http://11.0.0.1/y", 0.0),
    ],
)
def test_the_rules_of_the_similarity(url, other, similarity):
    assert url_similarity(url, other) == pytest.approx(similarity)


@pytest.mark.parametrize(
    ("url", "host"),
    [
        ("HTTP://WWW.Example.COM:80/a", "example.com"),
        ("https://example.com:443", "example.com"),
        ("http://localhost:8080/", "localhost:8080"),
        ("http://user:secret@example.com/", "example.com"),
        ("http://münchen.de/", "xn--mnchen-3ya.de"),
        ("http://xn--mnchen-3ya.de/", "xn--mnchen-3ya.de"),
        ("http://example.com./", "example.com"),
        ("http://[::1]:80/", "[::1]"),
        ("http://" + "ü" * 70 + ".de/", "ü" * 70 + ".de"),
        ("http://example.com:port/", "example.com"),
        ("news/a.html", None),
        ("http://[::1", None),
    ],
)
def test_a_host_has_one_spelling(url, host):
    assert host_of(url) == host


@pytest.mark.parametrize(
    ("url", "shape"),
    [
        ("http://a.org/", "/"),
        ("http://a.org/news/2026/11/bridge-opens.html?page=2&id=7", "/news/9/9/s.html?id&page"),
        ("http://a.org/news/2025/3/storm.html?id=1&page=9", "/news/9/9/s.html?id&page"),
        ("http://a.org/item/12345", "/item/9"),
        ("http://a.org/item/blue-chair", "/item/s"),
        ("http://a.org/page12/", "/page9/"),
        ("http://a.org/the-long-title-of-a-section/x.php", "/s/s.php"),
        ("http://a.org/f/0a1b2c3d4e/x", "/f/h/s"),
    ],
)
def test_pages_made_alike_have_one_shape(url, shape):
    assert url_shape(url) == shape


@pytest.mark.parametrize(
    ("base", "href", "url"),
    [
        ("http://a.org/x/y.html", "../z.html#part", "http://a.org/z.html"),
        ("http://a.org/x", " /b\n/c ", "http://a.org/b/c"),
        ("http://a.org/x", "//b.org/y", "http://b.org/y"),
        ("http://a.org/x", "#top", "http://a.org/x"),
        ("http://a.org/x", "http://[::1", None),
        (None, "http://b.org/", "http://b.org/"),
        (None, "", None),
    ],
)
def test_a_link_is_resolved_without_its_fragment(base, href, url):
    assert resolve(base, href) == url


@pytest.mark.parametrize("url", BROKEN)
def test_a_broken_address_is_unlike_any_other(url):
    host_of(url)
    url_shape(url)

    assert url_similarity(url, BRIDGE) == url_similarity(BRIDGE, url) == 0.0


ADDRESSES = st.text(max_size=30) | st.builds("http://{}/{}?{}".format, st.text(max_size=9), st.text(), st.text())


@given(ADDRESSES, ADDRESSES)
def test_no_address_raises_and_the_similarity_is_symmetric(url, other):
    host_of(url)
    url_shape(url)
    resolve(url, other)

    assert 0 <= url_similarity(url, other) == url_similarity(other, url) <= 1

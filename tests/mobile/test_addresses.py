"""Links among the pages of a site that became files of their own."""

import pytest

from sitegrain.mobile.addresses import AddressBook, Origin, Rewriter, address_of

PAGES = [
    # file, path, url, canonical
    ("a.example/index.html", "c.warc#0", "http://a.example/", None),
    ("a.example/news/index.html", "c.warc#1", "https://www.a.example/news/index.html", None),
    ("a.example/news/b_p=2.html", "c.warc#2", "http://a.example/news/b?p=2", "http://a.example/news/b"),
    ("a.example/news/b_p=3.html", "c.warc#3", "http://a.example/news/b?p=3", "http://a.example/news/b"),
    ("a.example/über uns.html", "c.warc#4", "http://a.example/%C3%BCber%20uns", "http://a.example/about"),
]
FOLDER = [
    ("index.html", "index.html", None, None),
    ("news/index.html", "news/index.htm", None, None),
    ("news/b #1.html", "news/b #1.html".replace("#", "%"), None, "http://a.example/b"),
    ("c.html", "c.php", None, "http://a.example/c"),
]


def rewrite(tmp_path, pages, origin, href, source=None, tag="a"):
    start = '<a href="' if tag == "a" else '<img loading="lazy" src="'
    with AddressBook(tmp_path / "book") as book:
        for file, path, url, canonical in pages:
            book.add(file, path=path, url=url, canonical=canonical)
        made = Rewriter(book, tmp_path / "out", source).rewrite(f'{start}{href}">x', origin)
    return made.removeprefix(start).removesuffix('">x')


KNOWN = [
    ("http://a.example/", "../index.html"),
    ("HTTPS://WWW.A.EXAMPLE:443#top", "../index.html#top"),
    ("http://a.example/news/", "index.html"),
    ("http://a.example/news", "index.html"),
    ("http://a.example/news/b?p=3#x", "b_p%3D3.html#x"),
    ("http://a.example/news/b?p=2#x", "#x"),  # the page itself
    ("http://a.example/news/b?p=2", "b_p%3D2.html"),
    ("http://a.example/news/b", "http://a.example/news/b"),  # two pages claim it
    ("http://a.example/about", "../%C3%BCber%20uns.html"),
    ("http://a.example/über%20uns", "../%C3%BCber%20uns.html"),
    ("http://a.example/none?a=1&amp;b=2", "http://a.example/none?a=1&amp;b=2"),
    ("mailto:me@a.example", "mailto:me@a.example"),
    ("#here", "#here"),
    ("http://[broken", "http://[broken"),
]


@pytest.mark.parametrize(("href", "expected"), KNOWN)
def test_absolute_links_to_pages_that_were_written_lead_to_their_files(tmp_path, href, expected):
    assert rewrite(tmp_path, PAGES, Origin("a.example/news/b_p=2.html", None), href) == expected


RELATIVE = [
    ("../index.html", "../index.html"),
    ("/", "../index.html"),
    ("../c.php?sort=1#x", "../c.html#x"),
    ("./", "index.html"),
    ("../news/index.htm", "index.html"),
    ("http://a.example/c", "../c.html"),
    ("//a.example/c", "../c.html"),
    ("../../../../c.php", "../c.html"),
    ("none.html", "none.html"),
    ("b%20%251.html", "b%20%231.html"),
]


@pytest.mark.parametrize(("href", "expected"), RELATIVE)
def test_pages_without_urls_are_linked_by_their_paths(tmp_path, href, expected):
    assert rewrite(tmp_path, FOLDER, Origin("news/index.html", "news/index.htm"), href) == expected


@pytest.mark.parametrize("tag", ["a", "img"])
def test_other_files_of_the_source_are_found_where_they_lie_and_nothing_outside_of_it(tmp_path, tag):
    source = tmp_path / "site"
    (source / "news").mkdir(parents=True)
    (source / "news" / "a b.png").write_bytes(b"")
    (tmp_path / "secret.png").write_bytes(b"")
    (source / "news" / "link.png").symlink_to(tmp_path / "secret.png")
    origin = Origin("news/index.html", "news/index.htm")

    def found(href):
        return rewrite(tmp_path, FOLDER, origin, href, source, tag)

    assert found("a%20b.png") == "../../site/news/a%20b.png"
    assert found("/news/a%20b.png") == "../../site/news/a%20b.png"
    assert found("link.png") == "link.png"
    assert found("../../secret.png") == "../../secret.png"
    assert found("a%00.png") == "a%00.png"
    assert found("http://b.example/i.png") == "http://b.example/i.png"


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("http://www.Example.com:80/A/b%7Ec", "example.com/A/b~c"),
        ("https://example.com", "example.com/"),
        ("ftp://example.com/", None),
        ("http://[x", None),
        ("/a", None),
        ("", None),
    ],
)
def test_an_address_has_one_spelling(url, expected):
    assert address_of(url) == expected


def test_the_book_is_gone_when_it_is_closed(tmp_path):
    with AddressBook(tmp_path / "book"):
        pass

    assert list(tmp_path.iterdir()) == []

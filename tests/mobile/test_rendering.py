"""The document for a small screen: whole, safe, and with places that links lead to."""

from html.parser import HTMLParser

import numpy as np
import pytest

import sitegrain
from sitegrain.content.rendering.html import ELEMENTS
from sitegrain.mobile import Labels, Screen, View, arrange, render_view, shrink
from sitegrain.mobile.rendering import STYLE
from sitegrain.pages.parse import parse
from sitegrain.pages.raw import RawPage
from sitegrain.segmenters import BlockFusion
from tests.crawl.pages import article, site_pages
from tests.mobile.test_arranging import segmented

URL = "http://a.example/dir/page.html"
OWN = {
    "html",
    "head",
    "meta",
    "title",
    "link",
    "style",
    "body",
    "main",
    "aside",
    "section",
    "details",
    "summary",
    "nav",
}
OWN |= {"footer", "span"}


def render(html, weights=None, **options):
    page, segmentation = segmented(html, weights or [1] * parse(html).n_units)
    return render_view(page, arrange(page, segmentation), **options)


class Reader(HTMLParser):
    """Every start tag with its attributes, and the text."""

    def __init__(self, html):
        super().__init__()
        self.tags, self.text = [], []
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data):
        self.text.append(data)


def test_the_document_has_its_parts_in_order():
    html = "<nav><a href=/>Home</a></nav><h1>News</h1><p>main words of it<p>more words"
    page, segmentation = segmented(html, [0, 1, 2, 1])
    view = arrange(page, segmentation, title="News", budget=5)

    made = render_view(page, view, title="News", full="http://a.example/", labels=Labels("Menü", "Mehr", "Ganz"))

    order = ["<h1>News</h1>", "<main>", "main words", "</main>", "<summary>Mehr", "more words", "<nav>", "Menü", "Home"]
    positions = [made.index(part) for part in [*order, '<a rel="alternate" href="http://a.example/">Ganz</a>']]
    assert positions == sorted(positions)
    assert '<meta name="viewport" content="width=device-width, initial-scale=1">' in made
    assert "<title>News</title>" in made


@pytest.mark.parametrize(
    ("start", "expected"),
    [
        ("<html lang=pt-BR dir=rtl>", '<html lang="pt-BR" dir="rtl">'),
        ("<html lang='x\" onload=y'><body dir=LTR>", '<html dir="ltr">'),
        ("<body dir=up>", "<html>"),
    ],
)
def test_language_and_direction_are_kept(start, expected):
    assert expected in render(f"{start}<p>word")


HOSTILE = """<html lang='"><script>x</script>'><title></title><script>alert(1)</script></title>
<h1 onclick=alert(1)>&lt;script&gt;alert(2)&lt;/script&gt;</h1><p style="x:expression(1)" id='"><script>i</script>'>
<a href="javascript:alert(3)">one</a> <a href=" java\tscript:alert(3)">two</a> <a href='/x"><script>'>three</a>
<a href=data:text/html,x>four</a> <a href=vbscript:x>five</a> <a name='"onfocus="x' href=/>six</a>
<img src=x onerror=alert(4) alt='"><script>'><img src="javascript:x"><svg onload=alert(5)></svg>
<iframe src=//evil></iframe><form action=//evil><input autofocus onfocus=alert(6)><button formaction=//evil>b</button>
</form><style>@import '//evil'</style><link rel=stylesheet href=//evil><base href="javascript:/">
<object data=x></object><math><mtext></mtext><script>alert(7)</script></math><p>&lt;img src=x onerror=y&gt; end"""
ATTRIBUTES = {
    "a": {"href", "rel"}, "img": {"src", "alt", "loading"}, "html": {"lang", "dir"}, "span": {"id"},
    "meta": {"charset", "name", "content", "http-equiv"}, "link": {"rel", "href"},
}  # fmt: skip


@pytest.mark.parametrize("base", ["", "<base href=//evil.example/>", "<base href=javascript:x>"])
def test_nothing_of_a_hostile_page_is_live(base):
    made = shrink(
        RawPage(base + HOSTILE, 'http://a.example/"><script>u</script>'), sitegrain.SiteModel().fit([HOSTILE])
    )

    read = Reader(made.html)

    assert {tag for tag, _ in read.tags} <= ELEMENTS | OWN
    for tag, attributes in read.tags:
        assert set(attributes) <= ATTRIBUTES.get(tag, set()), (tag, attributes)
        for name in ("href", "src"):
            address = attributes.get(name, "http:")
            assert ":" not in address.split("/")[0] or address.split(":")[0] in ("http", "https", "mailto")
    assert made.html.count("<style>") == made.html.count(STYLE) == 1
    assert "<script" not in made.html


def test_ids_that_links_lead_to_are_kept_once_each_in_their_part():
    html = (
        "<nav id=nav><a href=#b>Go</a></nav><h1 id=top>News</h1><div id=a><p id=a>first main words</div>"
        "<a name=b></a><p>second main words of all<p id=gone hidden>x"
    )
    page, segmentation = segmented(html, [0, 1, 1, 2, 1])
    made = render_view(page, arrange(page, segmentation, title="News"), title="News")

    assert [attributes["id"] for tag, attributes in Reader(made).tags if tag == "span"] == ["top", "b", "a", "nav"]
    assert '<h1><span id="top"></span>News</h1>' in made
    assert '<p><span id="b"></span>second main' in made


def test_of_several_sizes_of_an_image_the_smallest_that_is_sharp_is_taken():
    html = "<p>a <img src=s.png srcset='s.png 320w, m.png 800w, l.png 1600w'> b <img src=t.png srcset='u.png 640w'>"

    made = render(html)

    assert '<img loading="lazy" src="m.png"' in made
    assert '<img loading="lazy" src="t.png"' in made


def test_an_image_between_two_parts_is_shown_once():
    page, segmentation = segmented("<p>main words of it<p><img src=a.png><p>further", [2, 1])

    made = render_view(page, arrange(page, segmentation))

    assert made.count("a.png") == 1
    assert "a.png" in made.split("</main>")[0]


def test_a_page_of_a_fitted_site_shows_its_story_and_folds_its_menu():
    model = sitegrain.SiteModel().fit(site_pages(n_pages=8))

    small = shrink(article("a.example", 20), model, screen=Screen(labels=Labels(menu="☰")), full=URL)

    main, rest = small.html.split("</main>")
    assert "said the keeper" in main
    assert "<summary>☰</summary>" in rest
    assert "News of a.example" in rest
    assert "All rights reserved" not in small.html
    assert small.n_words == 2 + 40 + 7  # "Story 20", the words of the story, "said the keeper, and nobody knew why"


def test_an_empty_page_is_a_document_too():
    page = parse("")
    nothing = np.zeros(0, bool)

    assert "<main>" in render_view(page, View(nothing, nothing, nothing, nothing, nothing))


def test_deep_nesting_and_many_ids_take_time_in_proportion():
    html = "<ul><li>" * 3000 + "word" + "".join(f"<p id=i{n}>w{n}" for n in range(20_000))

    made = shrink(html, sitegrain.SiteModel().fit(["<p>a", "<p>b"]))

    assert made.html.count('<span id="i') >= 19_000


@pytest.mark.parametrize(
    ("full", "is_linked"),
    [
        ("http://a.example/b", True),
        ("HTTPS://a.example/b", True),
        ("//a.example/b", True),
        ("b%3Ac.html", True),
        ("?view=full&a=b:c", True),
        ("javascript:alert(1)", False),
        (" JavaScript:alert(1)", False),
        ("java\nscript:alert(1)", False),
        ("data:text/html,hi", False),
        ("\x01vbscript:x", False),
    ],
)
def test_the_full_page_is_linked_where_the_address_is_one_of_the_web(full, is_linked):
    html = shrink("<p>Some words", BlockFusion(), full=full).html

    assert ('<a rel="alternate"' in html) == is_linked

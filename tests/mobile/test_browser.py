"""The pages in a real browser, as wide as a phone. Nothing is fetched but the pages themselves."""

import pytest

import sitegrain
from benchmarks.reproduce.phone import HEIGHT, WIDTH, Phone
from sitegrain.mobile import MobileWork, MobileWriter, shrink
from sitegrain.pages.raw import RawPage
from sitegrain.segmenters.vips.renderer import find_chromium
from tests.crawl.pages import article, site_pages

pytest.importorskip("playwright", reason="the extra render is not installed")
pytestmark = pytest.mark.skipif(find_chromium() is None, reason="no Chromium on this machine")
WIDE = [
    f"<p>{'w' * 400} and http://a.example/{'path' * 90}",
    f"<pre>{'code ' * 90}</pre><p>some words <code>{'x' * 300}</code>",
    f"<table>{'<tr>' + ''.join(f'<td>cell {n} of many' for n in range(40)) * 3}</table><p>after",
    f"<table><tr><td><table><tr>{'<td>inner words' * 30}</table><td><img src=data:x width=2000>{'y' * 200}</table>",
    "<ul><li>deep words" * 18 + f" {'z' * 99}",
    "<blockquote>quoted words" * 35,
    "<dl><dd>said words" * 18,
    "<p>a <img src=big.svg width=3000 height=20 alt=b> c<figure><img src=big.svg width=3000><figcaption>f</figure>",
    f"<h1>{'Donaudampfschifffahrtsgesellschaft' * 5}</h1><p>text <sub>low <sub>lower</sub></sub><sup>up",
    f"<html dir=rtl><p>{'שלום' * 90}<pre>{'שלום ' * 90}</pre><table><tr>{'<td>שלום' * 60}</table>",
    "<h6>small heading</h6><p><small>small <small>smaller</small></small> <code>c <code>d</code></code>",
]


@pytest.fixture(scope="module")
def phone():
    with Phone() as phone:
        yield phone


@pytest.mark.parametrize("html", WIDE, ids=range(len(WIDE)))
def test_nothing_is_wider_than_the_screen_or_too_small_to_read(phone, html):
    """Images are 3000 pixels wide, for those that are fetched and those that are not."""
    model = sitegrain.SiteModel().fit(["<p>other words", "<p>more words"])

    look = phone.look(shrink(RawPage(html, "http://a.example/"), model).html)

    assert look.scroll_width <= WIDTH
    assert look.smallest_font >= 14
    assert look.n_chars > 0


def test_the_page_itself_would_be_too_wide(phone):
    """What is measured can fail."""
    look = phone.look(f"<meta name=viewport content='width=device-width'><p style='font-size:9px'>{'w' * 400}")

    assert look.scroll_width > WIDTH
    assert look.smallest_font == 9


def test_links_can_be_tapped_and_lead_to_the_next_page(phone, tmp_path):
    pages = site_pages(n_pages=8)
    next_page = article("a.example", 1)
    html = pages[0].html.replace(b"why.", b"why, <a href=1.html>which is told in the next story</a>.")
    html = html.replace(b"<a href=/>Home</a>", b"<a href=2.html>Home</a>")
    model = sitegrain.SiteModel().fit(pages)
    with MobileWriter(tmp_path / "small") as writer:
        for page in (RawPage(html, pages[0].url, "0.html"), next_page, pages[2]):
            writer.write(MobileWork()(page, "a.example", model))
    start = (tmp_path / "small" / "0.html").as_uri()

    with phone.page(start) as page:
        link = page.get_by_text("which is told in the next story")
        assert link.bounding_box()["y"] < HEIGHT * 3
        link.tap()
        page.wait_for_url("**/1.html")
        assert page.evaluate("document.scrollingElement.scrollWidth") <= WIDTH
    with phone.page(start) as page:
        home = page.get_by_text("Home", exact=True)
        assert not home.is_visible()
        page.get_by_text("Menu", exact=True).tap()
        assert home.bounding_box()["height"] >= 24
        home.tap()
        page.wait_for_url("**/2.html")


def test_a_hostile_page_runs_nothing(phone):
    from tests.mobile.test_rendering import HOSTILE

    made = shrink(RawPage(HOSTILE, "http://a.example/"), sitegrain.SiteModel().fit([HOSTILE])).html

    with phone.page(html=made, scripts=True) as page:
        messages = []
        page.on("dialog", lambda dialog: messages.append(dialog.message) or dialog.dismiss())
        page.wait_for_timeout(200)
        assert messages == []
        assert page.evaluate("document.querySelectorAll('script,iframe,form,object,svg').length") == 0

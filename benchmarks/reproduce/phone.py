"""A Chromium as wide as a phone, to look at pages: how wide they are, how small their text is."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

from sitegrain.segmenters.vips.renderer import browser_arguments, find_chromium

if TYPE_CHECKING:
    from collections.abc import Iterator

WIDTH, HEIGHT = 360, 780  # CSS pixels
SECONDS = 30  # for a page

# An image as large as it says itself, for all that are asked for: 3000 pixels wide.
_IMAGE = '<svg xmlns="http://www.w3.org/2000/svg" width="3000" height="300"><rect width="3000" height="300"/></svg>'
_LOOK = """() => {
  for (const details of document.querySelectorAll("details")) details.open = true;
  let smallest = Infinity, chars = 0;
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode.data.trim();
    if (!text || !texts.currentNode.parentElement.checkVisibility()) continue;
    smallest = Math.min(smallest, parseFloat(getComputedStyle(texts.currentNode.parentElement).fontSize));
    chars += text.length;
  }
  return [document.scrollingElement.scrollWidth, smallest, chars, document.scrollingElement.scrollHeight];
}"""


@dataclass(frozen=True, slots=True)
class Look:
    """How a page looks, all of it unfolded; CSS pixels.

    smallest_font: of visible text; infinite if there is none
    """

    scroll_width: int
    smallest_font: float
    n_chars: int
    height: int


class Phone:
    """Shows pages; used in a `with` block, which ends the browser.

    Nothing is fetched but files and, for every image, a stand-in that is far wider than the screen.
    """

    def __enter__(self) -> Self:
        from playwright.sync_api import sync_playwright

        self._playwright = sync_playwright().start()
        self._browser = self._playwright.chromium.launch(executable_path=find_chromium(), args=browser_arguments())
        return self

    def __exit__(self, *_: object) -> None:
        self._browser.close()
        self._playwright.stop()

    @contextmanager
    def page(
        self, address: str = "http://page.invalid/", *, html: str | None = None, scripts: bool = False
    ) -> Iterator[Any]:
        """A page that is open: a file, or the HTML that is given."""
        context = self._browser.new_context(
            viewport={"width": WIDTH, "height": HEIGHT}, is_mobile=True, has_touch=True, java_script_enabled=scripts
        )
        try:
            page = context.new_page()
            page.set_default_timeout(SECONDS * 1000)
            page.route("http*://**/*", lambda route: _answer(route, address, html))
            page.goto(address)
            yield page
        finally:
            context.close()

    def look(self, html: str) -> Look:
        """Look at one page."""
        with self.page(html=html) as page:
            return Look(*page.evaluate(_LOOK))


def _answer(route: Any, address: str, html: str | None) -> None:
    if html is not None and route.request.url == address:
        route.fulfill(body=html.encode("utf-8", "replace"), content_type="text/html; charset=utf-8")
    elif route.request.resource_type == "image":
        route.fulfill(body=_IMAGE, content_type="image/svg+xml")
    else:
        route.abort()

"""Boxes from a real Chromium, driven by Playwright (the extra `render`).

Scripts of the page do not run, so that its elements are those that the parser sees. By default nothing is fetched: the
page is laid out by the browser's own style and what stands in the page itself.
"""

from __future__ import annotations

import os
import shutil
import signal
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING, Any, Self
from urllib.parse import urldefrag

from sitegrain.errors import ExtraError, SourceError, UsageError
from sitegrain.pages.elements import OFF_AXIS
from sitegrain.segmenters.vips.boxes import Boxes, make_boxes

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType

    from sitegrain.pages.page import Page

EXECUTABLE = "SITEGRAIN_CHROMIUM"  # environment variable: the browser to use
NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
FETCHED = {"nothing": (), "styles": ("stylesheet",), "all": ("stylesheet", "image", "font")}
WIDTH, HEIGHT = 1280, 1024  # of the window, in CSS pixels
GRACE_SECONDS = 5.0  # beyond the browser's own time limits
MAX_NODES = 200_000  # elements of a page that is rendered
_ARGUMENTS = (
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)

# Walks the elements as the axis has them: in document order, without those whose content is no text.
_READ = """([offAxis, most]) => {
  const off = new Set(offAxis), rows = [];
  let node = document.documentElement;
  const stack = [[node, "rgb(255, 255, 255)"]];
  while (stack.length && rows.length <= most) {
    const [node, behind] = stack.pop();
    const style = getComputedStyle(node), box = node.getBoundingClientRect();
    const own = style.backgroundColor;
    const background = own === "transparent" || own.endsWith(", 0)") ? behind : own;
    rows.push([
      node.localName, box.x + scrollX, box.y + scrollY, box.width, box.height, background,
      parseFloat(style.fontSize) || 0, parseFloat(style.fontWeight) || 400,
      style.display.startsWith("inline") || style.display === "contents",
      style.display !== "none" && style.visibility !== "hidden",
    ]);
    for (let child = node.lastElementChild; child; child = child.previousElementSibling)
      if (!off.has(child.localName)) stack.push([child, background]);
  }
  return rows;
}"""


def need_playwright() -> None:
    """ExtraError, with the line that installs it, unless Playwright is there."""
    try:
        import playwright.sync_api  # noqa: F401
    except ImportError as error:
        raise ExtraError("rendering needs Playwright: pip install 'sitegrain[render]'") from error


class Renderer:
    """Renders pages one after the other; used in a `with` block, which ends the browser.

    A renderer is a function of a parsed page, too: what `Vips` asks for boxes.

    fetch:   `nothing`, `styles` or `all` (styles, images and fonts) from the network
    timeout: seconds for a page, and for the browser to start
    """

    def __init__(self, *, fetch: str = "nothing", timeout: float = 30.0) -> None:
        if fetch not in FETCHED:
            raise UsageError(f"fetch must be one of {', '.join(FETCHED)}, got {fetch!r}")
        if not timeout > 0:
            raise UsageError(f"timeout must be above 0 seconds, got {timeout:g}")
        self.fetch = fetch
        self.timeout = timeout
        self._worker: _Worker | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __getstate__(self) -> dict[str, object]:
        """A browser stays with its process."""
        return {"fetch": self.fetch, "timeout": self.timeout, "_worker": None}

    def __call__(self, page: Page) -> Boxes:
        """The boxes of a page that is parsed."""
        source = page.axis.source
        html = source if isinstance(source, str) else source.decode("utf-8", "replace")
        return self.render(html, url=page.url)

    def render(self, html: str, *, url: str | None = None) -> Boxes:
        """The boxes of a page's elements.

        url: what its relative addresses are relative to, where something is fetched

        SourceError if the page takes longer than `timeout`, or the browser ends; ExtraError if there is none.
        """
        if self._worker is None:
            self._worker = _Worker(_Browser(self.fetch, self.timeout))
        name = url or "the page"
        try:
            rows = self._worker.run(lambda browser: browser.read(html, url), self.timeout + GRACE_SECONDS)
        except TimeoutError as error:  # the browser does not answer at all
            self._worker.kill()
            self._worker = None
            raise SourceError(f"cannot render {name} in {self.timeout:g} seconds") from error
        except SourceError:
            self.close()  # a browser that had trouble is not asked again
            raise
        if len(rows) > MAX_NODES:
            raise SourceError(f"{name}: more than {MAX_NODES} elements are not rendered")
        return make_boxes(rows)

    def close(self) -> None:
        """End the browser."""
        worker, self._worker = self._worker, None
        if worker is not None:
            worker.end()


class _Worker:
    """A thread of its own for a browser: Playwright wants one without an event loop, and only one browser in it."""

    def __init__(self, browser: _Browser) -> None:
        self._browser = browser
        self._orders: SimpleQueue[tuple[Callable[[_Browser], Any], SimpleQueue[tuple[Any, BaseException | None]]]]
        self._orders = SimpleQueue()
        self._thread = Thread(target=self._work, name="sitegrain-renderer", daemon=True)
        self._thread.start()

    def run(self, order: Callable[[_Browser], Any], timeout: float) -> Any:
        """What the browser answers; TimeoutError if it does not."""
        answers: SimpleQueue[tuple[Any, BaseException | None]] = SimpleQueue()
        self._orders.put((order, answers))
        try:
            answer, error = answers.get(timeout=timeout)
        except Empty:
            raise TimeoutError from None
        if error is not None:
            raise error
        return answer

    def end(self) -> None:
        with suppress(TimeoutError):
            self.run(lambda browser: browser.close(), GRACE_SECONDS)

    def kill(self) -> None:
        """End a browser that does not answer; its thread ends with the failure of what it waits for."""
        self._browser.is_closed = True
        if self._browser.pid is not None:
            with suppress(OSError):
                os.kill(self._browser.pid, signal.SIGTERM)

    def _work(self) -> None:
        while not self._browser.is_closed:
            order, answers = self._orders.get()
            try:
                answers.put((order(self._browser), None))
            except BaseException as error:  # it belongs to whoever asked
                answers.put((None, error))


class _Browser:
    """A Chromium, started when the first page comes; all of it in one thread."""

    def __init__(self, fetch: str, timeout: float) -> None:
        self.fetch, self.timeout = fetch, timeout
        self.is_closed = False
        self.pid: int | None = None  # of Chromium
        self._playwright: Any = None
        self._browser: Any = None

    def read(self, html: str, url: str | None) -> list[list[Any]]:
        """A row for each element of a page, with the values of FIELDS."""
        need_playwright()
        from playwright.sync_api import Error

        self._start(Error)
        try:
            return self._read(html, url)
        except Error as error:
            reason = " ".join(error.message.split())[:160]
            raise SourceError(f"cannot render {url or 'the page'} in {self.timeout:g} seconds: {reason}") from error

    def close(self) -> None:
        """End Chromium and what drives it."""
        self.is_closed = True
        try:
            if self._browser is not None:
                self._browser.close()
        finally:
            if self._playwright is not None:
                self._playwright.stop()

    def _start(self, launch_error: type[Exception]) -> None:
        if self._browser is not None:
            return
        from playwright.sync_api import sync_playwright

        self._playwright = self._playwright or sync_playwright().start()
        try:
            self._browser = self._playwright.chromium.launch(
                executable_path=find_chromium(), args=browser_arguments(), timeout=self.timeout * 1000
            )
        except launch_error as error:
            reason = " ".join(str(error).split())[:160]
            raise ExtraError(
                f"no Chromium to render with: install one, or let {EXECUTABLE} name it: {reason}"
            ) from error

        processes = self._browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
        self.pid = next((int(process["id"]) for process in processes if process["type"] == "browser"), None)

    def _read(self, html: str, url: str | None) -> list[list[Any]]:
        context = self._browser.new_context(java_script_enabled=False, viewport={"width": WIDTH, "height": HEIGHT})
        try:
            page = context.new_page()
            page.set_default_timeout(self.timeout * 1000)
            address = url or "http://page.invalid/"
            page.route("**/*", lambda route: self._answer(route, address, html))
            page.goto(address, wait_until="load" if self.fetch != "nothing" else "domcontentloaded")
            rows: list[list[Any]] = page.evaluate(_READ, [sorted(OFF_AXIS), MAX_NODES])
        finally:
            context.close()
        return rows

    def _answer(self, route: Any, address: str, html: str) -> None:
        """Give the page itself, and what may be fetched."""
        request = route.request
        if request.is_navigation_request() and urldefrag(request.url).url == urldefrag(address).url:
            route.fulfill(body=html.encode("utf-8", "replace"), content_type="text/html; charset=utf-8")
        elif request.resource_type in FETCHED[self.fetch]:
            route.continue_()
        else:
            route.abort()


def find_chromium() -> str | None:
    """The browser to use: what SITEGRAIN_CHROMIUM names, else one on the path; None for Playwright's own."""
    return os.environ.get(EXECUTABLE) or next((path for name in NAMES if (path := shutil.which(name))), None)


def browser_arguments() -> list[str]:
    """Chromium refuses to run as root inside its own sandbox."""
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    return [*_ARGUMENTS, *(["--no-sandbox"] if is_root else [])]

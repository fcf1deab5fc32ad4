"""A WSGI middleware that gives small screens the small page of what a site's own server answers.

WSGI and not ASGI: making a page small is work for the processor, milliseconds to some tens of them, which would hold
up an event loop; a WSGI server does it in the thread of the request.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, urlencode
from wsgiref.util import request_uri

from sitegrain.errors import UsageError
from sitegrain.mobile.choosing import NAME, VARY, wants_small
from sitegrain.mobile.exchange import Body, Exchange
from sitegrain.mobile.viewing import Screen, shrink
from sitegrain.pages.raw import RawPage

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

    from sitegrain.model import SiteModel
    from sitegrain.segmenters.segmenter import PageSegmenter

MAX_BYTES = 2_000_000  # of a page's HTML


class MobileMiddleware:
    """Wraps a WSGI application; requests from small screens get its HTML pages made small, all else passes untouched.

    app:       the application
    model:     a fitted SiteModel, or any method of `sitegrain.segmenters` (fitted, if it learns)
    screen:    budget and labels
    chooses:   which requests get the small page, from their WSGI environments
    vary:      the request headers that `chooses` reads; every HTML page names them in `Vary`
    max_bytes: larger pages go out as they are

    Made small are answers `200` of type HTML, not compressed or by gzip, to GET and HEAD, unless they are attachments
    or say `no-transform`. They are held until they are whole; everything else is streamed. A page that cannot be made
    small goes out as it is, and the reason is logged. Links stay as they are in the page, relative ones too.
    """

    def __init__(
        self,
        app: WSGIApplication,
        model: SiteModel | PageSegmenter,
        *,
        screen: Screen | None = None,
        chooses: Callable[[WSGIEnvironment], bool] = wants_small,
        vary: Sequence[str] = VARY,
        max_bytes: int = MAX_BYTES,
    ) -> None:
        if not hasattr(model, "segment"):
            raise UsageError(f"model must be a SiteModel or a segmenter, got {type(model).__name__}")
        if max_bytes < 1:
            raise UsageError(f"max_bytes must be at least 1, got {max_bytes}")
        model.segment("<p>a</p>")  # one that is not fitted is told now, and not with every page
        self.app, self.model = app, model
        self.screen = screen or Screen()
        self.chooses, self.vary = chooses, tuple(vary)
        self.max_bytes = max_bytes

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer a request."""
        is_read = environ.get("REQUEST_METHOD") in ("GET", "HEAD")
        exchange = Exchange(
            environ,
            start_response,
            self.shrink,
            is_small=is_read and self.chooses(environ),
            vary=self.vary,
            max_bytes=self.max_bytes,
        )
        body = self.app(exchange.environ, exchange.start)
        return body if exchange.passes else Body(exchange, body)

    def shrink(self, html: bytes, environ: WSGIEnvironment, charset: str | None) -> bytes | None:
        """The small page of an answer; None where it would be empty, as that of a page which scripts fill."""
        page = RawPage(html, request_uri(environ), charset=charset)
        small = shrink(page, self.model, screen=self.screen, full=_full_query(environ), keeps_links=True)
        if not small.n_words and not small.has_images:
            return None
        return small.html.encode("utf-8", "replace")


def _full_query(environ: WSGIEnvironment) -> str:
    """A link to the same page with the wish for its full form."""
    query = parse_qsl(environ.get("QUERY_STRING", ""), keep_blank_values=True)
    return "?" + urlencode([*((name, value) for name, value in query if name != NAME), (NAME, "full")])

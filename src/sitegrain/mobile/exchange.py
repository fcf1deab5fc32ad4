"""One request to a WSGI application and its answer, of which a page may be made small."""

from __future__ import annotations

import logging
from email.message import Message
from typing import TYPE_CHECKING

from sitegrain.mobile.headers import add_vary, allow_style, has_tag, mark_tag, unmark_tags
from sitegrain.mobile.packing import pack, unpack
from sitegrain.mobile.rendering import STYLE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from types import TracebackType
    from wsgiref.types import StartResponse, WSGIEnvironment

    from sitegrain.mobile.headers import Headers

    ErrorInfo = tuple[type[BaseException], BaseException, TracebackType] | tuple[None, None, None]
    Shrink = Callable[[bytes, WSGIEnvironment, str | None], bytes | None]

HTML_TYPES = frozenset(("text/html", "application/xhtml+xml"))
SMALL, FULL = "-small", "-full"  # marks of entity tags
_CODINGS = frozenset(("", "identity", "gzip", "x-gzip"))
_MAX_DIGITS = 18  # of a length; what has more is larger than any limit
_LOG = logging.getLogger(__name__)
# What is true of the application's bytes and not of ours.
_OF_BYTES = frozenset("content-length content-md5 digest content-digest repr-digest accept-ranges".split())


class Exchange:
    """What the application says first, and whether its page is made small.

    environ:   the request as the application is given it: with the entity tags that it gave itself
    is_small:  the request is to get the small page
    shrink:    makes the page small: HTML, the request, the charset of the answer's headers -> the small page, UTF-8;
                None for a page that is to go out as it is
    vary:      request headers by which `is_small` was decided
    max_bytes: larger pages go out as they are

    passes:  the answer was started and goes out as it comes; is_held: it is kept until it is whole
    """

    def __init__(
        self,
        environ: WSGIEnvironment,
        start_response: StartResponse,
        shrink: Shrink,
        *,
        is_small: bool,
        vary: Sequence[str],
        max_bytes: int,
    ) -> None:
        self.is_small, self.vary, self.max_bytes = is_small, vary, max_bytes
        self.mark = SMALL if is_small else FULL
        self.environ = _with_tags(environ, self.mark)
        self.passes = self.is_held = False
        self._original = environ
        self._start_response = start_response
        self._shrink = shrink
        self._status = ""
        self._headers: Headers = []
        self._type = Message()
        self._error: ErrorInfo | None = None
        self._held: list[bytes] = []
        self._n_held = 0
        self._write: Callable[[bytes], object] | None = None

    def start(self, status: str, headers: Headers, exc_info: ErrorInfo | None = None, /) -> Callable[[bytes], object]:
        """Hold the head of a page that is to be made small, pass on any other; what `start_response` is to be."""
        if self.passes:  # only an error may start an answer again
            self._write = self._start_response(status, headers, exc_info)
            return self._write
        self._status, self._headers, self._error = status, list(headers), exc_info
        self._held, self._n_held = [], 0
        self._type = Message()
        self._type["content-type"] = self._header("content-type")
        self.is_held = self.is_small and self._is_page()
        return self.write if self.is_held else self._release()

    def write(self, data: bytes) -> None:
        """Take a part of the body by the old way of WSGI."""
        for part in self.take(data):
            if self._write is not None:
                self._write(part)

    def take(self, data: bytes) -> Iterable[bytes]:
        """Take a part of the body, and return what can go out: nothing while the page is held."""
        if not self.is_held:
            return (data,)
        self._held.append(data)
        self._n_held += len(data)
        return self._give_up() if self._n_held > self.max_bytes else ()

    def finish(self) -> Iterable[bytes]:
        """Start the answer if its page was held, and return the rest of the body."""
        if not self.is_held:
            return ()
        if self._original["REQUEST_METHOD"] == "HEAD":  # how long the page would be is not known
            self._begin(self._small_headers())
            return ()
        coding = self._header("content-encoding").strip().lower()
        try:
            html = unpack(b"".join(self._held), coding, self.max_bytes)
            if html is None:
                return self._give_up()
            small = self._shrink(html, self._original, self._type.get_content_charset())
            if small is None:
                return self._give_up()
            packed = pack(small, coding)
        except Exception:  # whatever a page does, its reader gets the page
            _LOG.exception("%s: the page cannot be made small", self._original.get("PATH_INFO"))
            return self._give_up()
        self._begin([*self._small_headers(), ("Content-Length", str(len(packed)))])
        return (packed,)

    def _give_up(self) -> Iterable[bytes]:
        """Let the page go out as it is."""
        self._release()
        held, self._held = self._held, []
        return held

    def _release(self) -> Callable[[bytes], object]:
        """Start the answer as it is, but for what tells its two forms apart."""
        headers, code = self._headers, self._status[:3]
        if code == "304" or (code in ("200", "206") and self._type.get_content_type() in HTML_TYPES):
            headers = add_vary(headers, self.vary)
            headers = [(name, self._tag(value, code) if name.lower() == "etag" else value) for name, value in headers]
        return self._begin(headers)

    def _tag(self, tag: str, code: str) -> str:
        """The entity tag of an answer; one that says `not modified` has the form that was asked for."""
        if code != "304":  # a page that could not be made small is what a small screen gets
            return mark_tag(tag, self.mark)
        asked = self._original.get("HTTP_IF_NONE_MATCH", "")
        marked = mark_tag(tag, self.mark, is_weak=self.is_small)
        return marked if has_tag(asked, marked) else tag

    def _begin(self, headers: Headers) -> Callable[[bytes], object]:
        self.is_held, self.passes = False, True
        error, self._error = self._error, None  # a traceback that is held keeps all its frames
        start = self._start_response
        self._write = start(self._status, headers) if error is None else start(self._status, headers, error)
        return self._write

    def _is_page(self) -> bool:
        """Whether an answer is a page that can be made small."""
        length = self._header("content-length").strip()
        return (
            self._status[:3] == "200"
            and self._type.get_content_type() in HTML_TYPES
            and self._header("content-encoding").strip().lower() in _CODINGS
            and not (length.isdecimal() and (len(length) > _MAX_DIGITS or int(length) > self.max_bytes))
            and not self._header("content-disposition").strip().lower().startswith("attachment")
            and "no-transform" not in self._header("cache-control").lower()
        )

    def _small_headers(self) -> Headers:
        headers = [
            (name, self._small_value(name.lower(), value))
            for name, value in self._headers
            if name.lower() not in _OF_BYTES
        ]
        return add_vary([*headers, ("Accept-Ranges", "none")], self.vary)

    def _small_value(self, name: str, value: str) -> str:
        if name == "content-type":
            return "text/html; charset=utf-8"
        if name == "etag":
            return mark_tag(value, self.mark, is_weak=True)
        return allow_style(value, STYLE) if name == "content-security-policy" else value

    def _header(self, name: str) -> str:
        return next((value for key, value in self._headers if key.lower() == name), "")


def _with_tags(environ: WSGIEnvironment, mark: str) -> WSGIEnvironment:
    """The request with the entity tags of its form as the application gave them."""
    names = ["HTTP_IF_NONE_MATCH", "HTTP_IF_MATCH", *(["HTTP_IF_RANGE"] if mark == FULL else [])]
    changed = {name: unmark_tags(environ[name], mark) for name in names if environ.get(name)}
    return {**environ, **changed} if changed else environ


class Body:
    """The body of an answer that was not started, or is held, when the application returned it."""

    def __init__(self, exchange: Exchange, body: Iterable[bytes]) -> None:
        self._exchange = exchange
        self._body = body

    def __iter__(self) -> Iterator[bytes]:
        """Hold what is held, give the rest as it comes."""
        for data in self._body:
            yield from self._exchange.take(data)
        yield from self._exchange.finish()

    def close(self) -> None:
        """Close the application's body, as a server does when it is done, or gives up."""
        close = getattr(self._body, "close", None)
        if close is not None:
            close()

"""Fetch single pages over HTTP: politely, and within limits of size, time and redirects. Needs the extra `web`."""

from __future__ import annotations

from importlib.metadata import version
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from sitegrain.errors import ExtraError
from sitegrain.pages.raw import RawPage, Skipped
from sitegrain.pages.urls import resolve
from sitegrain.readers.compression import BodyError
from sitegrain.readers.http import Response, to_page, unpack
from sitegrain.readers.politeness import ROBOT_NAME, Pace, Rules
from sitegrain.readers.source import explain

if TYPE_CHECKING:
    from types import TracebackType

    import httpx

MAX_BODY_BYTES = 32 << 20
MAX_ROBOTS_BYTES = 512 << 10
MAX_SECONDS = 30.0  # for one response, from asking to its last byte
SILENCE_SECONDS = 10.0  # without a byte
MAX_REDIRECTS = 5


class Fetcher:
    """Fetches pages with one connection pool, one pace and the robots.txt of each host."""

    def __init__(self, pace: Pace) -> None:
        try:
            import httpx
            import protego  # noqa: F401
        except ImportError as error:
            raise ExtraError("reading from the web needs httpx and protego: pip install 'sitegrain[web]'") from error
        self._pace = pace
        self._rules: dict[str, Rules] = {}
        self._silent: dict[str, str] = {}  # origins that gave no robots.txt nor said that there is none, and why
        headers = {
            "User-Agent": f"{ROBOT_NAME}/{version('sitegrain')} (+{ROBOT_NAME}; one page and its siblings)",
            "Accept": "text/html, application/xhtml+xml;q=0.9",
            "Accept-Encoding": "gzip, deflate",
        }
        self._client = httpx.Client(headers=headers, timeout=SILENCE_SECONDS, follow_redirects=False)

    def __enter__(self) -> Fetcher:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._client.close()

    def fetch(self, url: str) -> RawPage | Skipped:
        """Fetch a page, or say why not. The page's url is the one after all redirects."""
        address = url
        for _ in range(MAX_REDIRECTS + 1):
            problem = self._refusal(address)
            if problem:
                return Skipped(problem, url=address)
            try:
                response, body = self._get(address, MAX_BODY_BYTES)
            except BodyError as error:
                return Skipped(str(error), url=address)
            target = _redirect_target(address, response)
            if target is None:
                return to_page(body, response, url=address, path=address)
            address = target
        return Skipped(f"too many redirects: more than {MAX_REDIRECTS}", url=url)

    def _refusal(self, url: str) -> str | None:
        if _origin(url) is None:
            return "not http: the address is not an http(s) address with a host"
        if self._rules_of(url).allows(url):
            return None
        reason = self._silent.get(_origin(url) or "", "the host does not allow fetching this page")
        return f"robots.txt: {reason}"

    def _rules_of(self, url: str) -> Rules:
        """The rules of the address's host, fetched once.

        Without a robots.txt all is allowed; a host that fails to answer allows nothing.
        """
        origin = _origin(url) or ""
        if origin not in self._rules:
            try:
                self._rules[origin] = Rules(self._fetch_robots(f"{origin}/robots.txt"))
            except BodyError as error:
                self._rules[origin], self._silent[origin] = Rules(None), str(error)
        return self._rules[origin]

    def _fetch_robots(self, url: str) -> str:
        """The text of a robots.txt, "" if there is none. Raises BodyError if the host fails to answer."""
        address: str | None = url
        for _ in range(MAX_REDIRECTS + 1):
            if address is None or _origin(address) is None:
                return ""
            response, body = self._get(address, MAX_ROBOTS_BYTES)
            text = unpack(body, response.headers, MAX_ROBOTS_BYTES).decode("utf-8", "replace")
            status = response.status or 0
            target = _redirect_target(address, response)
            if target is None:
                if status >= 500:
                    raise BodyError(f"http status: {status}")
                return text if 200 <= status < 300 else ""
            address = target
        return ""

    def _get(self, url: str, limit: int) -> tuple[Response, bytes]:
        """Ask for an address, reading at most `limit` bytes. Raises BodyError with the reason of the skipped row."""
        import httpx

        origin = _origin(url) or ""
        self._pace.wait(origin, self._rules[origin].delay if origin in self._rules else 1.0)
        try:
            with self._client.stream("GET", url) as answer:
                headers = {name.lower(): value for name, value in answer.headers.items()}
                headers.pop("transfer-encoding", None)  # httpx has joined the chunks
                response = Response(answer.status_code, headers)
                return response, self._read_body(answer, limit)
        except (httpx.HTTPError, httpx.InvalidURL, UnicodeError, OSError) as error:
            raise BodyError(f"no answer: {explain(error)}") from error

    def _read_body(self, answer: httpx.Response, limit: int) -> bytes:
        body = bytearray()
        deadline = self._pace.clock() + MAX_SECONDS
        for chunk in answer.iter_raw():
            body += chunk
            if len(body) > limit:
                raise BodyError(f"too large: more than {limit} bytes")
            if self._pace.clock() > deadline:
                raise BodyError(f"too slow: not whole after {MAX_SECONDS:.0f} seconds")
        return bytes(body)


def _origin(url: str) -> str | None:
    """Scheme, host and port of an http(s) address."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return None
    if parts.scheme not in ("http", "https") or not parts.netloc:
        return None
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2].lower()}"


def _redirect_target(url: str, response: Response) -> str | None:
    if response.status not in (301, 302, 303, 307, 308):
        return None
    location = response.headers.get("location")
    return resolve(url, location) if location else None

"""An HTTP response as a page: its header taken apart, its body unpacked, and why it is no page."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sitegrain.pages.raw import RawPage, Skipped
from sitegrain.pages.sniffing import looks_like_html, sniff
from sitegrain.readers.compression import BodyError, gunzip, inflate, unbrotli
from sitegrain.readers.source import MAX_PAGE_BYTES, checked, skip

if TYPE_CHECKING:
    from collections.abc import Mapping

HTML_TYPES = ("text/html", "application/xhtml+xml")

_STATUS = re.compile(rb"HTTP/[0-9.]+\s+([0-9]{3})")
_CHARSET = re.compile(r"""charset\s*=\s*["']?([^\s"';,]+)""", re.IGNORECASE)
_CHUNK_SIZE = re.compile(rb"\s*([0-9a-fA-F]{1,8})[^\r\n]{0,1000}\r?\n")


@dataclass(frozen=True, slots=True)
class Response:
    """Status and header of a response.

    status:  None if the record had no HTTP header
    headers: names in lower case; of a repeated one the first value
    """

    status: int | None = None
    headers: Mapping[str, str] = field(default_factory=dict)

    @property
    def content_type(self) -> str:
        """The media type in lower case, without parameters; "" if not given."""
        return self.headers.get("content-type", "").partition(";")[0].strip().lower()

    @property
    def charset(self) -> str | None:
        found = _CHARSET.search(self.headers.get("content-type", ""))
        return found[1] if found else None

    @property
    def refusal(self) -> str | None:
        """Why the response is no page, as far as its header says."""
        if self.status is not None and not 200 <= self.status < 300:
            return f"http status: {self.status}"
        if self.content_type and self.content_type not in HTML_TYPES:
            return f"not html: content type {self.content_type[:80]}"
        return None


def parse_head(head: bytes) -> tuple[Response, int] | None:
    """Take a header apart; also where the body starts. None if it is no HTTP header or has no end."""
    status = _STATUS.match(head)
    end = re.search(rb"\r?\n\r?\n", head)
    if status is None or end is None:
        return None
    headers: dict[str, str] = {}
    for line in head[: end.start()].split(b"\n")[1:]:
        name, colon, value = line.decode("latin-1").partition(":")
        if colon:
            headers.setdefault(name.strip().lower(), value.strip())
    return Response(int(status[1]), headers), end.end()


def to_page(body: bytes, response: Response, *, url: str | None, path: str | None) -> RawPage | Skipped:
    """The body as a page, transfer and content encodings taken off."""
    page = RawPage(b"", url=url, path=path, charset=response.charset)
    if response.refusal:
        return skip(page, response.refusal)
    try:
        html = unpack(body, response.headers, MAX_PAGE_BYTES)
    except BodyError as error:
        return skip(page, str(error))
    row = checked(RawPage(html, url=url, path=path, charset=response.charset))
    if isinstance(row, RawPage) and not response.content_type and not looks_like_html(html):
        return skip(page, "not html: no content type and no markup in the first bytes")
    return row


def unpack(body: bytes, headers: Mapping[str, str], limit: int) -> bytes:
    """Take the encodings off that the header names; a body that was stored without them is left as it is."""
    if "chunked" in headers.get("transfer-encoding", "").lower():
        body = _join_chunks(body)
    for encoding in reversed(headers.get("content-encoding", "").lower().split(",")):
        body = _unpack_one(body, encoding.strip(), limit)
    return body


def _unpack_one(body: bytes, encoding: str, limit: int) -> bytes:
    if encoding in ("", "identity", "none", "utf-8") or not body:
        return body
    if encoding in ("gzip", "x-gzip"):
        return gunzip(body, limit) if body.startswith(b"\x1f\x8b") else body
    unpackers = {"deflate": inflate, "br": unbrotli}
    try:
        if encoding not in unpackers:
            raise BodyError(f"unreadable: content encoding {encoding[:40]}")
        return unpackers[encoding](body, limit)
    except BodyError:
        if sniff(body) is None and body.lstrip()[:1] == b"<":
            return body
        raise


def _join_chunks(body: bytes) -> bytes:
    """Join the chunks of a chunked body; a body that does not start with a chunk was stored joined."""
    parts: list[bytes] = []
    position = 0
    while size := _CHUNK_SIZE.match(body, position):
        n_bytes = int(size[1], 16)
        start = size.end()
        if n_bytes == 0:
            return b"".join(parts)
        if start + n_bytes > len(body):
            if not parts:
                return body
            raise BodyError("truncated: a chunk of the body ends early")
        parts.append(body[start : start + n_bytes])
        position = start + n_bytes
    if not parts:
        return body
    raise BodyError("truncated: the body ends before its last chunk")

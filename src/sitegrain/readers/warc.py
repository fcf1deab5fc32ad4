"""Read the HTML responses of a WARC file, plain or gzip. Needs the extra `warc`.

Responses and resources get a row each, also those that are no HTML; requests, metadata and file headers are no pages
and get none. What cannot be read between two records is one row that says from where to where.
"""

from __future__ import annotations

import re
import zlib
from typing import TYPE_CHECKING, BinaryIO

from sitegrain.errors import ExtraError, SourceError
from sitegrain.pages.raw import RawPage, Skipped
from sitegrain.readers.http import Response, parse_head, to_page
from sitegrain.readers.source import MAX_PAGE_BYTES, Source, explain, printable, without_surrogates

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from fastwarc.warc import WarcRecord

MAX_HEAD_BYTES = 1 << 16  # of an HTTP header
MAX_GAPS = 1000  # unreadable stretches of a file, after which the rest is given up

_SCAN_BYTES = 1 << 20
_GZIP_MAGIC = b"\x1f\x8b\x08"
_GZIP_START = re.compile(rb"\x1f\x8b\x08[\x00-\x1f]")
_PLAIN_START = re.compile(rb"(?<=\r\n\r\n)WARC/[0-9.]{1,5}\r?\n")
_CONTENT_LENGTH = re.compile(rb"^Content-Length:\s*([0-9]{1,15})\s*$", re.IGNORECASE | re.MULTILINE)
_BAD_STREAM = (OSError, EOFError, ValueError, RuntimeError, zlib.error)


class WarcSource(Source):
    """The pages of one WARC file."""

    def __init__(self, path: Path, *, limit: int | None = None) -> None:
        super().__init__(limit=limit)
        self.path = path
        require_fastwarc()
        try:
            with open(path, "rb") as file:
                if not is_warc(file.read(4096)):
                    raise SourceError(f"{path}: not a WARC file")
        except OSError as error:
            if isinstance(error, SourceError):
                raise
            raise SourceError(f"{path}: cannot be read: {explain(error)}") from error

    def _read(self) -> Iterator[RawPage | Skipped]:
        return read_warc(lambda: open(self.path, "rb"), printable(self.path.name))


def require_fastwarc() -> None:
    """Say which extra is missing, before anything is read."""
    try:
        import fastwarc.warc  # noqa: F401
    except ImportError as error:
        raise ExtraError("reading WARC and WACZ needs fastwarc: pip install 'sitegrain[warc]'") from error


def is_warc(head: bytes) -> bool:
    """The first bytes of a file are those of a WARC, plain or gzip; an empty file is one without records."""
    if head.startswith(_GZIP_MAGIC):
        try:
            head = zlib.decompressobj(31).decompress(head, 64)
        except zlib.error:
            return False
    head = head.lstrip(b"\r\n")[:5]
    return b"WARC/".startswith(head)


def read_warc(open_stream: Callable[[], BinaryIO], name: str) -> Iterator[RawPage | Skipped]:
    """Read all records; after a broken stretch go on with the next record that can be read."""
    lost_from: int | None = None
    is_empty = True
    for record, offset in _walk(open_stream):
        is_empty = False
        if record is None:
            lost_from = offset if lost_from is None else lost_from
            continue
        if lost_from is not None:
            yield Skipped(f"corrupt: unreadable up to offset {offset}", path=f"{name}#{lost_from}")
            lost_from = None
        row = _row(record, f"{name}#{offset}")
        if row is not None:
            yield row
    if lost_from is not None:
        yield Skipped("corrupt: unreadable to the end of the file", path=f"{name}#{lost_from}")
    elif is_empty:
        yield Skipped("empty: no record", path=name)


def _walk(open_stream: Callable[[], BinaryIO]) -> Iterator[tuple[WarcRecord | None, int]]:
    """All records with their offsets; None, with an offset in it, for each try to read on after a broken stretch."""
    start, last = 0, -1
    for _ in range(MAX_GAPS):
        with open_stream() as stream:
            try:
                for record, last in _records(stream, start):
                    yield record, last
                rest = _rest_after(open_stream, last) if last >= 0 else None
                if rest is not None:  # a start of a record too short to be noticed as one
                    yield None, rest
                return
            except _BAD_STREAM:
                found = _find_record(open_stream, max(start, last) + 1)
        yield None, last + 1 if found is None else found
        if found is None:
            return
        start = found


def _records(stream: BinaryIO, start: int) -> Iterator[tuple[WarcRecord, int]]:
    from fastwarc.warc import ArchiveIterator

    stream.seek(start)
    for record in ArchiveIterator(stream, parse_http=False):
        yield record, record.stream_pos


def _find_record(open_stream: Callable[[], BinaryIO], start: int) -> int | None:
    """Offset of the next bytes that look like the start of a record."""
    try:
        with open_stream() as stream:
            pattern = _GZIP_START if stream.read(3) == _GZIP_MAGIC else _PLAIN_START
            base, window = max(start - 4, 0), b""  # the four bytes before show where a record can start
            stream.seek(base)
            while chunk := stream.read(_SCAN_BYTES):
                window += chunk
                found = pattern.search(window, max(start - base, 0))
                if found:
                    return base + found.start()
                base += max(len(window) - 16, 0)
                window = window[-16:]
    except _BAD_STREAM:
        return None
    return None


def _rest_after(open_stream: Callable[[], BinaryIO], last: int) -> int | None:
    """Offset of bytes behind the last record that are more than padding; None if there are none."""
    try:
        with open_stream() as stream:
            stream.seek(last)
            head = stream.read(MAX_HEAD_BYTES)
            stream.seek(last)
            if head.startswith(_GZIP_MAGIC):
                end = last + _measure_member(stream)
            else:
                length = _CONTENT_LENGTH.search(head)
                start = head.find(b"\r\n\r\n")
                if length is None or start < 0:
                    return None
                end = last + start + 4 + int(length[1])
            stream.seek(end)
            rest = stream.read(_SCAN_BYTES)
            return end + len(rest) - len(rest.lstrip(b"\0\r\n")) if rest.strip(b"\0\r\n") else None
    except _BAD_STREAM:
        return None


def _measure_member(stream: BinaryIO) -> int:
    """Length of the gzip member that the stream stands before; to the end of the stream if it is cut off."""
    member = zlib.decompressobj(31)
    n_bytes = 0
    while not member.eof and (chunk := member.unconsumed_tail or stream.read(1 << 16)):
        n_bytes += len(chunk)
        member.decompress(chunk, _SCAN_BYTES)
        n_bytes -= len(member.unconsumed_tail)
    return n_bytes - len(member.unused_data)


def _row(record: WarcRecord, path: str) -> RawPage | Skipped | None:
    """The row of a record, None if its type holds no page; damage costs this record only."""
    try:
        return _read_record(record, path)
    except _BAD_STREAM as error:
        return Skipped(f"corrupt: {explain(error)}", path=path)


def _read_record(record: WarcRecord, path: str) -> RawPage | Skipped | None:
    if "Content-Length" not in record.headers:
        return Skipped("truncated: a record header ends early", path=path)
    kind = (record.headers.get("WARC-Type") or "response").lower()
    if kind not in ("response", "resource", "revisit", "conversion"):
        return None
    uri = record.headers.get("WARC-Target-URI")
    url = without_surrogates(uri.strip().strip("<>")) if uri else None
    if kind == "revisit":
        return Skipped("revisit: the same body as an earlier record", url=url, path=path)
    length = record.content_length
    if length > MAX_PAGE_BYTES:
        return Skipped(f"too large: a record of {length} bytes", url=url, path=path)
    return _read_body(record, length, url, path)


def _read_body(record: WarcRecord, length: int, url: str | None, path: str) -> RawPage | Skipped:
    head = _read_up_to(record, min(length, MAX_HEAD_BYTES))
    if len(head) < min(length, MAX_HEAD_BYTES):
        return Skipped(f"truncated: the record has {len(head)} of {length} bytes", url=url, path=path)
    response, body_start = Response(None, {"content-type": record.headers.get("Content-Type") or ""}), 0
    if head.startswith(b"HTTP/"):
        parsed = parse_head(head)
        if parsed is None:
            what = "truncated: the HTTP header ends early" if len(head) < MAX_HEAD_BYTES else "corrupt: no HTTP header"
            return Skipped(what, url=url, path=path)
        response, body_start = parsed
    elif response.content_type == "application/http":
        return Skipped("corrupt: no HTTP header", url=url, path=path)
    if response.refusal:
        return Skipped(response.refusal, url=url, path=path)
    block = head + _read_up_to(record, length - len(head))
    if len(block) < length:
        return Skipped(f"truncated: the record has {len(block)} of {length} bytes", url=url, path=path)
    return to_page(block[body_start:], response, url=url, path=path)


def _read_up_to(record: WarcRecord, n_bytes: int) -> bytes:
    parts = []
    while n_bytes > 0 and (part := record.reader.read(n_bytes)):
        parts.append(part)
        n_bytes -= len(part)
    return b"".join(parts)

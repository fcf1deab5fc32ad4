"""Read one HTML file, or one page on standard input."""

from __future__ import annotations

import json
import os
import stat
import sys
from typing import TYPE_CHECKING

from sitegrain.errors import SourceError
from sitegrain.pages.raw import RawPage, Skipped
from sitegrain.readers.compression import BodyError, gunzip
from sitegrain.readers.source import MAX_PAGE_BYTES, Source, checked, explain, printable, skip

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_GZIP_MAGIC = b"\x1f\x8b"


class FileSource(Source):
    """One file that holds one page. A pipe is read once and its bytes are kept."""

    is_lone_page = True

    def __init__(self, path: Path, *, limit: int | None = None) -> None:
        super().__init__(limit=limit)
        self.path = path
        self._kept: RawPage | Skipped | None = None
        mode = path.stat().st_mode
        if stat.S_ISSOCK(mode) or stat.S_ISBLK(mode):
            raise SourceError(f"{path}: neither a file nor a folder")
        self._is_stream = not stat.S_ISREG(mode)

    def _read(self) -> Iterator[RawPage | Skipped]:
        if self._kept is not None:
            yield self._kept
            return
        row = read_page(os.fspath(self.path), printable(self.path.name))
        if self._is_stream:
            self._kept = row
        yield row


class StdinSource(Source):
    """One page on standard input; its bytes are kept, so it can be iterated again."""

    is_lone_page = True

    def __init__(self, *, limit: int | None = None) -> None:
        super().__init__(limit=limit)
        self._kept: bytes | None = None
        if sys.stdin is None:  # closed by whoever started us
            raise SourceError("-: there is no standard input")

    def _read(self) -> Iterator[RawPage | Skipped]:
        if self._kept is None:
            self._kept = sys.stdin.buffer.read(MAX_PAGE_BYTES + 1)
        yield _checked_alone(RawPage(self._kept, path="-"))


def read_page(path: str, shown: str) -> RawPage | Skipped:
    """Read a file as one page; `shown` is its path in the output. A name ending in .gz is unpacked."""
    notes = ("file name is not UTF-8",) if "\\x" in shown and not _is_utf8(path) else ()
    try:
        with open(path, "rb") as file:
            data = file.read(MAX_PAGE_BYTES + 1)
        if path.lower().endswith(".gz") and data.startswith(_GZIP_MAGIC):
            data = gunzip(data, MAX_PAGE_BYTES)
    except BodyError as error:
        return Skipped(str(error), path=shown)
    except OSError as error:
        return Skipped(f"unreadable: {explain(error)}", path=shown)
    return _checked_alone(RawPage(data, path=shown, notes=notes))


def _checked_alone(page: RawPage) -> RawPage | Skipped:
    """The page, or why it is none; JSON lines that were taken for one page say how they are read."""
    if isinstance(page.html, bytes) and _is_json_line(page.html):
        return skip(page, "not html: JSON lines, which are read from a file that ends in .jsonl or .jsonl.gz")
    return checked(page)


def _is_json_line(data: bytes) -> bool:
    """The first line is a JSON object with a page in it."""
    if data[:1] != b"{":
        return False
    try:
        fields = json.loads(data.split(b"\n", 1)[0])
    except (ValueError, RecursionError):
        return False
    return isinstance(fields, dict) and "html" in fields


def _is_utf8(name: str) -> bool:
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True

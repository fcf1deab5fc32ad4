"""Read JSON lines: one object a line with `html`, and `url`, `id`, `host` if known."""

from __future__ import annotations

import gzip
import json
import zlib
from typing import TYPE_CHECKING, Any, BinaryIO

from sitegrain.errors import SourceError
from sitegrain.pages.raw import RawPage, Skipped
from sitegrain.readers.source import MAX_PAGE_BYTES, Source, checked, explain, printable, skip, without_surrogates

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

MAX_LINE_BYTES = MAX_PAGE_BYTES
_GZIP_MAGIC = b"\x1f\x8b"
_BOM = b"\xef\xbb\xbf"


class JsonLinesSource(Source):
    """The pages of a file of JSON lines, plain or gzip. A broken line costs its page only."""

    def __init__(self, path: Path, *, limit: int | None = None) -> None:
        super().__init__(limit=limit)
        self.path = path
        self.name = printable(path.name)
        self._open().close()

    def _open(self) -> BinaryIO:
        try:
            file = open(self.path, "rb")  # noqa: SIM115  the caller closes it
            if file.read(2) == _GZIP_MAGIC:
                file.close()
                return gzip.open(self.path, "rb")  # type: ignore[return-value]
            file.seek(0)
        except OSError as error:
            raise SourceError(f"{self.path}: cannot be read: {explain(error)}") from error
        return file

    def _read(self) -> Iterator[RawPage | Skipped]:
        with self._open() as file:
            number = 0
            while True:
                number += 1
                path = f"{self.name}#{number}"
                try:
                    line = file.readline(MAX_LINE_BYTES + 1)
                    if len(line) > MAX_LINE_BYTES:
                        _skip_line(file, line)
                        yield Skipped(f"too large: a line of more than {MAX_LINE_BYTES} bytes", path=path)
                        continue
                except EOFError:
                    yield Skipped("truncated: the gzip data end early", path=path)
                    return
                except (OSError, zlib.error) as error:
                    yield Skipped(f"corrupt: {explain(error)}", path=path)
                    return
                if not line:
                    return
                if number == 1:
                    line = line.removeprefix(_BOM)
                if line.strip():
                    yield _row(line, path)


def _skip_line(file: BinaryIO, line: bytes) -> None:
    """Read on to the end of a line that is too long."""
    while line and not line.endswith(b"\n"):
        line = file.readline(1 << 20)


def _row(line: bytes, path: str) -> RawPage | Skipped:
    try:
        fields = json.loads(line.decode("utf-8"))
    except UnicodeDecodeError as error:
        return Skipped(f"broken line: not UTF-8 at byte {error.start}", path=path)
    except (ValueError, RecursionError) as error:
        return Skipped(f"broken line: not JSON, {explain(error)}", path=path)
    if not isinstance(fields, dict):
        return Skipped(f"broken line: not a JSON object but {type(fields).__name__}", path=path)
    return row_of(fields, path)


def row_of(fields: dict[str, Any], path: str) -> RawPage | Skipped:
    """A page from its columns: `html` as text or bytes; `url` and `host` count if they are text."""
    notes: list[str] = []
    html = fields.get("html")
    page = RawPage(
        html if isinstance(html, str | bytes) else b"",
        url=_text(fields, "url", notes),
        path=path,
        id=as_id(fields.get("id")),
        host=_text(fields, "host", notes),
        notes=tuple(notes),
    )
    if not isinstance(html, str | bytes):
        found = "is missing" if html is None else f"is not text but {type(html).__name__}"
        return skip(page, f"no html: the field `html` {found}")
    return checked(page)


def _text(fields: dict[str, Any], name: str, notes: list[str]) -> str | None:
    value = fields.get(name)
    if value is None or value == "":
        return None
    if not isinstance(value, str):
        notes.append(f"{name} is not text and was left out")
        return None
    return without_surrogates(value)


def as_id(value: Any) -> str | int | None:
    """An id as it is if it is text or a whole number, else as JSON text."""
    if value is None or (isinstance(value, int) and not isinstance(value, bool)):
        return value
    return without_surrogates(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str))

"""Write the text, Markdown, HTML or XML of one page to a file or to standard output."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sitegrain.errors import UsageError
from sitegrain.writers.rows import Row, to_bytes
from sitegrain.writers.sink import Sink
from sitegrain.writers.writer import Writer

if TYPE_CHECKING:
    from pathlib import Path


class SingleWriter(Writer):
    """One page's content as it is, without the rest of its row. A skipped page leaves no output."""

    def __init__(self, out: Path | None, column: str) -> None:
        super().__init__()
        self._out, self._column = out, column
        self._has_page = False

    def _open(self) -> None:
        self._sink = Sink(self._out, self._cleanup)

    def write(self, row: Row) -> None:
        if row.get("skipped") is not None:
            return
        if self._has_page:
            raise UsageError(f"{self._column} of many pages cannot go into one output: give a folder as OUT")
        self._has_page = True
        self._sink.write(page_bytes(row, self._column))
        self.is_wanted = self._sink.is_wanted

    def _finish(self) -> None:
        if not self._has_page:
            self._sink.discard()


def page_bytes(row: Row, column: str) -> bytes:
    """A column's text with a line feed at its end."""
    text: str = row[column] or ""
    return to_bytes(text if not text or text.endswith("\n") else text + "\n")

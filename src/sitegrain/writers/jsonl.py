"""Write JSON lines, plain or gzip, to a file or to standard output."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sitegrain.writers.rows import Row, to_json
from sitegrain.writers.sink import Sink
from sitegrain.writers.writer import Writer

if TYPE_CHECKING:
    from pathlib import Path


class JsonLinesWriter(Writer):
    """One JSON object a row, in the row's order of columns."""

    def __init__(self, out: Path | None, *, is_compressed: bool = False) -> None:
        super().__init__()
        self._out, self._is_compressed = out, is_compressed

    def _open(self) -> None:
        self._sink = Sink(self._out, self._cleanup, is_compressed=self._is_compressed)

    def write(self, row: Row) -> None:
        self._sink.write(to_json(row))
        self.is_wanted = self._sink.is_wanted

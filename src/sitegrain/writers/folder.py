"""Write one file a page into a folder."""

from __future__ import annotations

from typing import TYPE_CHECKING, BinaryIO

from sitegrain.writers.names import Names
from sitegrain.writers.rows import Row, to_json
from sitegrain.writers.single import page_bytes
from sitegrain.writers.temporary import as_write_error, whole_folder
from sitegrain.writers.writer import Writer

if TYPE_CHECKING:
    from pathlib import Path

SKIPPED_NAME = "skipped.jsonl"  # the rows of the pages that have no file
_SUFFIXES = {"text": ".txt", "markdown": ".md", "html": ".html", "xml": ".xml", "jsonl": ".json"}


class FolderWriter(Writer):
    """Each page in a file named after its path or address; pages without one are listed in `skipped.jsonl`."""

    def __init__(self, out: Path, file_format: str, *, overwrite: bool = False) -> None:
        super().__init__()
        self._out, self._format, self._overwrite = out, file_format, overwrite
        self._skipped: BinaryIO | None = None

    def _open(self) -> None:
        self._folder = self._cleanup.enter_context(whole_folder(self._out, overwrite=self._overwrite))
        self._names = Names(self._folder, _SUFFIXES[self._format])

    def write(self, row: Row) -> None:
        with as_write_error(self._out):
            if row.get("skipped") is not None:
                self._write_skipped(row)
                return
            data = to_json(row) if self._format == "jsonl" else page_bytes(row, self._format)
            self._names.create(row.get("path"), row.get("url")).write_bytes(data)

    def _write_skipped(self, row: Row) -> None:
        if self._skipped is None:
            self._skipped = self._cleanup.enter_context(open(self._folder / SKIPPED_NAME, "wb"))  # noqa: SIM115
        self._skipped.write(to_json(row))

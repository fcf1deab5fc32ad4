"""Write the small-screen pages of a site into a folder, their links leading to one another."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from sitegrain.mobile.addresses import AddressBook, Rewriter
from sitegrain.writers.folder import FolderWriter
from sitegrain.writers.single import page_bytes
from sitegrain.writers.temporary import as_write_error

if TYPE_CHECKING:
    import os

    from sitegrain.writers.rows import Row


class MobileWriter(FolderWriter):
    """A file a page, at the same place as below the source; pages without one are listed in `skipped.jsonl`.

    Rows have `html`, `path`, `url` and `canonical`. Links are made when all pages are there, file by file, so that
    memory does not grow with the site.

    source: the folder of the source if it is one, so that images and other files of pages without URLs are found
    """

    def __init__(
        self, out: str | os.PathLike[str], *, source: str | os.PathLike[str] | None = None, overwrite: bool = False
    ) -> None:
        super().__init__(Path(out), "html", overwrite=overwrite)
        self._source = None if source is None else Path(source)

    def _open(self) -> None:
        super()._open()
        folder = self._cleanup.enter_context(TemporaryDirectory(prefix="sitegrain-", ignore_cleanup_errors=True))
        self._book = self._cleanup.enter_context(AddressBook(Path(folder) / "addresses"))

    def write(self, row: Row) -> None:
        if row.get("skipped") is not None:
            super().write(row)
            return
        with as_write_error(self._out):
            place = self._names.create(row.get("path"), row.get("url"))
            place.write_bytes(page_bytes(row, "html"))
        file = place.relative_to(self._folder).as_posix()
        self._book.add(file, path=row.get("path"), url=row.get("url"), canonical=row.get("canonical"))

    def _finish(self) -> None:
        rewriter = Rewriter(self._book, self._out, self._source)
        with as_write_error(self._out), closing(self._book.origins()) as origins:
            for origin in origins:
                place = self._folder / origin.file
                html = place.read_text(encoding="utf-8")
                rewritten = rewriter.rewrite(html, origin)
                if rewritten != html:
                    place.write_text(rewritten, encoding="utf-8", newline="\n")

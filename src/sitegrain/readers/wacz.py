"""Read the WARC files inside a WACZ (a zip with `archive/*.warc.gz`). Needs the extra `warc`."""

from __future__ import annotations

import zipfile
from functools import partial
from typing import TYPE_CHECKING, BinaryIO, cast

from sitegrain.errors import SourceError
from sitegrain.pages.raw import RawPage, Skipped
from sitegrain.readers.source import Source, explain, printable
from sitegrain.readers.warc import is_warc, read_warc, require_fastwarc

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


class WaczSource(Source):
    """The pages of all WARC files in a WACZ, in the order of their names; nothing is unpacked to disk."""

    def __init__(self, path: Path, *, limit: int | None = None) -> None:
        super().__init__(limit=limit)
        self.path = path
        require_fastwarc()
        with self._open() as archive:
            if not _members(archive):
                raise SourceError(f"{path}: not a WACZ file, it has no archive/*.warc.gz")

    def _open(self) -> zipfile.ZipFile:
        try:
            return zipfile.ZipFile(self.path)
        except (OSError, zipfile.BadZipFile) as error:
            raise SourceError(f"{self.path}: not a readable WACZ file: {explain(error)}") from error

    def _read(self) -> Iterator[RawPage | Skipped]:
        with self._open() as archive:
            for member in _members(archive):
                name = printable(f"{self.path.name}/{member}")
                try:
                    with archive.open(member) as file:
                        sound = is_warc(file.read(4096))
                # RuntimeError: encrypted. NotImplementedError: a compression that zipfile does not know.
                except (OSError, RuntimeError, NotImplementedError, zipfile.BadZipFile) as error:
                    yield Skipped(f"unreadable: {explain(error)}", path=name)
                    continue
                if sound:
                    yield from read_warc(partial(_stream, archive, member), name)
                else:
                    yield Skipped("not a WARC: starts with other bytes", path=name)


def _stream(archive: zipfile.ZipFile, member: str) -> BinaryIO:
    return cast("BinaryIO", _Member(archive, member))


class _Member:
    """A member as a stream whose damage is an OSError, like a file's."""

    def __init__(self, archive: zipfile.ZipFile, member: str) -> None:
        self._file = archive.open(member)

    def read(self, n_bytes: int = -1) -> bytes:
        try:
            return self._file.read(n_bytes)
        except (zipfile.BadZipFile, EOFError) as error:
            raise OSError(str(error)) from error

    def seek(self, offset: int, whence: int = 0) -> int:
        return self._file.seek(offset, whence)

    def tell(self) -> int:
        return self._file.tell()

    def close(self) -> None:
        self._file.close()

    def __enter__(self) -> _Member:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _members(archive: zipfile.ZipFile) -> list[str]:
    names = archive.namelist()
    return sorted(name for name in names if name.startswith("archive/") and name.endswith((".warc.gz", ".warc")))

"""Read pages from wherever they lie. A new kind of source is a new file here and a line in `read`."""

from __future__ import annotations

import os
from pathlib import Path

from sitegrain.errors import SourceError
from sitegrain.readers.file import FileSource, StdinSource
from sitegrain.readers.folder import FolderSource
from sitegrain.readers.jsonl import JsonLinesSource
from sitegrain.readers.parquet import ParquetSource
from sitegrain.readers.source import Source, explain
from sitegrain.readers.wacz import WaczSource
from sitegrain.readers.warc import WarcSource
from sitegrain.readers.web import WebSource

__all__ = ["Source", "read"]

_BY_SUFFIX: dict[str, type[JsonLinesSource | ParquetSource | WaczSource | WarcSource]] = {
    ".jsonl": JsonLinesSource,
    ".jsonl.gz": JsonLinesSource,
    ".ndjson": JsonLinesSource,
    ".ndjson.gz": JsonLinesSource,
    ".parquet": ParquetSource,
    ".warc": WarcSource,
    ".warc.gz": WarcSource,
    ".wacz": WaczSource,
}


def read(source: str | os.PathLike[str], *, limit: int | None = None) -> Source:
    """Open a source: a folder, a file of one of the known suffixes, an http(s) address, `-` for standard input.

    Anything else that exists is one HTML file. `limit` ends the reading after so many usable pages.
    Raises SourceError if there is no such source or it is not what its suffix says.
    """
    name = os.fspath(source)
    if name == "-":
        return StdinSource(limit=limit)
    if name.lower().startswith(("http://", "https://")):
        return WebSource(name, limit=limit)
    path = Path(name)
    try:
        path.stat()
        is_folder = path.is_dir()
    except FileNotFoundError:
        raise SourceError(f"{name}: no such file or folder{_address_hint(name)}") from None
    except (OSError, ValueError) as error:
        raise SourceError(f"{name}: cannot be read: {explain(error)}") from error
    if is_folder:
        return FolderSource(path, limit=limit)
    for suffix, kind in _BY_SUFFIX.items():
        if path.name.lower().endswith(suffix):
            return kind(path, limit=limit)
    return FileSource(path, limit=limit)


def _address_hint(name: str) -> str:
    """What to say of a name that may be meant as an address."""
    if "://" in name:
        return "; only http:// and https:// addresses are fetched"
    return "; an address starts with http:// or https://" if name.lower().startswith("www.") else ""

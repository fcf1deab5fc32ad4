"""Write rows, one a page, in the format that OUT's suffix or the user names."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from sitegrain.errors import UsageError
from sitegrain.writers.folder import FolderWriter
from sitegrain.writers.jsonl import JsonLinesWriter
from sitegrain.writers.parquet import ParquetWriter
from sitegrain.writers.rows import COLUMNS, ON_REQUEST, PIECE_COLUMNS, Row
from sitegrain.writers.single import SingleWriter
from sitegrain.writers.table import is_table, write_table
from sitegrain.writers.writer import Writer

if TYPE_CHECKING:
    from collections.abc import Collection

__all__ = [
    "COLUMNS",
    "FORMATS",
    "ON_REQUEST",
    "PIECE_COLUMNS",
    "Row",
    "Writer",
    "format_of",
    "is_table",
    "open_writer",
    "write_table",
]

FORMATS = ("jsonl", "parquet", "text", "markdown", "html", "xml")

_FOLDER_HINT = "give a folder as OUT, or --limit 1 for the first page alone"
_BY_SUFFIX = {
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".jsonl.gz": "jsonl",
    ".ndjson.gz": "jsonl",
    ".parquet": "parquet",
    ".txt": "text",
    ".text": "text",
    ".md": "markdown",
    ".markdown": "markdown",
    ".html": "html",
    ".htm": "html",
    ".xml": "xml",
}


def open_writer(
    out: str | os.PathLike[str] | None = None,
    file_format: str | None = None,
    *,
    many: bool = True,
    extras: Collection[str] = (),
    overwrite: bool = False,
) -> Writer:
    """Choose the writer of an output; it is opened by its `with` block.

    out:         None or `-` for standard output; a folder, or a name ending in `/`, for one file a page
    file_format: one of FORMATS; None takes it from the suffix (a folder: text, standard output: jsonl)
    many:        more than one page may come
    extras:      the columns on request that rows will have; they are part of a Parquet file's schema
    overwrite:   write into a folder that has something in it

    Raises UsageError if these do not fit together; entering the block raises WriteError if the output cannot be
    written.
    """
    name = None if out is None or os.fspath(out) == "-" else os.fspath(out)
    chosen = format_of(name, file_format)
    _check(name, chosen, many=many)
    if name is None:
        return JsonLinesWriter(None) if chosen == "jsonl" else SingleWriter(None, chosen)
    path = Path(name)
    if _is_folder(name):
        return FolderWriter(path, chosen, overwrite=overwrite)
    if chosen == "jsonl":
        return JsonLinesWriter(path, is_compressed=name.lower().endswith(".gz"))
    return ParquetWriter(path, extras) if chosen == "parquet" else SingleWriter(path, chosen)


def format_of(out: str | None, file_format: str | None) -> str:
    """The format of an output: the one asked for, else the one its suffix names."""
    if file_format is not None:
        if file_format not in FORMATS:
            raise UsageError(f"unknown format {file_format!r}: choose one of {', '.join(FORMATS)}")
        return file_format
    if out is None or out == "-":
        return "jsonl"
    if _is_folder(out):
        return "text"
    for suffix, known in _BY_SUFFIX.items():
        if out.lower().endswith(suffix):
            return known
    raise UsageError(f"the name {out} does not tell the format: give -f, or one of {' '.join(_BY_SUFFIX)}, or a folder")


def _is_folder(out: str) -> bool:
    return out.endswith(("/", os.sep)) or os.path.isdir(out)


def _check(out: str | None, file_format: str, *, many: bool) -> None:
    """Refuse what cannot be: several texts in one file, a table in a pipe."""
    if out is None:
        if file_format == "parquet":
            raise UsageError("parquet cannot go to standard output: give a file as OUT")
        if many and file_format != "jsonl":
            raise UsageError(f"{file_format} of many pages cannot go to standard output: {_FOLDER_HINT}")
    elif _is_folder(out):
        if file_format == "parquet":
            raise UsageError(f"parquet is one file and not one a page: give a file as OUT, not the folder {out}")
    elif file_format not in ("jsonl", "parquet") and many:
        raise UsageError(f"{file_format} of many pages cannot go into the one file {out}: {_FOLDER_HINT}")
    elif out.lower().endswith(".gz") and file_format != "jsonl":
        raise UsageError(f"only JSON lines are written compressed: {out} cannot hold {file_format}")

"""Write rows whose columns are only known once all are there: as CSV or Parquet, whole or not at all."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sitegrain.errors import UsageError
from sitegrain.writers.parquet import import_pyarrow
from sitegrain.writers.rows import Row, to_bytes, without_surrogates
from sitegrain.writers.temporary import as_write_error, whole_file

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


def is_table(out: str | None) -> bool:
    """Whether a name says that a table is to be written."""
    return out is not None and out.lower().endswith(tuple(_FORMATS))


def write_table(out: str, columns: Sequence[str], rows: Sequence[Row]) -> None:
    """Write rows to a .csv or .parquet file; a list or mapping in a row is written as JSON.

    Raises UsageError for another suffix, ExtraError if pyarrow is missing, WriteError if the file cannot be written.
    """
    write = next((write for suffix, write in _FORMATS.items() if out.lower().endswith(suffix)), None)
    if write is None:
        raise UsageError(f"the name {out} does not tell the format: one of {' '.join(_FORMATS)}")
    plain = [[_plain(row.get(column)) for column in columns] for row in rows]
    data = write(columns, plain)
    path = Path(out)
    with whole_file(path) as part, as_write_error(path):
        part.write_bytes(data)


def _plain(value: Any) -> Any:
    return json.dumps(value, ensure_ascii=False) if isinstance(value, (list, dict)) else value


def _csv(columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> bytes:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(rows)
    return to_bytes(text.getvalue())


def _parquet(columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> bytes:
    """Whole numbers in columns that have nothing else, text in all others."""
    pyarrow = import_pyarrow()
    arrays = []
    for number in range(len(columns)):
        values = [without_surrogates(row[number]) for row in rows]
        is_number = bool(values) and all(isinstance(value, int) for value in values)
        arrays.append(pyarrow.array(values, pyarrow.int64() if is_number else pyarrow.string()))
    sink = io.BytesIO()
    pyarrow.parquet.write_table(pyarrow.table(arrays, names=list(columns)), sink, compression="zstd")
    return sink.getvalue()


_FORMATS: dict[str, Callable[[Sequence[str], Sequence[Sequence[Any]]], bytes]] = {".csv": _csv, ".parquet": _parquet}

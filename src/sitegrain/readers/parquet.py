"""Read a Parquet file with the columns `html`, and `url`, `id`, `host` if known. Needs the extra `parquet`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sitegrain.errors import ExtraError, SourceError
from sitegrain.pages.raw import RawPage, Skipped
from sitegrain.readers.jsonl import row_of
from sitegrain.readers.source import Source, explain, printable

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

BATCH_ROWS = 32  # pages held at a time
BUFFER_BYTES = 1 << 20  # read ahead a column; without it a whole column chunk is read
_COLUMNS = ("html", "url", "id", "host")


class ParquetSource(Source):
    """The pages of a Parquet file, by record batches."""

    def __init__(self, path: Path, *, limit: int | None = None) -> None:
        super().__init__(limit=limit)
        self.path = path
        self.name = printable(path.name)
        with self._open() as file:
            _check(file.schema_arrow, path)

    def _open(self) -> Any:
        try:
            import pyarrow
            import pyarrow.parquet
        except ImportError as error:
            raise ExtraError("reading Parquet needs pyarrow: pip install 'sitegrain[parquet]'") from error
        try:
            return pyarrow.parquet.ParquetFile(self.path, buffer_size=BUFFER_BYTES)
        except (OSError, pyarrow.ArrowException) as error:
            raise SourceError(f"{self.path}: not a readable Parquet file: {explain(error)}") from error

    def _read(self) -> Iterator[RawPage | Skipped]:
        import pyarrow

        number = 0
        with self._open() as file:
            columns = [name for name in _COLUMNS if name in file.schema_arrow.names]
            batches = file.iter_batches(batch_size=BATCH_ROWS, columns=columns)
            while True:
                try:
                    batch = next(batches, None)
                except (OSError, pyarrow.ArrowException) as error:
                    yield Skipped(f"corrupt: the rest of the file, {explain(error)}", path=f"{self.name}#{number + 1}")
                    return
                if batch is None:
                    return
                for i in range(batch.num_rows):
                    number += 1
                    fields = {name: _value(batch.column(name)[i]) for name in columns}
                    yield row_of(fields, f"{self.name}#{number}")


def _check(schema: Any, path: Path) -> None:
    """The file has an html column of text or bytes."""
    import pyarrow

    if "html" not in schema.names:
        raise SourceError(f"{path}: has no column `html`; its columns are {', '.join(schema.names) or 'none'}")
    kind = schema.field("html").type
    if pyarrow.types.is_dictionary(kind):
        kind = kind.value_type
    types = pyarrow.types
    tests = (types.is_string, types.is_large_string, types.is_binary, types.is_large_binary, types.is_string_view)
    if not any(test(kind) for test in (*tests, types.is_binary_view)):
        raise SourceError(f"{path}: the column `html` holds {kind}, neither text nor bytes")


def _value(scalar: Any) -> Any:
    """The value; text that is not UTF-8 comes as its bytes."""
    try:
        return scalar.as_py()
    except UnicodeDecodeError:
        return scalar.as_buffer().to_pybytes()

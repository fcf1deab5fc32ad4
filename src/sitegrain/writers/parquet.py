"""Write a Parquet file, row group by row group. Needs the extra `parquet`."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from sitegrain.errors import ExtraError
from sitegrain.writers.rows import COLUMNS, IMAGE_COLUMNS, ON_REQUEST, PIECE_COLUMNS, Row, without_surrogates
from sitegrain.writers.temporary import as_write_error, whole_file
from sitegrain.writers.writer import Writer

if TYPE_CHECKING:
    from collections.abc import Collection
    from pathlib import Path

GROUP_ROWS = 1000
GROUP_CHARS = 32 << 20  # of text held back; whichever comes first ends a row group


class ParquetWriter(Writer):
    """One row a page, the same columns and types whatever the pages are."""

    def __init__(self, out: Path, extras: Collection[str] = ()) -> None:
        super().__init__()
        self._out, self._extras = out, extras
        self._rows: list[dict[str, Any]] = []
        self._n_chars = 0

    def _open(self) -> None:
        pyarrow = import_pyarrow()
        self._schema = _schema(self._extras)
        part = self._cleanup.enter_context(whole_file(self._out))
        with as_write_error(self._out):
            file = self._cleanup.enter_context(open(part, "wb"))  # noqa: SIM115
        self._file: Any = pyarrow.parquet.ParquetWriter(file, self._schema, compression="zstd")
        self._cleanup.callback(self._abandon)

    def write(self, row: Row) -> None:
        pieces = [*(row.get("blocks") or ()), *(row.get("dropped") or ())]
        unknown = set(row).difference(self._schema.names).union(*pieces) - {*self._schema.names, *PIECE_COLUMNS}
        if unknown:  # pyarrow would leave it out without a word
            raise ValueError(f"no column for {', '.join(sorted(unknown))}")
        page_id = row.get("id")  # one type for a column, whatever types the source mixes
        self._rows.append({**row, "id": None if page_id is None else str(page_id)})
        self._n_chars += sum(len(value) for value in row.values() if isinstance(value, str))
        if len(self._rows) >= GROUP_ROWS or self._n_chars >= GROUP_CHARS:
            self._flush()

    def _finish(self) -> None:
        self._flush()
        with as_write_error(self._out):
            self._file.close()

    def _abandon(self) -> None:
        """Close before the file below is closed; after an error the output is not whole anyway."""
        with suppress(OSError, ValueError):
            self._file.close()
        self._file.is_open = False

    def _flush(self) -> None:
        """Write the rows held back as one row group."""
        import pyarrow

        if not self._rows:
            return
        try:
            table = pyarrow.Table.from_pylist(self._rows, schema=self._schema)
        except UnicodeEncodeError:
            table = pyarrow.Table.from_pylist(without_surrogates(self._rows), schema=self._schema)
        with as_write_error(self._out):
            self._file.write_table(table)
        self._rows, self._n_chars = [], 0


def import_pyarrow() -> Any:
    """The module pyarrow with pyarrow.parquet; ExtraError if it is missing."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        raise ExtraError("writing Parquet needs pyarrow: pip install 'sitegrain[parquet]'") from error
    return pyarrow


def _schema(extras: Collection[str]) -> Any:
    """Text everywhere but for confidence, the notes and the pieces of `blocks` and `dropped`."""
    import pyarrow

    texts = pyarrow.list_(pyarrow.string())
    sizes = {"width": pyarrow.int64(), "height": pyarrow.int64()}
    image = pyarrow.struct([(name, sizes.get(name, pyarrow.string())) for name in IMAGE_COLUMNS])
    special = {
        "support": pyarrow.int64(),
        "weight": pyarrow.float64(),
        "score": pyarrow.float64(),
        "reasons": texts,
        "images": pyarrow.list_(image),
    }
    piece = pyarrow.struct([(name, special.get(name, pyarrow.string())) for name in PIECE_COLUMNS])
    types = {
        "confidence": pyarrow.float64(),
        "notes": texts,
        "blocks": pyarrow.list_(piece),
        "dropped": pyarrow.list_(piece),
    }
    columns = [name for name in COLUMNS if name not in ON_REQUEST or name in extras]
    return pyarrow.schema([(name, types.get(name, pyarrow.string())) for name in columns])

"""Rows that wait on disk until all pages have been seen."""

from __future__ import annotations

import json
from array import array
from tempfile import TemporaryFile
from typing import TYPE_CHECKING

from sitegrain.errors import WriteError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import TracebackType
    from typing import IO, Self

    from sitegrain.crawl.works import Row


class RowSpool:
    """Keeps rows in the order added; eight bytes of memory each. Used in a `with` block, or closed."""

    def __init__(self) -> None:
        self._file: IO[bytes] = TemporaryFile(prefix="sitegrain-")  # noqa: SIM115  closed by `close`
        self._starts = array("q")
        self._end = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the rows."""
        self._file.close()

    def __len__(self) -> int:
        return len(self._starts)

    def add(self, row: Row) -> None:
        """Keep a row of plain values; WriteError if the disk does not take it."""
        data = json.dumps(row).encode() + b"\n"
        self._starts.append(self._end)
        try:
            self._file.write(data)
        except OSError as error:
            raise WriteError(f"cannot keep the rows in a temporary file: {error.strerror or error}") from error
        self._end += len(data)

    def __getitem__(self, number: int) -> Row:
        self._file.seek(self._starts[number])
        row: Row = json.loads(self._file.readline())
        return row

    def __iter__(self) -> Iterator[Row]:
        """The rows in order; others may be looked up in between."""
        return (self[number] for number in range(len(self)))

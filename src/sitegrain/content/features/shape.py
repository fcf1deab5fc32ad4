"""A page's structure for the kernel, and the matrix of its columns."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from sitegrain import kernel

if TYPE_CHECKING:
    from collections.abc import Sequence

_LOGS = np.log1p(np.arange(4096.0))

Columns = Mapping[str, NDArray[np.float64]]
Matrix = NDArray[np.float64]  # (n_columns, n_units)


class UnitColumns(Columns):
    """The rows of a matrix by name.

    rows:   name -> row, in the order of the rows
    matrix: float32 or float64 (n_columns, n_units); (n_columns, 1) for what all units have
    """

    __slots__ = ("matrix", "rows")

    def __init__(self, rows: Mapping[str, int], matrix: NDArray[np.floating]) -> None:
        self.rows = rows
        self.matrix = matrix

    def __getitem__(self, name: str) -> NDArray[np.float64]:
        column: NDArray[np.float64] = self.matrix[self.rows[name]]
        return column

    def __iter__(self) -> Iterator[str]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)


class JoinedColumns(Columns):
    """The columns of several matrices, one after another; names are made into columns when they are asked for."""

    __slots__ = ("n_units", "parts")

    def __init__(self, parts: Sequence[UnitColumns], n_units: int) -> None:
        self.parts = parts
        self.n_units = n_units

    def __getitem__(self, name: str) -> NDArray[np.float64]:
        part = next((part for part in self.parts if name in part.rows), self.parts[0])
        column = part[name]
        return column if len(column) == self.n_units else np.broadcast_to(column, self.n_units)

    def __iter__(self) -> Iterator[str]:
        return itertools.chain.from_iterable(self.parts)

    def __len__(self) -> int:
        return sum(map(len, self.parts))


def take_logs(matrix: Matrix, rows: NDArray[np.int32]) -> None:
    """Put the logarithm of 1 more in the place of some rows, which are counts; those of small numbers are known."""
    left = kernel.take_logs(matrix, rows, _LOGS)
    if left:
        matrix[left] = np.log1p(matrix[left])

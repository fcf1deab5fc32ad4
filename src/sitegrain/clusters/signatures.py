"""The signatures of a stream of pages as one flat table."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sitegrain.clusters.minhash import N_HASHES

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sitegrain.clusters.minhash import Signature

_GROWTH = 1.5  # of the table when it is full; what no row was written to takes no memory


class Signatures:
    """A growing table of rows: 512 bytes a page."""

    def __init__(self) -> None:
        self._table = np.empty((1024, N_HASHES), np.uint32)
        self._n = 0

    def __len__(self) -> int:
        return self._n

    def add(self, signature: Signature) -> None:
        """Append a row."""
        if self._n == len(self._table):
            # In place: a copy would hold the table twice
            self._table.resize((int(self._n * _GROWTH), N_HASHES), refcheck=False)
        self._table[self._n] = signature
        self._n += 1

    @property
    def rows(self) -> NDArray[np.uint32]:
        """Uint32 (n, N_HASHES): a view of all rows; none may be added while it is in use."""
        return self._table[: self._n]

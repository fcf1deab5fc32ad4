"""The features of a table (Wang and Hu, WWW 2002, section 3; f16, which needs words of a language, is left out)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sitegrain.segmenters.layout_tables.grid import Grid, Texts

TYPES = ("image", "form", "hyperlink", "alphabetical", "digit", "empty", "other")
NAMES = (
    "mean columns", "sd columns", "mean rows", "sd rows", "mean length", "sd length", "length consistency",
    *TYPES, "type consistency",
)  # fmt: skip
LONG_CELL, LONG_MEAN = 400, 100  # characters of a cell, and in the mean
LINKED = 0.5  # share of a cell's characters in links, from which it is a hyperlink


def cell_type(texts: Texts, node: int) -> str:
    """What a cell mostly holds."""
    characters = texts.characters
    if texts.forms[node]:
        return "form"
    if not characters.all[node]:
        return "image" if texts.images[node] else "empty"
    if characters.linked[node] >= LINKED * characters.all[node]:
        return "hyperlink"
    if characters.digits[node] and characters.digits[node] >= characters.letters[node]:
        return "digit"
    return "alphabetical" if characters.letters[node] else "other"


class TableFeatures:
    """f1 to f15 of one table.

    n_lines: rows and columns that have text, those with the same such cells counted once
    length_consistency, type_consistency: of the rows and of the columns, each a sum over cells averaged over lines
    """

    def __init__(self, grid: Grid, texts: Texts) -> None:
        self.lengths = [texts.characters.length(cell.node) for cell in grid.cells]
        self.types = [cell_type(texts, cell.node) for cell in grid.cells]
        rows, columns = grid.rows, grid.columns
        self.n_lines = _count_lines(rows, self.lengths), _count_lines(columns, self.lengths)
        self.length_consistency = _length_consistency(rows, self.lengths), _length_consistency(columns, self.lengths)
        self.type_consistency = _type_consistency(rows, self.types), _type_consistency(columns, self.types)
        self._lines = rows, columns
        counts = Counter(self.types)
        n = max(len(grid.cells), 1)
        self.values = (
            *_moments([len(row) for row in rows]),
            *_moments([len(column) for column in columns]),
            *_moments(self.lengths),
            max(self.length_consistency),
            *(counts[kind] / n for kind in TYPES),
            max(self.type_consistency),
        )

    @property
    def mean_length(self) -> float:
        return self.values[4]

    @property
    def has_long_text(self) -> bool:
        """Whether a cell, or all in the mean, are as long as paragraphs."""
        return max(self.lengths, default=0) > LONG_CELL or self.mean_length > LONG_MEAN

    def share(self, *kinds: str) -> float:
        """The share of cells of some types."""
        return sum(kind in kinds for kind in self.types) / max(len(self.types), 1)

    def relative(self) -> tuple[float, float]:
        """Length and type consistency by the length of a line: in [-0.5, 0.5] and in [-1, 1]."""
        return self._relative(self.length_consistency), self._relative(self.type_consistency)

    def _relative(self, pair: tuple[float, float]) -> float:
        lines = self._lines[int(np.argmax(pair))]
        n = sum(map(len, lines))
        return max(pair) * len(lines) / n if n else 0.0


def _count_lines(lines: Sequence[Sequence[int]], lengths: Sequence[int]) -> int:
    with_text = {tuple(cell for cell in line if lengths[cell]) for line in lines}
    return len(with_text - {()})


def _moments(values: Sequence[float]) -> tuple[float, float]:
    return (float(np.mean(values)), float(np.std(values))) if values else (0.0, 0.0)


def _length_consistency(lines: Sequence[Sequence[int]], lengths: Sequence[int]) -> float:
    """CLC: how near the cells of a line are to its mean length."""
    total = 0.0
    for line in lines:
        mean = sum(lengths[cell] for cell in line) / len(line)
        if mean:
            total += sum(0.5 - min(abs(lengths[cell] - mean) / mean, 1.0) for cell in line)
    return total / len(lines) if lines else 0.0


def _type_consistency(lines: Sequence[Sequence[int]], types: Sequence[str]) -> float:
    """CTC: cells of the line's most frequent type less the others; of equally frequent ones the first of TYPES."""
    total = 0
    for line in lines:
        counts = Counter(types[cell] for cell in line)
        dominant = max(TYPES, key=lambda kind: counts[kind])
        total += 2 * counts[dominant] - len(line)
    return total / len(lines) if lines else 0.0

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
LINKED = 0.5  # share of a cell's characters in links, from which it is a hyperlink


def cell_type(texts: Texts, node: int) -> str:
    """What a cell mostly holds."""
    if texts.forms[node]:
        return "form"
    if not texts.chars[node]:
        return "image" if texts.images[node] else "empty"
    if texts.link_chars[node] >= LINKED * texts.chars[node]:
        return "hyperlink"
    if texts.digits[node] and texts.digits[node] >= texts.letters[node]:
        return "digit"
    return "alphabetical" if texts.letters[node] else "other"


class TableFeatures:
    """f1 to f15 of one table.

    length_consistency, type_consistency: of the rows and of the columns, each a sum over cells averaged over lines
    """

    def __init__(self, grid: Grid, texts: Texts) -> None:
        self.lengths = [texts.length(cell.node) for cell in grid.cells]
        self.types = [cell_type(texts, cell.node) for cell in grid.cells]
        rows, columns = grid.rows, grid.columns
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

    def relative(self) -> tuple[float, float]:
        """Length and type consistency by the length of a line: in [-0.5, 0.5] and in [-1, 1]."""
        return self._relative(self.length_consistency), self._relative(self.type_consistency)

    def _relative(self, pair: tuple[float, float]) -> float:
        lines = self._lines[int(np.argmax(pair))]
        n = sum(map(len, lines))
        return max(pair) * len(lines) / n if n else 0.0


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

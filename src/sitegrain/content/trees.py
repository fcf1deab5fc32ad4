"""Boosted regression trees as flat arrays, evaluated for many rows at once.

Every tree is stored as a complete binary tree of one depth, so that a row's way down is the same few array
look-ups for all trees: node i goes on to 2 i + 1 where value <= threshold, else to 2 i + 2.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

_CHUNK = 1 << 14  # rows looked at together, which bounds the memory


@dataclass(frozen=True, slots=True)
class Trees:
    """An additive model: the sum of one leaf of each tree.

    names:      the inputs, in the order of a row's columns
    features:   int16 (n_trees, 2**depth - 1) input that each inner node looks at
    thresholds: float32 of the same shape; +inf where a branch ended early
    node_values:float32 (n_trees, 2**(depth + 1) - 1) mean output below each node, for explanations
    base:       added to the sum
    """

    names: tuple[str, ...]
    features: NDArray[np.int16]
    thresholds: NDArray[np.float32]
    node_values: NDArray[np.float32]
    base: float

    @property
    def depth(self) -> int:
        return int(self.features.shape[1] + 1).bit_length() - 1

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Trees:
        """Lay out the trees of a scorer file."""
        depth = int(data["depth"])
        trees = data["trees"]
        features = np.zeros((len(trees), 2**depth - 1), np.int16)
        thresholds = np.full((len(trees), 2**depth - 1), np.inf, np.float32)
        values = np.zeros((len(trees), 2 ** (depth + 1) - 1), np.float32)
        for row, tree in enumerate(trees):
            _lay_out(tree, features[row], thresholds[row], values[row])
        return cls(tuple(data["inputs"]), features, thresholds, values, float(data["base"]))

    def sums(
        self, columns: Mapping[str, NDArray[np.generic]], rows: NDArray[np.intp] | None = None
    ) -> NDArray[np.float64]:
        """Float64 (n_rows,): the model's raw output for rows whose inputs are given by name; of all rows or of some."""
        wanted = np.arange(len(columns[self.names[0]])) if rows is None else rows
        out = np.empty(len(wanted))
        for start in range(0, len(wanted), _CHUNK):
            chunk = matrix(columns, self.names, wanted[start : start + _CHUNK])
            out[start : start + _CHUNK] = self.outputs(chunk).sum(axis=1, dtype=np.float64)
        return out + self.base

    def outputs(self, rows: NDArray[np.float32]) -> NDArray[np.float32]:
        """Float32 (n_rows, n_trees): the leaf of each tree."""
        starts = np.arange(len(self.features)) * self.node_values.shape[1]
        return np.asarray(self.node_values.ravel()[self._descend(rows) + starts])

    def _descend(self, rows: NDArray[np.float32]) -> NDArray[np.intp]:
        """Intp (n_rows, n_trees): the last node on each row's way down each tree."""
        n_inner = self.features.shape[1]
        features, thresholds = self.features.ravel(), self.thresholds.ravel()
        flat, n_columns = rows.ravel(), rows.shape[1]
        trees = np.arange(len(self.features)) * n_inner
        row_starts = (np.arange(len(rows)) * n_columns)[:, None]
        node = np.zeros((len(rows), len(self.features)), np.intp)
        for _ in range(self.depth):
            at = node + trees
            node = 2 * node + 1 + (flat[row_starts + features[at]] > thresholds[at])
        return node

    def contributions(self, rows: NDArray[np.float32]) -> NDArray[np.float64]:
        """Float64 (n_rows, n_names): how much each input moved a row's output.

        That is the change of the mean at each branch that asks for it.
        """
        n_rows, n_columns = len(rows), len(self.names)
        moved = np.zeros(n_rows * n_columns)
        row_starts = (np.arange(n_rows) * n_columns)[:, None]
        trees = np.arange(len(self.features))
        node = np.zeros((n_rows, len(self.features)), np.intp)
        for _ in range(self.depth):
            at = row_starts + self.features[trees, node]
            below = 2 * node + 1 + (rows.ravel()[at] > self.thresholds[trees, node])
            np.add.at(moved, at.ravel(), (self.node_values[trees, below] - self.node_values[trees, node]).ravel())
            node = below
        return moved.reshape(n_rows, n_columns)


def matrix(
    columns: Mapping[str, NDArray[np.generic]], names: tuple[str, ...], rows: slice | NDArray[np.intp] = slice(None)
) -> NDArray[np.float32]:
    """Float32 (n_rows, n_names): the named columns side by side."""
    n_rows = len(columns[names[0]][rows])
    out = np.empty((n_rows, len(names)), np.float32)
    for i, name in enumerate(names):
        out[:, i] = columns[name][rows]
    return out


def _lay_out(
    tree: list[list[float]], features: NDArray[np.int16], thresholds: NDArray[np.float32], values: NDArray[np.float32]
) -> None:
    """Fill one complete tree from its rows: [feature, threshold, left, right, mean] or [value] for a leaf."""
    pending = [(0, 0)]
    while pending:
        index, node = pending.pop()
        row = tree[index]
        values[node] = row[-1]
        if len(row) == 1:
            if 2 * node + 1 < len(values):  # an early leaf goes left all the way down
                pending.append((index, 2 * node + 1))
                values[2 * node + 2] = row[-1]
            continue
        features[node], thresholds[node] = int(row[0]), row[1]
        pending.append((int(row[2]), 2 * node + 1))
        pending.append((int(row[3]), 2 * node + 2))


def sigmoid(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """The logistic function, without overflow."""
    return 1 / (1 + np.exp(-np.clip(values, -60, 60)))


def softmax(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Positive shares that sum up to 1 over the last axis."""
    powers = np.exp(values - values.max(axis=-1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=-1, keepdims=True))

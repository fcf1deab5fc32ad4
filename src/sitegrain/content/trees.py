"""Boosted regression trees as flat arrays, evaluated for many rows at once.

Every tree is stored as a complete binary tree of one depth, so that a row's way down is the same few array
look-ups for all trees: node i goes on to 2 i + 1 where value <= threshold, else to 2 i + 2.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from sitegrain.errors import ModelError
from sitegrain.kernel import Forest, bound_logits, gather_rows, take_shares

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

MOST_LOGIT = 60.0  # log odds larger than this are none to a score
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
    forest: Forest = field(init=False, repr=False, compare=False)  # the same for the kernel

    def __post_init__(self) -> None:
        forest = Forest(self.features, self.thresholds, self.node_values, len(self.names))
        object.__setattr__(self, "forest", forest)

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
        out = np.zeros((len(wanted), 1))
        for start in range(0, len(wanted), _CHUNK):
            chunk = slice(start, start + _CHUNK)
            self.add_to(out[chunk], matrix(columns, self.names, wanted[chunk]))
        return out[:, 0] + self.base

    def over(self, names: Sequence[str]) -> Forest:
        """The same trees, to look at columns of these names in this order; ModelError if one that they need is not."""
        rows = {name: row for row, name in enumerate(names)}
        if not rows.keys() >= set(self.names):
            raise ModelError(f"the scorer has inputs that are not known: {', '.join(sorted({*self.names} - {*rows}))}")
        numbers = np.array([rows[name] for name in self.names], np.int16)
        return Forest(numbers[self.features], self.thresholds, self.node_values, len(rows))

    def add_to(self, sums: NDArray[np.float64], rows: NDArray[np.float32]) -> None:
        """Add each row's leaves to its sums, float64 (n_rows, n_sums); tree i to sum i % n_sums."""
        self.forest.add_leaves(rows, sums)

    def contributions(self, rows: NDArray[np.float32]) -> NDArray[np.float64]:
        """Float64 (n_rows, n_names): how much each input moved a row's output.

        That is the change of the mean at each branch that asks for it.
        """
        moved = np.zeros(rows.shape)
        self.forest.add_changes(rows, moved)
        return moved


def matrix(
    columns: Mapping[str, NDArray[np.generic]], names: tuple[str, ...], rows: NDArray[np.intp] | None = None
) -> NDArray[np.float32]:
    """Float32 (n_rows, n_names): the named columns side by side; all rows or some."""
    wanted = np.arange(len(columns[names[0]])) if rows is None else rows
    out = np.empty((len(wanted), len(names)), np.float32)
    gather_rows([columns[name] for name in names], wanted, out)
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


def sigmoid(values: NDArray[np.float64], base: float = 0.0) -> NDArray[np.float64]:
    """The logistic function of values and a base, float64 (n,), without overflow."""
    powers = np.empty(len(values))
    bound_logits(values, base, MOST_LOGIT, powers)
    take_shares(np.exp(powers, powers))
    return powers


def softmax(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Positive shares of float64 (n,) that sum up to 1."""
    numbers = values.tolist()
    most = max(numbers)
    powers: NDArray[np.float64] = np.exp(np.array([value - most for value in numbers]))
    total = 0.0
    for power in powers.tolist():
        total += power  # one after another on every version; sum() rounds in another way from Python 3.12 on
    powers /= total
    return powers

"""What the scorer costs in compiled code, without parsing and without its inputs.

    python -m benchmarks.scorer_cost

The kernel takes tree after tree, so that sums round as they always did; this program takes feature after feature, and
stops at the largest value of a block. It takes scorer.json and thorough.json through `scorer_cost.c`, checks that the
sums are those of the product, and gives microseconds for a page of 170 units: the first score of every unit, and the
second of those that have any hope.
"""

from __future__ import annotations

import ctypes
import json
import subprocess
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from benchmarks.datasets import open_sets
from benchmarks.machine import describe, merge_result
from sitegrain.content.extraction import Options
from sitegrain.content.scorer import HOPELESS, default_scorer
from sitegrain.content.trees import Trees, matrix, sigmoid
from sitegrain.model import extract

if TYPE_CHECKING:
    from numpy.typing import NDArray

PAGE_UNITS = 170
ROWS, MAX_LEAVES = 16, 32  # rows a block, leaves a tree
REPEATS = 200
SOURCE = Path(__file__).with_suffix(".c")
STEP = 25  # every so manieth page of a data set


def lay_out(source: dict[str, Any]) -> dict[str, NDArray[Any]]:
    """Turn the trees of a scorer file into tests by feature, and leaves by tree."""
    tests: list[tuple[int, float, int, int]] = []
    leaves = np.zeros((len(source["trees"]), MAX_LEAVES), np.float32)
    for number, rows in enumerate(source["trees"]):
        spans: dict[int, tuple[int, int]] = {}  # row -> its leaves from, to
        order, pending, n_leaves = [], [0], 0
        while pending:
            row = pending.pop()
            order.append(row)
            if len(rows[row]) > 1:
                pending += [int(rows[row][3]), int(rows[row][2])]
            else:
                leaves[number, n_leaves] = rows[row][-1]
                spans[row] = (n_leaves, n_leaves + 1)
                n_leaves += 1
        for row in reversed(order):
            if len(rows[row]) > 1:
                feature, threshold, left, right = rows[row][:4]
                spans[row] = (spans[int(left)][0], spans[int(right)][1])
                mask = ~(((1 << spans[int(left)][1]) - 1) ^ ((1 << spans[int(left)][0]) - 1)) & 0xFFFFFFFF
                tests.append((int(feature), threshold, number, mask))
    tests.sort()
    features = np.array([test[0] for test in tests])
    return {
        "first": np.searchsorted(features, np.arange(len(source["inputs"]) + 1)).astype(np.int32),
        "thresholds": np.array([test[1] for test in tests], np.float32),
        "trees": np.array([test[2] for test in tests], np.int32),
        "masks": np.array([test[3] for test in tests], np.uint32).view(np.int32),
        "leaves": leaves,
    }


def to_blocks(rows: NDArray[np.float32]) -> NDArray[np.float32]:
    """Float32 (n_blocks, n_features, 16): rows in sixteens, padded by zeros."""
    padded = np.zeros((-(-len(rows) // ROWS) * ROWS, rows.shape[1]), np.float32)
    padded[: len(rows)] = rows
    return np.ascontiguousarray(padded.reshape(-1, ROWS, rows.shape[1]).transpose(0, 2, 1))


def build(folder: Path) -> ctypes.CDLL:
    """Compile the C source for this machine."""
    library = folder / "scorer_cost.so"
    command = ["gcc", "-O3", "-march=native", "-shared", "-fPIC", "-o", str(library), str(SOURCE)]
    subprocess.run(command, check=True)
    return ctypes.CDLL(str(library))


def evaluate(
    library: ctypes.CDLL, laid: dict[str, NDArray[Any]], blocks: NDArray[np.float32]
) -> tuple[NDArray[np.float32], float]:
    """Float32 (n_blocks * 16,) the sums of the trees, and the seconds that it took."""
    n_trees = len(laid["leaves"])
    room, sums = _aligned(n_trees * ROWS, np.int32), _aligned(len(blocks) * ROWS, np.float32)
    rows = _aligned(blocks.size, np.float32)
    rows[:] = blocks.ravel()
    tests = [_pointer(laid[name]) for name in ("first", "thresholds", "trees", "masks", "leaves")]
    start = time.perf_counter()
    library.score(*tests, blocks.shape[1], n_trees, _pointer(rows), len(blocks), _pointer(room), _pointer(sums))
    return sums, time.perf_counter() - start


def _aligned(size: int, dtype: type) -> NDArray[Any]:
    """Zeros of four bytes each at an address that 32 divides, as vectors want it."""
    found = np.zeros(size + 8, dtype)
    start = -found.ctypes.data % 32 // 4
    return found[start : start + size]


def _pointer(array: NDArray[Any]) -> ctypes.c_void_p:
    return array.ctypes.data_as(ctypes.c_void_p)


def sample_rows(*, thorough: bool) -> dict[str, NDArray[np.float32]]:
    """Inputs of the first and of the second model for some pages of every data set."""
    scorer = default_scorer(thorough=thorough)
    first, second = [], []
    with open_sets(None) as sets:
        pages = [data.samples[i].html_path.read_bytes() for data in sets for i in range(0, len(data.samples), STEP)]
    for page in pages:
        evidence = extract(page, options=Options(thorough=thorough)).evidence
        first.append(matrix(evidence.scored.columns, scorer.first.names))
        second.append(matrix(evidence.scored.columns, scorer.second.names)[evidence.measured.scores >= HOPELESS])
    return {"first": np.vstack(first), "second": np.vstack(second)}


def main() -> None:
    """Check, time, print, keep: the usual scorer and the larger one."""
    with tempfile.TemporaryDirectory() as folder:
        library = build(Path(folder))
        for row_name, thorough in (("compiled", False), ("compiled, thorough", True)):
            row = measure(library, thorough=thorough)
            merge_result("scorer_cost", "scorer", row_name, row | describe())
            print(row_name, json.dumps(row))


def measure(library: ctypes.CDLL, *, thorough: bool) -> dict[str, float]:
    """The time that a scorer takes, after a check of what it gives."""
    scorer, rows = default_scorer(thorough=thorough), sample_rows(thorough=thorough)
    micros, n_tests = 0.0, 0
    for name in ("first", "second"):
        laid, trees = lay_out(scorer.source[name]), getattr(scorer, name)
        blocks = to_blocks(rows[name])
        _check(evaluate(library, laid, blocks)[0][: len(rows[name])], trees, rows[name])
        seconds = min(evaluate(library, laid, blocks)[1] for _ in range(REPEATS))
        micros += 1e6 * seconds / len(rows["first"]) * PAGE_UNITS
        n_tests += len(laid["thresholds"])
    return {"micros_a_page": round(micros, 1), "units_a_page": PAGE_UNITS, "tests_in_all": n_tests}


def _check(sums: NDArray[np.float32], trees: Trees, rows: NDArray[np.float32]) -> None:
    wanted = trees.sums({name: rows[:, i] for i, name in enumerate(trees.names)})
    largest = float(np.abs(sigmoid(sums.astype(np.float64)) - sigmoid(wanted)).max(initial=0))
    if largest > 1e-5:
        raise SystemExit(f"the compiled sums differ from the product's by up to {largest}")


if __name__ == "__main__":
    main()

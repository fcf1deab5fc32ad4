"""Measure time and memory of grouping signatures: many pages, a share of them copies, or all of them equal.

python -m benchmarks.duplicates [--pages N] [--threshold T]
"""

from __future__ import annotations

import argparse
import resource
import sys
import time
from collections.abc import Callable

import numpy as np

from benchmarks.machine import describe, merge_result
from sitegrain.clusters.banding import group_alike
from sitegrain.clusters.duplicates import THRESHOLD
from sitegrain.clusters.minhash import N_HASHES
from sitegrain.clusters.signatures import Signatures

LIMIT_MIB = 2048
COPIES = 0.2  # share of the pages that are a copy of an earlier one
EDITED = 0.1  # share of a copy's values that differ from its original's
ALIKE = 0.3  # share of values that two pages of the worst case have in common: they meet in many bands in vain


def main(arguments: list[str] | None = None) -> None:
    """Measure, save, and exit 1 if the peak is over the limit."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.duplicates", description=__doc__.splitlines()[0])
    parser.add_argument("--pages", type=int, default=1_000_000)
    parser.add_argument("--threshold", type=float, default=THRESHOLD)
    parser.add_argument("--case", choices=CASES, default="copies")
    options = parser.parse_args(arguments)
    random = np.random.default_rng(0)
    table = Signatures()
    start = time.perf_counter()
    make = CASES[options.case](random)
    for _ in range(options.pages):
        table.add(make())
    made = time.perf_counter()
    groups = group_alike(table.rows, options.threshold)
    seconds = time.perf_counter() - made
    peak_mib = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    row = {
        "pages": options.pages,
        "threshold": options.threshold,
        "groups": len(np.unique(groups)),
        "seconds_to_make": round(made - start, 1),
        "seconds": round(seconds, 1),
        "peak_mib": peak_mib,
        "limit_mib": LIMIT_MIB,
    }
    merge_result("duplicates", options.case, f"{options.pages} pages", row | describe())
    print(f"{options.case}: " + ", ".join(f"{name} {value}" for name, value in row.items()))
    if peak_mib > LIMIT_MIB:
        sys.exit(f"over the limit of {LIMIT_MIB} MiB")


Make = Callable[[], np.ndarray]


def copies(random: np.random.Generator) -> Make:
    """Pages of which some are edited copies of one of the last thousand."""
    recent: list[np.ndarray] = []

    def make() -> np.ndarray:
        own = _draw(random)
        if recent and random.random() < COPIES:
            return np.where(random.random(N_HASHES) < EDITED, own, recent[random.integers(len(recent))])
        recent.append(own)
        if len(recent) > 1000:
            recent.pop(0)
        return own

    return make


def equal(random: np.random.Generator) -> Make:
    """Pages that are all the same."""
    page = _draw(random)
    return lambda: page


def crowded(random: np.random.Generator) -> Make:
    """Pages that share a good deal, though less than the threshold, and so meet in many bands in vain."""
    page = _draw(random)
    return lambda: np.where(random.random(N_HASHES) < ALIKE**0.5, page, _draw(random))


def _draw(random: np.random.Generator) -> np.ndarray:
    return random.integers(0, 1 << 32, N_HASHES, dtype=np.uint32)


CASES = {"copies": copies, "equal": equal, "crowded": crowded}


if __name__ == "__main__":
    main()

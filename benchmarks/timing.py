"""The process in which one peer is timed: one core, the peer's own memory, nothing else loaded.

usage: python -m benchmarks.timing PEER PAGES.jsonl

A line of PAGES.jsonl is a group of pages, [[path, url], ...]; a peer that works page by page takes each by itself. Only
the calls of the peer count as its time: pages are read between them, and the first group is extracted once before.
"""

from __future__ import annotations

import json
import os
import resource
import sys
import time
import warnings
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import ModuleType

Group = list[tuple[bytes, str | None]]


def main(peer: str, list_path: str) -> None:
    """Time one peer and print what it took as JSON."""
    warnings.simplefilter("ignore")
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what a peer prints is not an answer
    module = import_module(f"benchmarks.peers.{peer}")
    groups = [json.loads(line) for line in Path(list_path).read_text(encoding="utf-8").splitlines()]
    if not hasattr(module, "extract_site"):
        groups = [[page] for group in groups for page in group]
    _timed(module, _load(groups[0]))
    seconds, n_failed = 0.0, 0
    for group in groups:
        taken, failure = _timed(module, _load(group))
        seconds += taken
        n_failed += len(group) if failure else 0
    n_pages = sum(map(len, groups))
    if n_failed == n_pages:
        sys.exit(f"no page could be extracted: {failure}")
    answer = {"seconds": seconds, "pages": n_pages, "failed_pages": n_failed}
    answer |= {"peak_bytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024, "version": module.version()}
    answers.write(json.dumps(answer))
    answers.close()


def _load(group: list[tuple[str, str | None]]) -> Group:
    return [(Path(path).read_bytes(), url) for path, url in group]


def _timed(module: ModuleType, group: Group) -> tuple[float, str | None]:
    """Extract a group; the seconds it took, and why it failed if it did."""
    failure = None
    start = time.perf_counter()
    try:
        if hasattr(module, "extract_site"):
            module.extract_site(group)
        else:
            module.extract(*group[0])
    except Exception as error:  # a page that a peer refuses is counted, and its time too
        failure = f"{type(error).__name__}: {error}"
    return time.perf_counter() - start, failure


if __name__ == "__main__":
    main(*sys.argv[1:])

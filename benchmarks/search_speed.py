"""Measure search on one large site: indexing, the size of the index, replacing a page, and queries.

python -m benchmarks.search_speed [--pages N] [--preset NAME] [--jobs N]
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import numpy as np

from benchmarks.datasets import PRESETS, REPOSITORY
from benchmarks.machine import describe, save_results
from benchmarks.processes import SITEGRAIN, available_cores, run
from sitegrain.pages.given import as_page
from sitegrain.pages.raw import RawPage
from sitegrain.search import Index

if TYPE_CHECKING:
    from collections.abc import Callable

LIMIT_SECONDS = 3600.0
N_REPLACED, N_QUERIES, N_FROM = 50, 1_000, 500


def measure(preset: str, n_pages: int, n_jobs: int) -> dict[str, object]:
    """Make a site, index it, change and search it."""
    with TemporaryDirectory(prefix="sitegrain-search-") as folder:
        source, place = Path(folder) / "site.jsonl", Path(folder) / "site.index"
        generator = [sys.executable, "-m", "tests.synthetic", "--preset", preset, "--pages", str(n_pages)]
        subprocess.run([*generator, "--format", "jsonl", "-o", source], cwd=REPOSITORY, check=True)
        took = run(
            [SITEGRAIN, "index", source, "-o", place, "--jobs", str(n_jobs)],
            cores=available_cores()[-n_jobs:],
            limit_seconds=LIMIT_SECONDS,
        )
        some = _some_pages(source, n_pages)
        with Index(place) as index:
            queries = _milliseconds(index.search, _queries(some))
            replaced = _milliseconds(lambda page: index.add([page]), [_changed(page) for page in some[:N_REPLACED]])
            n_indexed = len(index)
        size = place.stat().st_size
    return {
        "preset": preset,
        "pages": n_indexed,
        "jobs": n_jobs,
        "index_seconds": round(took.seconds, 1),
        "peak_mib": round(took.peak_bytes / 2**20),
        "bytes_per_page": round(size / n_indexed),
        "query_ms_median": round(float(np.median(queries)), 2),
        "query_ms_p95": round(float(np.percentile(queries, 95)), 2),
        "replace_ms_median": round(float(np.median(replaced)), 2),
        "replace_ms_p95": round(float(np.percentile(replaced, 95)), 2),
    }


def _some_pages(source: Path, n_pages: int) -> list[RawPage]:
    """Pages of the site, spread over it."""
    step = max(1, n_pages // N_FROM)
    with source.open(encoding="utf-8") as lines:
        rows = [json.loads(line) for number, line in enumerate(lines) if number % step == 0]
    return [RawPage(row["html"], url=row["url"]) for row in rows]


def _queries(pages: list[RawPage]) -> list[str]:
    """One to four words that stand on a page, anywhere in it."""
    draw, tokens = random.Random(1), [as_page(page).tokens for page in pages]
    return [" ".join(draw.choices(draw.choice(tokens), k=draw.randint(1, 4))) for _ in range(N_QUERIES)]


def _changed(page: RawPage) -> RawPage:
    return RawPage(str(page.html) + "<p>One more line.", url=page.url)


def _milliseconds(act: Callable[[Any], object], items: list[Any]) -> list[float]:
    times = []
    for item in items:
        start = time.perf_counter()
        act(item)
        times.append(1000 * (time.perf_counter() - start))
    return times


def main(arguments: list[str] | None = None) -> None:
    """Measure, save, tell."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.search_speed", description=__doc__.splitlines()[0])
    parser.add_argument("--preset", choices=PRESETS, default="news")
    parser.add_argument("--pages", type=int, default=100_000)
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args(arguments)
    row = measure(options.preset, options.pages, options.jobs)
    save_results("search", row | describe())
    print(json.dumps(row))


if __name__ == "__main__":
    main()

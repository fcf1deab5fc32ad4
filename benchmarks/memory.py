"""Measure the peak memory of `sitegrain extract` on one large site: bounded by the sample it learns from, not the site.

python -m benchmarks.memory [--pages N] [--preset NAME] [--jobs N]
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.datasets import PRESETS, REPOSITORY
from benchmarks.machine import describe, save_results
from benchmarks.processes import SITEGRAIN, CommandError, available_cores, run

LIMIT_MIB = 1024
LIMIT_SECONDS = 3600.0


def measure(preset: str, n_pages: int, n_jobs: int) -> dict[str, object]:
    """Make a site, extract it, and tell the peak of the largest process of the command."""
    with TemporaryDirectory(prefix="sitegrain-memory-") as folder:
        source, out = Path(folder) / "site.jsonl", Path(folder) / "out.jsonl"
        generator = [sys.executable, "-m", "tests.synthetic", "--preset", preset, "--pages", str(n_pages)]
        subprocess.run([*generator, "--format", "jsonl", "-o", source], cwd=REPOSITORY, check=True)
        command = [SITEGRAIN, "extract", source, "-o", out, "--jobs", str(n_jobs)]
        took = run(command, cores=available_cores()[-n_jobs:], limit_seconds=LIMIT_SECONDS)
        with out.open(encoding="utf-8") as lines:
            n_rows = sum(1 for _ in lines)
        source_mib = source.stat().st_size / 2**20
    if n_rows != n_pages:
        raise CommandError(f"gave {n_rows} rows for {n_pages} pages")
    return {
        "preset": preset,
        "pages": n_pages,
        "source_mib": round(source_mib),
        "jobs": n_jobs,
        "peak_mib": round(took.peak_bytes / 2**20),
        "limit_mib": LIMIT_MIB,
        "pages_per_second": round(n_pages / took.seconds, 1),
    }


def main(arguments: list[str] | None = None) -> None:
    """Measure, save, and exit 1 if the peak is over the limit."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.memory", description=__doc__.splitlines()[0])
    parser.add_argument("--preset", choices=PRESETS, default="news")
    parser.add_argument("--pages", type=int, default=20_000)
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args(arguments)
    row = measure(options.preset, options.pages, options.jobs)
    save_results("memory", row | describe())
    print(f"{row['pages']} pages, peak {row['peak_mib']} MiB, {row['pages_per_second']} pages/s")
    if row["peak_mib"] > LIMIT_MIB:
        sys.exit(f"over the limit of {LIMIT_MIB} MiB")


if __name__ == "__main__":
    main()

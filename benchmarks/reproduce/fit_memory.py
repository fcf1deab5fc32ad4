"""Memory of fitting by number of pages.

Peak resident memory of a process, in MiB, that fits a method on 100, 1,000 and 10,000 pages of one synthetic site, read
one by one from a file; `none` parses the pages and lets go of each. A method whose memory is bounded has about the same
figure from some column on.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import sitegrain
from benchmarks.datasets import REPOSITORY
from benchmarks.processes import available_cores
from benchmarks.processes import run as run_command
from sitegrain.pages.given import as_page
from sitegrain.segmenters.methods import METHODS, learns, make_method

SIZES = (100, 1_000, 10_000)
NONE = "none"
LIMIT_SECONDS = 900.0


def run() -> list[dict[str, Any]]:
    """A row a method."""
    names = [NONE, *(name for name in METHODS if learns(make_method(name)))]
    rows: dict[str, dict[str, Any]] = {name: {"method": name} for name in names}
    with TemporaryDirectory(prefix="sitegrain-fit-") as folder:
        for size in SIZES:
            site = Path(folder) / f"{size}.jsonl"
            generator = [sys.executable, "-m", "tests.synthetic", "--preset", "news", "--pages", str(size)]
            subprocess.run([*generator, "--format", "jsonl", "-o", site], cwd=REPOSITORY, check=True)
            for name, row in rows.items():
                command = [sys.executable, "-m", "benchmarks.reproduce.fit_memory", name, site]
                took = run_command(command, cores=available_cores()[-1:], limit_seconds=LIMIT_SECONDS)
                row[f"{size:,} pages"] = took.peak_bytes / 2**20
    return list(rows.values())


def fit(name: str, path: str) -> None:
    """Fit the named method on the pages of a file."""
    pages = sitegrain.read(path)
    if name == NONE:
        for page in pages:
            as_page(page)
        return
    method: Any = make_method(name)
    method.fit(pages)


if __name__ == "__main__":
    fit(*sys.argv[1:])

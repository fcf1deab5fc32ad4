"""Measure pages a second and peak memory of ours and theirs, in one run over the same pages.

    python -m benchmarks.speed [--peers a,b] [--pages N] [--repeats N]

Every measurement is a process of its own on one core; the peers take turns within each repeat, so that what slows the
machine for a while slows all alike. Figures are medians over the repeats. The command `sitegrain extract` is measured
from start to end: it starts, reads, learns, extracts and writes; trafilatura beside it only extracts.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import sys
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from benchmarks.datasets import DataSet, Sample, open_sets
from benchmarks.machine import describe, save_results
from benchmarks.peers import PEERS
from benchmarks.processes import SITEGRAIN, CommandError, available_cores, run

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

SEED = 20
SITE_PAGES = 15  # at most, so that a quarter of the sample is several sites
LIMIT_SECONDS = 900.0
REFERENCE = "trafilatura"
COMMAND, COMMAND_TWO, REFERENCE_TWO = "sitegrain_command", "sitegrain_command_2", "trafilatura_2"


@dataclass(frozen=True, slots=True)
class Reading:
    """One measurement of one contestant."""

    pages_per_second: float
    peak_bytes: int
    failed_pages: int = 0
    version: str | None = None


@dataclass(frozen=True, slots=True)
class Workload:
    """The sample's pages, site by site, and where they lie for the command: FOLDER/pages/SITE/PAGE.html."""

    sites: list[list[Sample]]
    folder: Path

    @property
    def n_pages(self) -> int:
        """Pages of all sites."""
        return sum(map(len, self.sites))


def draw(sets: Sequence[DataSet], n_pages: int) -> list[list[Sample]]:
    """Draw sites from each set in equal parts until it has given its share of the pages; the same ones every time."""
    drawn: list[list[Sample]] = []
    share = n_pages // len(sets)
    for data in sets:
        by_site: dict[str, list[Sample]] = defaultdict(list)
        for sample in data.samples:
            by_site[sample.site].append(sample)
        sites = sorted(by_site.values(), key=lambda site: site[0].site)
        random.Random(SEED).shuffle(sites)
        wanted = share
        for site in sites:
            part = site[: min(SITE_PAGES, wanted)]
            wanted -= len(part)
            drawn += [part] if part else []
    return drawn


def lay_out(sites: list[list[Sample]], folder: Path) -> Workload:
    """Copy the pages to a folder a site."""
    for number, site in enumerate(sites):
        target = folder / "pages" / f"{number:03d}-{site[0].site}"
        target.mkdir(parents=True)
        for sample in site:
            shutil.copyfile(sample.html_path, target / sample.html_path.name)
    return Workload(sites, folder)


def time_peer(peer: str, work: Workload, core: int, *, part: slice = slice(None)) -> Reading:
    """Time one peer on one core, over all sites or a part of them."""
    sites = work.sites[part]
    list_path = work.folder / f"{peer}-{core}.jsonl"
    rows = [[[str(sample.html_path), sample.url] for sample in site] for site in sites]
    list_path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    command = [sys.executable, "-m", "benchmarks.timing", peer, list_path]
    answer = json.loads(run(command, cores=[core], limit_seconds=LIMIT_SECONDS).output)
    rate = answer["pages"] / answer["seconds"]
    return Reading(rate, answer["peak_bytes"], answer["failed_pages"], answer["version"])


def time_reference_twice(work: Workload, cores: Sequence[int]) -> Reading:
    """Time the reference in two processes at once, half of the sites each; the slower one counts."""
    parts = [(core, slice(number, None, 2)) for number, core in enumerate(cores)]
    with ThreadPoolExecutor(len(parts)) as pool:
        halves = list(pool.map(lambda item: time_peer(REFERENCE, work, item[0], part=item[1]), parts))
    sizes = [sum(map(len, work.sites[part])) for _, part in parts]
    seconds = max(size / half.pages_per_second for size, half in zip(sizes, halves, strict=True))
    return Reading(work.n_pages / seconds, max(half.peak_bytes for half in halves), version=halves[0].version)


def time_command(work: Workload, cores: Sequence[int]) -> Reading:
    """Time `sitegrain extract` as a user runs it, one job a core."""
    out = work.folder / "out.jsonl"
    command = [SITEGRAIN, "extract", work.folder / "pages", "-o", out]
    command += ["--group-by", "folder", "--jobs", str(len(cores))]
    took = run(command, cores=cores, limit_seconds=LIMIT_SECONDS)
    rows = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    if len(rows) != work.n_pages:
        raise CommandError(f"gave {len(rows)} rows for {work.n_pages} pages")
    return Reading(work.n_pages / took.seconds, took.peak_bytes, sum("skipped" in row for row in rows))


def measure(work: Workload, peers: Sequence[str], repeats: int) -> dict[str, dict[str, object]]:
    """Measure all contestants in turns; one that fails leaves its reason."""
    readings: dict[str, list[Reading]] = defaultdict(list)
    failures: dict[str, str] = {}
    contestants = _contestants(work, peers)
    for number in range(repeats):
        for name, contestant in contestants.items():
            try:
                readings[name].append(contestant())
            except CommandError as error:
                failures[name] = str(error)
            print(f"{number + 1}/{repeats} {name:22} {_shown(readings[name], failures.get(name))}", flush=True)
    rows = {name: _row(readings[name]) for name in contestants if name not in failures}
    for name, other in [(name, REFERENCE_TWO if name == COMMAND_TWO else REFERENCE) for name in rows]:
        if other in rows:
            rows[name]["ratio"] = round(rows[name]["pages_per_second"] / rows[other]["pages_per_second"], 2)
    return rows | {name: {"failed": reason} for name, reason in failures.items()}


def main(arguments: list[str] | None = None) -> None:
    """Measure and save."""
    options = _parse(arguments)
    with open_sets(None) as sets, TemporaryDirectory(prefix="sitegrain-speed-") as folder:
        work = lay_out(draw(sets, options.pages), Path(folder))
        sizes = [sample.html_path.stat().st_size for site in work.sites for sample in site]
        sample = {"sets": [data.name for data in sets], "pages": len(sizes), "sites": len(work.sites)}
        sample["mean_bytes"] = sum(sizes) // len(sizes)
        rows = measure(work, options.peers, options.repeats)
    save_results("speed", {"sample": sample, "repeats": options.repeats, "rows": rows} | describe())


def _contestants(work: Workload, peers: Sequence[str]) -> dict[str, Callable[[], Reading]]:
    cores = available_cores()
    found: dict[str, Callable[[], Reading]] = {
        peer: lambda peer=peer: time_peer(peer, work, cores[-1]) for peer in peers
    }
    found[COMMAND] = lambda: time_command(work, cores[-1:])
    if len(cores) > 1:  # two processes on one core would measure nothing
        found[COMMAND_TWO] = lambda: time_command(work, cores[-2:])
        found[REFERENCE_TWO] = lambda: time_reference_twice(work, cores[-2:])
    return found


def _row(readings: list[Reading]) -> dict[str, object]:
    rates = [reading.pages_per_second for reading in readings]
    return {
        "pages_per_second": round(median(rates), 1),
        "slowest": round(min(rates), 1),
        "fastest": round(max(rates), 1),
        "peak_mib": round(median(reading.peak_bytes for reading in readings) / 2**20),
        "failed_pages": max(reading.failed_pages for reading in readings),
        "version": readings[0].version,
    }


def _shown(readings: list[Reading], failure: str | None) -> str:
    if failure is not None:
        return f"FAILED: {failure}"
    return f"{readings[-1].pages_per_second:8.1f} pages/s  {readings[-1].peak_bytes / 2**20:6.0f} MiB"


def _parse(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.speed", description=__doc__.splitlines()[0])
    parser.add_argument("--peers", type=lambda value: value.split(","), default=list(PEERS))
    parser.add_argument("--pages", type=int, default=300)
    parser.add_argument("--repeats", type=int, default=3)
    return parser.parse_args(arguments)


if __name__ == "__main__":
    main()

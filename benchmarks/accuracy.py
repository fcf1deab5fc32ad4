"""Measure how well each extractor finds the main content, and keep the results as JSON.

    python -m benchmarks.accuracy [--stripped] [--peers a,b] [--sets x,y] [--jobs N] [--predictions FOLDER]
                                  [--trial FOLDER [--limit N]]

Each peer has a process of its own. What is named is measured anew and merged into benchmarks/results/; the rest stays.
The score of every page goes to build/benchmark-pages/ (see `benchmarks.pages`). A trial writes both to its own folder.

Our scorer is trained on these data sets. SITEGRAIN_FOLDS names a folder of scorers made by
`python -m benchmarks.train --folds`: each site is then measured with the one that did not see it; without it, the row
says that the extractor saw the pages.
"""

from __future__ import annotations

import argparse
import json
import os
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.datasets import REAL_SETS, DataSet, Sample, open_sets
from benchmarks.machine import RESULTS, describe, merge_result
from benchmarks.pages import PAGES, page_row, pages_path, write_pages
from benchmarks.peers import PEERS
from benchmarks.running import Answer, PeerError, PeerProcess
from benchmarks.trials import add_trial, parse_trial
from sitegrain.measures.extraction import Score, mean, mean_by_group, score_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from benchmarks.peers import Extracted

PAGE_SECONDS = 60.0  # limit for a page; a site gets PAGE_SECONDS and SITE_SECONDS more for each of its pages
SITE_SECONDS = 10.0


@dataclass(frozen=True, slots=True)
class Run:
    """What a peer gave for a data set, by page id, and what went wrong on the way.

    failures:  page id -> reason; such a page counts as an empty text
    seconds:   of the whole run, to see that nothing hung; not a measure of speed
    saw_pages: the extractor was trained on these very pages
    """

    version: str
    pages: dict[str, Extracted]
    failures: dict[str, str]
    seconds: float
    saw_pages: bool = False


def run_peer(peer: str, data: DataSet, *, is_stripped: bool) -> Run:
    """Have one peer extract every page of a data set."""
    start = time.monotonic()
    found: dict[str, Extracted] = {}
    failures: dict[str, str] = {}
    with PeerProcess(peer) as process:
        for group in data.groups() if process.is_site_level else [[sample] for sample in data.samples]:
            limit = PAGE_SECONDS + (SITE_SECONDS * len(group) if process.is_site_level else 0.0)
            pages = [(sample.html_path, sample.url) for sample in group]
            answer = process.ask(pages, site=group[0].site, is_stripped=is_stripped, limit_seconds=limit)
            _collect(group, answer, found, failures)
        saw_pages = process.is_trained and data.name in REAL_SETS and "SITEGRAIN_FOLDS" not in os.environ
        return Run(process.version, found, failures, time.monotonic() - start, saw_pages)


def score_pages(run: Run, data: DataSet) -> list[tuple[Sample, Score]]:
    """Score each page that has its gold."""
    return [(sample, _score(sample, run.pages.get(sample.id))) for sample in data.samples if not sample.is_left_out]


def judge(run: Run, data: DataSet, scored: Sequence[tuple[Sample, Score]]) -> dict[str, object]:
    """Make the row that is kept in the results; figures by kind and language are means over pages."""
    by_site = mean_by_group((sample.site, one) for sample, one in scored)
    row: dict[str, object] = {name: round(value, 4) for name, value in asdict(mean(by_site.values())).items()}
    row |= {"version": run.version, "pages": len(scored), "sites": len(by_site), "seconds": round(run.seconds, 1)}
    row |= {"left_out": len(data.samples) - len(scored), "failed_pages": len(run.failures)}
    row |= {"failures": sorted(set(run.failures.values()))[:5]}
    if run.saw_pages:
        row["saw_pages"] = True
    for field in ("page_type", "lang"):
        groups = _f1_by(field, scored)
        if groups:
            row |= {f"f1_by_{field}": groups, f"sites_by_{field}": _sites_by(field, scored)}
    return row | describe()


def measure(peer: str, data: DataSet, options: argparse.Namespace) -> dict[str, object]:
    """Run and judge a peer; one that cannot be loaded, or extracts nothing, gives a row that says so."""
    try:
        run = run_peer(peer, data, is_stripped=options.stripped)
    except PeerError as error:
        return {"failed": str(error)} | describe()
    if len(run.failures) == len(data.samples):
        reasons = sorted(set(run.failures.values()))
        return {"failed": f"every page: {reasons[0]}"} | describe()
    if options.predictions is not None:
        _write_predictions(pages_path(options.predictions, data.name, peer, is_stripped=options.stripped), run)
    scored = score_pages(run, data)
    folder = options.trial / "pages" if options.trial else PAGES
    rows = [page_row(sample, one, run.pages.get(sample.id)) for sample, one in scored]
    write_pages(pages_path(folder, data.name, peer, is_stripped=options.stripped), rows)
    return judge(run, data, scored)


def main(arguments: list[str] | None = None) -> None:
    """Measure what the command line names, and save after each peer and set."""
    options = _parse(arguments)
    name = "accuracy-stripped" if options.stripped else "accuracy"
    lock = threading.Lock()

    def one(peer: str, data: DataSet) -> None:
        row = measure(peer, data, options)
        with lock:
            merge_result(name, data.name, peer, row, options.trial or RESULTS)
            print(_summary(peer, data, row), flush=True)

    with open_sets(options.sets) as sets, ThreadPoolExecutor(options.jobs) as pool:
        _run_all(pool, one, [(peer, data.first(options.limit)) for data in sets for peer in options.peers])


def _run_all(
    pool: ThreadPoolExecutor, one: Callable[[str, DataSet], None], tasks: Iterable[tuple[str, DataSet]]
) -> None:
    for future in [pool.submit(one, peer, data) for peer, data in tasks]:
        future.result()


def _collect(group: list[Sample], answer: Answer, found: dict[str, Extracted], failures: dict[str, str]) -> None:
    reason = answer.failed
    if reason is None and len(answer.pages) != len(group):
        reason = f"gave {len(answer.pages)} texts for {len(group)} pages"
    if reason is None:
        found.update((sample.id, page) for sample, page in zip(group, answer.pages, strict=True))
    else:
        failures.update((sample.id, reason) for sample in group)


def _score(sample: Sample, extracted: Extracted | None) -> Score:
    return score_text(extracted.text if extracted else "", sample.gold_text())


def _f1_by(field: str, scored: Sequence[tuple[Sample, Score]]) -> dict[str, float]:
    known = [(getattr(sample, field), one) for sample, one in scored if getattr(sample, field) is not None]
    return {group: round(one.f1, 4) for group, one in mean_by_group(known).items()}


def _sites_by(field: str, scored: Sequence[tuple[Sample, Score]]) -> dict[str, int]:
    known = {(getattr(sample, field), sample.site) for sample, _ in scored if getattr(sample, field) is not None}
    return dict(Counter(group for group, _ in sorted(known)))


def _write_predictions(path: Path, run: Run) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8") as lines:
        for page_id, extracted in run.pages.items():
            lines.write(json.dumps({"path": page_id, "text": extracted.text}, ensure_ascii=False) + "\n")


def _summary(peer: str, data: DataSet, row: dict[str, object]) -> str:
    if "failed" in row:
        return f"{data.name:10} {peer:22} FAILED: {row['failed']}"
    figures = f"F1 {row['f1']:.4f}  P {row['precision']:.4f}  R {row['recall']:.4f}"
    remarks = f"failed pages {row['failed_pages']}  {row['seconds']} s{'  saw these pages' * ('saw_pages' in row)}"
    return f"{data.name:10} {peer:22} {figures}  {remarks}"


def _parse(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.accuracy", description=__doc__.splitlines()[0])
    parser.add_argument("--stripped", action="store_true", help="take class and id attributes off every page first")
    parser.add_argument("--peers", type=_names, default=list(PEERS), help="names of modules in benchmarks/peers")
    parser.add_argument("--sets", type=_names, help="data sets of SITEGRAIN_DATA; default all")
    parser.add_argument("--jobs", type=int, default=1, help="peers measured at a time")
    parser.add_argument("--predictions", type=Path, help="also write the extracted texts there")
    add_trial(parser)
    return parse_trial(parser, arguments)


def _names(value: str) -> list[str]:
    return [name for name in value.split(",") if name]


if __name__ == "__main__":
    main()

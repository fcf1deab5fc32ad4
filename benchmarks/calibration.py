"""Measure whether our confidence tells the truth: the F1 that a page is said to have beside the one it has.

    python -m benchmarks.calibration [--trial FOLDER]

Reads the rows of pages that `python -m benchmarks.accuracy` wrote with and without --stripped, extracts nothing, and
writes benchmarks/results/calibration.json and docs/results/calibration.svg. A trial reads and writes its own folder.

The goal: of the pages with a confidence of 0.9 or more at least 85 % have an F1 of 0.9 or more, and at least half of
all pages have such a confidence.
"""

from __future__ import annotations

import argparse
from statistics import fmean
from typing import TYPE_CHECKING

from benchmarks.datasets import REAL_SETS, REPOSITORY, SINGLE_PAGE_SETS
from benchmarks.machine import RESULTS, describe, load_results, save_results
from benchmarks.pages import PAGES, PageRow, pages_path, read_pages
from benchmarks.trials import add_trial, parse_trial

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

N_BINS = 10
SURE = 0.9  # confidence and F1 that the goal is about
MIN_RIGHT_SHARE = 0.85  # of the sure pages
MIN_SURE_SHARE = 0.5  # of all pages
FIGURE = REPOSITORY / "docs" / "results" / "calibration.svg"
SETS = (*REAL_SETS, "synthetic")
MODES = {  # name -> extractor, whether pages are stripped
    "site": ("sitegrain_site", False),
    "page": ("sitegrain_page", False),
    "site-stripped": ("sitegrain_site", True),
    "page-stripped": ("sitegrain_page", True),
}


def calibrate(rows: Sequence[PageRow]) -> dict[str, object]:
    """Compare confidence and F1 of some pages, each page counting once; at least one page is needed.

    sure_share:  pages with a confidence of at least SURE, of all
    right_share: of those, the pages with an F1 of at least SURE; None where no page is sure
    gap:         mean difference of mean confidence and mean F1 in a bin, weighted by its pages
    failed:      pages without a text, so without a confidence: they count among all pages, and are in no bin
    """
    known = [row for row in rows if row.confidence is not None]
    sure = [row for row in known if row.confidence >= SURE]
    found = bins(known)
    gap = sum(one["pages"] * abs(one["confidence"] - one["f1"]) for one in found if one["pages"])
    return {
        "pages": len(rows),
        "failed": len(rows) - len(known),
        "sure_share": round(len(sure) / len(rows), 4),
        "right_share": round(sum(row.f1 >= SURE for row in sure) / len(sure), 4) if sure else None,
        "confidence": round(fmean(row.confidence for row in known), 4) if known else None,
        "f1": round(fmean(row.f1 for row in rows), 4),
        "gap": round(gap / len(known), 4) if known else None,
        "bins": found,
    }


def bins(rows: Sequence[PageRow]) -> list[dict[str, float]]:
    """Cut [0, 1] into ten equal bins by confidence: number of pages, mean confidence and mean F1 of each.

    A bin holds its lower bound, the last one 1 too. An empty bin has no means.
    """
    members: list[list[PageRow]] = [[] for _ in range(N_BINS)]
    for row in rows:
        members[min(int(row.confidence * N_BINS), N_BINS - 1)].append(row)
    found: list[dict[str, float]] = []
    for number, inside in enumerate(members):
        found.append({"from": number / N_BINS, "pages": len(inside)})
        if inside:
            found[-1]["confidence"] = round(fmean(row.confidence for row in inside), 4)
            found[-1]["f1"] = round(fmean(row.f1 for row in inside), 4)
    return found


def reaches_goal(figures: Mapping[str, object]) -> bool:
    """Whether enough pages are sure, and enough of those right."""
    return figures["sure_share"] >= MIN_SURE_SHARE and (figures["right_share"] or 0.0) >= MIN_RIGHT_SHARE


def calibrate_mode(mode: str, folder: Path) -> dict[str, object]:
    """Calibrate one of MODES, each data set and all pages together; empty where nothing was measured.

    With the site, the single pages of wcxb are pages alone: there is no more of their sites.
    """
    peer, is_stripped = MODES[mode]
    sets: dict[str, list[PageRow]] = {}
    for data in SETS:
        of_data = "sitegrain_page" if data in SINGLE_PAGE_SETS else peer
        rows = read_pages(pages_path(folder, data, of_data, is_stripped=is_stripped))
        if rows and not (sets and data not in REAL_SETS):  # synthetic sites stand in, not beside
            sets[data] = rows
    if not sets:
        return {}
    everything = [row for rows in sets.values() for row in rows]
    return {"all": calibrate(everything), "sets": {data: calibrate(rows) for data, rows in sets.items()}}


def main(arguments: list[str] | None = None) -> None:
    """Calibrate, save, draw and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.calibration", description=__doc__.splitlines()[0])
    add_trial(parser, has_limit=False)
    options = parse_trial(parser, arguments)
    modes = {mode: calibrate_mode(mode, options.trial / "pages" if options.trial else PAGES) for mode in MODES}
    modes = {mode: found for mode, found in modes.items() if found}
    if not modes:
        parser.error("no rows of pages: run `python -m benchmarks.accuracy` first")
    results = {"modes": modes, "saw_pages": _saw_pages(options.trial or RESULTS)} | describe()
    save_results("calibration", results, options.trial or RESULTS)
    from benchmarks.figures import draw_calibration

    draw_calibration(results, options.trial / FIGURE.name if options.trial else FIGURE)
    print(summary(results))


def summary(results: Mapping[str, Mapping]) -> str:
    """Lay the figures out for a terminal."""
    lines = [f"{'':14} {'':10} {'pages':>6} {'sure':>6} {'right':>6} {'conf.':>6} {'F1':>6} {'gap':>6}"]
    for mode, found in results["modes"].items():
        lines += [_line(mode, data, figures) for data, figures in [*found["sets"].items(), ("all", found["all"])]]
    lines.append(f"sure: confidence >= {SURE}, share of the pages; right: F1 >= {SURE}, share of the sure pages")
    for mode, found in results["modes"].items():
        verdict = "reached" if reaches_goal(found["all"]) else "NOT reached"
        lines.append(f"goal ({MIN_SURE_SHARE:.0%} sure, {MIN_RIGHT_SHARE:.0%} of them right), {mode}: {verdict}")
    return "\n".join(lines)


def _line(mode: str, data: str, figures: Mapping) -> str:
    names = ("sure_share", "right_share", "confidence", "f1", "gap")
    cells = ["     –" if figures[name] is None else f"{figures[name]:6.3f}" for name in names]
    return f"{mode:14} {data:10} {figures['pages']:6} {' '.join(cells)}"


def _saw_pages(folder: Path) -> bool:
    """Whether any of our rows is of a scorer that was trained on the pages."""
    results = [load_results(name, folder) for name in ("accuracy", "accuracy-stripped")]
    peers = {peer for peer, _ in MODES.values()}
    return any("saw_pages" in sets[data].get(peer, {}) for sets in results for data in sets for peer in peers)


if __name__ == "__main__":
    main()

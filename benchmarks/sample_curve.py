"""Measure how accuracy grows with the number of pages that a site is learned from.

    python -m benchmarks.sample_curve [--sets x,y] [--trial FOLDER [--limit N]]

A curve is of one cohort: the sites of more than 8 pages, learned from up to 8, and those of more than 32, learned from
up to 32. So all points of a curve are of the same sites, and of the same pages too: a site's pages are shuffled, the
first n are learned from, and those after the largest n are extracted. Where this leaves fewer than four pages, the
shuffle is rotated and the site measured again, so that no site rests on one page. `alone` learns nothing. `all` learns
from all pages of the site, as the README's figures do, so it has seen the page that it extracts; other points have not.

The goal: with 8 pages F1 is at most 0.01 below that with all pages.
"""

from __future__ import annotations

import argparse
import os
import random
import time
from collections import defaultdict
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, stdev
from typing import TYPE_CHECKING

from benchmarks.datasets import REAL_SETS, REPOSITORY, SINGLE_PAGE_SETS, open_sets
from benchmarks.fold_scorer import scorer_without
from benchmarks.machine import RESULTS, describe, save_results
from benchmarks.trials import add_trial, parse_trial
from sitegrain.content.extraction import Options, extract_alone, extract_with_site
from sitegrain.content.site import learn_site
from sitegrain.measures.extraction import score_text
from sitegrain.model import parse_raw
from sitegrain.pages.raw import RawPage

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from benchmarks.datasets import DataSet, Sample
    from sitegrain.content.scorer import Scorer
    from sitegrain.pages.page import Page

SEED = 8
COHORTS = {8: ("alone", 1, 2, 4, 8, "all"), 32: ("alone", 1, 2, 4, 8, 16, 32, "all")}
MIN_EXTRACTED = 4  # pages of a site, before it is measured again with the shuffle rotated
MAX_LOSS = 0.01  # of F1, with 8 pages instead of all
FIGURE = REPOSITORY / "docs" / "results" / "sample_curve.svg"

Step = int | str


@dataclass(frozen=True, slots=True)
class Split:
    """Indices of a site's pages: `learned` holds the largest sample, a smaller one is its beginning."""

    learned: tuple[int, ...]
    extracted: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Curve:
    """F1 of one site, a figure for each step of its cohort."""

    data: str
    site: str
    f1: tuple[float, ...]


class ParsedSite:
    """The pages of a site, parsed once, and what each is worth when learned from so many."""

    def __init__(self, samples: Sequence[Sample], scorer: Scorer) -> None:
        self.samples = samples
        self.scorer = scorer
        self.pages: list[Page] = [
            parse_raw(RawPage(sample.html_path.read_bytes(), url=sample.url)) for sample in samples
        ]
        self._fixed: dict[str, list[float]] = {}

    def measure(self, step: Step, split: Split) -> list[float]:
        """F1 of each extracted page that has its gold."""
        extracted = [i for i in split.extracted if not self.samples[i].is_left_out]
        if isinstance(step, int):
            return self._learned_from(split.learned[:step], extracted)
        if step not in self._fixed:  # the same for every split
            everything = range(len(self.pages))
            self._fixed[step] = self._learned_from(everything if step == "all" else (), everything)
        return [self._fixed[step][i] for i in extracted]

    def _learned_from(self, learned: Sequence[int], extracted: Sequence[int]) -> list[float]:
        options = Options()
        if not learned:
            documents = (extract_alone(self.pages[i], self.scorer, options) for i in extracted)
        else:
            site, _ = learn_site([self.pages[i] for i in learned], self.scorer)
            documents = (extract_with_site(self.pages[i], site, self.scorer, options) for i in extracted)
        return [
            score_text(document.text, self.samples[i].gold_text()).f1
            for i, document in zip(extracted, documents, strict=True)
        ]


def splits(site: str, n_pages: int, n_learned: int) -> list[Split]:
    """Shuffle a site's pages, and divide them as often as it takes to extract MIN_EXTRACTED different ones.

    The shuffle depends on the site's name alone, so that cohorts agree and a further site changes no other.
    """
    order = list(range(n_pages))
    random.Random(f"{SEED} {site}").shuffle(order)
    n_rest = n_pages - n_learned
    found = []
    for turn in range(-(-MIN_EXTRACTED // n_rest)):
        turned = order[turn * n_rest :] + order[: turn * n_rest]
        found.append(Split(tuple(turned[:n_learned]), tuple(turned[n_learned:])))
    return found


def measure_site(data: str, samples: Sequence[Sample]) -> dict[int, Curve]:
    """The site's curve in each cohort that it belongs to; none where no extracted page has its gold."""
    name = samples[0].site
    parsed = ParsedSite(samples, scorer_without(name))
    curves = {}
    for n_learned, steps in COHORTS.items():
        if len(samples) <= n_learned:
            continue
        divided = splits(name, len(samples), n_learned)
        f1 = [[one for split in divided for one in parsed.measure(step, split)] for step in steps]
        if f1[0]:
            curves[n_learned] = Curve(data, name, tuple(map(fmean, f1)))
    return curves


def summarize(curves: Sequence[Curve], steps: Sequence[Step]) -> dict[str, object]:
    """Average the sites of a cohort, those of each set and all.

    loss: mean over sites of F1 with all pages less F1 with 8; loss_error is its standard error
    """
    sets: dict[str, list[Curve]] = defaultdict(list)
    for curve in curves:
        sets[curve.data].append(curve)
    return {
        "learned_from": list(steps),
        "all": _means(curves, steps),
        "sets": {data: _means(own, steps) for data, own in sets.items()},
    }


def main(arguments: list[str] | None = None) -> None:
    """Measure, save, draw and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.sample_curve", description=__doc__.splitlines()[0])
    parser.add_argument("--sets", type=lambda value: value.split(","), help="data sets of SITEGRAIN_DATA")
    add_trial(parser)
    options = parse_trial(parser, arguments)
    start = time.monotonic()
    names = options.sets or [name for name in REAL_SETS if name not in SINGLE_PAGE_SETS]
    with open_sets(names) as sets:
        found = _measure_all([data.first(options.limit) for data in sets])
        saw_pages = "SITEGRAIN_FOLDS" not in os.environ and any(data.name in REAL_SETS for data in sets)
    cohorts = {str(n): summarize(curves, COHORTS[n]) for n, curves in found.items()}
    if not cohorts:
        parser.error(f"no site of more than {min(COHORTS)} pages")
    results = {"cohorts": cohorts, "saw_pages": saw_pages, "seconds": round(time.monotonic() - start)} | describe()
    save_results("sample_curve", results, options.trial or RESULTS)
    from benchmarks.figures import draw_sample_curve

    draw_sample_curve(results, options.trial / FIGURE.name if options.trial else FIGURE)
    print(report(results))


def report(results: Mapping[str, Mapping]) -> str:
    """Lay the figures out for a terminal."""
    lines = []
    for more_than, cohort in results["cohorts"].items():
        lines.append(f"{'sites of more than ' + more_than + ' pages':32}" + _row("", cohort["learned_from"]))
        for data, figures in [*cohort["sets"].items(), ("all", cohort["all"])]:
            lines.append(f"{data:10} {figures['sites']:4} sites {'':10}" + _row(".4f", figures["f1"]))
        figures = cohort["all"]
        verdict = "reached" if figures["loss"] <= MAX_LOSS else "NOT reached"
        loss = f"{figures['loss']:.4f} ± {figures['loss_error']:.4f}"
        lines.append(f"goal (8 pages at most {MAX_LOSS} below all): {loss}, {verdict}")
    return "\n".join([*lines, f"{results['seconds']} s"])


def _measure_all(sets: Sequence[DataSet]) -> dict[int, list[Curve]]:
    found: dict[int, list[Curve]] = defaultdict(list)
    for data in sets:
        for samples in data.groups():
            if len(samples) > min(COHORTS):
                for n_learned, curve in measure_site(data.name, samples).items():
                    found[n_learned].append(curve)
    return found


def _means(curves: Sequence[Curve], steps: Sequence[Step]) -> dict[str, object]:
    columns = list(zip(*(curve.f1 for curve in curves), strict=True))
    losses = [every - eight for eight, every in zip(columns[steps.index(8)], columns[steps.index("all")], strict=True)]
    return {
        "sites": len(curves),
        "f1": [round(fmean(column), 4) for column in columns],
        "loss": round(fmean(losses), 4),
        "loss_error": round(stdev(losses) / sqrt(len(losses)), 4) if len(losses) > 1 else 0.0,
    }


def _row(style: str, cells: Sequence[object]) -> str:
    return "".join(f"{cell:>8{style}}" for cell in cells)


if __name__ == "__main__":
    main()

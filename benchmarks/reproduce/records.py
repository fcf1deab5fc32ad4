"""Records.

Wang and Lochovsky report that IEPAD finds fewer patterns, in less time, on the data-rich section of a page than on the
page; Chang and Lui that it finds 97 % of the records of search engines' pages, once a person has chosen the pattern.
Here: IEPAD as published and with other tags, and records by the tree, on search results of 21 sites of 1997 (the
development data `records`), without and with the data-rich section or a model of the site, both from the other pages of
the site. The first region of a page counts; "best region" is the one that finds most, as a person would choose it. A
gold record is found when one extracted record has all its fields and no piece of a field of another. Odd and even are
the numbers of the sites. Three sites (s7, s17, s18) have lists below headings as their records, one (s27) has one
record a page.
"""

from __future__ import annotations

import os
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks.datasets import load
from benchmarks.record_gold import GoldPage, read_gold
from sitegrain.errors import UsageError
from sitegrain.model import SiteModel
from sitegrain.pages.raw import RawPage
from sitegrain.records import Iepad, TreeRecords, data_rich, on_site
from sitegrain.segmenters import DataRichSection

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sitegrain.records import Region, Section

METHODS = {
    "IEPAD as published": Iepad.as_published(),
    "IEPAD, single patterns": Iepad(),
    "IEPAD, no markup": Iepad(tags="no-markup"),
    "IEPAD, blocks": Iepad(tags="block"),
    "tree": TreeRecords(),
}
DATA_RICH, MODEL = "data-rich section", "model of the site"


@dataclass(slots=True)
class Counts:
    """Of one method; `best_`: by the region of each page that finds most."""

    found: int = 0
    extracted: int = 0
    gold: int = 0
    best_found: int = 0
    best_extracted: int = 0
    regions: int = 0
    pages: int = 0
    seconds: float = 0.0

    def add(self, page: GoldPage, regions: list[Region], seconds: float) -> None:
        """Count one page."""
        pairs = [(page.count_found(region.records), len(region.records)) for region in regions] or [(0, 0)]
        best = max(pairs, key=lambda pair: (pair[0], -pair[1]))
        self.found, self.extracted = self.found + pairs[0][0], self.extracted + pairs[0][1]
        self.best_found, self.best_extracted = self.best_found + best[0], self.best_extracted + best[1]
        self.gold, self.regions, self.pages = self.gold + len(page.records), self.regions + len(regions), self.pages + 1
        self.seconds += seconds


def run() -> list[dict[str, Any]]:
    """A row for each method and what is known of the page before."""
    sites = _sites()
    return [
        {"method": name, "with": kind or "the page alone"} | _row(_count(name, kind, sites))
        for name in METHODS
        for kind in ("", DATA_RICH, MODEL)
        if kind != MODEL or name == "tree"
    ]


def _sites() -> dict[str, list[GoldPage]]:
    root = os.environ.get("SITEGRAIN_DATA")
    if not root:
        raise UsageError("records are measured on development data: set SITEGRAIN_DATA")
    sites: dict[str, list[GoldPage]] = {}
    for sample in load("records", Path(root) / "records").samples:
        if sample.gold_path.is_file():
            sites.setdefault(sample.site, []).append(read_gold(sample.html_path, sample.gold_path))
    return sites


def _count(name: str, kind: str, sites: dict[str, list[GoldPage]]) -> dict[str, Counts]:
    counts = {site: Counts() for site in sites}
    for site, pages in sites.items():
        for page, known in zip(pages, _sections(pages, kind), strict=True):
            start = time.perf_counter()
            regions = METHODS[name].find(page.page, known)
            counts[site].add(page, regions, time.perf_counter() - start)
    return counts


def _sections(pages: list[GoldPage], kind: str) -> Iterable[Section | None]:
    """What is known of each page of a site from its pages."""
    if kind == DATA_RICH:
        method = DataRichSection().fit([one.page for one in pages])
        return [data_rich(one.page, method) for one in pages]
    if kind == MODEL:
        model = SiteModel().fit([RawPage(str(one.page.axis.source)) for one in pages])
        return [on_site(one.page, model) for one in pages]
    return [None] * len(pages)


def _row(counts: dict[str, Counts]) -> dict[str, Any]:
    every = list(counts.values())
    halves = [[own for site, own in counts.items() if int(site[1:]) % 2 == odd] for odd in (1, 0)]
    found, extracted, gold = (sum(getattr(own, name) for own in every) for name in ("found", "extracted", "gold"))
    n_pages = sum(own.pages for own in every)
    return {
        "precision": found / max(extracted, 1),
        "recall": found / gold,
        "F1": _f1(every),
        "odd sites": _f1(halves[0]),
        "even sites": _f1(halves[1]),
        "mean of sites": sum(_f1([own]) for own in every) / len(every),
        "best region": _f1(every, "best_"),
        "regions a page": sum(own.regions for own in every) / n_pages,
        "ms a page": round(1000 * sum(own.seconds for own in every) / n_pages, 1),
    }


def _f1(counts: list[Counts], which: str = "") -> float:
    found = sum(getattr(own, f"{which}found") for own in counts)
    extracted = sum(getattr(own, f"{which}extracted") for own in counts)
    return 2 * found / max(extracted + sum(own.gold for own in counts), 1)

"""The pages everything is measured on, with their gold texts.

A data set is a folder with `pages.jsonl` (a row a page: id, site, html_path, gold_path, and where known url, lang,
page_type, gold_in_page), the pages and the gold. SITEGRAIN_DATA names a folder of such data sets; without it the
synthetic sites of the tests stand in, made anew into a temporary folder.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import defaultdict
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

REPOSITORY = Path(__file__).resolve().parent.parent
REAL_SETS = ("dragnet", "daniel", "sites", "wcxb")
SINGLE_PAGE_SETS = frozenset({"wcxb"})  # hardly two pages of a site: every page counts as a page alone
PRESETS = (
    "news",
    "blog",
    "docs",
    "shop",
    "forum",
    "table",
    "multilingual",
    "redesign",
    "nameless",
    "hashed",
    "consent",
)
PRESET_PAGES = 30
MIN_GOLD_IN_PAGE = 0.9  # share of the gold's words; below it the page cannot hold its gold, and is left out


@dataclass(frozen=True, slots=True)
class Sample:
    """One page with gold; lang and page_type are None where unknown.

    id: its path in the data set, `SITE/PAGE.html`; the ids of the file itself recur on other sites
    """

    id: str
    site: str
    html_path: Path
    gold_path: Path
    url: str | None = None
    lang: str | None = None
    page_type: str | None = None
    gold_in_page: float = 1.0

    @property
    def is_left_out(self) -> bool:
        """The gold is not in the page, so no extractor could find it."""
        return self.gold_in_page < MIN_GOLD_IN_PAGE

    def gold_text(self) -> str:
        """What a person would keep of the page."""
        return self.gold_path.read_text(encoding="utf-8", errors="replace")


@dataclass(frozen=True, slots=True)
class DataSet:
    """A name and its pages, in the order of the file."""

    name: str
    samples: tuple[Sample, ...]

    def first(self, n_sites: int | None) -> DataSet:
        """The set's first sites with all their pages; all of them for None."""
        names = set(list(dict.fromkeys(sample.site for sample in self.samples))[:n_sites])
        return DataSet(self.name, tuple(sample for sample in self.samples if sample.site in names))

    def groups(self) -> list[list[Sample]]:
        """The pages that a site-level extractor sees together."""
        if self.name in SINGLE_PAGE_SETS:
            return [[sample] for sample in self.samples]
        sites: dict[str, list[Sample]] = defaultdict(list)
        for sample in self.samples:
            sites[sample.site].append(sample)
        return list(sites.values())


@contextmanager
def open_sets(names: Sequence[str] | None) -> Iterator[list[DataSet]]:
    """Load the named data sets, or all there are; synthetic ones live as long as the context."""
    root = os.environ.get("SITEGRAIN_DATA")
    if root:
        yield [load(name, Path(root) / name) for name in names or REAL_SETS]
        return
    with TemporaryDirectory(prefix="sitegrain-bench-") as folder:
        yield [_make_synthetic(Path(folder))]


def load(name: str, folder: Path) -> DataSet:
    """Read a data set's list of pages; the pages themselves stay on disk."""
    with (folder / "pages.jsonl").open(encoding="utf-8") as lines:
        return DataSet(name, tuple(_sample(json.loads(line), folder) for line in lines))


def make_site(preset: str, n_pages: int, folder: Path, *, seed: int = 1) -> DataSet:
    """Write a synthetic site as a data set."""
    command = [sys.executable, "-m", "tests.synthetic", "--preset", preset, "--pages", str(n_pages)]
    command += ["--seed", str(seed), "--format", "dataset", "-o", str(folder)]
    subprocess.run(command, cwd=REPOSITORY, check=True, stdout=subprocess.DEVNULL)
    return load(preset, folder)


def _make_synthetic(folder: Path) -> DataSet:
    sites = [make_site(preset, PRESET_PAGES, folder / preset) for preset in PRESETS]
    return DataSet("synthetic", tuple(sample for site in sites for sample in site.samples))


def _sample(row: dict[str, object], folder: Path) -> Sample:
    known = {name: row.get(name) for name in ("url", "lang", "page_type")}
    return Sample(
        id=str(row["html_path"]).removeprefix("pages/"),
        site=str(row["site"]),
        html_path=folder / str(row["html_path"]),
        gold_path=folder / str(row.get("gold_path", "")),
        gold_in_page=float(row.get("gold_in_page", 1.0)),
        **known,
    )

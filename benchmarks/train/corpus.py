"""The training pages: read, parsed, labelled, with the inputs of the scorer, by site."""

from __future__ import annotations

import itertools
import json
import multiprocessing
import os
import random
import sys
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from benchmarks.datasets import MIN_GOLD_IN_PAGE, REAL_SETS, SINGLE_PAGE_SETS
from benchmarks.fold_scorer import fold_of
from benchmarks.stripping import strip_names
from benchmarks.train.labels import unit_labels
from sitegrain.blocks.classes import learn_classes
from sitegrain.content.features import SiteTables, unit_features
from sitegrain.content.features.kind import FACT_NAMES, kind_features
from sitegrain.content.metadata import read_structured
from sitegrain.content.scorer import default_scorer
from sitegrain.content.trees import matrix
from sitegrain.pages.encodings import decode
from sitegrain.pages.parse import parse
from sitegrain.sites.keys import NodeKeys
from sitegrain.sites.statistics import Placed, learn_statistics, place_units
from sitegrain.sites.tree import SiteTree

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

SITE_SETS = [name for name in REAL_SETS if name not in SINGLE_PAGE_SETS]
VIEWS = ("site", "few", "alone")  # with all pages of the site, with a few of them, each page by itself
FEW = (2, 4, 8)  # pages of the small samples that are drawn of a larger site
MODES = [
    (name, view, stripped)
    for view in VIEWS
    for name in (REAL_SETS if view == "alone" else SITE_SETS)
    for stripped in (False, True)
]
PARTS = 4  # of a set, read beside one another


@dataclass
class Example:
    """A labelled page, seen with its site, with a few pages of it, or alone.

    view:   one of VIEWS
    group:  which pages of the site and view were learned together
    inputs: float32 (n_units, n_names) unit features, in the order of their names
    facts:  float32 (n_kind_names,) inputs of the kind model
    """

    set: str
    site: str
    id: str
    page_type: str
    placed: Placed
    labels: NDArray[np.float64]
    gold: str
    inputs: NDArray[np.float32]
    facts: NDArray[np.float32]
    n_places: int
    view: str
    group: int
    is_stripped: bool
    left_out: bool

    @property
    def is_alone(self) -> bool:
        return self.view == "alone"


@dataclass
class Corpus:
    """All examples; the units of example i are the rows bounds[i] to bounds[i + 1].

    names, fact_names: of the unit inputs and of the inputs of the kind model
    inputs:            float32 (n_rows, n_names)
    folds:             int64 (n_examples,) the fold that each example's site belongs to
    groups:            indices of the examples that were learned together
    """

    examples: list[Example]
    names: tuple[str, ...]
    fact_names: tuple[str, ...]
    inputs: NDArray[np.float32] = field(init=False)
    bounds: NDArray[np.int64] = field(init=False)
    folds: NDArray[np.int64] = field(init=False)
    groups: list[list[int]] = field(init=False)

    def __post_init__(self) -> None:
        self.bounds = np.concatenate(([0], np.cumsum([len(e.labels) for e in self.examples])))
        self.inputs = np.vstack([e.inputs for e in self.examples])
        self.folds = np.array([fold_of(e.site) for e in self.examples])
        groups: dict[tuple, list[int]] = defaultdict(list)
        for i, e in enumerate(self.examples):
            e.inputs = self.inputs[self.bounds[i] : self.bounds[i + 1]]
            groups[e.set, e.site, e.is_stripped, e.view, e.group].append(i)
        self.groups = list(groups.values())

    @property
    def example_of_row(self) -> NDArray[np.int64]:
        return np.repeat(np.arange(len(self.examples)), np.diff(self.bounds))

    def split(self, values: NDArray) -> list[NDArray]:
        """Cut an array over all rows into one for each example."""
        return np.split(values, self.bounds[1:-1])


def load_corpus(data: Path) -> Corpus:
    """All pages in all modes, read by two processes."""
    tasks = [(data, *mode, part) for mode in MODES for part in range(PARTS)]
    examples: list[Example] = []
    names: list[tuple[str, ...]] = []
    with multiprocessing.get_context("fork").Pool(2, maxtasksperchild=8) as pool:
        for task, part in zip(tasks, pool.imap(_load_part, tasks), strict=True):
            loaded, *names = part
            examples.extend(loaded)
            print(f"read {task[1]} {task[2]}{' stripped' * task[3]}, part {task[4]}", file=sys.stderr)
    return Corpus(examples, *names)


def _load_part(task: tuple[Path, str, str, bool, int]) -> tuple[list[Example], tuple[str, ...], tuple[str, ...]]:
    data, name, view, stripped, part = task
    sites = [rows for rows in read_site_rows(data, name).values() if view == "alone" or len(rows) > 1]
    examples: list[Example] = []
    names: tuple[str, ...] = ()
    fact_names: tuple[str, ...] = ()
    for rows in sites[part::PARTS]:
        for example, *both in _load_site(data, name, rows, view, stripped=stripped):
            examples.append(example)
            names, fact_names = both
    return examples, names, fact_names


def read_site_rows(data: Path, name: str) -> dict[str, list[dict]]:
    """The rows of a data set, by site."""
    rows = defaultdict(list)
    for line in (data / name / "pages.jsonl").read_text("utf-8").splitlines():
        row = json.loads(line)
        rows[row["site"]].append(row)
    return dict(rows)


def _load_site(
    data: Path, name: str, rows: list[dict], view: str, *, stripped: bool
) -> Iterator[tuple[Example, tuple[str, ...], tuple[str, ...]]]:
    """Label the pages of one site as they are seen in a view; with the names of the inputs."""
    groups = learned_together(view, rows[0]["site"], len(rows))
    pages = {}
    for i in itertools.chain(*groups):
        html = (data / name / rows[i]["html_path"]).read_bytes()
        pages[i] = parse(decode(strip_names(html) if stripped else html).text)
    for number, group in enumerate(groups):
        tree = SiteTree(NodeKeys.learn([pages[i] for i in group]))
        placed = [place_units(pages[i], tree.insert(pages[i])) for i in group]
        tables = None
        if len(group) > 1:
            tables = SiteTables(learn_statistics(placed, len(tree)), learn_classes(tree, placed))
        for i, one in zip(group, placed, strict=True):
            row, structured = rows[i], read_structured(one.page)
            columns = unit_features(one, tables, structured)
            facts = dict(zip(FACT_NAMES, kind_features(one.page, columns, structured), strict=True))
            names = in_order(columns, default_scorer().first.names)
            fact_names = in_order(facts, default_scorer().kind.names)
            gold = (data / name / row["gold_path"]).read_text("utf-8", errors="replace")
            yield Example(
                name, row["site"], str(row["id"]), row.get("page_type", ""), one, unit_labels(one.page, gold), gold,
                matrix(columns, names), np.array([facts[name] for name in fact_names], np.float32),
                len(tree), view, number, stripped, row.get("gold_in_page", 1.0) < MIN_GOLD_IN_PAGE,
            ), names, fact_names  # fmt: skip


def learned_together(view: str, site: str, n_pages: int) -> list[list[int]]:
    """The pages of a site that are learned together, by index; the few ones are drawn by the site's name."""
    if view != "few":
        return [[i] for i in range(n_pages)] if view == "alone" else [list(range(n_pages))]
    drawn = list(range(n_pages))
    random.Random(site).shuffle(drawn)
    bounds = itertools.accumulate(FEW, initial=0)
    return [drawn[start : start + size] for start, size in zip(bounds, FEW, strict=False) if start + size < n_pages]


def in_order(names: Iterable[str], known: Sequence[str]) -> tuple[str, ...]:
    """Names in the order of the scorer of the package, new ones after: what a tree may look at is drawn by number."""
    place = {name: i for i, name in enumerate(known)}
    return tuple(sorted(names, key=lambda name: place.get(name, len(place))))


def data_folder() -> Path:
    """The folder of the data sets, from SITEGRAIN_DATA."""
    return Path(os.environ["SITEGRAIN_DATA"])

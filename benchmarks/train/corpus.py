"""The training pages: read, parsed, labelled, with the inputs of the scorer, by site."""

from __future__ import annotations

import json
import multiprocessing
import os
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
from sitegrain.content.features.kind import kind_features
from sitegrain.content.metadata import read_structured
from sitegrain.content.trees import matrix
from sitegrain.pages.encodings import decode
from sitegrain.pages.parse import parse
from sitegrain.sites.keys import NodeKeys
from sitegrain.sites.statistics import Placed, learn_statistics, place_units
from sitegrain.sites.tree import SiteTree

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

SITE_SETS = [name for name in REAL_SETS if name not in SINGLE_PAGE_SETS]
MODES = [(name, False, stripped) for name in SITE_SETS for stripped in (False, True)]
MODES += [(name, True, stripped) for name in REAL_SETS for stripped in (False, True)]
PARTS = 4  # of a set, read beside one another


@dataclass
class Example:
    """A labelled page, seen with its site or alone.

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
    is_alone: bool
    is_stripped: bool
    left_out: bool


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
            groups[e.set, e.site, e.is_stripped, e.is_alone, i if e.is_alone else -1].append(i)
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
            print(f"read {task[1]}{' alone' * task[2]}{' stripped' * task[3]}, part {task[4]}", file=sys.stderr)
    return Corpus(examples, *names)


def _load_part(task: tuple[Path, str, bool, bool, int]) -> tuple[list[Example], tuple[str, ...], tuple[str, ...]]:
    data, name, alone, stripped, part = task
    sites = [rows for rows in read_site_rows(data, name).values() if alone or len(rows) > 1]
    examples: list[Example] = []
    names: tuple[str, ...] = ()
    fact_names: tuple[str, ...] = ()
    for rows in sites[part::PARTS]:
        for example, *both in _load_site(data, name, rows, alone=alone, stripped=stripped):
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
    data: Path, name: str, rows: list[dict], *, alone: bool, stripped: bool
) -> Iterator[tuple[Example, tuple[str, ...], tuple[str, ...]]]:
    """Label the pages of one site, together or each as if it were alone; with the names of the inputs."""
    pages = []
    for row in rows:
        html = (data / name / row["html_path"]).read_bytes()
        pages.append(parse(decode(strip_names(html) if stripped else html).text))
    for group in [[i] for i in range(len(pages))] if alone else [list(range(len(pages)))]:
        tree = SiteTree(NodeKeys.learn([pages[i] for i in group]))
        placed = [place_units(pages[i], tree.insert(pages[i])) for i in group]
        tables = None
        if len(group) > 1:
            tables = SiteTables(learn_statistics(placed, len(tree)), learn_classes(tree, placed))
        for i, one in zip(group, placed, strict=True):
            row, structured = rows[i], read_structured(one.page)
            columns = unit_features(one, tables, structured)
            facts = kind_features(one.page, columns, structured)
            names, fact_names = tuple(columns), tuple(facts)
            gold = (data / name / row["gold_path"]).read_text("utf-8", errors="replace")
            one.page.attributes.clear()  # nothing below reads them, and they are most of a page
            yield Example(
                name, row["site"], str(row["id"]), row.get("page_type", ""), one, unit_labels(one.page, gold), gold,
                matrix(columns, names), np.array(list(facts.values()), np.float32),
                len(tree), len(group) == 1, stripped, row.get("gold_in_page", 1.0) < MIN_GOLD_IN_PAGE,
            ), names, fact_names  # fmt: skip


def data_folder() -> Path:
    """The folder of the data sets, from SITEGRAIN_DATA."""
    return Path(os.environ["SITEGRAIN_DATA"])

"""The training pages: read, parsed, labelled, with the inputs of the scorer, by site."""

from __future__ import annotations

import json
import os
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from benchmarks.datasets import MIN_GOLD_IN_PAGE
from benchmarks.stripping import strip_names
from benchmarks.train.labels import unit_labels
from sitegrain.blocks.classes import learn_classes
from sitegrain.content.features import Columns, SiteTables, unit_features
from sitegrain.content.features.kind import kind_features
from sitegrain.content.metadata import read_structured
from sitegrain.pages.encodings import decode
from sitegrain.pages.parse import parse
from sitegrain.sites.keys import NodeKeys
from sitegrain.sites.statistics import Placed, learn_statistics, place_units
from sitegrain.sites.tree import SiteTree

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray


@dataclass
class Example:
    """A labelled page, seen with its site or alone."""

    set: str
    site: str
    id: str
    page_type: str
    placed: Placed
    labels: NDArray[np.float64]
    gold: str
    columns: Columns
    kind_features: dict[str, float]
    n_places: int
    is_alone: bool
    is_stripped: bool
    left_out: bool


def read_site_rows(data: Path, name: str) -> dict[str, list[dict]]:
    """The rows of a data set, by site."""
    rows = defaultdict(list)
    for line in (data / name / "pages.jsonl").read_text("utf-8").splitlines():
        row = json.loads(line)
        rows[row["site"]].append(row)
    return dict(rows)


def load_site(data: Path, name: str, rows: list[dict], *, alone: bool, stripped: bool) -> Iterator[Example]:
    """Label the pages of one site; together, or each as if it were alone."""
    pages = []
    for row in rows:
        html = (data / name / row["html_path"]).read_bytes()
        pages.append(parse(decode(strip_names(html) if stripped else html).text))
    groups = [[i] for i in range(len(pages))] if alone else [list(range(len(pages)))]
    for group in groups:
        keys = NodeKeys.learn([pages[i] for i in group])
        tree = SiteTree(keys)
        placed = [place_units(pages[i], tree.insert(pages[i])) for i in group]
        tables = None
        if len(group) > 1:
            tables = SiteTables(learn_statistics(placed, len(tree)), learn_classes(tree, placed))
        for i, one in zip(group, placed, strict=True):
            row = rows[i]
            structured = read_structured(one.page)
            columns = unit_features(one, tables, structured)
            gold = (data / name / row["gold_path"]).read_text("utf-8", errors="replace")
            yield Example(
                name, row["site"], str(row["id"]), row.get("page_type", ""), one, unit_labels(one.page, gold), gold,
                {k: v.astype(np.float32) for k, v in columns.items()}, kind_features(one.page, columns, structured),
                len(tree), len(group) == 1, stripped, row.get("gold_in_page", 1.0) < MIN_GOLD_IN_PAGE,
            )  # fmt: skip


def data_folder() -> Path:
    """The folder of the data sets, from SITEGRAIN_DATA."""
    return Path(os.environ["SITEGRAIN_DATA"])

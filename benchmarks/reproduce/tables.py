"""Genuine or layout tables.

Wang and Hu (WWW 2002) report F 0.959 for genuine tables, by a decision tree over 16 features, cross-validated on
11,477 leaf tables. Here: 297 leaf tables of `sites` and `wcxb`, at most six a site, drawn from those that the decision
list takes for genuine and for layout, and labelled by hand by looking at the grid of each (`table_labels.jsonl`):
genuine where the rows and columns carry the relation between cells, layout where they only group material; forms, line
numbers of code, lists of links, boxes of navigation and single columns are layout. Measured are the decision list,
which has nothing to learn, and a logistic regression over f1 to f15 and nine more inputs, trained on the tables of
other sites.
"""

from __future__ import annotations

import json
import os
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from sitegrain.pages.given import as_page
from sitegrain.segmenters.coefficients import logistic_regression
from sitegrain.segmenters.layout_tables.classifying import by_rules, inputs
from sitegrain.segmenters.layout_tables.features import TableFeatures
from sitegrain.segmenters.layout_tables.grid import Texts, read_grids

if TYPE_CHECKING:
    from numpy.typing import NDArray

LABELS = Path(__file__).with_name("table_labels.jsonl")
N_FOLDS = 10


def run() -> list[dict[str, Any]]:
    """A row for each way to classify."""
    x, rules, genuine, sites = read_tables()
    names = sorted(set(sites))
    folds = np.array([names.index(site) % N_FOLDS for site in sites])
    learned = np.zeros(len(genuine), bool)
    for fold in range(N_FOLDS):
        coefficients = logistic_regression(x[folds != fold], genuine[folds != fold].astype(float))
        learned[folds == fold] = x[folds == fold] @ coefficients > 0
    return [
        _row("decision list", rules, genuine, len(names)),
        _row("logistic regression, cross-validated by site", learned, genuine, len(names)),
    ]


def read_tables() -> tuple[NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], list[str]]:
    """The inputs of the labelled tables, what the decision list says, the labels, and the sites."""
    folder = Path(os.environ["SITEGRAIN_DATA"])
    wanted: dict[tuple[str, str], dict[int, bool]] = defaultdict(dict)
    for line in LABELS.read_text("utf-8").splitlines():
        label = json.loads(line)
        wanted[label["set"], label["page"]][label["table"]] = label["label"] == "genuine"
    x, rules, genuine, sites = [], [], [], []
    for name in sorted({name for name, _ in wanted}):
        for line in (folder / name / "pages.jsonl").read_text("utf-8").splitlines():
            row = json.loads(line)
            labels = wanted.pop((name, row["id"]), None)
            if labels is None:
                continue
            page = as_page((folder / name / row["html_path"]).read_bytes())
            texts, grids = Texts(page), read_grids(page)
            for table, label in labels.items():
                features = TableFeatures(grids[table], texts)
                x.append(inputs(page, grids[table], features, texts))
                rules.append(by_rules(page, grids[table], features, texts))
                genuine.append(label)
                sites.append(row["site"])
    return np.array(x), np.array(rules), np.array(genuine), sites


def _row(name: str, found: NDArray[np.bool_], genuine: NDArray[np.bool_], n_sites: int) -> dict[str, Any]:
    both = int((found & genuine).sum())
    precision, recall = both / max(int(found.sum()), 1), both / max(int(genuine.sum()), 1)
    return {
        "by": name,
        "tables": len(genuine),
        "genuine": int(genuine.sum()),
        "sites": n_sites,
        "precision": precision,
        "recall": recall,
        "F1 of genuine": 2 * precision * recall / max(precision + recall, 1e-9),
        "accuracy": float((found == genuine).mean()),
    }

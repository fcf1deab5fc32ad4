"""Genuine or layout tables.

Wang and Hu (WWW 2002) report F 0.959 for genuine tables, by a decision tree over 16 features, cross-validated on
11,477 leaf tables. Here: 309 leaf tables of `sites` and `wcxb`, at most six of each verdict of the decision list a
site, and 12 drawn by chance from other sites, labelled by hand by looking at the grid of each (`table_labels.jsonl`).

The rule of the labels, after their definition: a table is genuine if a two-dimensional grid carries the relation
between its cells, layout if it only groups material. So (1) a table of one row or one column is layout, whatever it
holds: one line is no grid, and so it is in methods that decide before they look at the markup; (2) rows that hold a
name and its value, or records whose columns hold one thing each, are genuine, with or without headings, and so are
columns under headings; (3) forms, line numbers and boxes of code, lists of links or of like things that only wrap, and
boxes of navigation are layout.

All tables of more than one line were labelled a second time by this rule; the first labels were not shown, but those
of the tables in dispute were known. That changed 3 of 198 (`before` in the file): two tables of names and values and
one of records became genuine. Rule 1 changed 15, of one line, that had been genuine. Rows with `labels of before` have
the 297 labels as they were before these changes; what is learned is learned from those of today.

Measured are: whether there is more than one line each way that has text; the decision list; and a logistic regression
over f1 to f15 and ten more inputs, trained on the tables of other sites, that leaves tables of one line or with texts
as long as paragraphs to the list: means over ten ways to part the sites in ten, and the least F1 of them. What counts
as a line, the list and the inputs were chosen with these labels in sight. So 55 more tables, each the only one of a
site that is not among the others, were drawn from `sites`, `wcxb` and `dragnet` when all else was done, and labelled
before any verdict was seen; nothing is trained on these.
"""

from __future__ import annotations

import json
import os
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from sitegrain.pages.given import as_page
from sitegrain.segmenters.coefficients import logistic_regression
from sitegrain.segmenters.layout_tables.classifying import by_rules, inputs, is_plain
from sitegrain.segmenters.layout_tables.features import TableFeatures
from sitegrain.segmenters.layout_tables.grid import Texts, read_grids

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from sitegrain.pages.page import Page

LABELS = Path(__file__).with_name("table_labels.jsonl")
N_FOLDS, N_SPLITS = 10, 10
RIDGE = 0.1  # more than usual: there are few tables


def run() -> list[dict[str, Any]]:
    """A row for each way to classify: by the labels of today, by those of before, and on unseen tables."""
    tables = read_tables()
    found = {
        "more than one line": [tables.has_lines],
        "decision list": [tables.by_rules],
        "logistic regression, cross-validated by site": [_cross_validated(tables, seed) for seed in range(N_SPLITS)],
    }
    unseen = found | {"logistic regression": [_verdicts(tables, ~tables.is_unseen)]}
    del unseen["logistic regression, cross-validated by site"]
    old, genuine = tables.before != "", tables.before == "genuine"
    return [
        *(_row(name, own, tables.is_genuine, tables.sites, ~tables.is_unseen) for name, own in found.items()),
        *(_row(f"{name}; labels of before", own, genuine, tables.sites, old) for name, own in found.items()),
        *(
            _row(f"{name}; unseen", own, tables.is_genuine, tables.sites, tables.is_unseen)
            for name, own in unseen.items()
        ),
    ]


def _cross_validated(tables: Tables, seed: int) -> NDArray[np.bool_]:
    """The verdict on each table by what was learned from other sites."""
    names = np.random.default_rng(seed).permutation(sorted(set(tables.sites))).tolist()
    folds = np.array([names.index(site) % N_FOLDS for site in tables.sites])
    found = tables.by_rules.copy()
    for fold in range(N_FOLDS):
        held_out = folds == fold
        found[held_out] = _verdicts(tables, ~held_out & ~tables.is_unseen)[held_out]
    return found


def _verdicts(tables: Tables, learned_from: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """What is said of all tables by what was learned from some; the rules decide on those that are not plain."""
    return np.where(tables.is_plain, tables.inputs @ fit(tables, learned_from) > 0, tables.by_rules)


def fit(tables: Tables, chosen: NDArray[np.bool_]) -> NDArray[np.float64]:
    """The coefficients learned from those of some tables that have more than one line."""
    own = tables.has_lines & chosen
    return logistic_regression(tables.inputs[own], tables.is_genuine[own].astype(float), ridge=RIDGE)


@dataclass(frozen=True)
class Tables:
    """The labelled tables, an entry each.

    inputs:    of the regression
    by_rules:  whether the decision list says genuine
    has_lines: whether there is more than one line each way
    is_plain:  whether the regression decides, not the list
    before:    the label of before, "" for tables that had none
    is_unseen: drawn when all else was done
    """

    inputs: NDArray[np.float64]
    by_rules: NDArray[np.bool_]
    has_lines: NDArray[np.bool_]
    is_plain: NDArray[np.bool_]
    is_genuine: NDArray[np.bool_]
    before: NDArray[np.str_]
    is_unseen: NDArray[np.bool_]
    sites: list[str]


def read_tables() -> Tables:
    """Find the labelled tables in their pages."""
    folder = Path(os.environ["SITEGRAIN_DATA"])
    wanted: dict[tuple[str, str], list[dict[str, Any]]] = defaultdict(list)
    for line in LABELS.read_text("utf-8").splitlines():
        label = json.loads(line)
        wanted[label["set"], label["page"]].append(label)
    found: list[tuple[Any, ...]] = []
    for name in sorted({name for name, _ in wanted}):
        for line in (folder / name / "pages.jsonl").read_text("utf-8").splitlines():
            row = json.loads(line)
            labels = wanted.pop((name, row["id"]), None)
            if labels is not None:
                page = as_page((folder / name / row["html_path"]).read_bytes())
                found += [(*entry, row["site"]) for entry in _read_page(page, labels)]
    *columns, sites = zip(*found, strict=True)
    return Tables(*map(np.array, columns), list(sites))


def _read_page(page: Page, labels: Sequence[Mapping[str, Any]]) -> Iterator[tuple[Any, ...]]:
    texts, grids = Texts(page), read_grids(page)
    for label in labels:
        grid = grids[label["table"]]
        features = TableFeatures(grid, texts)
        is_unseen = "unseen" in label
        yield (
            inputs(page, grid, features, texts),
            by_rules(page, grid, features, texts),
            min(features.n_lines) > 1,
            is_plain(grid, features, texts),
            label["label"] == "genuine",
            label.get("before", None if is_unseen else label["label"]) or "",
            is_unseen,
        )


def _row(
    name: str, found: list[NDArray[np.bool_]], genuine: NDArray[np.bool_], sites: list[str], among: NDArray[np.bool_]
) -> dict[str, Any]:
    """Means over some splits, of some of the tables."""
    own = genuine[among]
    verdicts = [verdict[among] for verdict in found]
    return {
        "by": name,
        "tables": len(own),
        "genuine": int(own.sum()),
        "sites": len({site for site, is_one in zip(sites, among, strict=True) if is_one}),
        "precision": float(np.mean([own[verdict].mean() for verdict in verdicts])),
        "recall": float(np.mean([verdict[own].mean() for verdict in verdicts])),
        "F1 of genuine": float(np.mean([_f1(verdict, own) for verdict in verdicts])),
        "least": min(_f1(verdict, own) for verdict in verdicts),
        "F1 of layout": float(np.mean([_f1(~verdict, ~own) for verdict in verdicts])),
        "accuracy": float(np.mean([verdict == own for verdict in verdicts])),
    }


def _f1(found: NDArray[np.bool_], right: NDArray[np.bool_]) -> float:
    return 2 * float((found & right).sum()) / max(float(found.sum() + right.sum()), 1.0)

"""Fit the models of the scorer: what each sees, what it should say, and how much each unit counts."""

from __future__ import annotations

import multiprocessing
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

import lightgbm
import numpy as np

from benchmarks.train.boosting import KIND, UNIT, Size
from sitegrain.content.scorer import KINDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from benchmarks.train.corpus import Corpus, Example

KIND_TREES = 80
KIND_OF_TYPE = {"forum": "thread"} | {kind: kind for kind in KINDS}
KIND_OF_SET = {"dragnet": ("article", 1.0), "daniel": ("article", 0.6), "sites": ("documentation", 0.1)}
SET_WEIGHTS = {"wcxb": 0.25, "dragnet": 0.3, "daniel": 0.2, "sites": 0.1}  # of pages seen alone
VIEW_WEIGHTS = {"site": 1.0, "few": 0.5}  # of pages seen with their site
REFERENCE_WEIGHT = 2.0  # of pages of reference sites seen with their site: there are few such sites
STRIPPED_WEIGHT = 0.5
MAX_UNITS = 3000  # pages with more are not trained on
SMALL_UNIT, SMALL_KEPT = 6, 0.2  # of the units with fewer words this share is kept, weighted up
N_PROCESSES = 2

Job = tuple["NDArray[np.bool_]", "NDArray[np.bool_]"]  # bool (n_examples,): to learn from, to score


@dataclass(frozen=True)
class Targets:
    """What the unit models learn: float64 (n_rows,) labels and weights, bool is_kept of the rows trained on."""

    labels: NDArray[np.float64]
    weights: NDArray[np.float64]
    is_kept: NDArray[np.bool_]


def kind_of(example: Example) -> tuple[str, float]:
    """An example's kind and its weight in training."""
    return (KIND_OF_TYPE[example.page_type], 1.0) if example.set == "wcxb" else KIND_OF_SET[example.set]


def fit_kind(corpus: Corpus, learned: NDArray[np.bool_]) -> lightgbm.Booster:
    """Fit the model of page kinds on pages seen alone."""
    chosen = [corpus.examples[i] for i in np.flatnonzero(learned) if corpus.examples[i].is_alone]
    kinds, weights = zip(*map(kind_of, chosen), strict=True)
    weights = [w * (STRIPPED_WEIGHT if e.is_stripped else 1.0) for w, e in zip(weights, chosen, strict=True)]
    labels = np.array([KINDS.index(kind) for kind in kinds])
    data = lightgbm.Dataset(np.vstack([e.facts for e in chosen]), labels, weight=np.array(weights), params=KIND)
    return lightgbm.train(KIND | {"num_class": len(KINDS)}, data, KIND_TREES)


def view_weight(example: Example) -> float:
    """What a page counts by its set and by what it is seen with."""
    if example.is_alone:
        return SET_WEIGHTS[example.set]
    return VIEW_WEIGHTS[example.view] * (REFERENCE_WEIGHT if example.set == "sites" else 1.0)


def unit_targets(corpus: Corpus) -> Targets:
    """Words matter by their share of the gold; every site counts nearly the same."""
    n_pages = Counter((e.set, e.site, e.view, e.is_stripped) for e in corpus.examples)
    draw = np.random.default_rng(11)
    weights, kept = [], []
    for e in corpus.examples:
        words = e.placed.page.unit_words
        page = view_weight(e) * (STRIPPED_WEIGHT if e.is_stripped else 1.0)
        page *= n_pages[e.set, e.site, e.view, e.is_stripped] ** -0.75
        weight = page * (np.minimum(words / (float((words * e.labels).sum()) + 50), 1.0) + 1e-4)
        is_small = words < SMALL_UNIT
        weights.append(np.where(is_small, weight / SMALL_KEPT, weight))
        is_used = not e.left_out and len(words) <= MAX_UNITS
        kept.append((~is_small | (draw.random(len(words)) < SMALL_KEPT)) & is_used)
    return Targets(np.concatenate([e.labels for e in corpus.examples]), np.concatenate(weights), np.concatenate(kept))


_shared: dict = {}  # what the processes of a pool inherit


def fit_units(
    corpus: Corpus, rows: NDArray[np.float32], targets: Targets, jobs: Sequence[Job], size: Size
) -> tuple[list[lightgbm.Booster], NDArray[np.float64]]:
    """Fit a model of unit scores for each job.

    Returns the models and, float64 (n_rows,), the scores that the jobs gave.
    """
    owners = corpus.example_of_row
    used = np.flatnonzero(targets.is_kept & np.logical_or.reduce([learned for learned, _ in jobs])[owners])
    weights = targets.weights[used]
    data = lightgbm.Dataset(rows[used], targets.labels[used], weight=weights / weights.mean(), params=UNIT)
    _shared.update(data=data.construct(), owners=owners, used=used, rows=rows, jobs=jobs, size=size)
    scores = np.zeros(len(rows))
    models = []
    with multiprocessing.get_context("fork").Pool(N_PROCESSES) as pool:
        for model, at, values in pool.imap(_fit_job, range(len(jobs)), chunksize=1):
            models.append(model)
            scores[at] = values
    _shared.clear()
    return models, scores


def _fit_job(number: int) -> tuple[lightgbm.Booster, NDArray[np.int64], NDArray[np.float64]]:
    learned, scored = _shared["jobs"][number]
    chosen = np.flatnonzero(learned[_shared["owners"][_shared["used"]]])
    size: Size = _shared["size"]
    data = _shared["data"].subset(chosen)
    model = lightgbm.train(UNIT | dict(size.settings), data, size.n_trees)
    at = np.flatnonzero(scored[_shared["owners"]])
    values = model.predict(_shared["rows"][at], num_threads=1) if len(at) else np.zeros(0)
    return model, at, np.asarray(values)

"""Fit one model of the scorer on examples: what it sees, what it should say, and how much each unit counts."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from benchmarks.train.boosting import KIND, UNIT, train
from sitegrain.content.features.pooled import pool_scores, pooled_features
from sitegrain.content.scorer import KINDS
from sitegrain.content.trees import matrix

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import lightgbm
    from numpy.typing import NDArray

    from benchmarks.train.corpus import Example

KIND_TREES, FIRST_TREES, SECOND_TREES = 80, 60, 60
KIND_OF_TYPE = {"forum": "thread"} | {kind: kind for kind in KINDS}
KIND_OF_SET = {"dragnet": ("article", 0.5), "daniel": ("article", 0.3), "sites": ("documentation", 0.1)}
SET_WEIGHTS = {"wcxb": 0.25, "dragnet": 0.3, "daniel": 0.2, "sites": 0.1}  # of pages seen alone
SITE_WEIGHT = 1.0  # of pages seen with their site
STRIPPED_WEIGHT = 0.5
MAX_UNITS = 3000  # pages with more are not trained on
SMALL_UNIT, SMALL_KEPT = 6, 0.2  # of the units with fewer words this share is kept, weighted up


@dataclass
class Models:
    """The fitted models and the names of their inputs."""

    kind: lightgbm.Booster
    first: lightgbm.Booster
    second: lightgbm.Booster
    kind_names: tuple[str, ...]
    first_names: tuple[str, ...]
    second_names: tuple[str, ...]


@dataclass
class State:
    """What the models say of an example, step by step."""

    kinds: NDArray[np.float64] = field(default_factory=lambda: np.zeros(len(KINDS)))
    first: NDArray[np.float64] = field(default_factory=lambda: np.zeros(0))
    second_columns: dict[str, NDArray[np.float64]] = field(default_factory=dict)
    second: NDArray[np.float64] = field(default_factory=lambda: np.zeros(0))


def kind_label(example: Example) -> tuple[int, float]:
    """The index of an example's kind and its weight in training."""
    if example.set == "wcxb":
        return KINDS.index(KIND_OF_TYPE[example.page_type]), 1.0
    kind, weight = KIND_OF_SET[example.set]
    return KINDS.index(kind), weight


def kind_vector(features: dict[str, float], names: tuple[str, ...]) -> NDArray[np.float32]:
    """Float32 (1, n_names): the named features as one row."""
    return np.array([[features[name] for name in names]], np.float32)


def fit_kind(examples: Sequence[Example], names: tuple[str, ...]) -> lightgbm.Booster:
    """Fit the model of page kinds on pages seen alone."""
    rows = np.vstack([kind_vector(e.kind_features, names) for e in examples])
    labels, weights = zip(*map(kind_label, examples), strict=True)
    return train(rows, np.array(labels), np.array(weights), KIND | {"num_class": len(KINDS)}, KIND_TREES)


def first_columns(example: Example, state: State) -> dict[str, NDArray[np.float64]]:
    """The inputs of the first model."""
    n = example.placed.page.n_units
    return example.columns | {f"kind_{k}": np.full(n, v) for k, v in zip(KINDS, state.kinds, strict=True)}


def pool_site(examples: Sequence[Example], states: Sequence[State]) -> None:
    """Give the examples of one site the inputs of the second model."""
    placed = [e.placed for e in examples]
    pool = pool_scores(placed, [s.first for s in states], examples[0].n_places)
    mean_kinds = np.mean([s.kinds for s in states], axis=0)
    for example, state in zip(examples, states, strict=True):
        n = example.placed.page.n_units
        state.second_columns = pooled_features(example.placed, state.first, pool, is_sampled=True)
        state.second_columns |= {f"site_{k}": np.full(n, v) for k, v in zip(KINDS, mean_kinds, strict=True)}


def unit_weights(example: Example, n_pages: int) -> NDArray[np.float64]:
    """Words matter by their share of the gold; every site counts nearly the same."""
    words = example.placed.page.unit_words
    gold = float((words * example.labels).sum())
    weights = np.minimum(words / (gold + 50), 1.0) + 1e-4
    page = (SET_WEIGHTS[example.set] if example.is_alone else SITE_WEIGHT) * n_pages**-0.75
    return weights * page * (STRIPPED_WEIGHT if example.is_stripped else 1.0)


def fit_units(
    examples: Sequence[Example],
    columns: Callable[[int], dict[str, NDArray[np.float64]]],
    names: tuple[str, ...],
    n_trees: int,
) -> lightgbm.Booster:
    """Fit a model of unit scores; `columns(i)` gives the inputs of example i."""
    n_pages: dict[tuple, int] = defaultdict(int)
    for e in examples:
        n_pages[e.set, e.site, e.is_alone, e.is_stripped] += 1
    rows, labels, weights = [], [], []
    draw = np.random.default_rng(11)
    for i, e in enumerate(examples):
        n = e.placed.page.n_units
        is_small = e.placed.page.unit_words < SMALL_UNIT
        kept = ~is_small | (draw.random(n) < SMALL_KEPT)
        if e.left_out or not n or n > MAX_UNITS:
            continue
        weight = unit_weights(e, n_pages[e.set, e.site, e.is_alone, e.is_stripped])
        rows.append(matrix(columns(i), names)[kept])
        labels.append(e.labels[kept])
        weights.append(np.where(is_small, weight / SMALL_KEPT, weight)[kept])
    scale = np.concatenate(weights)
    scale *= len(scale) / scale.sum()
    return train(np.vstack(rows), np.concatenate(labels), scale, UNIT, n_trees)


def by_site(examples: Sequence[Example]) -> list[list[int]]:
    """Indices of the examples that were learned together."""
    groups: dict[tuple, list[int]] = defaultdict(list)
    for i, e in enumerate(examples):
        groups[e.set, e.site, e.is_stripped, e.is_alone, e.id if e.is_alone else ""].append(i)
    return list(groups.values())

"""Out-of-fold scores: every example is scored by models that never saw its site."""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from statistics import fmean
from typing import TYPE_CHECKING

import numpy as np

from benchmarks.fold_scorer import N_FOLDS, fold_of
from benchmarks.train.fitting import (
    FIRST_TREES,
    SECOND_TREES,
    Models,
    State,
    by_site,
    first_columns,
    fit_kind,
    fit_units,
    kind_vector,
    pool_site,
)
from sitegrain.content.choosing import choose
from sitegrain.content.scorer import blend
from sitegrain.content.trees import matrix
from sitegrain.pages.tokens import tokenize

if TYPE_CHECKING:
    from collections.abc import Sequence

    import lightgbm

    from benchmarks.train.corpus import Example


def input_names(examples: Sequence[Example], states: Sequence[State]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The inputs of the first and of the second model."""
    first = tuple(first_columns(examples[0], states[0]))
    return first, first + tuple(states[0].second_columns)


def out_of_fold(examples: Sequence[Example]) -> tuple[list[State], list[Models]]:
    """Score every example with models fitted on the other folds; returns those models as well.

    The second model of a fold is fitted on first scores that are out of fold themselves: their models saw this fold's
    sites, a slight leak that the published recipe has as well.
    """
    states = [State() for _ in examples]
    folds = np.array([fold_of(e.site) for e in examples])
    kind_names = tuple(examples[0].kind_features)
    kinds = []
    for fold in range(N_FOLDS):
        alone = [e for e, f in zip(examples, folds, strict=True) if f != fold and e.is_alone and not e.is_stripped]
        kinds.append(fit_kind(alone, kind_names))
        for i in np.flatnonzero(folds == fold):
            states[i].kinds = kinds[-1].predict(kind_vector(examples[i].kind_features, kind_names))[0]
    first_names = tuple(first_columns(examples[0], states[0]))
    firsts = _score(examples, states, folds, first_names, "first")
    for group in by_site(examples):
        pool_site([examples[i] for i in group], [states[i] for i in group])
    _, second_names = input_names(examples, states)
    seconds = _score(examples, states, folds, second_names, "second")
    models = [
        Models(*three, kind_names, first_names, second_names) for three in zip(kinds, firsts, seconds, strict=True)
    ]
    return states, models


def _score(
    examples: Sequence[Example], states: list[State], folds: np.ndarray, names: tuple[str, ...], step: str
) -> list[lightgbm.Booster]:
    """Fit the model of a step without each fold in turn, and score the fold."""
    models = []
    for fold in range(N_FOLDS):
        inside = np.flatnonzero(folds != fold)
        models.append(
            fit_units(
                [examples[i] for i in inside],
                lambda j, inside=inside: inputs(examples[inside[j]], states[inside[j]], step),
                names,
                FIRST_TREES if step == "first" else SECOND_TREES,
            )
        )
        for i in np.flatnonzero(folds == fold):
            rows = matrix(inputs(examples[i], states[i], step), names)
            setattr(states[i], step, models[-1].predict(rows) if len(rows) else np.zeros(0))
        print(f"{step} scores: fold {fold}", file=sys.stderr, flush=True)
    return models


def inputs(example: Example, state: State, step: str) -> dict[str, np.ndarray]:
    """The inputs of the first or of the second model."""
    return first_columns(example, state) | (state.second_columns if step == "second" else {})


def page_f1(example: Example, kept: np.ndarray) -> float:
    """Word F1 of the chosen units against the gold."""
    page = example.placed.page
    predicted = Counter(token for token, k in zip(page.tokens, np.repeat(kept, page.unit_words), strict=True) if k)
    gold = Counter(tokenize(example.gold))
    if not gold:
        return float(not predicted)
    both = (predicted & gold).total()
    return 2 * both / (predicted.total() + gold.total()) if both else 0.0


def summary(examples: Sequence[Example], states: Sequence[State]) -> dict[str, float]:
    """Mean word F1 over sites for each set and mode."""
    groups: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for e, s in zip(examples, states, strict=True):
        if e.left_out:
            continue
        mode = f"{e.set} {'alone' if e.is_alone else 'site'}{' stripped' if e.is_stripped else ''}"
        kept, _ = choose(blend(s.first, s.second), e.placed.page.unit_words)
        groups[mode][e.site].append(page_f1(e, kept))
        if e.page_type:
            groups[f"{mode} {e.page_type}"][e.id].append(groups[mode][e.site][-1])
    return {mode: fmean(fmean(v) for v in sites.values()) for mode, sites in groups.items()}

"""Out-of-fold scores: every example is scored by models that never saw its site."""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from collections.abc import Sequence
from statistics import fmean

import numpy as np
from benchmarks.train.corpus import Example
from benchmarks.train.fitting import (
    FIRST_TREES,
    N_FOLDS,
    SECOND_TREES,
    State,
    by_site,
    first_columns,
    fit_kind,
    fit_units,
    fold_of,
    kind_vector,
    pool_site,
)

from sitegrain.content.choosing import choose
from sitegrain.content.scorer import blend
from sitegrain.content.trees import matrix
from sitegrain.pages.tokens import tokenize


def input_names(examples: Sequence[Example], states: Sequence[State]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The inputs of the first and of the second model."""
    first = tuple(first_columns(examples[0], states[0]))
    return first, first + tuple(states[0].second_columns)


def out_of_fold(examples: Sequence[Example], *, with_second: bool = True) -> list[State]:
    """Score every example with models fitted on the other folds."""
    states = [State() for _ in examples]
    folds = np.array([fold_of(e.site) for e in examples])
    kind_names = tuple(examples[0].kind_features)
    for fold in range(N_FOLDS):
        alone = [e for e, f in zip(examples, folds, strict=True) if f != fold and e.is_alone and not e.is_stripped]
        model = fit_kind(alone, kind_names)
        for i in np.flatnonzero(folds == fold):
            states[i].kinds = model.predict(kind_vector(examples[i].kind_features, kind_names))[0]
    names = tuple(first_columns(examples[0], states[0]))
    _score(examples, states, folds, names, FIRST_TREES, "first")
    if with_second:
        for group in by_site(examples):
            pool_site([examples[i] for i in group], [states[i] for i in group])
        _, second_names = input_names(examples, states)
        _score(examples, states, folds, second_names, SECOND_TREES, "second")
    return states


def _score(examples, states, folds, names, n_trees, step) -> None:
    def columns(i: int):
        return first_columns(examples[i], states[i]) | (states[i].second_columns if step == "second" else {})

    for fold in range(N_FOLDS):
        inside = np.flatnonzero(folds != fold)
        model = fit_units([examples[i] for i in inside], lambda j, inside=inside: columns(inside[j]), names, n_trees)
        for i in np.flatnonzero(folds == fold):
            rows = matrix(columns(i), names)
            setattr(states[i], step, model.predict(rows) if len(rows) else np.zeros(0))
        print(f"{step} fold {fold}", file=sys.stderr, flush=True)


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

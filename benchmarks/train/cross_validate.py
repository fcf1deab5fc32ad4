"""Out-of-fold scores: every example is scored by models that never saw its site."""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from dataclasses import dataclass
from statistics import fmean
from typing import TYPE_CHECKING

import numpy as np

from benchmarks.fold_scorer import N_FOLDS
from benchmarks.train.boosting import USUAL, Size
from benchmarks.train.corpus import in_order
from benchmarks.train.fitting import fit_kind, fit_units, kind_of, unit_targets
from sitegrain.content.choosing import Chooser
from sitegrain.content.features.pooled import logit, pool_scores, pooled_features, settle
from sitegrain.content.scorer import HOPELESS, KINDS, blend, default_scorer, scored_as_article
from sitegrain.content.template import scale_down
from sitegrain.content.trees import matrix
from sitegrain.pages.tokens import tokenize

if TYPE_CHECKING:
    import lightgbm
    from numpy.typing import NDArray

    from benchmarks.train.corpus import Corpus, Example


@dataclass
class Models:
    """The fitted models and the names of their inputs."""

    kind: lightgbm.Booster
    article: lightgbm.Booster
    first: lightgbm.Booster
    second: lightgbm.Booster
    kind_names: tuple[str, ...]
    first_names: tuple[str, ...]
    second_names: tuple[str, ...]


@dataclass
class States:
    """What the models say of the examples.

    kinds:      float64 (n_examples, n_kinds)
    site_kinds: float64 of the same shape, the mean over the examples that were learned together
    is_article: bool (n_examples,) scored by the model of articles
    first, second: float64 (n_rows,)
    """

    kinds: NDArray[np.float64]
    site_kinds: NDArray[np.float64]
    is_article: NDArray[np.bool_]
    first: NDArray[np.float64]
    second: NDArray[np.float64]


def fit_scorer(corpus: Corpus, without: str | None = None, size: Size = USUAL) -> tuple[States, list[Models]]:
    """Score every example with models fitted on the other folds; returns those models, and last the ones of all.

    The second model is fitted on first scores that are out of fold themselves: their models saw the sites of the fold
    it is fitted without, a slight leak that the published recipe has as well. The examples of the set `without` are
    learned from by none, and scored by the models of all others.
    """
    is_in = np.array([e.set != without for e in corpus.examples])
    none = np.zeros(len(is_in), bool)
    jobs = [(is_in & (corpus.folds != fold), is_in & (corpus.folds == fold)) for fold in range(N_FOLDS)]
    jobs.append((is_in, ~is_in if without else none))
    facts = np.vstack([e.facts for e in corpus.examples])
    kinds, kind_models = np.zeros((len(is_in), len(KINDS))), []
    for learned, scored in jobs:
        kind_models.append(fit_kind(corpus, learned))
        if scored.any():
            kinds[scored] = kind_models[-1].predict(facts[scored])
    site_kinds = np.zeros_like(kinds)
    for group in corpus.groups:
        site_kinds[group] = kinds[group].mean(axis=0)
    is_article = np.array([scored_as_article(*both) for both in zip(kinds, site_kinds, strict=True)])
    targets, owners = unit_targets(corpus), corpus.example_of_row
    rows = np.hstack([corpus.inputs, kinds.astype(np.float32)[owners]])
    names = corpus.names + tuple(f"kind_{kind}" for kind in KINDS)
    written = np.array([kind_of(e)[0] == "article" for e in corpus.examples])
    articles, article_scores = fit_units(corpus, rows, targets, [(learned & written, s) for learned, s in jobs], size)
    firsts, first_scores = fit_units(corpus, rows, targets, jobs, size)
    print("first scores", file=sys.stderr, flush=True)
    first = np.where(is_article[owners], article_scores, first_scores)
    pooled_names, pooled = pool_columns(corpus, first)
    rows = np.hstack([rows, pooled, site_kinds.astype(np.float32)[owners]])
    second_names = names + pooled_names + tuple(f"site_{kind}" for kind in KINDS)
    seconds, second = fit_units(corpus, rows, targets, jobs, size)
    print("second scores", file=sys.stderr, flush=True)
    fitted = zip(kind_models, articles, firsts, seconds, strict=True)
    models = [Models(*four, corpus.fact_names, names, second_names) for four in fitted]
    return States(kinds, site_kinds, is_article, first, second), models


def pool_columns(corpus: Corpus, first: NDArray[np.float64]) -> tuple[tuple[str, ...], NDArray[np.float32]]:
    """The names and, float32 (n_rows, n_names), the inputs of the second model that pool the first scores."""
    scores = corpus.split(first)
    columns: list[NDArray[np.float32]] = [np.zeros((0, 0), np.float32)] * len(scores)
    names: tuple[str, ...] = ()
    for group in corpus.groups:
        placed = [corpus.examples[i].placed for i in group]
        pool = pool_scores(placed, [scores[i] for i in group], corpus.examples[group[0]].n_places)
        for i, one in zip(group, placed, strict=True):
            found = pooled_features(one, scores[i], pool, is_sampled=True)
            names = in_order(found, default_scorer().second.names)
            columns[i] = matrix(found, names)
    return names, np.vstack(columns)


def page_f1(example: Example, kept: np.ndarray) -> float:
    """Word F1 of the chosen units against the gold."""
    page = example.placed.page
    predicted = Counter(token for token, k in zip(page.tokens, np.repeat(kept, page.unit_words), strict=True) if k)
    gold = Counter(tokenize(example.gold))
    if not gold:
        return float(not predicted)
    both = (predicted & gold).total()
    return 2 * both / (predicted.total() + gold.total()) if both else 0.0


def final_scores(corpus: Corpus, states: States) -> list[NDArray[np.float64]]:
    """For each example what `Scorer.score` makes of its first and second scores."""
    firsts = corpus.split(states.first)
    blended = corpus.split(np.where(states.first < HOPELESS, states.first, blend(logit(states.first), states.second)))
    final = [np.zeros(0)] * len(blended)
    for group in corpus.groups:
        placed = [corpus.examples[i].placed for i in group]
        pool = pool_scores(placed, [firsts[i] for i in group], corpus.examples[group[0]].n_places)
        settle(pool, placed, [blended[i] for i in group])
        for i, one in zip(group, placed, strict=True):
            columns = dict(zip(corpus.names, corpus.examples[i].inputs.T, strict=True))
            _, final[i] = scale_down(one, columns, blended[i], pool, is_article=bool(states.is_article[i]))
    return final


def summary(corpus: Corpus, states: States, only: str | None = None) -> dict[str, float]:
    """Mean word F1 over sites for each set and mode; `only` of one set."""
    groups: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    scores = final_scores(corpus, states)
    for e, score, is_article in zip(corpus.examples, scores, states.is_article, strict=True):
        if e.left_out or (only and e.set != only):
            continue
        mode = f"{e.set} {e.view}{' stripped' if e.is_stripped else ''}"
        choice = Chooser(e.placed.page, {}, score)
        choice.cut(is_article=bool(is_article))
        groups[mode][e.site].append(page_f1(e, choice.kept))
        if e.page_type:
            groups[f"{mode} {e.page_type}"][e.id].append(groups[mode][e.site][-1])
    return {mode: fmean(fmean(v) for v in sites.values()) for mode, sites in groups.items()}

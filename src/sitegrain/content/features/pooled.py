"""What first scores say when they are pooled over a site's block classes and containers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from sitegrain.content.features.context import Columns, block_parents, shifted, window_mean
from sitegrain.sites.statistics import Placed, sum_below
from sitegrain.sites.tree import UNKNOWN, subtree_sums

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from sitegrain.pages.page import Page


@dataclass(slots=True)
class Pool:
    """Sums of first scores over the sample; each float64 (n_places,) but n_pages.

    mass, words:  score-weighted words and words right at a place
    chosen_pages: pages whose text at the place has a mean score of at least 1/2
    pages:        pages with text at the place
    agreed_pages: pages whose text at the place has a mean final score of at least 1/2; all, until `settle` counts them
    mass_below, words_below: the same sums for all at or below it
    mass_share:   sum over pages of the share of the page's mass at or below it
    expected_f1:  sum over pages of the F1 to expect if all at or below it were kept
    """

    n_pages: int
    mass: NDArray[np.float64]
    words: NDArray[np.float64]
    chosen_pages: NDArray[np.float64]
    pages: NDArray[np.float64]
    agreed_pages: NDArray[np.float64]
    mass_below: NDArray[np.float64]
    words_below: NDArray[np.float64]
    mass_share: NDArray[np.float64]
    expected_f1: NDArray[np.float64]


POOL_SUMS = (
    "mass", "words", "chosen_pages", "pages", "agreed_pages", "mass_below", "words_below", "mass_share", "expected_f1"
)  # fmt: skip


def empty_pool(n_places: int = 0) -> Pool:
    """A pool of no pages."""
    return Pool(0, *(np.zeros(n_places) for _ in POOL_SUMS))


def pool_scores(sample: Sequence[Placed], scores: Sequence[NDArray[np.float64]], n_places: int) -> Pool:
    """Sum up the first scores of a site's sample."""
    pool = empty_pool(n_places)
    pool.n_pages = len(sample)
    for placed, score in zip(sample, scores, strict=True):
        page = placed.page
        mass = page.unit_words * score
        total = max(mass.sum(), 1e-9)
        known_units = placed.unit_places != UNKNOWN
        at, inverse = np.unique(placed.unit_places[known_units], return_inverse=True)
        at_mass = np.bincount(inverse, weights=mass[known_units], minlength=len(at))
        at_words = np.bincount(inverse, weights=page.unit_words[known_units], minlength=len(at))
        pool.mass[at] += at_mass
        pool.words[at] += at_words
        pool.pages[at] += 1
        pool.chosen_pages[at] += at_mass >= 0.5 * np.maximum(at_words, 1)
        below, words = sum_below(placed, mass, n_places), sum_below(placed, page.unit_words, n_places)
        pool.mass_below += below
        pool.words_below += words
        pool.mass_share += below / total
        pool.expected_f1 += 2 * below / (words + total)
    pool.agreed_pages[:] = pool.pages
    return pool


def settle(pool: Pool, sample: Sequence[Placed], scores: Sequence[NDArray[np.float64]]) -> None:
    """Count on how many pages of the sample the final scores choose each place."""
    pool.agreed_pages[:] = 0
    for placed, score in zip(sample, scores, strict=True):
        at, chosen = _chosen_places(placed, score)
        pool.agreed_pages[at[at >= 0]] += chosen[at >= 0]


def _chosen_places(placed: Placed, score: NDArray[np.float64]) -> tuple[NDArray[np.int32], NDArray[np.bool_]]:
    """The places of a page's units, and whether the mean score of the words there is at least 1/2."""
    words = placed.page.unit_words
    at, inverse = np.unique(placed.unit_places, return_inverse=True)
    mass = np.bincount(inverse, weights=words * score, minlength=len(at))
    return at, mass >= 0.5 * np.maximum(np.bincount(inverse, weights=words, minlength=len(at)), 1)


def pooled_features(placed: Placed, score: NDArray[np.float64], pool: Pool, *, is_sampled: bool) -> Columns:
    """Float64 (n_units,) columns; a page outside the sample is added to the sums as one more row."""
    page = placed.page
    own = 0.0 if is_sampled else 1.0
    mass = page.unit_words * score
    total = max(mass.sum(), 1e-9)
    columns = {
        "score": logit(score),
        "score_near": logit(window_mean(score, np.maximum(page.unit_words, 0.5), 4)),
        "score_far": logit(window_mean(score, np.maximum(page.unit_words, 0.5), 10)),
        "score_previous": shifted(logit(score), -1, -1.2),
        "score_next": shifted(logit(score), 1, -1.2),
        "score_above": np.full(page.n_units, float((page.unit_words * (score >= 0.5)).sum() / max(mass.sum(), 1))),
        "page_mass": np.full(page.n_units, np.log1p(total)),
        "pool_pages": np.full(page.n_units, np.log1p(min(pool.n_pages + own, 32))),
    }
    weights = np.maximum(page.unit_words, 0.5) * score
    running = np.cumsum(weights)
    columns["mass_before"] = (running - weights) / max(running[-1], 1e-9) if page.n_units else running
    columns["mass_after"] = 1 - running / max(running[-1], 1e-9) if page.n_units else running
    return columns | _class_scores(placed, mass, pool, own) | _container_scores(placed, mass, total, pool, own)


def logit(score: NDArray[np.float64]) -> NDArray[np.float64]:
    """Float64: log odds over 5, of scores clipped to [0.003, 0.997]."""
    clipped = np.clip(score, 0.003, 0.997)
    return np.asarray(np.log(clipped / (1 - clipped)) / 5)


def _class_scores(placed: Placed, mass: NDArray[np.float64], pool: Pool, own: float) -> Columns:
    """The mean score of the same place over the site."""
    page = placed.page
    at, inverse = np.unique(placed.unit_places, return_inverse=True)
    known = at >= 0

    def total(sums: NDArray[np.float64], values: NDArray[Any]) -> NDArray[np.float64]:
        rows = np.where(known, sums[at], 0.0) if len(sums) else np.zeros(len(at))
        return np.asarray(rows + np.where(known, own, 1.0) * values)  # who has no place speaks for itself

    at_mass = np.bincount(inverse, weights=mass, minlength=len(at))
    at_words = np.bincount(inverse, weights=page.unit_words, minlength=len(at))
    chosen = (at_mass >= 0.5 * np.maximum(at_words, 1)).astype(np.float64)
    words = total(pool.words, at_words)
    pages = total(pool.pages, np.ones(len(at)))
    columns = {
        "class_score": logit(total(pool.mass, at_mass) / np.maximum(words, 1)),
        "class_chosen": total(pool.chosen_pages, chosen) / np.maximum(pages, 1),
    }
    return {name: values[inverse] for name, values in columns.items()}


def _container_scores(placed: Placed, mass: NDArray[np.float64], total: float, pool: Pool, own: float) -> Columns:
    """The mean score of the containers around a unit, and whether it is in the best of them."""
    page, places = placed.page, placed.places.exact
    below, words = subtree_sums(page, mass), subtree_sums(page, page.unit_words)
    f1 = 2 * below / (words + total)

    def combined(sums: NDArray[np.float64], values: NDArray[np.float64]) -> NDArray[np.float64]:
        known = np.where(places >= 0, sums[places], 0.0) if len(sums) else np.zeros(page.n_nodes)
        return known + np.where(places >= 0, own, 1.0) * values

    n = pool.n_pages + own
    mean = combined(pool.mass_below, below) / np.maximum(combined(pool.words_below, words), 1)
    share = combined(pool.mass_share, below / total) / n
    site_f1 = combined(pool.expected_f1, f1) / n
    parents = block_parents(page)
    grand = np.maximum(page.parents[parents], 0)
    in_site_best = _inside(page, site_f1)
    return {
        "container_score": logit(mean[parents]),
        "container_score_2": logit(mean[grand]),
        "container_mass": share[grand],
        "container_mass_page": (below / total)[parents],
        "in_site_best": in_site_best,
        "in_site_best_f1": in_site_best * (site_f1.max(initial=0.0)),
        "in_page_best": _inside(page, f1),
    }


def _inside(page: Page, node_values: NDArray[np.float64]) -> NDArray[np.float64]:
    """1 for the units below the last node of the largest value: the innermost of equal ones."""
    if not page.n_units:
        return np.zeros(0)
    best = page.n_nodes - 1 - int(node_values[::-1].argmax())
    inside = (page.unit_nodes >= best) & (page.unit_nodes < page.ends[best])
    return np.asarray(inside, np.float64)

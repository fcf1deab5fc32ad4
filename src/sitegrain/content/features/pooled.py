"""What first scores say when they are pooled over a site's block classes and containers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from sitegrain.content.features.shape import Columns, shape_of
from sitegrain.kernel import Pooled, add_to_pool, fill_pooled, fill_windows
from sitegrain.pages.page import BLOCK

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from sitegrain.sites.statistics import Placed


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
    sums = _sums(pool)
    for placed, score in zip(sample, scores, strict=True):
        page = placed.page
        total = max(float((page.unit_words * score).sum()), 1e-9)
        add_to_pool(shape_of(page), sums, score, total, placed.places.exact, page.flags, BLOCK)
    pool.agreed_pages[:] = pool.pages
    return pool


def _sums(pool: Pool) -> Pooled:
    return Pooled(
        pool.mass,
        pool.words,
        pool.chosen_pages,
        pool.pages,
        pool.mass_below,
        pool.words_below,
        pool.mass_share,
        pool.expected_f1,
    )


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


_FILLED = (
    "class_score",
    "class_chosen",
    "container_score",
    "container_score_2",
    "container_mass",
    "container_mass_page",
    "in_site_best",
    "in_site_best_f1",
    "in_page_best",
    "mass_before",
    "mass_after",
)
POOLED_NAMES = (
    *_FILLED,
    "score",
    "score_near",
    "score_far",
    "score_previous",
    "score_next",
    "score_above",
    "page_mass",
    "pool_pages",
)
_AT = {name: row for row, name in enumerate(POOLED_NAMES)}
_SCORES = np.array(
    [_AT[name] for name in ("class_score", "container_score", "container_score_2", "score", "score_near", "score_far")]
)
_WINDOWS = np.array([(_AT["score"], 4, _AT["score_near"]), (_AT["score"], 10, _AT["score_far"])], np.int32)
_BEYOND = -1.2  # what the score before the first unit and after the last is taken for
_MAX_PAGES = 32  # more pages say no more


def pooled_features(placed: Placed, score: NDArray[np.float64], pool: Pool, *, is_sampled: bool) -> Columns:
    """Float64 (n_units,) columns; a page outside the sample is added to the sums as one more row."""
    page = placed.page
    mass = page.unit_words * score
    total = float(mass.sum())
    exact, at_least = placed.places.exact, max(total, 1e-9)
    matrix = np.empty((len(POOLED_NAMES), page.n_units))
    fill_pooled(shape_of(page), _sums(pool), score, at_least, exact, pool.n_pages, is_sampled, matrix, 0)
    matrix[_AT["score"]] = score
    fill_windows(matrix, np.maximum(page.unit_words, 0.5), _WINDOWS)
    matrix[_SCORES] = logit(matrix[_SCORES])
    logits, previous, following = (matrix[_AT[name]] for name in ("score", "score_previous", "score_next"))
    previous[:1] = following[-1:] = _BEYOND
    previous[1:], following[:-1] = logits[:-1], logits[1:]
    matrix[_AT["score_above"]] = float(page.unit_words[score >= 0.5].sum()) / max(total, 1)
    matrix[_AT["page_mass"]] = np.log1p(at_least)
    matrix[_AT["pool_pages"]] = np.log1p(min(pool.n_pages + (not is_sampled), _MAX_PAGES))
    return dict(zip(POOLED_NAMES, matrix, strict=True))


def logit(score: NDArray[np.float64]) -> NDArray[np.float64]:
    """Float64: log odds over 5, of scores clipped to [0.003, 0.997]."""
    clipped = np.clip(score, 0.003, 0.997)
    return np.asarray(np.log(clipped / (1 - clipped)) / 5)

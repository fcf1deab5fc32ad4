"""What first scores say when they are pooled over a site's block classes and containers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from sitegrain.content.features.shape import UnitColumns
from sitegrain.kernel import add_to_pool, fill_pooled, finish_pooled, take_odds
from sitegrain.pages.page import BLOCK

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from sitegrain.sites.statistics import Placed


POOL_SUMS = (
    "mass", "words", "chosen_pages", "pages", "agreed_pages", "mass_below", "words_below", "mass_share", "expected_f1"
)  # fmt: skip
_ROW = {name: row for row, name in enumerate(POOL_SUMS)}


@dataclass(slots=True)
class Pool:
    """Sums of first scores over the n_pages of the sample, float64 (n_sums, n_places), in the order of POOL_SUMS.

    mass, words:  score-weighted words and words right at a place
    chosen_pages: pages whose text at the place has a mean score of at least 1/2
    pages:        pages with text at the place
    agreed_pages: pages whose text at the place has a mean final score of at least 1/2; all, until `settle` counts them
    mass_below, words_below: the same sums for all at or below it
    mass_share:   sum over pages of the share of the page's mass at or below it
    expected_f1:  sum over pages of the F1 to expect if all at or below it were kept
    """

    n_pages: int
    sums: NDArray[np.float64]

    def of(self, name: str) -> NDArray[np.float64]:
        """Float64 (n_places,): one of the sums, not a copy."""
        found: NDArray[np.float64] = self.sums[_ROW[name]]
        return found


def empty_pool(n_places: int = 0) -> Pool:
    """A pool of no pages."""
    return Pool(0, np.zeros((len(POOL_SUMS), n_places)))


def pool_scores(sample: Sequence[Placed], scores: Sequence[NDArray[np.float64]], n_places: int) -> Pool:
    """Sum up the first scores of a site's sample."""
    pool = empty_pool(n_places)
    pool.n_pages = len(sample)
    for placed, score in zip(sample, scores, strict=True):
        add_to_pool(placed.shape, pool.sums, score, placed.places.exact, placed.page.flags, BLOCK)
    pool.of("agreed_pages")[:] = pool.of("pages")
    return pool


def settle(pool: Pool, sample: Sequence[Placed], scores: Sequence[NDArray[np.float64]]) -> None:
    """Count on how many pages of the sample the final scores choose each place."""
    agreed = pool.of("agreed_pages")
    agreed[:] = 0
    for placed, score in zip(sample, scores, strict=True):
        at, chosen = _chosen_places(placed, score)
        agreed[at[at >= 0]] += chosen[at >= 0]


def _chosen_places(placed: Placed, score: NDArray[np.float64]) -> tuple[NDArray[np.int32], NDArray[np.bool_]]:
    """The places of a page's units, and whether the mean score of the words there is at least 1/2."""
    words = placed.page.unit_words
    at, inverse = np.unique(placed.unit_places, return_inverse=True)
    mass = np.bincount(inverse, weights=words * score, minlength=len(at))
    return at, mass >= 0.5 * np.maximum(np.bincount(inverse, weights=words, minlength=len(at)), 1)


_FILLED = (  # in the order of the kernel
    *("class_score", "container_score", "container_score_2", "score", "score_near", "score_far"),
    *("class_chosen", "container_mass", "container_mass_page", "in_site_best", "in_site_best_f1", "in_page_best"),
    *("mass_before", "mass_after", "score_above"),
)
POOLED_NAMES = (*_FILLED, "score_previous", "score_next", "page_mass", "pool_pages")
_ROWS = {name: row for row, name in enumerate(POOLED_NAMES)}
_N_SCORES = POOLED_NAMES.index("class_chosen")  # of which the log odds are the input
_WIDTHS = np.array([4, 10], np.int32)  # units to each side that are near, and far
LEAST_SCORE, MOST_SCORE = 0.003, 0.997  # of which odds are taken
LOGIT_SCALE = 5.0  # log odds are divided by it
_BOUNDS = np.array([LEAST_SCORE, MOST_SCORE])
_BEYOND = -1.2  # what the score before the first unit and after the last is taken for
_MAX_PAGES = 32  # more pages say no more


def pooled_features(placed: Placed, score: NDArray[np.float64], pool: Pool, *, is_sampled: bool) -> UnitColumns:
    """The columns of POOLED_NAMES; a page outside the sample is added to the sums as one more row."""
    page = placed.page
    matrix = np.empty((len(POOLED_NAMES), page.n_units))
    mass = fill_pooled(
        placed.shape, pool.sums, score, placed.places.exact, pool.n_pages, is_sampled, _WIDTHS, _BOUNDS, matrix, 0
    )
    odds = matrix[:_N_SCORES]
    np.log(odds, odds)
    n_pages = min(pool.n_pages + (not is_sampled), _MAX_PAGES)
    mass, pages = np.log1p(np.array([max(mass, 1e-9), n_pages])).tolist()
    finish_pooled(matrix, LOGIT_SCALE, len(_FILLED), _BEYOND, mass, pages)
    return UnitColumns(_ROWS, matrix)


def logit(score: NDArray[np.float64]) -> NDArray[np.float64]:
    """Float64: log odds over 5, of scores clipped to [0.003, 0.997]."""
    odds = np.empty(len(score))
    take_odds(score, LEAST_SCORE, MOST_SCORE, odds)
    np.log(odds, odds)
    return np.divide(odds, LOGIT_SCALE, odds)

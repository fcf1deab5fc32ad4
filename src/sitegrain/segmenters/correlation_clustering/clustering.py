"""Correlation clustering: units that a learned cost keeps together are one block.

Follows Chakrabarti, Kumar and Punera, "A Graph-Theoretic Approach to Webpage Segmentation" (WWW 2008), CClus: minimise
the costs of separated and of joined pairs, approximately by pivoting, the best of several runs. Costs are a logistic
regression over facts of the document tree; what a page looks like, and the energy-minimising cuts, are left out. Pairs
are those within a window of units, so that nothing is quadratic.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

import numpy as np

from sitegrain.blocks.labelling import Labeller
from sitegrain.blocks.segmentation import Segmentation, no_blocks
from sitegrain.errors import FitError, UsageError
from sitegrain.pages.given import as_page
from sitegrain.segmenters.coefficients import logistic_regression, read_coefficients
from sitegrain.segmenters.correlation_clustering.features import NAMES, UnitFacts

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from sitegrain.pages.given import AnyPage
    from sitegrain.pages.page import Page

FILE = "correlation_clustering.json"  # the coefficients that come with the package
WINDOW = 40  # units behind a unit, that it is compared with
MAX_PAIRS = 4_000  # of one page that are learned from


class CorrelationClustering:
    """Segments a page by which pairs of its units belong together; blocks of equal label are one class.

    runs:   random orders of pivots, at least 1, of which the cheapest is taken
    even:   probability in (0, 1) from which a pair belongs together
    seed:   of these orders and of the pairs that are sampled
    coefficients: one for each of `features.NAMES`; None for those that come with the package
    """

    needs_site = False

    def __init__(
        self, *, runs: int = 20, even: float = 0.5, seed: int = 0, coefficients: Sequence[float] | None = None
    ) -> None:
        if runs < 1:
            raise UsageError(f"runs must be at least 1, got {runs}")
        if not 0 < even < 1:
            raise UsageError(f"even must be above 0 and below 1, got {even:g}")
        if coefficients is not None and len(coefficients) != len(NAMES):
            raise UsageError(f"coefficients must be {len(NAMES)} numbers, got {len(coefficients)}")
        self.runs, self.even, self.seed = runs, even, seed
        self.coefficients_ = np.array(
            coefficients if coefficients is not None else read_coefficients(__package__, FILE, NAMES)
        )

    def fit(self, pages: Iterable[AnyPage | Page], references: Iterable[Segmentation]) -> Self:
        """Learn the costs from pages and their reference segmentations; FitError without pairs of both kinds."""
        random = np.random.default_rng(self.seed)
        facts, together = [], []
        for page, reference in zip(map(as_page, pages), references, strict=True):
            found = training_pairs(page, reference.block_ids, random)
            facts.append(found[0])
            together.append(found[1])
        x, y = np.vstack([np.zeros((0, len(NAMES))), *facts]), np.concatenate([np.zeros(0), *together])
        if not 0 < y.sum() < len(y):
            raise FitError(
                f"CorrelationClustering learns from pairs in one and in two blocks, got {int(y.sum())} of {len(y)}"
            )
        self.coefficients_ = logistic_regression(x, y)
        return self

    def segment(self, page: AnyPage | Page) -> Segmentation:
        """The page's blocks, clusters of its units."""
        page = as_page(page)
        if not page.n_units:
            return no_blocks(page.tokens, "no text on the page")
        return Labeller().segmentation(page, np.repeat(self._cluster(page), page.unit_words))

    def _cluster(self, page: Page) -> NDArray[np.int64]:
        """Int64 (n_units,): the cheapest clustering of several."""
        n = page.n_units
        first, second = window_pairs(n)
        odds = UnitFacts(page).pairs(first, second) @ self.coefficients_
        together = 1 / (1 + np.exp(-np.clip(odds, -60, 60)))
        likely: list[list[int]] = [[] for _ in range(n)]
        for a, b in zip(*(column[together > self.even].tolist() for column in (first, second)), strict=True):
            likely[a].append(b)
            likely[b].append(a)
        random = np.random.default_rng(self.seed)
        best, least = np.arange(n), np.inf
        for _ in range(self.runs):
            found = _pivot(likely, random.permutation(n).tolist())
            joined = found[first] == found[second]
            cost = float(np.where(joined, 1 - together, together).sum())
            if cost < least:
                best, least = found, cost
        return best


def _pivot(likely: list[list[int]], order: list[int]) -> NDArray[np.int64]:
    """Each unit in turn that is free takes the free ones that likely belong to it."""
    found = np.full(len(likely), -1, np.int64)
    for unit in order:
        if found[unit] < 0:
            found[unit] = unit
            free = [other for other in likely[unit] if found[other] < 0]
            found[free] = unit
    return found


def window_pairs(n: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Int64 (n_pairs,) twice: all pairs of units at most WINDOW apart, the first before the second."""
    offsets = range(1, min(WINDOW, n - 1) + 1)
    first = [np.arange(n - offset) for offset in offsets]
    second = [np.arange(offset, n) for offset in offsets]
    return np.concatenate([np.zeros(0, np.int64), *first]), np.concatenate([np.zeros(0, np.int64), *second])


def training_pairs(
    page: Page, block_ids: NDArray[np.integer], random: np.random.Generator
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Facts of sampled pairs of units, and for each 1 if both are in one block of the reference, else 0."""
    blocks = np.full(page.n_units, -1)
    has_words = page.unit_words > 0
    blocks[has_words] = block_ids[page.unit_tokens[:-1][has_words]]
    first, second = window_pairs(page.n_units)
    known = np.flatnonzero((blocks[first] >= 0) & (blocks[second] >= 0))
    if len(known) > MAX_PAIRS:
        known = random.choice(known, MAX_PAIRS, replace=False)
    first, second = first[known], second[known]
    return UnitFacts(page).pairs(first, second), (blocks[first] == blocks[second]).astype(np.float64)

"""A measure page by page: sorted curves as the dissertation on SOM trees draws them (section 4.3), and paired tests."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

BELOW = (0.5, 0.6, 0.7)  # of which the share of pages below is told


@dataclass(frozen=True, slots=True)
class Curve:
    """The values of one method, smallest first.

    values: float64 (n_pages,); a rank does not identify a page, since each curve is sorted by itself
    mean:   of the values; NaN without any
    below:  limit -> number of pages below it
    """

    values: NDArray[np.float64]
    mean: float
    below: dict[float, int]

    def share_below(self, limit: float) -> float:
        """Share of the pages below one of the limits, in [0, 1]."""
        return self.below[limit] / max(len(self.values), 1)


@dataclass(frozen=True, slots=True)
class SignTest:
    """Two methods on the same pages.

    wins, losses, ties: pages on which the first is better, worse, the same
    mean_difference:    first minus second
    p_value:            two-sided, of a fair coin over the pages that are no ties
    """

    wins: int
    losses: int
    ties: int
    mean_difference: float
    p_value: float


def sorted_curve(values: Iterable[float]) -> Curve:
    """Sort the values of a measure over pages."""
    ordered = np.sort(np.fromiter(values, np.float64))
    mean = float(ordered.mean()) if len(ordered) else math.nan
    return Curve(ordered, mean, {limit: int(np.searchsorted(ordered, limit)) for limit in BELOW})


def compare_pages(first: Sequence[float], second: Sequence[float]) -> SignTest:
    """The sign test of two methods; the values are of the same pages in the same order."""
    if len(first) != len(second):
        raise ValueError(f"the methods have values for different pages: {len(first)} and {len(second)}")
    difference = np.asarray(first, np.float64) - np.asarray(second, np.float64)
    wins, losses = int((difference > 0).sum()), int((difference < 0).sum())
    mean = float(difference.mean()) if len(difference) else 0.0
    return SignTest(wins, losses, len(difference) - wins - losses, mean, _p_value(min(wins, losses), wins + losses))


def _p_value(fewer: int, n: int) -> float:
    """Probability that a fair coin thrown n times shows one side at most `fewer` times, times two."""
    if not n:
        return 1.0
    log_n = math.lgamma(n + 1)
    logs = [log_n - math.lgamma(k + 1) - math.lgamma(n - k + 1) - n * math.log(2) for k in range(fewer + 1)]
    return min(1.0, 2 * math.fsum(math.exp(value) for value in logs))

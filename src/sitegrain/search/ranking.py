"""BM25 over weighted term frequencies (Robertson et al. 2004; segrank: Fernandes et al., CIKM 2007; methods.md D.4).

A term counts as often as it occurs times the weight of the block class it occurs in, before saturation; so does the
length of a page.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Ids = NDArray[np.int32]

FLOOR = 0.05  # weight of a class under which none falls: menu words stay findable
QUIET_WEIGHT = 0.1  # of a class, up to which a page that has the words nowhere else is found only if no other is


@dataclass(frozen=True, slots=True)
class Bm25:
    """The parameters: saturation, and how much the length counts."""

    k1: float = 1.2
    b: float = 0.3

    def norms(self, lengths: Floats) -> Floats:
        """Float64 (n_pages,): what the term frequency of each page is compared with; of empty pages 1."""
        mean = float(lengths.mean()) if len(lengths) else 0.0
        relative = lengths / mean if mean else np.ones(len(lengths))
        return self.k1 * (1 - self.b + self.b * relative)

    def scores(self, tf: Floats, norms: Floats, idf: float) -> Floats:
        """The scores of the pages that have a term."""
        return idf * tf * (self.k1 + 1) / (tf + norms)


def idf(n_pages: int, n_with_term: int) -> float:
    """The inverse page frequency of a term, never negative."""
    return float(np.log(1 + (n_pages - n_with_term + 0.5) / (n_with_term + 0.5)))


def class_weights(importance: Floats, tokens: Floats, is_supported: NDArray[np.bool_]) -> Floats:
    """Importance over its mean by tokens, at least FLOOR; 1 for a class of too few blocks."""
    supported = tokens * is_supported
    total = float((importance * supported).sum())
    if total <= 0:
        return np.ones(len(importance))
    return np.where(is_supported, np.maximum(FLOOR, importance * supported.sum() / total), 1.0)

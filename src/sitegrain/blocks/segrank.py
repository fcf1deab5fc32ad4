"""segrank: how much a block class tells (Fernandes et al., CIKM 2007).

ICF(t, C) = ln(NB_C / NB_C,t); AICF is its mean over the distinct terms of the class; the spread of a term on a page
is the share of the page's blocks that hold it; importance = class spread * AICF.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Importance:
    """segrank's numbers for every block class, each float64 (n_classes,).

    n_blocks:   blocks of the class in the sample, one a page
    aicf:       mean ln(n_blocks / blocks with the term) over the class's terms; 0 for fewer than two blocks
    spread:     mean over its blocks of how many of the page's blocks hold their terms, in [0, 1]
    importance: aicf * spread
    weights:    importance over its token-weighted mean; 1 for a class of fewer blocks than asked for
    """

    n_blocks: NDArray[np.float64]
    aicf: NDArray[np.float64]
    spread: NDArray[np.float64]
    importance: NDArray[np.float64]
    weights: NDArray[np.float64]


def rank_classes(pages: Iterable[Mapping[int, Sequence[str]]], n_classes: int, *, min_blocks: int) -> Importance:
    """Weigh block classes by their terms.

    pages:      for each page, the terms of each class's block in it; blocks without terms are ignored
    min_blocks: a class with fewer blocks gets the back-off weight 1
    """
    n_blocks, n_tokens, spread_sums = np.zeros(n_classes), np.zeros(n_classes), np.zeros(n_classes)
    n_with_term: list[Counter[str]] = [Counter() for _ in range(n_classes)]
    for blocks in pages:
        terms = {c: set(tokens) for c, tokens in blocks.items() if tokens}
        occurrence = Counter(term for block in terms.values() for term in block)
        for c, block in terms.items():
            n_blocks[c] += 1
            n_tokens[c] += len(blocks[c])
            n_with_term[c].update(block)
            spread_sums[c] += sum(occurrence[term] for term in block) / (len(block) * len(terms))
    aicf = np.array([_mean_icf(n, counts) for n, counts in zip(n_blocks.tolist(), n_with_term, strict=True)])
    spread = spread_sums / np.maximum(n_blocks, 1)
    importance = aicf * spread
    return Importance(n_blocks, aicf, spread, importance, _normalise(importance, n_tokens, n_blocks >= min_blocks))


def _mean_icf(n_blocks: float, n_with_term: Counter[str]) -> float:
    if n_blocks < 2:
        return 0.0
    # Sorted, since the terms come in the order of a set, and the last digit of a sum depends on the order.
    counts = np.sort(np.fromiter(n_with_term.values(), np.float64, len(n_with_term)))
    return float(np.log(n_blocks / counts).mean())


def _normalise(
    importance: NDArray[np.float64], n_tokens: NDArray[np.float64], is_supported: NDArray[np.bool_]
) -> NDArray[np.float64]:
    """Scale the supported classes to a token-weighted mean of 1; the others weigh 1."""
    tokens = n_tokens * is_supported
    total = float((importance * tokens).sum())
    if total <= 0:  # nothing tells anything apart: all weigh the same
        return np.ones(len(importance))
    return np.where(is_supported, importance * tokens.sum() / total, 1.0)

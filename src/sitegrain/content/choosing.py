"""The cut: which units are kept, given how likely each is content (recipe, section 5)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def choose(
    scores: NDArray[np.float64], words: NDArray[np.int32], *, beta: float = 1.0
) -> tuple[NDArray[np.bool_], float]:
    """Keep the units that make the expected F of the kept words largest.

    scores: float64 (n_units,) probabilities; words: int32 (n_units,)
    beta:   above 1 recall counts more, below 1 precision
    Returns bool (n_units,) and the expected F, in [0, 1]; nothing is kept where no word can be expected.
    """
    mass = scores * words
    total = mass.sum()
    if total <= 0:
        return np.zeros(len(scores), bool), 0.0
    order = np.argsort(-scores, kind="stable")
    square = beta * beta
    expected = (1 + square) * np.cumsum(mass[order]) / (np.cumsum(words[order]) + square * total)
    best = int(expected.argmax())
    return scores >= scores[order[best]], float(min(expected[best], 1.0))

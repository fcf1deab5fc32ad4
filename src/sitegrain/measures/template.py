"""How well a template was found: precision and recall over its tags, or over the text that is template."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Agreement:
    """How a set that was found agrees with a reference; every figure is in [0, 1].

    precision: share of what was found that is right; 1 if nothing was found
    recall:    share of what is right that was found; 1 if there is nothing to find
    """

    precision: float
    recall: float

    @property
    def f1(self) -> float:
        """The harmonic mean of both."""
        total = self.precision + self.recall
        return 2 * self.precision * self.recall / total if total else 0.0


def score_template(found: NDArray[np.bool_], reference: NDArray[np.bool_]) -> Agreement:
    """Compare two masks over the tags, or over the tokens, of one page: which of them are template.

    The tags are the measure of Geraci and Maggini, the tokens that of a reader.
    """
    if found.shape != reference.shape:
        raise ValueError(f"the masks have different lengths: {len(found)} and {len(reference)}")
    both, n_found, n_right = (int(np.count_nonzero(mask)) for mask in (found & reference, found, reference))
    return Agreement(both / n_found if n_found else 1.0, both / n_right if n_right else 1.0)

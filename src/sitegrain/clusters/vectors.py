"""Pages as vectors of words: how often a word is on a page, times how few pages have it (Salton and Buckley 1988)."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

import numpy as np

from sitegrain.clusters.extra import need_scikit_learn

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray
    from scipy.sparse import csr_array

LEAST_PAGES = 2  # that must have a word: what one page alone has says nothing of its neighbours
MAX_TERM_CHARS = 100  # what is longer is no word


class Counts:
    """How often the pages of a stream have which word: eight bytes for each word that a page has."""

    def __init__(self) -> None:
        self.vocabulary: dict[str, int] = {}
        self._columns, self._values, self._ends = array("i"), array("f"), array("q", [0])

    def __len__(self) -> int:
        return len(self._ends) - 1

    def add(self, counts: Mapping[str, float]) -> None:
        """Append a page."""
        numbers = self.vocabulary
        for word, count in counts.items():
            if len(word) <= MAX_TERM_CHARS:
                self._columns.append(numbers.setdefault(word, len(numbers)))
                self._values.append(count)
        self._ends.append(len(self._columns))

    def weigh(self) -> tuple[csr_array, list[str]]:
        """Float64 (n_pages, n_words), rows of length 1 or 0, and the words of its columns; see `weigh_counts`."""
        need_scikit_learn()
        from scipy.sparse import csr_array

        shape = (len(self), len(self.vocabulary))
        columns, ends = np.frombuffer(self._columns, np.int32), np.frombuffer(self._ends, np.int64)
        counts = csr_array((np.frombuffer(self._values, np.float32), columns, ends), shape=shape)
        pages = np.bincount(columns, minlength=shape[1])
        is_shared = pages >= LEAST_PAGES
        words = [word for word, number in self.vocabulary.items() if is_shared[number]]
        return weigh_counts(counts[:, np.flatnonzero(is_shared)], pages[is_shared]), words


def weigh_counts(counts: csr_array, pages: NDArray[np.int64]) -> csr_array:
    """(1 + ln count) ln((n + 1) / pages), each row scaled to length 1.

    counts: float (n_pages, n_words); below 1 where a method's weights are, and then taken as they are
    pages:  int64 (n_words,) how many pages have each word

    A word on all pages hardly counts, so that no list of such words is needed.
    """
    from scipy.sparse.linalg import norm

    weighed = counts.astype(np.float64)
    values = weighed.data
    weighed.data = np.where(values < 1, values, 1 + np.log(np.maximum(values, 1)))
    weighed.data *= np.log((weighed.shape[0] + 1) / pages)[weighed.indices]
    lengths = np.repeat(norm(weighed, axis=1), np.diff(weighed.indptr))
    weighed.data /= np.maximum(lengths, 1e-12)
    return weighed

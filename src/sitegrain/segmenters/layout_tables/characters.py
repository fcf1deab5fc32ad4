"""What the characters at or below each node of a page are; read only where there is a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sitegrain.pages.page import Page


class Characters:
    """Characters of a page.

    page:          the page
    first, behind: int (n_nodes,), as of `node_runs`
    is_linked:     bool (n_runs,)

    all, linked:     int64 (n_nodes,), but for white space at the ends of runs; those in links
    letters, digits: int64 (n_nodes,)
    """

    def __init__(
        self, page: Page, first: NDArray[np.int64], behind: NDArray[np.int64], is_linked: NDArray[np.bool_]
    ) -> None:
        texts = page.run_texts
        bounds = np.concatenate(([0], np.cumsum([len(text) for text in texts]))).astype(np.int64)
        self._starts, self._ends = bounds[first], bounds[behind]
        stripped = np.array([len(text.strip()) for text in texts], np.int64)
        self.all = _between(stripped, first, behind)
        self.linked = _between(np.where(is_linked, stripped, 0), first, behind)
        codes = np.frombuffer("".join(texts).encode("utf-32-le", "surrogatepass"), np.uint32)
        distinct, numbers = np.unique(codes, return_inverse=True)
        letters = [chr(code) for code in distinct.tolist()]
        self.letters = self._count(np.array([letter.isalpha() for letter in letters], bool)[numbers])
        self.digits = self._count(np.array([letter.isdigit() for letter in letters], bool)[numbers])
        self._read_words(np.array([not letter.isspace() for letter in letters], bool)[numbers])

    def length(self, node: int) -> int:
        """Characters of the node's text, white space folded."""
        start, end = self._starts[node], self._ends[node]
        if start == end:
            return 0
        n_words = self._words_before[end] - self._words_before[start] + self._goes_on[start]
        return int(self._in_words[node] + max(n_words - 1, 0))

    def _read_words(self, is_in_word: NDArray[np.bool_]) -> None:
        """Count once for all nodes, so that nested tables are not read again and again."""
        before = np.concatenate(([False], is_in_word[:-1]))[: len(is_in_word)]
        self._goes_on = is_in_word & before
        self._words_before = np.concatenate(([0], np.cumsum(is_in_word & ~before)))
        self._in_words = self._count(is_in_word)

    def _count(self, has: NDArray[np.bool_]) -> NDArray[np.int64]:
        """Int64 (n_nodes,): the characters of a kind."""
        return _between(has.astype(np.int64), self._starts, self._ends)


def _between(values: NDArray[np.int64], first: NDArray[np.int64], behind: NDArray[np.int64]) -> NDArray[np.int64]:
    running = np.concatenate(([0], np.cumsum(values)))
    return np.asarray(running[behind] - running[first])

"""The published rankers, exact and in memory, for study and as a measure of the stored index.

segrank (Fernandes et al., CIKM 2007) weighs the terms of a page by its blocks. How that goes into BM25 is not
published; methods.md D.4 reads it as weighted term frequencies, and names two other ways.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import numpy as np

from sitegrain.errors import UsageError
from sitegrain.search.ranking import FLOOR, Bm25, idf

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Mapping

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

COMBINATIONS = ("tf", "score", "filter")
FILTER_WEIGHT = 0.3  # of a class, from which `filter` keeps it


class ExactRanker:
    """BM25 over the blocks of some pages.

    pages:   for each page its block classes, and the terms of each with how often (a sequence of terms will do)
    weights: block class -> weight; a class that is missing weighs 1, and none less than `floor`. None: plain BM25
    combine: `tf`: a term counts as often as it occurs times its block's weight, before saturation, and so does the
             length; `score`: each block is scored by itself, against the mean length of its class, and the scores of a
             page's blocks are summed, each times its weight; `filter`: plain BM25 over the blocks whose class weighs
             0.3 or more
    """

    def __init__(
        self,
        pages: Iterable[Mapping[Hashable, Iterable[str] | Mapping[str, int]]],
        weights: Mapping[Hashable, float] | None = None,
        *,
        combine: str = "tf",
        bm25: Bm25 | None = None,
        floor: float = FLOOR,
    ) -> None:
        if combine not in COMBINATIONS:
            raise UsageError(f"combine must be one of {', '.join(COMBINATIONS)}, got {combine!r}")
        self.bm25 = bm25 or Bm25(b=0.75)
        self.combine = combine
        counted = [{name: Counter(terms) for name, terms in blocks.items()} for blocks in pages]
        self.n_pages = len(counted)
        names = list(dict.fromkeys(name for blocks in counted for name in blocks))
        self._weights = np.ones(len(names))
        if weights is not None:
            self._weights[:] = [max(floor, weights.get(name, 1.0)) for name in names]
        if combine == "filter":
            self._weights = (self._weights >= FILTER_WEIGHT).astype(np.float64)
        self._fill(counted, {name: number for number, name in enumerate(names)})

    def _fill(self, counted: list[dict[Hashable, Counter[str]]], numbers: dict[Hashable, int]) -> None:
        """Postings (page, block, count) of each term, and what the term frequencies are compared with."""
        page_of: list[int] = []
        class_of: list[int] = []
        lengths: list[int] = []
        postings: dict[str, list[tuple[int, int]]] = {}
        for page, blocks in enumerate(counted):
            for name, counts in blocks.items():
                for term, count in counts.items():
                    postings.setdefault(term, []).append((len(page_of), count))
                page_of.append(page)
                class_of.append(numbers[name])
                lengths.append(counts.total())
        self._pages, classes = np.array(page_of, np.int64), np.array(class_of, np.int64)
        self._factors = self._weights[classes] if len(classes) else np.zeros(0)
        self._postings = {term: np.array(own, np.int64).T for term, own in postings.items()}
        length = np.array(lengths, np.float64)
        if self.combine == "score":
            self._norms = np.ones(len(length))
            for number in range(len(numbers)):
                own = classes == number
                self._norms[own] = self.bm25.norms(length[own])
        else:
            lengths_of_pages = np.bincount(self._pages, length * self._factors, self.n_pages).astype(np.float64)
            self._norms = self.bm25.norms(lengths_of_pages)

    def scores(self, terms: Iterable[str]) -> Floats:
        """Float64 (n_pages,): the score of each page for some terms, 0 where it has none of them."""
        scores = np.zeros(self.n_pages)
        for term in dict.fromkeys(terms):
            if term in self._postings:
                scores += self._term_scores(*self._postings[term])
        return scores

    def _term_scores(self, blocks: NDArray[np.int64], counts: NDArray[np.int64]) -> Floats:
        kept = self._factors[blocks] > 0
        blocks, counts = blocks[kept], counts[kept]
        pages, factors = self._pages[blocks], self._factors[blocks]
        rarity = idf(self.n_pages, len(np.unique(pages)))
        if self.combine == "score":
            own = self.bm25.scores(counts.astype(np.float64), self._norms[blocks], rarity)
            return np.bincount(pages, own * factors, self.n_pages).astype(np.float64)
        tf = np.bincount(pages, counts * factors, self.n_pages).astype(np.float64)
        return self.bm25.scores(tf, self._norms, rarity)

    def rank(self, terms: Iterable[str], n: int = 10) -> list[tuple[int, float]]:
        """Numbers and scores of the n best pages; those of equal score in their order."""
        scores = self.scores(terms)
        best = np.argsort(-scores, kind="stable")[:n]
        return [(page, score) for page, score in zip(best.tolist(), scores[best].tolist(), strict=True) if score > 0]

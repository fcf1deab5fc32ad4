"""Which pages a query is about: BM25 over terms that count as much as the block they are in weighs.

The formulas are those of `sitegrain.search`; here the weights are those of any segmentation, and only the terms of one
query are looked for, so that no index has to be made.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from sitegrain.pages.tokens import tokenize
from sitegrain.search.fields import HEAD_MARK, TITLE, multiplier, read_fields
from sitegrain.search.ranking import FLOOR, Bm25, idf

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from numpy.typing import NDArray

    from sitegrain.pages.page import Page
    from sitegrain.search.query import Query

    Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Matches:
    """The terms of a query on a page.

    counts: number of a term -> how often, weighed; those of prefixes come after the query's terms
    length: of the page in terms, weighed
    """

    counts: Mapping[int, float]
    length: float


def match(page: Page, token_weights: Floats, query: Query) -> Matches:
    """Look for the terms of a query; a page without one of its phrases has none of them."""
    names = [f"{max(FLOOR, weight):.6g}" for weight in _unit_means(page, token_weights).tolist()]
    fields = read_fields(page, names, page.head.title)
    factors = {name: _weight(name) * multiplier(name) for name in fields.counts}
    length = sum(fields.lengths.get(name, 0) * factor for name, factor in factors.items())
    counts: dict[int, float] = {}
    if _has_phrases(page, query.phrases):
        for name, factor in factors.items():
            for number, count in _count(fields.counts[name], query):
                counts[number] = counts.get(number, 0.0) + count * factor
    return Matches(counts, length)


def _unit_means(page: Page, token_weights: Floats) -> Floats:
    """Float64 (n_units,): the mean weight of each unit's tokens, 1 for a unit without any."""
    sums = np.concatenate(([0.0], np.cumsum(token_weights)))[page.unit_tokens]
    n_tokens = np.diff(page.unit_tokens)
    return np.where(n_tokens > 0, np.diff(sums) / np.maximum(n_tokens, 1), 1.0)


def _weight(name: str) -> float:
    """The weight that a field is named after; titles are text as any other."""
    return 1.0 if name == TITLE else float(name.removesuffix(HEAD_MARK))


def _count(counts: Mapping[str, int], query: Query) -> Iterable[tuple[int, int]]:
    for number, term in enumerate(query.terms):
        if term in counts:
            yield number, counts[term]
    for number, prefix in enumerate(query.prefixes, len(query.terms)):
        n = sum(count for term, count in counts.items() if term.startswith(prefix))
        if n:
            yield number, n


def _has_phrases(page: Page, phrases: Iterable[tuple[str, ...]]) -> bool:
    if not phrases:
        return True
    text = f" {' '.join(page.tokens)} \n {' '.join(tokenize(page.head.title))} "
    return all(f" {' '.join(phrase)} " in text for phrase in phrases)


class Relevance:
    """Collects what the pages say of a query, in the order of their numbers."""

    def __init__(self) -> None:
        self._lengths = array("d")
        self._pages, self._terms, self._counts = array("q"), array("q"), array("d")

    def add(self, matches: Matches) -> None:
        for number, count in sorted(matches.counts.items()):
            self._pages.append(len(self._lengths))
            self._terms.append(number)
            self._counts.append(count)
        self._lengths.append(matches.length)

    def scores(self, bm25: Bm25 | None = None) -> Floats:
        """Float64 (n_pages,): BM25; 0 for a page without a term of the query."""
        own = bm25 or Bm25()
        lengths = np.array(self._lengths, np.float64)
        pages, terms = np.array(self._pages, np.int64), np.array(self._terms, np.int64)
        counts, norms = np.array(self._counts, np.float64), own.norms(lengths)
        scores = np.zeros(len(lengths))
        for term in np.unique(terms).tolist():
            is_own = terms == term
            with_term = pages[is_own]  # each once
            scores[with_term] += own.scores(counts[is_own], norms[with_term], idf(len(lengths), len(with_term)))
        return scores

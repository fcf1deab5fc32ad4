"""How much of a gold text an extracted text holds, and how much else.

A page's score compares two bags of words: precision is the share of the extracted words that the gold has too, recall
the share of the gold's words that were extracted, F1 their harmonic mean. A word is a run of letters and digits, case
folded; a Chinese, Japanese or Korean character is a word by itself. `shingle` is the same F1 over runs of four words,
which also sees their order. A data set's score is the mean over its sites of the mean over a site's pages.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from statistics import fmean
from typing import TYPE_CHECKING

from sitegrain.pages.tokens import tokenize

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Sequence

SHINGLE_WORDS = 4


@dataclass(frozen=True, slots=True)
class Score:
    """How well one text, or the mean of many, fits its gold; every figure is in [0, 1]."""

    precision: float
    recall: float
    f1: float
    shingle: float


def score_text(extracted: str, gold: str) -> Score:
    """Compare an extracted text with its gold text.

    Where the gold is empty, an empty text scores 1 and any other 0.
    """
    extracted_words, gold_words = tokenize(extracted), tokenize(gold)
    precision, recall, f1 = _agreement(extracted_words, gold_words)
    return Score(precision, recall, f1, _agreement(_shingles(extracted_words), _shingles(gold_words))[2])


def mean(scores: Iterable[Score]) -> Score:
    """Average each figure by itself; at least one score is needed."""
    rows = list(scores)
    figures = (fmean(getattr(row, name) for row in rows) for name in ("precision", "recall", "f1", "shingle"))
    return Score(*figures)


def mean_by_group(scores: Iterable[tuple[str, Score]]) -> dict[str, Score]:
    """Average the scores of each group; groups come back in the order of their names."""
    groups: dict[str, list[Score]] = defaultdict(list)
    for group, one in scores:
        groups[group].append(one)
    return {group: mean(groups[group]) for group in sorted(groups)}


def _agreement(extracted: Sequence[Hashable], gold: Sequence[Hashable]) -> tuple[float, float, float]:
    if not gold:
        return (0.0, 1.0, 0.0) if extracted else (1.0, 1.0, 1.0)
    n_common = (Counter(extracted) & Counter(gold)).total()
    if not n_common:
        return 0.0, 0.0, 0.0
    precision, recall = n_common / len(extracted), n_common / len(gold)
    return precision, recall, 2 * precision * recall / (precision + recall)


def _shingles(tokens: Sequence[str]) -> list[tuple[str, ...]]:
    """List the runs of four words; a shorter text is one run."""
    if not tokens:
        return []
    n_runs = max(1, len(tokens) - SHINGLE_WORDS + 1)
    return [tuple(tokens[start : start + SHINGLE_WORDS]) for start in range(n_runs)]

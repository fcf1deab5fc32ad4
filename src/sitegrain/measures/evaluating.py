"""Results against gold, page by page: what `sitegrain evaluate` prints and draws."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from statistics import fmean
from typing import TYPE_CHECKING

from sitegrain.measures.extraction import score_text
from sitegrain.measures.partitions import score_partitions
from sitegrain.measures.ranking import average_precision, precision_at, rank
from sitegrain.measures.rows import block_ids_of, name_of, pair_rows, template_of
from sitegrain.measures.template import score_template

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from sitegrain.measures.rows import Row

PARTITION_COLUMNS = ("ari", "nmi", "rand", "b_precision", "b_recall", "b_f1", "covered")
TEMPLATE_COLUMNS = ("f1", "precision", "recall")
TEXT_COLUMNS = ("f1", "precision", "recall", "shingle")
RANKING_COLUMNS = ("ap", "ap_pessimistic", "p10")


@dataclass(slots=True)
class Evaluation:
    """The figures of one method.

    columns:  names of the figures; the first is the one that curves and tests are about
    pages:    name of a page, or of a query -> its figures in that order
    groups:   name of a page -> the group it is averaged with, if there are groups
    left_out: reason -> number of pages that have no figures
    """

    columns: tuple[str, ...]
    pages: dict[str, tuple[float, ...]] = field(default_factory=dict)
    groups: dict[str, str] = field(default_factory=dict)
    left_out: Counter[str] = field(default_factory=Counter)

    def means(self) -> dict[str, float]:
        """The mean of each figure: over pages, or over the pages of a group and then over groups."""
        rows = list(self.pages.values()) if not self.groups else list(self.group_means().values())
        return {name: fmean(row[i] for row in rows) for i, name in enumerate(self.columns)} if rows else {}

    def group_means(self) -> dict[str, tuple[float, ...]]:
        """The mean figures of each group."""
        members: dict[str, list[tuple[float, ...]]] = {}
        for name, row in self.pages.items():
            members.setdefault(self.groups.get(name, ""), []).append(row)
        return {group: tuple(map(fmean, zip(*rows, strict=True))) for group, rows in sorted(members.items())}

    def first(self) -> dict[str, float]:
        """The first figure of each page."""
        return {name: row[0] for name, row in self.pages.items()}


def evaluate_segmentations(gold: Sequence[Row], found: Sequence[Row]) -> Evaluation:
    """Blocks against reference blocks, by token occurrences."""

    def score(reference: Row, row: Row) -> tuple[float, ...] | str:
        first, second = block_ids_of(row), block_ids_of(reference)
        if len(first) != len(second):
            return "of another number of tokens"
        if not (second >= 0).any():
            return "without a reference block"
        result = score_partitions(first, second)
        return tuple(getattr(result, name) for name in PARTITION_COLUMNS)

    return _evaluate(PARTITION_COLUMNS, gold, found, score)


def evaluate_templates(gold: Sequence[Row], found: Sequence[Row], *, below: float = 0.0) -> Evaluation:
    """The tokens of blocks that weigh at most `below` against those of a reference."""

    def score(reference: Row, row: Row) -> tuple[float, ...] | str:
        first, second = template_of(row, below), template_of(reference, 0.0)
        if len(first) != len(second):
            return "of another number of tokens"
        result = score_template(first, second)
        return tuple(getattr(result, name) for name in TEMPLATE_COLUMNS)

    return _evaluate(TEMPLATE_COLUMNS, gold, found, score)


def evaluate_texts(gold: Sequence[Row], found: Sequence[Row], *, by: str | None = None) -> Evaluation:
    """Extracted texts against gold texts; a page for which there is none counts as empty.

    by: field of the gold rows by which pages are grouped for the mean
    """
    evaluation = Evaluation(TEXT_COLUMNS)
    for reference, row in pair_rows(gold, found):
        text = reference.get("text")
        if not isinstance(text, str):
            evaluation.left_out["without a gold text"] += 1
            continue
        if row is None:
            evaluation.left_out["not found, counted as empty"] += 1
        result = score_text((row or {}).get("text") or "", text)
        name = name_of(reference)
        evaluation.pages[name] = tuple(getattr(result, column) for column in TEXT_COLUMNS)
        if by is not None:
            evaluation.groups[name] = str(reference.get(by) or "")
    return evaluation


def evaluate_rankings(qrels: Mapping[str, set[str]], run: Mapping[str, Mapping[str, float]]) -> Evaluation:
    """Ranked pages against relevant ones; a query without a relevant page is left out, one without results scores 0.

    qrels: query -> relevant pages
    run:   query -> page -> score
    """
    evaluation = Evaluation(RANKING_COLUMNS)
    for query, relevant in qrels.items():
        if not relevant:
            evaluation.left_out["without a relevant page"] += 1
            continue
        scores = run.get(query, {})
        ranking = rank(scores)
        evaluation.pages[query] = (
            average_precision(ranking, relevant),
            average_precision(rank(scores, relevant), relevant),
            precision_at(ranking, relevant),
        )
    for query in run:
        if query not in qrels:
            evaluation.left_out["without judgements"] += 1
    return evaluation


def _evaluate(
    columns: tuple[str, ...],
    gold: Sequence[Row],
    found: Sequence[Row],
    score: Callable[[Row, Row], tuple[float, ...] | str],
) -> Evaluation:
    """Score every page of the gold; a text instead of figures is the reason why there are none."""
    evaluation = Evaluation(columns)
    for reference, row in pair_rows(gold, found):
        if row is None:
            evaluation.left_out["not found"] += 1
        elif "skipped" in row or "skipped" in reference:
            evaluation.left_out["skipped"] += 1
        else:
            figures = score(reference, row)
            if isinstance(figures, str):
                evaluation.left_out[figures] += 1
            else:
                evaluation.pages[name_of(reference)] = figures
    return evaluation

"""Segmenting single pages.

All methods that need one page only, on the pages of `webseg` whose blocks a person marked on two levels: adjusted Rand
index and B-cubed F1 over tokens, mean over pages. The gold's texts were put on our tokens by XPath, else by text; what
could not be is left out (the share is in the first row). CorrelationClustering is trained on four fifths of the pages
and measured on the others. Published, on other pages: Block Fusion 0.605 with its own tuned theta, correlation
clustering 0.489 (Bing et al. 2014), below it; here, with facts of the document tree and a window of pairs, it is far
above.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from benchmarks.reproduce.webseg_gold import LEVELS, read_gold, reference
from sitegrain.content.metadata import read_structured
from sitegrain.content.scorer import default_scorer
from sitegrain.content.site import measure_alone
from sitegrain.measures.partitions import PartitionScore, score_partitions
from sitegrain.model import segment_page
from sitegrain.segmenters import BlockFusion, ContentDistance, CorrelationClustering

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from benchmarks.reproduce.webseg_gold import GoldPage
    from sitegrain.blocks.segmentation import Segmentation
    from sitegrain.pages.page import Page

N_FOLDS = 5


def run() -> list[dict[str, Any]]:
    """A row a method."""
    pages = read_gold(Path(os.environ["SITEGRAIN_DATA"]) / "webseg")
    aligned = {level: sum(p.n_aligned[level] for p in pages) / sum(p.n_gold[level] for p in pages) for level in LEVELS}
    rows = [{"method": f"{len(pages)} pages, share of the gold's words aligned"} | _named(aligned, "adjusted Rand")]
    methods: dict[str, Callable[[Page], Segmentation]] = {
        "sitegrain, page alone": _own,
        "Block Fusion, plain": BlockFusion.as_published(variant="plain").segment,
        "Block Fusion, smoothed": BlockFusion.as_published(variant="smoothed").segment,
        "Block Fusion, rule-based": BlockFusion.as_published().segment,
        "Block Fusion, soft gaps": BlockFusion(soft_gaps=True).segment,
        "content distance": ContentDistance().segment,
    }
    for name, segment in methods.items():
        scores = {level: _score(pages, level, lambda page, _, segment=segment: segment(page)) for level in LEVELS}
        rows.append(_row(name, scores))
    folds = {level: _cross_validate(pages, level) for level in LEVELS}
    return [*rows, _row("correlation clustering, cross-validated", folds)]


def _own(page: Page) -> Segmentation:
    return segment_page(page, measure_alone(page, read_structured(page), default_scorer())[0])


def _score(pages: Sequence[GoldPage], level: str, segment: Callable[[Page, int], Segmentation]) -> list[PartitionScore]:
    return [
        score_partitions(segment(one.page, number).block_ids, one.partitions[level])
        for number, one in enumerate(pages)
        if (one.partitions[level] >= 0).any()
    ]


def _cross_validate(pages: Sequence[GoldPage], level: str) -> list[PartitionScore]:
    learned = []
    for fold in range(N_FOLDS):
        others = [one for number, one in enumerate(pages) if number % N_FOLDS != fold]
        learner = CorrelationClustering()
        learned.append(learner.fit([one.page for one in others], [reference(one, level) for one in others]))
    return _score(pages, level, lambda page, number: learned[number % N_FOLDS].segment(page))


def _row(name: str, scores: dict[str, list[PartitionScore]]) -> dict[str, Any]:
    rand = {level: float(np.mean([score.ari for score in own])) for level, own in scores.items()}
    b_cubed = {level: float(np.mean([score.b_f1 for score in own])) for level, own in scores.items()}
    return {"method": name} | _named(rand, "adjusted Rand") | _named(b_cubed, "B-cubed F1")


def _named(values: dict[str, float], of: str) -> dict[str, float]:
    return {f"{of}, level {level}": value for level, value in values.items()}

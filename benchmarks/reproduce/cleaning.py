"""Taking the template off real sites.

What style trees and alignment templates keep of the development sites' pages against the gold main content, as bags of
words: mean over pages, then over sites of two pages or more, all of which are learned from. Neither chooses main
content, so precision is bounded; recall says what cleaning costs. Style trees by their threshold (`gap`: the middle of
the largest gap of the leaves).
"""

from __future__ import annotations

import os
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from benchmarks.datasets import load
from sitegrain.measures.extraction import score_text
from sitegrain.pages.given import as_page
from sitegrain.segmenters import AlignmentTemplate, StyleTree

if TYPE_CHECKING:
    from collections.abc import Callable

    from benchmarks.datasets import Sample

SETS = ("dragnet", "daniel", "sites")
FORMS: dict[str, Callable[[], StyleTree | AlignmentTemplate] | None] = {
    "whole page": None,
    "style tree, sequence, 0.2": lambda: StyleTree(style="sequence", threshold=0.2),
    "style tree, sequence, 0.3": lambda: StyleTree(style="sequence"),
    "style tree, 0.2": lambda: StyleTree(threshold=0.2),
    "style tree, 0.3": StyleTree,
    "style tree, 0.4": lambda: StyleTree(threshold=0.4),
    "style tree, gap": lambda: StyleTree(threshold="gap"),
    "alignment template": AlignmentTemplate,
    "alignment template, strict": lambda: AlignmentTemplate(consensus="strict"),
}


def run() -> list[dict[str, Any]]:
    """A row for each data set and method."""
    rows = []
    for data in SETS:
        scores: dict[str, list[list[float]]] = defaultdict(list)
        for samples in _sites(data):
            pages = [as_page(sample.html_path.read_bytes()) for sample in samples]
            golds = [sample.gold_text() for sample in samples]
            for name, make in FORMS.items():
                method = make().fit(pages) if make else None
                own = []
                for page, gold in zip(pages, golds, strict=True):
                    kept = np.ones(len(page.tokens)) if method is None else method.segment(page).weights
                    text = " ".join(token for token, weight in zip(page.tokens, kept.tolist(), strict=True) if weight)
                    score = score_text(text, gold)
                    own.append([score.precision, score.recall, score.f1])
                scores[name].append(np.mean(own, axis=0).tolist())
        for name, found in scores.items():
            means = dict(zip(("precision", "recall", "F1"), np.mean(found, axis=0).tolist(), strict=True))
            rows.append({"data": data, "method": name} | means)
    return rows


def _sites(name: str) -> list[list[Sample]]:
    sites: dict[str, list[Sample]] = defaultdict(list)
    for sample in load(name, Path(os.environ["SITEGRAIN_DATA"]) / name).samples:
        sites[sample.site].append(sample)
    return [samples for samples in sites.values() if len(samples) > 1]

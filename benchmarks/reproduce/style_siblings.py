"""Style trees where siblings are optional.

Every kind of synthetic site with a promotion in each gap between two blocks with chance 0.5: F1 of the words that are
template against what is removed, by sequences of siblings as published and by places that pages share; on the 40 pages
learned from and on 40 others, mean over two sites; and the adjusted Rand index of the blocks on the pages learned from.
What all of them lack are promotions: four texts alternate, so they are not constant. On `multilingual` each of several
languages has menus of its own, on no more than a few pages.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from benchmarks.reproduce.synthetic import gold_pages
from sitegrain.measures.partitions import score_partitions
from sitegrain.pages.tokens import tokenize
from sitegrain.segmenters import StyleTree
from tests.synthetic.presets import PRESETS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from benchmarks.reproduce.synthetic import GoldPage

N_PAGES, SEEDS = 80, (41, 42)
CHANCE = 0.5
FORMS = {
    "sequence": lambda: StyleTree(style="sequence"),
    "sequence, 0.2": lambda: StyleTree(style="sequence", threshold=0.2),
    "aligned": StyleTree,
    "aligned, 0.2": lambda: StyleTree(threshold=0.2),
}


def run() -> list[dict[str, Any]]:
    """A row for each kind of site and form."""
    rows = []
    for kind, make in PRESETS.items():
        sites = [list(gold_pages(replace(make(N_PAGES, seed), optional_siblings=CHANCE))) for seed in SEEDS]
        for name, form in FORMS.items():
            scores = np.mean([_score(form(), pages) for pages in sites], axis=0).tolist()
            rows.append({"site": kind, "form": name} | dict(zip(("learned", "others", "blocks"), scores, strict=True)))
    for name in FORMS:
        own = [row for row in rows if row["form"] == name]
        means = {column: float(np.mean([row[column] for row in own])) for column in ("learned", "others", "blocks")}
        rows.append({"site": "all", "form": name} | means)
    return rows


def template_f1(segmenter: StyleTree, pages: Sequence[GoldPage]) -> float:
    """F1 of the tokens that are removed, over all pages."""
    gold = np.array([b.is_template for one in pages for b in one.gold.blocks for _ in tokenize(b.text)], bool)
    found = np.concatenate([~segmenter.is_content(one.page) for one in pages])
    return float(2 * (found & gold).sum() / max(found.sum() + gold.sum(), 1))


def _score(segmenter: StyleTree, pages: list[GoldPage]) -> tuple[float, float, float]:
    learned, others = pages[::2], pages[1::2]
    segmenter.fit([one.page for one in learned])
    blocks = [score_partitions(segmenter.segment(one.page).block_ids, one.blocks).ari for one in learned]
    return template_f1(segmenter, learned), template_f1(segmenter, others), float(np.mean(blocks))

"""Template quality by number of sample pages.

Geraci and Maggini find that 16 sample pages are enough for a good template. Templates of 2 to 64 pages of synthetic
sites by strict and by majority consensus: precision, recall and F1 of the words that are template, on all pages of the
site, mean over the sites; without and with the site's error pages (a twelfth of all) among the pages that the sample is
drawn from.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from benchmarks.reproduce.synthetic import gold_pages
from sitegrain.measures.template import score_template
from sitegrain.pages.tokens import tokenize
from sitegrain.segmenters import AlignmentTemplate
from tests.synthetic.presets import blog_site, docs_site, forum_site, news_site, shop_site

SIZES = (2, 4, 8, 16, 32, 64)
N_PAGES, SEED = 90, 6
PRESETS = (blog_site, docs_site, forum_site, news_site, shop_site)


def run() -> list[dict[str, Any]]:
    """A row for each number of pages, consensus and kind of sample."""
    rows = []
    for errors in (0.0, 1 / 12):
        sites = [list(gold_pages(replace(make(N_PAGES, SEED), error_pages=errors))) for make in PRESETS]
        for size in SIZES:
            for consensus in ("strict", "majority"):
                found = [_score(pages, size, consensus) for pages in sites]
                precision, recall, f1 = np.mean(found, axis=0).tolist()
                rows.append(
                    {
                        "sample pages": size,
                        "consensus": consensus,
                        "error pages": "yes" if errors else "no",
                        "precision": precision,
                        "recall": recall,
                        "F1": f1,
                    }
                )
    return rows


def _score(pages: list, size: int, consensus: str) -> tuple[float, float, float]:
    segmenter = AlignmentTemplate(n_sample=size, consensus=consensus).fit([one.page for one in pages])
    found = np.concatenate([segmenter.segment(one.page).weights == 0 for one in pages])
    gold = [block.is_template for one in pages for block in one.gold.blocks for _ in tokenize(block.text)]
    agreement = score_template(found, np.array(gold, bool))
    return agreement.precision, agreement.recall, agreement.f1

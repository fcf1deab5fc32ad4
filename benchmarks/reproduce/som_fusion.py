"""SOM trees against Block Fusion.

The dissertation's tables 4.2 and 4.3 and figures 4.1 and 4.2: SOM trees against rule-based Block Fusion by adjusted
Rand index and mutual information, mean over pages, with the sorted curves; and how many block classes and blocks a page
the trees have, and the share of blocks in rare classes. Its four collections are not public; these are synthetic sites,
whose gold blocks take the place of the manual ones (11.8 to 19.3 a page there). Published: SOM above Block Fusion on
all four (0.85, 0.83, 0.50, 0.82 against 0.61, 0.73, 0.35, 0.49), mutual information above adjusted Rand, 2 to 5 times
as many blocks as by hand, 0.03 to 0.32 % of them in classes of fewer than beta pages.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import numpy as np

from benchmarks.datasets import REPOSITORY
from benchmarks.reproduce.synthetic import gold_pages, score_site
from sitegrain.measures.curves import compare_pages, sorted_curve
from sitegrain.measures.plotting import draw_curves
from sitegrain.segmenters import BlockFusion, SomTree
from tests.synthetic.presets import PRESETS

if TYPE_CHECKING:
    from benchmarks.reproduce.synthetic import GoldPage
    from sitegrain.segmenters.segmenter import PageSegmenter

N_PAGES, SEED = 60, 11
RARE = 8  # pages of a class, under which it is rare
METHODS = {
    "SOM, product's keys": SomTree,
    "SOM, as published": SomTree.as_published,
    "SOM, aligned": lambda: SomTree(siblings="aligned"),
    "Block Fusion, rule-based": BlockFusion.as_published,
}
PICTURES = ("som_fusion_ari", "som_fusion_nmi")


def run() -> list[dict[str, Any]]:
    """A row for each site and method; the curves are drawn over all pages."""
    rows = []
    ari: dict[str, list[float]] = {name: [] for name in METHODS}
    nmi: dict[str, list[float]] = {name: [] for name in METHODS}
    for preset, make in PRESETS.items():
        pages = list(gold_pages(make(N_PAGES, SEED)))
        for name, method in METHODS.items():
            segmenter = method()
            scores = score_site(segmenter, pages)
            ari[name] += [score.ari for score in scores]
            nmi[name] += [score.nmi for score in scores]
            rows.append(
                {
                    "site": preset,
                    "method": name,
                    "adjusted Rand": float(np.mean([score.ari for score in scores])),
                    "mutual information": float(np.mean([score.nmi for score in scores])),
                }
                | _counts(segmenter, pages)
            )
    for name in METHODS:
        curve, base = sorted_curve(ari[name]), ari["Block Fusion, rule-based"]
        test = compare_pages(ari[name], base)
        rows.append(
            {
                "site": "all",
                "method": name,
                "adjusted Rand": curve.mean,
                "mutual information": float(np.mean(nmi[name])),
                "below 0.7": curve.share_below(0.7),
                "better, worse than Block Fusion": f"{test.wins}, {test.losses}",
            }
        )
    for values, measure, stem in ((ari, "adjusted Rand index", PICTURES[0]), (nmi, "mutual information", PICTURES[1])):
        curves = {name: sorted_curve(own) for name, own in values.items()}
        draw_curves(curves, measure, REPOSITORY / "docs" / "results" / f"{stem}.svg", suffix=".svg")
    return rows


def _counts(segmenter: PageSegmenter, pages: list[GoldPage]) -> dict[str, Any]:
    """Blocks a page, classes, and the share of the blocks whose class is rare."""
    classes: Counter[int | None] = Counter()
    n_blocks = 0
    for one in pages:
        found = segmenter.segment(one.page).blocks
        n_blocks += len(found)
        classes.update({block.block_class for block in found})
    n_rare = sum(n for n in classes.values() if n < RARE)
    return {
        "gold blocks a page": float(np.mean([len(set(one.blocks.tolist())) for one in pages])),
        "blocks a page": n_blocks / len(pages),
        "classes": len(classes),
        "blocks in rare classes": n_rare / max(classes.total(), 1),
    }

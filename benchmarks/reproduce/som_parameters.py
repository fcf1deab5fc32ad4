"""The effect of alpha and beta on SOM trees.

The dissertation sets alpha = 6 by trial on training data and beta = 8 as the least class size that segrank's
statistics bear, and leaves their effect to later work (section 4.1.2). Here both are varied on synthetic sites, as
published and on the product's keys; adjusted Rand index, mean over the sites.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from benchmarks.reproduce.synthetic import gold_pages, score_site
from sitegrain.segmenters import SomTree
from tests.synthetic.presets import PRESETS

N_PAGES, SEED = 60, 12
ALPHAS = (1, 2, 4, 6, 8, 12)
BETAS = (1, 2, 4, 8, 16, 32)


def run() -> list[dict[str, Any]]:
    """A row for each alpha, a column for each beta; then the same for the product's keys."""
    sites = [list(gold_pages(make(N_PAGES, SEED))) for make in PRESETS.values()]
    rows = []
    for name, make in (("as published", SomTree.as_published), ("product's keys", SomTree)):
        for alpha in ALPHAS:
            row: dict[str, Any] = {"keys": name, "alpha": alpha}
            for beta in BETAS:
                scores = [
                    np.mean([score.ari for score in score_site(make(alpha=alpha, beta=beta), pages)]) for pages in sites
                ]
                row[f"beta {beta}"] = float(np.mean(scores))
            rows.append(row)
    return rows

"""SOM trees where elements have no names and siblings are optional.

A promotion stands in each gap between two blocks with the given chance; it renames what follows where equal siblings
are numbered, as published. Adjusted Rand index with the gold blocks, mean over pages and over three sites; and on how
many of the sites aligned siblings are at least as good as the published numbers.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from benchmarks.reproduce.synthetic import gold_pages, score_site
from sitegrain.segmenters import SomTree
from tests.synthetic.presets import PRESETS

N_PAGES, SEEDS = 40, (51, 52, 53)  # none that the rules were made with
CHANCES = (0.0, 0.1, 0.3, 0.6)
KINDS = ("nameless", "table", "hashed")  # no names; layout tables without names; names that are new on every page
FORMS = {
    "published": SomTree.as_published,
    "product's keys": SomTree,
    "aligned": lambda: SomTree(siblings="aligned"),
}


def run() -> list[dict[str, Any]]:
    """A row for each kind of site and chance."""
    rows = []
    for kind in KINDS:
        for chance in CHANCES:
            sites = [list(gold_pages(replace(PRESETS[kind](N_PAGES, s), optional_siblings=chance))) for s in SEEDS]
            scores = {
                name: [float(np.mean([score.ari for score in score_site(make(), pages)])) for pages in sites]
                for name, make in FORMS.items()
            }
            won = sum(a >= b for a, b in zip(scores["aligned"], scores["published"], strict=True))
            means = {name: float(np.mean(own)) for name, own in scores.items()}
            rows.append({"site": kind, "chance": chance} | means | {"aligned >= published": f"{won} of {len(sites)}"})
    return rows

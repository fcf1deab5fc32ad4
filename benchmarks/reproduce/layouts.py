"""Layout clustering.

The pages of a site are grouped by the template they were made with (`sites/layouts.py`), and compared with what is
known: the five templates of the 74 pages of `layouts`, and frame and kind of the pages of synthetic sites. Vieira et
al. (2009) cluster before they extract templates, and give no figure for the clusters alone.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from sitegrain.measures.partitions import score_partitions
from sitegrain.pages.given import as_page
from sitegrain.sites.keys import NodeKeys
from sitegrain.sites.layouts import cluster
from sitegrain.sites.tree import SiteTree
from tests.synthetic.presets import PRESETS
from tests.synthetic.site import generate

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sitegrain.pages.page import Page

N_PAGES, SEEDS = 40, (0, 1, 2)


def run() -> list[dict[str, Any]]:
    """A row a site."""
    folder = Path(os.environ["SITEGRAIN_DATA"]) / "layouts"
    rows = [json.loads(line) for line in (folder / "pages.jsonl").read_text("utf-8").splitlines()]
    pages = [as_page((folder / row["html_path"]).read_bytes()) for row in rows]
    names = [json.loads((folder / row["gold_path"]).read_text("utf-8"))["template"] for row in rows]
    found = [_row("layouts", pages, names)]
    for preset, make in PRESETS.items():
        sites = [generate(make(N_PAGES, seed)).pages for seed in SEEDS]
        figures = [
            _row(preset, [as_page(page.html) for page in site], [f"{_frame(page.layout)} {page.kind}" for page in site])
            for site in sites
        ]
        mean = {name: float(np.mean([row[name] for row in figures])) for name in figures[0] if name != "site"}
        found.append({"site": f"synthetic: {preset}, {len(SEEDS)} seeds"} | mean)
    return found


def _frame(layout: str) -> str:
    return layout.split("/", 1)[0]


def _row(name: str, pages: Sequence[Page], names: Sequence[str]) -> dict[str, Any]:
    tree = SiteTree(NodeKeys.learn(pages))
    found = np.array(cluster([tree.insert(page) for page in pages], tree))
    numbers = np.array([sorted(set(names)).index(one) for one in names])
    score = score_partitions(found, numbers)
    return {
        "site": name,
        "pages": len(pages),
        "templates": len(set(names)),
        "layouts found": int(found.max()) + 1,
        "adjusted Rand": score.ari,
        "B-cubed precision": score.b_precision,
        "B-cubed recall": score.b_recall,
    }

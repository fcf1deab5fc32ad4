"""SOM trees on real sites, against landmarks.

Adjusted Rand index against the innermost landmark element (header, nav, main, aside, footer, article, or one of such a
role) around each token, on pages of the development sites with two landmarks or more that hold half of the text; mean
over pages, then over sites. In an earlier trial the published form was far ahead on two documentation sites. Without
its first test (nested text joins the place above it) all of its lead is gone: on a few pages the content is nothing but
like siblings, which step 2 gives to their parent, and the test then takes in there what the other pages have. The
product asks every page for flowing text instead.
"""

from __future__ import annotations

import os
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from benchmarks.datasets import load
from sitegrain.measures.partitions import score_partitions
from sitegrain.pages.given import as_page
from sitegrain.pages.runs import token_units
from sitegrain.segmenters import BlockFusion, SomTree
from sitegrain.segmenters.methods import learns

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from sitegrain.pages.page import Page

SETS = ("sites", "dragnet")
LANDMARKS = frozenset("header nav main aside footer article".split())
ROLES = frozenset("banner navigation main complementary contentinfo article".split())
LEAST_LANDMARKS = 2  # of a page that is measured
LEAST_INSIDE = 0.5  # share of its tokens inside of them
FORMS: dict[str, Callable[[], Any]] = {
    "Block Fusion": BlockFusion.as_published,
    "published": SomTree.as_published,
    "published, no test 1": lambda: SomTree(
        beta=8, keys="names", siblings="ordinals", pruning="published", nested="never"
    ),
    "product, no test 1": lambda: SomTree(nested="never"),
    "product": SomTree,
    "aligned": lambda: SomTree(siblings="aligned"),
}


def run() -> list[dict[str, Any]]:
    """A row for each site, and the mean of each set."""
    rows = []
    for name in SETS:
        own = [_score(site, pages) for site, pages in _sites(name).items()]
        found = [row for row in own if row]
        mean = {form: float(np.mean([row[form] for row in found])) for form in FORMS}
        rows += [*found, {"site": f"mean of {name}", "pages": sum(row["pages"] for row in found)} | mean]
    return rows


def landmarks(page: Page) -> NDArray[np.int64]:
    """Int64 (n_tokens,): the innermost landmark around each token, -1 for none."""
    inside: list[int] = []
    for node, (tag, parent) in enumerate(zip(page.tags, page.parents.tolist(), strict=True)):
        roles = page.descriptors[page.node_descriptors[node]][3].lower().split()
        is_landmark = tag in LANDMARKS or not ROLES.isdisjoint(roles)
        inside.append(node if is_landmark else inside[parent] if parent >= 0 else -1)
    return np.array(inside, np.int64)[page.unit_nodes[token_units(page)]]


def _sites(name: str) -> dict[str, list[Page]]:
    sites: dict[str, list[Page]] = defaultdict(list)
    for sample in load(name, Path(os.environ["SITEGRAIN_DATA"]) / name).samples:
        page = as_page(sample.html_path.read_bytes())
        if page.axis.n_tokens:
            sites[sample.site].append(page)
    return sites


def _score(site: str, pages: list[Page]) -> dict[str, Any]:
    gold = [(page, found) for page in pages if _is_measured(found := landmarks(page))]
    if len(pages) < 2 or not gold:
        return {}
    row: dict[str, Any] = {"site": site, "pages": len(gold)}
    for name, make in FORMS.items():
        method = make()
        if learns(method):
            method.fit(pages)
        row[name] = float(np.mean([score_partitions(method.segment(page).block_ids, ids).ari for page, ids in gold]))
    return row


def _is_measured(found: NDArray[np.int64]) -> bool:
    is_inside = found >= 0
    return len(np.unique(found[is_inside])) >= LEAST_LANDMARKS and float(is_inside.mean()) >= LEAST_INSIDE

"""Clustering of pages before and after the template is taken off.

Geraci and Maggini (2011) strip templates to cluster pages better, and Yi, Liu and Li (2003) cluster product pages by
k-means before and after cleaning; neither's pages nor figures are at hand. Here one synthetic site, or three in frames
of their own (bare divs, landmarks, layout tables), tell stories of a few topics, which all sites have in common; most
of a page is not its content. Tf-idf and spherical k-means of all words (`whole pages`), of what sitegrain extracts
(`content`), and of what methods leave, by their weights. Scores over pages, means over three seeds; of entropy less is
better. `k found` is the number of clusters that the silhouette chooses where k is not given, `f1, k found` their score.
A fixed frame is the same on all pages of its site. A changing one has promotions here and there, teasers and leads of
other stories and comments: more words than the story itself, and of other topics.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np

from benchmarks.reproduce.duplicates import heavy_sites, template_share
from sitegrain.clusters import count_words, find_topics, read_content
from sitegrain.measures.clusters import ClusterScore, score_clusters
from sitegrain.pages.raw import RawPage
from tests.synthetic.site import iter_sites

if TYPE_CHECKING:
    from tests.synthetic.site import SyntheticPage

SEEDS = (201, 202, 203)
CASES = ((1, 8, 180), (3, 8, 60))  # sites, topics, pages of a site
FIXED: dict[str, Any] = {"optional_siblings": 0.0, "teasers": "constant", "read_next": False, "comments": False}
FREE = ("whole pages", "content")  # for which the number of clusters is looked for, too
USES: dict[str, dict[str, Any]] = {
    "whole pages": {"whole": True},
    "content": {},
    "som-tree": {"method": "som-tree"},
    "style-tree": {"method": "style-tree"},
    "alignment-template": {"method": "alignment-template"},
    "head-tail": {"method": "head-tail"},
    "block-fusion, weighed": {"method": "block-fusion", "weighs": True},
}
COLUMNS = ("f1", "precision", "recall", "purity", "entropy", "nmi", "ari")


def run() -> list[dict[str, Any]]:
    """A row for each number of sites and topics and way to read a page."""
    rows = []
    for (n_sites, topics, n_pages), frame in product(CASES, ("fixed", "changing")):
        changes = FIXED if frame == "fixed" else {}
        collections = [_pages(n_sites, topics, n_pages, seed, changes) for seed in SEEDS]
        for name, use in USES.items():
            given = [_score(pages, use, topics)[0] for pages in collections]
            row: dict[str, Any] = {"sites": n_sites, "topics": topics, "frame": frame, "pages clustered by": name}
            row["not content"] = float(np.mean([template_share(pages) for pages in collections]))
            row |= {column: float(np.mean([getattr(one, column) for one in given])) for column in COLUMNS}
            if name in FREE:
                free = [_score(pages, use, None) for pages in collections]
                row["k found"] = float(np.mean([k for _, k in free]))
                row["f1, k found"] = float(np.mean([one.f1 for one, _ in free]))
            rows.append(row)
    return rows


def _pages(n_sites: int, topics: int, n_pages: int, seed: int, frame: dict[str, Any]) -> list[SyntheticPage]:
    changes = {"topics": topics, "syndicated": 0.0, "duplicates": 0.0} | frame
    return list(iter_sites(replace(spec, **changes) for spec in heavy_sites(seed, 0.0, n_pages)[:n_sites]))


def _score(pages: list[SyntheticPage], use: dict[str, Any], k: int | None) -> tuple[ClusterScore, int]:
    """The score of the pages that have a topic, and the number of clusters."""
    raws = [RawPage(page.html, url=page.url, host=page.site) for page in pages]
    rows = list(find_topics(raws, k=k, work=read_content(count_words, **use)))
    both = [(row["cluster"] or 0, page.about) for row, page in zip(rows, pages, strict=True) if page.about is not None]
    found, topics = np.array(both).T
    return score_clusters(found, topics), len(set(found.tolist()))

"""Clustering of pages before and after the template is taken off.

Geraci and Maggini (2011) strip templates to cluster pages better, and Yi, Liu and Li (2003) cluster product pages by
k-means before and after cleaning; neither's pages nor figures are at hand. Here three synthetic sites tell stories of
the same 4 or 8 topics, each in a frame that makes up most of its pages: bare divs, landmarks, layout tables. Tf-idf and
spherical k-means of all words (`whole pages`), of what sitegrain extracts (`content`), and of what methods leave, by
their weights. Scores over pages, means over three seeds; of entropy less is better. `k found` is the number of clusters
that the silhouette chooses where k is not given, `f1 with k found` the score of these.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from benchmarks.reproduce.duplicates import heavy_sites, template_share
from sitegrain.clusters import count_words, find_topics, read_content
from sitegrain.measures.clusters import ClusterScore, score_clusters
from sitegrain.pages.raw import RawPage
from tests.synthetic.site import iter_sites

if TYPE_CHECKING:
    from tests.synthetic.site import SyntheticPage

TOPICS, SEEDS, N_PAGES = (4, 8), (201, 202, 203), 60
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
    """A row for each number of topics and way to read a page."""
    rows = []
    for topics in TOPICS:
        sites = [_pages(topics, seed) for seed in SEEDS]
        for name, use in USES.items():
            given = [_score(pages, use, topics)[0] for pages in sites]
            free = [_score(pages, use, None) for pages in sites]
            row: dict[str, Any] = {"topics": topics, "pages clustered by": name}
            row["not content"] = float(np.mean([template_share(pages) for pages in sites]))
            row |= {column: float(np.mean([getattr(one, column) for one in given])) for column in COLUMNS}
            row["k found"] = float(np.mean([k for _, k in free]))
            row["f1 with k found"] = float(np.mean([one.f1 for one, _ in free]))
            rows.append(row)
    return rows


def _pages(topics: int, seed: int) -> list[SyntheticPage]:
    specs = heavy_sites(seed, 0.0, N_PAGES)
    return list(iter_sites(replace(spec, topics=topics, syndicated=0.0, duplicates=0.0) for spec in specs))


def _score(pages: list[SyntheticPage], use: dict[str, Any], k: int | None) -> tuple[ClusterScore, int]:
    """The score of the pages that have a topic, and the number of clusters."""
    raws = [RawPage(page.html, url=page.url, host=page.site) for page in pages]
    rows = list(find_topics(raws, k=k, work=read_content(count_words, **use)))
    both = [(row["cluster"] or 0, page.about) for row, page in zip(rows, pages, strict=True) if page.about is not None]
    found, topics = np.array(both).T
    return score_clusters(found, topics), len(set(found.tolist()))

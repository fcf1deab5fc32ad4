"""Near-duplicates in heavy frames.

Three synthetic sites tell stories of the same four topics: in bare divs, landmarks and layout tables, and about five of
six words of a page are not its content. Three in ten stories come from a wire service, and each site shows those in its
own frame, with none, 3 % or 5 % of the words of its paragraphs changed at random, so that two sites differ in twice as
many; besides, each site has copies of its own pages under other addresses, changed as much, some as print versions, and
one site has error pages. Two pages are duplicates if they tell the same story, and so are the error pages. Precision
and recall are over pairs of pages, at the default threshold if no other is named; means over three seeds that nothing
was chosen on. `whole pages` compares all words, template and all.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from sitegrain.clusters import find_duplicates, read_content, sign_content
from sitegrain.clusters.duplicates import THRESHOLD
from sitegrain.measures.clusters import ClusterScore, score_clusters
from sitegrain.pages.raw import RawPage
from sitegrain.pages.tokens import tokenize
from tests.synthetic.presets import blog_site, news_site, table_site
from tests.synthetic.site import iter_sites

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.synthetic.site import SyntheticPage
    from tests.synthetic.spec import SiteSpec

N_PAGES, SEEDS = 100, (101, 102, 103)
EDITED = (0.0, 0.03, 0.05)
USES: dict[str, tuple[dict[str, Any], float]] = {
    "content": ({}, THRESHOLD),
    "content, threshold 0.3": ({}, 0.3),
    "content, threshold 0.8": ({}, 0.8),
    "whole pages": ({"whole": True}, THRESHOLD),
    "whole pages, threshold 0.8": ({"whole": True}, 0.8),
    "som-tree": ({"method": "som-tree"}, THRESHOLD),
    "style-tree": ({"method": "style-tree"}, THRESHOLD),
}


def run() -> list[dict[str, Any]]:
    """A row for each way to read a page and share of changed words."""
    rows = []
    for edited in EDITED:
        sites = [list(iter_sites(heavy_sites(seed, edited))) for seed in SEEDS]
        share = float(np.mean([template_share(pages) for pages in sites]))
        for name, (use, threshold) in USES.items():
            scores = [score(pages, use, threshold) for pages in sites]
            row: dict[str, Any] = {"pages compared by": name, "words changed": edited, "not content": share}
            row["pages"] = sum(one.n_pages for one in scores)
            for column in ("precision", "recall", "f1"):
                row[column] = float(np.mean([getattr(one, column) for one in scores]))
            rows.append(row)
    return rows


def heavy_sites(seed: int, edited: float, n_pages: int = N_PAGES) -> list[SiteSpec]:
    """Three sites that share stories, each in a frame of its own."""
    common: dict[str, Any] = {
        "kinds": (("article", 1),), "n_paragraphs": (3, 6), "topics": 4, "wire": "wire.example", "syndicated": 0.3,
        "edited": edited, "duplicates": 0.1, "error_pages": 0.0, "notices": 16,
    }  # fmt: skip
    sites = [replace(make(n_pages, seed), **common) for make in (news_site, blog_site, table_site)]
    return [replace(sites[0], error_pages=0.03), *sites[1:]]


def template_share(pages: Sequence[SyntheticPage]) -> float:
    """The mean share of a page's words that are not its content."""
    return float(np.mean([1 - len(tokenize(page.text)) / max(1, _n_words(page)) for page in pages]))


def score(pages: Sequence[SyntheticPage], use: dict[str, Any], threshold: float = THRESHOLD) -> ClusterScore:
    """Find duplicates and compare them with the stories; pages without one are error pages."""
    stories = {story: number for number, story in enumerate(dict.fromkeys(map(_story, pages)))}
    gold = np.array([stories[_story(page)] for page in pages])
    raws = [RawPage(page.html, url=page.url, host=page.site) for page in pages]
    rows = list(find_duplicates(raws, threshold=threshold, work=read_content(sign_content, **use)))
    found = np.array([-number - 1 if row["group"] is None else row["group"] for number, row in enumerate(rows)])
    return score_clusters(found, gold)


def _n_words(page: SyntheticPage) -> int:
    return sum(len(tokenize(block.text)) for block in page.blocks)


def _story(page: SyntheticPage) -> str:
    return page.story or "error page"

"""Head and tail against the whole page.

The textbook chapter compares the pages of a site at their beginning and end only, for speed and since menus and notices
stand there. Word F1 of what is left against the gold, mean over pages and then over sites, when shared units are
removed at head and tail only, and wherever they stand; and the time to do it, milliseconds a page, parsing aside.
"""

from __future__ import annotations

import json
import os
import time
from collections import defaultdict
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING, Any

from sitegrain.measures.extraction import score_text
from sitegrain.pages.given import as_page
from sitegrain.segmenters import HeadTail
from sitegrain.segmenters.head_tail import BODY
from tests.synthetic.presets import blog_site, news_site, shop_site, table_site
from tests.synthetic.site import generate

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sitegrain.pages.page import Page

SETS = ("dragnet", "daniel", "sites")
PRESETS = (blog_site, news_site, shop_site, table_site)
N_PAGES, SEED = 40, 14


def run() -> list[dict[str, Any]]:
    """A row for each set of sites and each way."""
    rows = []
    for name, sites in _all_sites():
        for over in ("ends", "page"):
            means, seconds, n_pages = [], 0.0, 0
            for pages, golds in sites:
                start = time.process_time()
                segmenter = HeadTail(over=over).fit(pages)
                parts = [segmenter.parts(page) for page in pages]
                seconds += time.process_time() - start
                n_pages += len(pages)
                left = (
                    "\n".join(text for text, part in zip(page.unit_texts, own.tolist(), strict=True) if part == BODY)
                    for page, own in zip(pages, parts, strict=True)
                )
                means.append(fmean(score_text(text, gold).f1 for text, gold in zip(left, golds, strict=True)))
            what = "head and tail" if over == "ends" else "whole page"
            rows.append({"sites": name, "compared": what, "F1": fmean(means), "ms a page": 1000 * seconds / n_pages})
    return rows


def _all_sites() -> Iterator[tuple[str, list[tuple[list[Page], list[str]]]]]:
    """Pages and golds of each site, set by set."""
    for make in PRESETS:
        pages = [page for page in generate(make(N_PAGES, SEED)).pages if page.text]
        yield (
            f"synthetic: {make.__name__.removesuffix('_site')}",
            [([as_page(page.html) for page in pages], [page.text for page in pages])],
        )
    folder = Path(os.environ["SITEGRAIN_DATA"])
    for name in SETS:
        sites: dict[str, tuple[list[Page], list[str]]] = defaultdict(lambda: ([], []))
        for line in (folder / name / "pages.jsonl").read_text("utf-8").splitlines():
            row = json.loads(line)
            page = as_page((folder / name / row["html_path"]).read_bytes())
            if page.axis.n_tokens:
                sites[row["site"]][0].append(page)
                sites[row["site"]][1].append((folder / name / row["gold_path"]).read_text("utf-8", "replace"))
        yield name, [site for site in sites.values() if len(site[0]) > 1]

"""Pages a second of each method.

Pages of the development sites with at most 10 of a site: CPU time to fit a method on a site's pages and to apply it to
each of them, parsing aside. VIPS is left out: its time is the browser's.
"""

from __future__ import annotations

import os
import time
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks.datasets import load
from sitegrain.pages.given import as_page
from sitegrain.segmenters.methods import METHODS, learns, make_method

if TYPE_CHECKING:
    from sitegrain.pages.page import Page

SETS = ("sites", "dragnet")
MOST, LEAST = 10, 2  # pages of a site
RENDERED = ("vips",)


def run() -> list[dict[str, Any]]:
    """A row a method."""
    sites = _sites()
    n_pages = sum(map(len, sites))
    rows = []
    for name in METHODS:
        if name in RENDERED:
            continue
        fit = apply = slowest = 0.0
        for pages in sites:
            method: Any = make_method(name)
            start = time.process_time()
            if learns(method):
                method.fit(pages)
            fit += time.process_time() - start
            for page in pages:
                start = time.process_time()
                method.segment(page)
                seconds = time.process_time() - start
                apply += seconds
                slowest = max(slowest, seconds)
        rows.append({
            "method": name, "pages": n_pages, "fit, pages a second": n_pages / fit if fit > 0.001 else None,
            "apply, pages a second": n_pages / apply, "both": n_pages / (fit + apply), "slowest page, s": slowest,
        })  # fmt: skip
    return rows


def _sites() -> list[list[Page]]:
    folder = Path(os.environ["SITEGRAIN_DATA"])
    sites: dict[str, list[Page]] = defaultdict(list)
    for name in SETS:
        for sample in load(name, folder / name).samples:
            if len(sites[sample.site]) < MOST:
                page = as_page(sample.html_path.read_bytes())
                if page.axis.n_tokens:
                    sites[sample.site].append(page)
    return [pages for pages in sites.values() if len(pages) >= LEAST]

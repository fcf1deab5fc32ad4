"""Time by number of pages.

Every method fitted on, and applied to, 100, 1,000 and 10,000 pages of one synthetic site: CPU milliseconds a page,
without parsing. A method whose time is linear has the same figure in each column of its row.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from sitegrain.pages.given import as_page
from sitegrain.pages.raw import RawPage
from sitegrain.segmenters.methods import METHODS, learns, make_method
from tests.synthetic.presets import news_site
from tests.synthetic.site import iter_pages

if TYPE_CHECKING:
    from sitegrain.pages.page import Page

SIZES = (100, 1_000, 10_000)
RENDERED = ("vips",)  # its time is the browser's


def run() -> list[dict[str, Any]]:
    """A row a method."""
    rows: dict[str, dict[str, Any]] = {name: {"method": name} for name in METHODS if name not in RENDERED}
    for size in SIZES:
        pages = [as_page(RawPage(page.html, url=page.url)) for page in iter_pages(news_site(size, 3))]
        for name, row in rows.items():
            fit, apply = _time(name, pages)
            row[f"fit, {size:,}"] = fit
            row[f"apply, {size:,}"] = apply
    return list(rows.values())


def _time(name: str, pages: list[Page]) -> tuple[float | None, float]:
    """CPU milliseconds a page to fit, None for a method that does not, and to apply."""
    method: Any = make_method(name)
    fit = None
    if learns(method):
        start = time.process_time()
        method.fit(pages)
        fit = 1000 * (time.process_time() - start) / len(pages)
    start = time.process_time()
    for page in pages:
        method.segment(page)
    return fit, 1000 * (time.process_time() - start) / len(pages)

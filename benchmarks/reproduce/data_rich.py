"""The data-rich section.

Wang and Lochovsky report that their method located the data-rich section of all their pages. Here: how much of the
content's words it keeps and of the template's it removes, on article pages of synthetic sites, compared node by node
from the left as published and with aligned siblings, without and with optional siblings.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from benchmarks.reproduce.synthetic import gold_pages
from sitegrain.pages.tokens import tokenize
from sitegrain.segmenters import DataRichSection
from tests.synthetic.presets import blog_site, docs_site, forum_site, news_site, shop_site, table_site

N_PAGES, SEED = 40, 13
PRESETS = (blog_site, docs_site, forum_site, news_site, shop_site, table_site)


def run() -> list[dict[str, Any]]:
    """A row for each site, kind of matching and probability of optional siblings."""
    rows = []
    for optional in (0.0, 0.5):
        for make in PRESETS:
            pages = list(gold_pages(replace(make(N_PAGES, SEED), optional_siblings=optional)))
            for name, segmenter in (("as published", DataRichSection.as_published()), ("aligned", DataRichSection())):
                segmenter.fit([one.page for one in pages])
                kept, removed, found = [], [], 0
                for one in pages:
                    read = segmenter.read(one.page)
                    found += read.root is not None
                    flags = [(b.is_content, b.is_template) for b in one.gold.blocks for _ in tokenize(b.text)]
                    content, template = np.array(flags, bool).T
                    if read.root is not None and content.any():
                        kept.append(float((~read.is_shared[content]).mean()))
                        removed.append(float(read.is_shared[template].mean()) if template.any() else 1.0)
                rows.append(
                    {
                        "site": make.__name__.removesuffix("_site"),
                        "optional siblings": optional,
                        "matching": name,
                        "pages with a section": found / len(pages),
                        "content kept": float(np.mean(kept)),
                        "template removed": float(np.mean(removed)),
                    }
                )
    return rows

"""Synthetic web sites with gold: `generate(news_site(n_pages=40, seed=1))`.

A `SiteSpec` holds the knobs; every page, its words and its gold follow from it. Pages are built from typed parts
(`parts`), of which `markup` makes the HTML and `gold` the gold, each without looking at the other.
"""

from tests.synthetic.gold import GoldBlock
from tests.synthetic.presets import (
    PRESETS,
    blog_site,
    consent_site,
    docs_site,
    forum_site,
    hashed_site,
    mixed_sites,
    multilingual_site,
    nameless_site,
    news_site,
    redesign_site,
    shop_site,
    table_site,
)
from tests.synthetic.site import SyntheticPage, SyntheticSite, generate, iter_pages, iter_sites
from tests.synthetic.spec import SiteSpec

__all__ = [
    "PRESETS",
    "GoldBlock",
    "SiteSpec",
    "SyntheticPage",
    "SyntheticSite",
    "blog_site",
    "consent_site",
    "docs_site",
    "forum_site",
    "generate",
    "hashed_site",
    "iter_pages",
    "iter_sites",
    "mixed_sites",
    "multilingual_site",
    "nameless_site",
    "news_site",
    "redesign_site",
    "shop_site",
    "table_site",
]

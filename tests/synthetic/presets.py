"""Ready-made specs, one a kind of site; each takes the number of pages and the seed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from tests.synthetic.spec import SiteSpec


def news_site(n_pages: int = 40, seed: int = 0) -> SiteSpec:
    return SiteSpec(
        n_pages, seed, "news.example", optional_siblings=0.3, consent="all", counters=True, double_menu=True,
        read_next=True, hidden_text=True, error_pages=0.02, duplicates=0.04,
    )  # fmt: skip


def blog_site(n_pages: int = 40, seed: int = 0) -> SiteSpec:
    return SiteSpec(
        n_pages, seed, "blog.example", (("article", 15), ("listing", 4), ("service", 1)), frame="landmarks",
        article_element="article", n_comments=(0, 15), teasers="constant", optional_siblings=0.1,
    )  # fmt: skip


def docs_site(n_pages: int = 40, seed: int = 0) -> SiteSpec:
    return SiteSpec(
        n_pages, seed, "docs.example", (("documentation", 1),), frame="landmarks", teasers="none", newsletter=False,
        share_bar=False, metadata=False,
    )  # fmt: skip


def shop_site(n_pages: int = 40, seed: int = 0) -> SiteSpec:
    return SiteSpec(
        n_pages, seed, "shop.example", (("product", 14), ("catalogue", 5), ("service", 1)), consent="all",
        teasers="rotating", double_menu=True, n_items=(4, 9), catalogue_columns=3,
    )  # fmt: skip


def forum_site(n_pages: int = 40, seed: int = 0) -> SiteSpec:
    return SiteSpec(
        n_pages, seed, "forum.example", (("thread", 16), ("listing", 4)), n_comments=(1, 20), teasers="constant",
        counters=True, endless_posts=400, metadata=False,
    )  # fmt: skip


def table_site(n_pages: int = 40, seed: int = 0) -> SiteSpec:
    return SiteSpec(
        n_pages, seed, "old.example", (("article", 14), ("catalogue", 4), ("service", 2)), frame="table", names="none",
        br_paragraphs=True, table_depth=2, comments=False, author_box=False, metadata=False, optional_siblings=0.2,
    )  # fmt: skip


def multilingual_site(n_pages: int = 60, seed: int = 0) -> SiteSpec:
    return replace(news_site(n_pages, seed), host="tongues.example", languages=("en", "fi", "ru", "zh", "ar"))


def redesign_site(n_pages: int = 40, seed: int = 0) -> SiteSpec:
    return replace(news_site(n_pages, seed), host="redesign.example", redesign=0.5, names="hashed")


def nameless_site(n_pages: int = 40, seed: int = 0) -> SiteSpec:
    return replace(news_site(n_pages, seed), host="nameless.example", names="none", wrapper_depth=(0, 2))


def hashed_site(n_pages: int = 40, seed: int = 0) -> SiteSpec:
    return replace(news_site(n_pages, seed), host="hashed.example", names="page_hashed")


def consent_site(n_pages: int = 40, seed: int = 0) -> SiteSpec:
    return replace(blog_site(n_pages, seed), host="consent.example", consent="first")


PRESETS: dict[str, Callable[[int, int], SiteSpec]] = {
    "news": news_site,
    "blog": blog_site,
    "docs": docs_site,
    "shop": shop_site,
    "forum": forum_site,
    "table": table_site,
    "multilingual": multilingual_site,
    "redesign": redesign_site,
    "nameless": nameless_site,
    "hashed": hashed_site,
    "consent": consent_site,
}


def mixed_sites(n_sites: int, n_pages: int = 20, seed: int = 0) -> Iterator[SiteSpec]:
    """Specs of many different sites, the presets in turn, each with a host and seed of its own."""
    presets = list(PRESETS.items())
    for number in range(n_sites):
        name, preset = presets[number % len(presets)]
        yield replace(preset(n_pages, seed + number), host=f"{name}-{number}.example")

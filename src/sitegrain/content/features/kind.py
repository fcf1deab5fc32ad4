"""What the whole page says about its kind."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sitegrain.content.features.text import LONG_WORDS, plain_words

if TYPE_CHECKING:
    from sitegrain.content.features.shape import Columns
    from sitegrain.content.metadata import Structured
    from sitegrain.pages.page import Page

BYLINE_UNITS, BYLINE_WORDS = 6, 25  # a byline is among so many units after the title, and has at most so many words
_TYPE_GROUPS = {
    "article": ("Article", "NewsArticle", "BlogPosting", "Report", "TechArticle", "ReportageNewsArticle"),
    "product": ("Product", "Offer", "AggregateOffer", "ProductGroup"),
    "list": ("ItemList", "CollectionPage", "SearchResultsPage", "OfferCatalog"),
    "question": ("FAQPage", "Question"),
    "thread": ("DiscussionForumPosting", "QAPage", "Comment"),
    "organization": ("Organization", "LocalBusiness", "Service", "Corporation", "ProfessionalService"),
    "breadcrumb": ("BreadcrumbList",),
}


def kind_features(page: Page, columns: Columns, structured: Structured) -> dict[str, float]:
    """One number for each input of the kind model; `columns` are the page's unit features."""
    n = max(page.n_units, 1)
    words = page.unit_words.astype(np.float64)
    n_words = max(words.sum(), 1.0)
    plain = plain_words(page)
    is_long = plain >= LONG_WORDS
    tags = page.tags

    def share(name: str) -> float:
        return float((columns[name] * words).sum() / n_words)

    return (
        {
            "n_units": float(np.log1p(n)),
            "n_words": float(np.log1p(n_words)),
            "links": float(page.unit_link_words.sum() / n_words),
            "n_long": float(np.log1p(is_long.sum())),
            "long_share": float(words[is_long].sum() / n_words),
            "longest": float(np.log1p(plain.max(initial=0))),
            "in_list": share("in_list"),
            "in_table": share("in_table"),
            "in_code": share("in_code"),
            "in_comment": share("name_comment"),
            "in_definition": share("in_definition"),
            "in_figure": share("in_figure"),
            "long_in_list": float((is_long * columns["in_list"]).sum() / max(is_long.sum(), 1)),
            "repeated": float((words * (columns["repeats"] >= np.log1p(4))).sum() / n_words),
            "largest_repeat": float(columns["repeats"].max(initial=0)),
            "repeated_links": share("repeat_links"),
            "prices": float(columns["has_price"].sum() / n),
            "dates": float(columns["has_date"].sum() / n),
            "questions": float(columns["ends_question"].sum() / n),
            "short_units": float((words < 4).sum() / n),
            "sentences": float(np.log1p(np.expm1(columns["sentences"]).sum())),
            "commas": float(np.expm1(columns["commas"]).sum() / n_words),
            "largest_article": float(columns["article_share"].max(initial=0)),
            "images": sum(tag == "img" for tag in tags) / n,
            "digits": share("digit_share"),
        }
        | {f"n_{tag}": float(np.log1p(min(tags.count(tag), 50))) for tag in _COUNTED_TAGS}
        | _container_facts(page, columns, n_words)
        | _title_facts(page, columns)
        | _name_facts(columns)
        | _declared(page, structured)
    )


_COUNTED_TAGS = (
    "h1",
    "h2",
    "h3",
    "article",
    "main",
    "form",
    "nav",
    "pre",
    "code",
    "table",
    "time",
    "figure",
    "section",
)


def _container_facts(page: Page, columns: Columns, n_words: float) -> dict[str, float]:
    """How much of the page the best container of running text holds."""
    is_inside = columns["in_best"] > 0
    words, links = float(page.unit_words[is_inside].sum()), float(page.unit_link_words[is_inside].sum())
    return {
        "container_share": words / n_words,
        "container_words": float(np.log1p(words)),
        "container_links": links / max(words, 1.0),
    }


def _title_facts(page: Page, columns: Columns) -> dict[str, float]:
    """What follows the unit that repeats the page's title: a line with a date, and running text."""
    titles = np.flatnonzero(columns["is_title"] > 0)
    at = int(titles[0]) if len(titles) else -1
    after = slice(at + 1, at + 1 + BYLINE_UNITS)
    is_line = (page.unit_words[after] <= BYLINE_WORDS) & (at >= 0)
    paragraphs = plain_words(page)
    return {
        "title_level": float(columns["heading_level"][at]) if at >= 0 else 7.0,
        "dated_line": float((is_line & (columns["has_date"][after] > 0)).any()),
        "named_line": float((is_line & (columns["name_meta"][after] > 0)).any()),
        "prose_after_title": float(paragraphs[at + 1 :].sum() / max(paragraphs.sum(), 1.0)),
        "paragraph": float(np.log1p(np.median(paragraphs[paragraphs > 0]))) if (paragraphs > 0).any() else 0.0,
        "paragraphs": float((columns["tag_p"] * (paragraphs > 0)).sum() / max((paragraphs > 0).sum(), 1)),
    }


def _name_facts(columns: Columns) -> dict[str, float]:
    """How many units stand in small boxes of each naming habit, and how many links lead within the page."""
    names = ("comment", "related", "share", "ad", "meta", "caption", "nav")
    n_links = np.expm1(columns["n_links"])
    return {f"named_{name}": float(np.log1p((columns[f"name_{name}_narrow"] > 0.5).sum())) for name in names} | {
        "inside_links": float((columns["inside_links"] * n_links).sum() / max(n_links.sum(), 1.0)),
        "headings": float((columns["heading_level"] > 0).mean()) if len(n_links) else 0.0,
        "boxes": float((columns["bare_links"] > 0.5).mean()) if len(n_links) else 0.0,
    }


def _declared(page: Page, structured: Structured) -> dict[str, float]:
    """What the page's metadata claims."""
    og_type = next((content.lower() for name, content in page.head.metas if name == "og:type"), "")
    names = {name for name, _ in page.head.metas}
    return {
        "og_article": float("article" in og_type),
        "og_product": float("product" in og_type),
        "og_website": float("website" in og_type),
        "has_published": float("article:published_time" in names),
        "article_body": float(np.log1p(len(structured.article_body.split()))),
    } | {
        f"ld_{group}": float(min(sum(structured.types.count(t) for t in types), 20))
        for group, types in _TYPE_GROUPS.items()
    }

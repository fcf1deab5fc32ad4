"""What the whole page says about its kind."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from sitegrain.content.features.text import LONG_WORDS, plain_words
from sitegrain.pages.elements import tag_table

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

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


# input -> the column whose mean over the words it is
_SHARES = {
    "in_list": "in_list",
    "in_table": "in_table",
    "in_code": "in_code",
    "in_comment": "name_comment",
    "in_definition": "in_definition",
    "in_figure": "in_figure",
    "repeated_links": "repeat_links",
    "digits": "digit_share",
}
# input -> the column whose mean over the units it is
_MEANS = {"prices": "has_price", "dates": "has_date", "questions": "ends_question"}
_NAMED = ("comment", "related", "share", "ad", "meta", "caption", "nav")
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
_MOST_TAGS = 50
_IMAGE = len(_COUNTED_TAGS)
_COUNTED = tag_table({tag: i + 1 for i, tag in enumerate((*_COUNTED_TAGS, "img"))})
_REPEATED = np.log1p(4)


def kind_features(page: Page, columns: Columns, structured: Structured) -> dict[str, float]:
    """One number for each input of the kind model; `columns` are the page's unit features."""
    n = max(page.n_units, 1)
    words = page.unit_words.astype(np.float64)
    n_words = max(float(words.sum()), 1.0)
    plain = plain_words(page)
    is_long = plain >= LONG_WORDS
    n_long = int(is_long.sum())
    repeats = columns["repeats"]
    shares = (_side_by_side(columns, _SHARES.values()) * words).sum(axis=1) / n_words
    means = _side_by_side(columns, _MEANS.values()).sum(axis=1) / n
    return (
        {
            "n_units": math.log1p(n),
            "n_words": math.log1p(n_words),
            "links": int(page.unit_link_words.sum()) / n_words,
            "n_long": math.log1p(n_long),
            "long_share": float(words[is_long].sum()) / n_words,
            "longest": math.log1p(plain.max(initial=0)),
            "long_in_list": float(columns["in_list"][is_long].sum()) / max(n_long, 1),
            "repeated": float(words[repeats >= _REPEATED].sum()) / n_words,
            "largest_repeat": float(repeats.max(initial=0)),
            "short_units": int((words < 4).sum()) / n,
            "sentences": float(np.log1p(np.expm1(columns["sentences"]).sum())),
            "commas": float(np.expm1(columns["commas"]).sum() / n_words),
            "largest_article": float(columns["article_share"].max(initial=0)),
        }
        | dict(zip(_SHARES, shares.tolist(), strict=True))
        | dict(zip(_MEANS, means.tolist(), strict=True))
        | _tag_facts(page, n)
        | _container_facts(page, columns, n_words)
        | _title_facts(page, columns, plain)
        | _name_facts(columns, n)
        | _declared(page, structured)
    )


def _side_by_side(columns: Columns, names: Iterable[str]) -> NDArray[np.float64]:
    return np.array([columns[name] for name in names])


def _tag_facts(page: Page, n_units: int) -> dict[str, float]:
    """How many elements of some names there are."""
    numbers = _COUNTED[np.minimum(page.axis.tag_ids, len(_COUNTED) - 1)]
    _, *counts, images = np.bincount(numbers, minlength=_IMAGE + 2).tolist()
    facts = {f"n_{tag}": math.log1p(min(n, _MOST_TAGS)) for tag, n in zip(_COUNTED_TAGS, counts, strict=True)}
    return facts | {"images": images / n_units}


def _container_facts(page: Page, columns: Columns, n_words: float) -> dict[str, float]:
    """How much of the page the best container of running text holds."""
    is_inside = columns["in_best"] > 0
    words, links = float(page.unit_words[is_inside].sum()), float(page.unit_link_words[is_inside].sum())
    return {
        "container_share": words / n_words,
        "container_words": math.log1p(words),
        "container_links": links / max(words, 1.0),
    }


def _title_facts(page: Page, columns: Columns, plain: NDArray[np.float64]) -> dict[str, float]:
    """What follows the unit that repeats the page's title: a line with a date, and running text."""
    is_title = columns["is_title"]
    at = int(is_title.argmax()) if len(is_title) and is_title.max() > 0 else -1
    after = slice(at + 1, at + 1 + BYLINE_UNITS)
    is_line = (page.unit_words[after] <= BYLINE_WORDS) & (at >= 0)
    is_plain = plain > 0
    paragraphs = plain[is_plain]
    n = len(paragraphs)
    return {
        "title_level": float(columns["heading_level"][at]) if at >= 0 else 7.0,
        "dated_line": float((is_line & (columns["has_date"][after] > 0)).any()),
        "named_line": float((is_line & (columns["name_meta"][after] > 0)).any()),
        "prose_after_title": float(plain[at + 1 :].sum()) / max(float(plain.sum()), 1.0),
        "paragraph": math.log1p(_median(paragraphs)) if n else 0.0,
        "paragraphs": float(columns["tag_p"][is_plain].sum()) / max(n, 1),
    }


def _median(values: NDArray[np.float64]) -> float:
    """The median of at least one value; numpy's own takes care of much that is not here."""
    ordered, middle = np.sort(values), len(values) // 2
    return float(ordered[middle] if len(values) % 2 else (ordered[middle - 1] + ordered[middle]) / 2)


def _name_facts(columns: Columns, n_units: int) -> dict[str, float]:
    """How many units stand in small boxes of each naming habit, and how many links lead within the page."""
    small = _side_by_side(columns, [f"name_{name}_narrow" for name in _NAMED] + ["bare_links"]) > 0.5
    *named, boxes = small.sum(axis=1).tolist()
    n_links = np.expm1(columns["n_links"])
    return {f"named_{name}": math.log1p(n) for name, n in zip(_NAMED, named, strict=True)} | {
        "inside_links": float((columns["inside_links"] * n_links).sum() / max(n_links.sum(), 1.0)),
        "headings": int((columns["heading_level"] > 0).sum()) / n_units,
        "boxes": boxes / n_units,
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
        "article_body": math.log1p(len(structured.article_body.split())),
    } | {
        f"ld_{group}": float(min(sum(structured.types.count(t) for t in types), 20))
        for group, types in _TYPE_GROUPS.items()
    }

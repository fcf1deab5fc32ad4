"""What the whole page says about its kind."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from sitegrain.content.features import ROWS
from sitegrain.content.features.text import LEAST_PLAIN, LONG_WORDS
from sitegrain.kernel import PAGE_FACTS, PageRules, page_facts
from sitegrain.pages.elements import tag_table

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from sitegrain.content.features.shape import UnitColumns
    from sitegrain.content.metadata import Structured
    from sitegrain.pages.page import Page

BYLINE_UNITS, BYLINE_WORDS = 6, 25  # a byline is among so many units after the title, and has at most so many words
SHORT_WORDS = 4  # a unit of fewer words is short
REPEATED = 4  # like siblings, from which an item is repeated
NARROW = 0.5  # a box is small if it has less than the other half of the running text
MOST_TAGS, MOST_TYPES = 50, 20
_TYPE_GROUPS = {
    "article": ("Article", "NewsArticle", "BlogPosting", "Report", "TechArticle", "ReportageNewsArticle"),
    "product": ("Product", "Offer", "AggregateOffer", "ProductGroup"),
    "list": ("ItemList", "CollectionPage", "SearchResultsPage", "OfferCatalog"),
    "question": ("FAQPage", "Question"),
    "thread": ("DiscussionForumPosting", "QAPage", "Comment"),
    "organization": ("Organization", "LocalBusiness", "Service", "Corporation", "ProfessionalService"),
    "breadcrumb": ("BreadcrumbList",),
}
_GROUP_OF_TYPE = {name: number for number, names in enumerate(_TYPE_GROUPS.values()) for name in names}


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
_DECLARED = ("og_article", "og_product", "og_website", "has_published", "article_body")
_ON_PAGE = (
    *PAGE_FACTS,
    *_SHARES,
    *_MEANS,
    *(f"named_{name}" for name in _NAMED),
    *(f"n_{tag}" for tag in _COUNTED_TAGS),
)
FACT_NAMES = (*_ON_PAGE, *_DECLARED, *(f"ld_{group}" for group in _TYPE_GROUPS))
_SENTENCES = FACT_NAMES.index("sentences")
_COUNTS = np.array([ROWS[name] for name in ("sentences", "commas", "n_links")])


def _rows(names: Iterable[str]) -> NDArray[np.int32]:
    return np.array([ROWS[name] for name in names], np.int32)


_RULES = PageRules(
    in_list=ROWS["in_list"],
    repeats=ROWS["repeats"],
    article_share=ROWS["article_share"],
    in_best=ROWS["in_best"],
    is_title=ROWS["is_title"],
    heading_level=ROWS["heading_level"],
    has_date=ROWS["has_date"],
    name_meta=ROWS["name_meta"],
    tag_p=ROWS["tag_p"],
    inside_links=ROWS["inside_links"],
    bare_links=ROWS["bare_links"],
    shares=_rows(_SHARES.values()),
    means=_rows(_MEANS.values()),
    small=_rows(f"name_{name}_narrow" for name in _NAMED),
    most_small=NARROW,
    tags=tag_table({tag: i + 1 for i, tag in enumerate((*_COUNTED_TAGS, "img"))}),
    image=len(_COUNTED_TAGS) + 1,
    n_tags=len(_COUNTED_TAGS),
    most_tags=MOST_TAGS,
    least_plain=LEAST_PLAIN,
    long_words=LONG_WORDS,
    short_words=SHORT_WORDS,
    repeated=float(np.log1p(REPEATED)),
    line_units=BYLINE_UNITS,
    line_words=BYLINE_WORDS,
    no_level=7.0,
)


def kind_features(page: Page, columns: UnitColumns, structured: Structured) -> NDArray[np.float64]:
    """Float64 (n_facts,): the inputs of the kind model, in the order of FACT_NAMES; `columns` are the unit features."""
    facts = np.empty(len(FACT_NAMES))
    counts = columns.matrix.take(_COUNTS, axis=0)
    np.expm1(counts, counts)
    words, links = page.unit_words, page.unit_link_words
    page_facts(_RULES, columns.matrix, counts, words, links, page.axis.tag_ids, facts[: len(_ON_PAGE)])
    facts[_SENTENCES] = np.log1p(np.float32(facts[_SENTENCES]))
    facts[len(_ON_PAGE) :] = (*_declared(page, structured), *_declared_types(structured))
    return facts


def _declared(page: Page, structured: Structured) -> tuple[float, ...]:
    """What the page's metadata claims."""
    og_type, has_published = "", False
    for name, content in page.head.metas:
        if name == "og:type":
            og_type = og_type or content.lower()
        elif name == "article:published_time":
            has_published = True
    n_words = len(structured.article_body.split())
    return "article" in og_type, "product" in og_type, "website" in og_type, has_published, math.log1p(n_words)


def _declared_types(structured: Structured) -> list[int]:
    """How many objects of each group of types the page's JSON-LD has."""
    counts = [0] * len(_TYPE_GROUPS)
    for name in structured.types:
        number = _GROUP_OF_TYPE.get(name)
        if number is not None:
            counts[number] += 1
    return [min(count, MOST_TYPES) for count in counts]

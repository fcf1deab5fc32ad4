"""A page's own statements about itself, brought into one form."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from sitegrain.content.language import declared_language, primary_subtag
from sitegrain.content.metadata.dates import date_in_url, parse_date
from sitegrain.content.metadata.structured import Structured, read_structured
from sitegrain.content.metadata.titles import choose_title
from sitegrain.content.rendering.addresses import Addresses
from sitegrain.pages.tokens import tokenize

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

    from sitegrain.pages.page import Page

MAX_AUTHOR_WORDS = 8
MAX_AUTHORS = 10

_TITLES = ("og:title", "twitter:title", "dc.title", "citation_title")
_AUTHORS = (
    "author", "article:author", "dc.creator", "dcterms.creator", "citation_author", "parsely-author", "sailthru.author",
    "byl", "book:author",
)  # fmt: skip
_DATES = (
    "article:published_time", "og:published_time", "datepublished", "date", "dc.date", "dc.date.issued", "dcterms.date",
    "dcterms.created", "dc.date.created", "publish-date", "publish_date", "publication_date", "pubdate",
    "parsely-pub-date", "sailthru.date", "citation_publication_date", "citation_date", "datecreated",
)  # fmt: skip
_DESCRIPTIONS = ("description", "og:description", "twitter:description", "dc.description", "dcterms.abstract")
_SITE_NAMES = ("og:site_name", "application-name", "apple-mobile-web-app-title")
_BYLINE = re.compile(r"(?:^|[\s_-])(?:author|byline)(?:$|[\s_-])", re.IGNORECASE)
_NO_NAME = re.compile(r"https?:|www\.|@|^\S+\.[a-z]{2,}$|\.(?:com|org|net)\b|^\W*$|^\d", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Metadata:
    """What a page says about itself; None where it says nothing.

    date:      ISO 8601, YYYY-MM-DD
    author:    names, "; " between them
    canonical: absolute, http or https
    lang:      declared primary language subtag
    """

    title: str | None = None
    author: str | None = None
    date: str | None = None
    description: str | None = None
    canonical: str | None = None
    site_name: str | None = None
    lang: str | None = None


def read_metadata(
    page: Page, kept: NDArray[np.bool_] | None = None, *, structured: Structured | None = None
) -> Metadata:
    """Read title, author, date, description, canonical URL, site name and declared language of a page.

    kept:       bool (n_units,) the main content, if known: its heading is preferred, bylines after it are not read
    structured: the page's JSON-LD if it has been read already
    """
    found = read_structured(page) if structured is None else structured
    metas = _Metas(page.head.metas)
    site_name = metas.first(_SITE_NAMES) or found.site_name
    titles = (found.headline, *(metas.first((name,)) for name in _TITLES), page.head.title)
    limit = _last_kept_node(page, kept)
    return Metadata(
        title=choose_title(page, kept, titles, site_name),
        author=_author(page, found, metas, limit),
        date=_date(page, found, metas, limit),
        description=metas.first(_DESCRIPTIONS) or found.description or None,
        canonical=_canonical(page, metas),
        site_name=site_name or None,
        lang=declared_language(page).lang or primary_subtag(found.language),
    )


class _Metas:
    """The <meta> elements of a page by name."""

    def __init__(self, metas: Iterable[tuple[str, str]]) -> None:
        self.values: dict[str, list[str]] = {}
        for name, content in metas:
            text = " ".join(content.split())
            if text:
                self.values.setdefault(name, []).append(text)

    def first(self, names: Iterable[str]) -> str:
        """The first value of the first name that has one, else ""."""
        return next((self.values[name][0] for name in names if name in self.values), "")

    def all(self, names: Iterable[str]) -> Iterator[str]:
        for name in names:
            yield from self.values.get(name, ())


def _last_kept_node(page: Page, kept: NDArray[np.bool_] | None) -> int:
    """Statements after the main content are about something else."""
    if kept is None or not kept.any():
        return page.n_nodes
    return int(page.unit_nodes[np.flatnonzero(kept)[-1]]) + 1


def _author(page: Page, structured: Structured, metas: _Metas, limit: int) -> str | None:
    for names in (structured.authors, metas.all(_AUTHORS), _marked_authors(page, limit)):
        authors: list[str] = []
        for name in filter(None, map(_clean_name, names)):
            # "By Jane Doe" after "Jane Doe" is no second author.
            if len(authors) < MAX_AUTHORS and not any(set(tokenize(one)) <= set(tokenize(name)) for one in authors):
                authors.append(name)
        if authors:
            return "; ".join(authors)
    return None


def _clean_name(name: str) -> str | None:
    """A name without white space around it; None for an address or anything too long to be one."""
    name = " ".join(name.split()).strip(" ,;:|-–—")
    if _NO_NAME.search(name) or not 0 < len(tokenize(name)) <= MAX_AUTHOR_WORDS:
        return None
    return name


def _marked_authors(page: Page, limit: int) -> Iterator[str]:
    """The first name in an element marked as the author: by rel or itemprop, else by a class that says so."""
    marked: list[int] = []
    classed: list[int] = []
    wanted = {i for i, d in enumerate(page.descriptors) if d[4] == "author" or _BYLINE.search(d[1])}
    ids = page.node_descriptors[:limit].tolist()
    for node, tag in enumerate(page.tags[:limit]):
        if ids[node] in wanted:
            (marked if page.descriptors[ids[node]][4] == "author" else classed).append(node)
        elif tag == "a" and "author" in (page.attributes[node].get("rel") or "").split():
            marked.append(node)
    for node in [*marked[:3], *classed[:3]]:
        name = _clean_name(_name_in(page, node))
        if name and (node in marked[:3] or not any(char.isdigit() for char in name)):
            yield name
            return


def _name_in(page: Page, node: int) -> str:
    """The first text in an element, or in the one link in it: a byline's link is the name alone."""
    start, end = node, int(page.ends[node])
    links = [i for i in range(start, min(end, start + 30)) if page.tags[i] == "a"]
    if len(links) == 1:
        start, end = links[0], int(page.ends[links[0]])
    runs = np.flatnonzero((page.run_nodes >= start) & (page.run_nodes < end)).tolist()
    first = [page.run_texts[run] for run in runs[:20] if page.run_units[run] == page.run_units[runs[0]]]
    return " ".join("".join(first).split())


def _date(page: Page, structured: Structured, metas: _Metas, limit: int) -> str | None:
    for text in (structured.date, *metas.all(_DATES), *_marked_dates(page, limit)):
        found = parse_date(text) if text else None
        if found:
            return found
    return date_in_url(page.url or "")


def _marked_dates(page: Page, limit: int) -> list[str]:
    """Dates in elements that say so: itemprop first, then <time>."""
    published: list[str] = []
    times: list[str] = []
    descriptors, ids = page.descriptors, page.node_descriptors.tolist()
    wanted = {i for i, d in enumerate(descriptors) if d[4] == "datePublished" or d[0] == "time"}
    if not wanted:
        return []
    for node in range(min(limit, page.n_nodes)):
        if ids[node] not in wanted:
            continue
        get = page.attributes[node].get
        value = get("datetime") or get("content") or ""
        is_published = descriptors[ids[node]][4] == "datePublished" or "pubdate" in page.attributes[node]
        (published if is_published else times).append(value)
    return published + times


def _canonical(page: Page, metas: _Metas) -> str | None:
    addresses = Addresses(page)
    declared = [href for rel, href, _, _ in page.head.links if "canonical" in rel.split()]
    for href in [*declared, metas.first(("og:url",))]:
        address = addresses.resolve(href, schemes=("http", "https")) if href else None
        if address and "://" in address:
            return address
    return None

"""What is read of each page for an index, in the processes of a job."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sitegrain.content.extraction import Options
from sitegrain.pages.given import parse_raw
from sitegrain.pages.links import link_base
from sitegrain.pages.urls import resolve
from sitegrain.search.fields import class_names, read_fields
from sitegrain.sites.sampling import content_hash

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sitegrain.crawl.works import Row
    from sitegrain.model import SiteModel
    from sitegrain.pages.page import Page
    from sitegrain.pages.raw import RawPage

ALONE = "-"  # the site of pages that have none
MAX_ANCHOR_CHARS = 200


@dataclass(frozen=True, slots=True)
class IndexWork:
    """A page as the index takes it.

    known:        name of a page -> hash of its source: such a page is not read again
    with_anchors: collect the texts of its links
    """

    known: Mapping[str, int] = field(default_factory=dict)
    with_anchors: bool = False

    @property
    def options(self) -> Options:
        return Options()

    def __call__(self, page: RawPage, site: str | None, model: SiteModel | None) -> Row:
        name, digest = page.url or page.path or "", signed(content_hash(page.html))
        row: Row = {"path": page.path, "url": page.url, "site": site, "name": name, "hash": digest}
        if self.known.get(name) == digest:
            return row | {"unchanged": True}
        parsed = parse_raw(page)
        title = parsed.head.title
        if model is None:
            names = [f"{site or ALONE}:alone"] * parsed.n_units
        else:
            names = class_names(parsed, model.site_, site or ALONE)
        anchors = _anchors(parsed) if self.with_anchors else []
        return row | {
            "title": title,
            "fields": read_fields(parsed, names, title),
            "text": "\n".join(parsed.unit_texts),
            "anchors": anchors,
        }


def signed(number: int) -> int:
    """A 64-bit number as SQLite can hold it."""
    return number - (1 << 64) if number >= 1 << 63 else number


def _anchors(page: Page) -> list[tuple[str, str]]:
    """Where the links of a page lead, and their texts; only those with an address and a text."""
    base = link_base(page)
    texts: dict[int, list[str]] = {}
    tags, parents = page.tags, page.parents.tolist()
    for text, node in zip(page.run_texts, page.run_nodes.tolist(), strict=True):
        link = node
        while link >= 0 and tags[link] != "a":
            link = parents[link]
        if link >= 0:
            texts.setdefault(link, []).append(text)
    found = []
    for node, own in texts.items():
        href, text = page.attributes[node].get("href"), " ".join("".join(own).split())
        target = resolve(base, href) if base and href else None
        if target and 0 < len(text) <= MAX_ANCHOR_CHARS:
            found.append((target.split("#", 1)[0], text))
    return list(dict.fromkeys(found))

"""What is read of each page for an index, in the processes of a job."""

from __future__ import annotations

import zlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sitegrain.content.extraction import Options
from sitegrain.crawl.methods import MethodWork
from sitegrain.pages.given import parse_raw
from sitegrain.pages.links import link_base, page_links
from sitegrain.pages.nesting import has_tag, nearest
from sitegrain.pages.tokens import tokenize
from sitegrain.search.fields import class_names, pack, read_blocks, read_fields
from sitegrain.sites.sampling import content_hash

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sitegrain.crawl.works import Row
    from sitegrain.model import SiteModel
    from sitegrain.pages.page import Page
    from sitegrain.pages.raw import RawPage
    from sitegrain.search.fields import Fields
    from sitegrain.segmenters.segmenter import PageSegmenter

ALONE = "-"  # the site of pages that have none
MAX_ANCHOR_CHARS = 200
_LEVEL = 1  # of the compression of texts


@dataclass(frozen=True, slots=True)
class IndexWork:
    """A page as the index takes it, with the block classes of its site's model.

    known:        name of a page -> hash of its source: such a page is not read again
    with_anchors: collect the texts of its links
    """

    known: Mapping[str, int] = field(default_factory=dict)
    with_anchors: bool = False

    @property
    def options(self) -> Options:
        return Options()

    def __call__(self, page: RawPage, site: str | None, model: SiteModel | None) -> Row:
        row = _named_row(page, site)
        if self.known.get(row["name"]) == row["hash"]:
            return row | {"unchanged": True}
        parsed, name = parse_raw(page), site or ALONE
        names = [f"{name}:alone"] * parsed.n_units if model is None else class_names(parsed, model.site_, name)
        return row | _text_row(parsed, read_fields(parsed, names, parsed.head.title), self.with_anchors)


@dataclass(frozen=True, slots=True)
class MethodIndexWork(MethodWork):
    """A page as the index takes it, with the block classes of a published method.

    Their numbers hold for one fit only, so that such an index is made in one go.
    """

    with_anchors: bool = False

    def __call__(self, page: RawPage, site: str | None, model: PageSegmenter | None) -> Row:
        parsed, name = parse_raw(page), site or ALONE
        if model is None:
            fields = read_fields(parsed, [f"{name}:alone"] * parsed.n_units, parsed.head.title)
        else:
            fields = read_blocks(parsed, model.segment(parsed), name, parsed.head.title)
        return _named_row(page, site) | _text_row(parsed, fields, self.with_anchors)


def _named_row(page: RawPage, site: str | None) -> Row:
    name, digest = page.url or page.path or "", signed(content_hash(page.html))
    return {"path": page.path, "url": page.url, "site": site, "name": name, "hash": digest}


def _text_row(page: Page, fields: Fields, with_anchors: bool) -> Row:
    title, text = page.head.title, "\n".join(page.unit_texts)
    return {
        "title": title,
        "packed": pack(fields),
        "text": zlib.compress(text.encode("utf-8", "replace"), _LEVEL),
        "words": phrase_words(title, text),
        "anchors": _anchors(page) if with_anchors else [],
    }


def phrase_words(title: str, text: str) -> str:
    """What phrases and prefixes are looked for in: the tokens as the index has them."""
    return " ".join(tokenize(f"{title}\n{text}"))


def signed(number: int) -> int:
    """A 64-bit number as SQLite can hold it."""
    return number - (1 << 64) if number >= 1 << 63 else number


def _anchors(page: Page) -> list[tuple[str, str]]:
    """Where the links of a page lead, and their texts; only those with an address and a text."""
    if link_base(page) is None:
        return []
    targets = {link.node: link.target for link in page_links(page)}
    texts: dict[int, list[str]] = {}
    links = nearest(page, has_tag(page, ("a",))).tolist()
    for text, node in zip(page.run_texts, page.run_nodes.tolist(), strict=True):
        if links[node] >= 0:
            texts.setdefault(links[node], []).append(text)
    found = []
    for node, own in texts.items():
        text = " ".join("".join(own).split())
        if node in targets and 0 < len(text) <= MAX_ANCHOR_CHARS:
            found.append((targets[node], text))
    return list(dict.fromkeys(found))

"""The rows of a job that makes pages for small screens."""

from __future__ import annotations

import posixpath
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import quote

from sitegrain.content.extraction import Options
from sitegrain.content.metadata import read_metadata
from sitegrain.crawl.methods import MethodWork
from sitegrain.crawl.works import extract_document, name_page
from sitegrain.mobile.addresses import leads_to_file
from sitegrain.mobile.viewing import Screen, SmallPage, shrink_document, shrink_segmented
from sitegrain.pages.given import parse_raw

if TYPE_CHECKING:
    from sitegrain.crawl.works import Row
    from sitegrain.model import SiteModel
    from sitegrain.pages.raw import RawPage
    from sitegrain.segmenters.segmenter import PageSegmenter


@dataclass(frozen=True, slots=True)
class MobileWork:
    """The page for a small screen, by what sitegrain learned of its site."""

    options: Options = field(default_factory=Options)
    screen: Screen = field(default_factory=Screen)

    def __call__(self, page: RawPage, site: str | None, model: SiteModel | None) -> Row:
        document = extract_document(page, site, model, self.options)
        small = shrink_document(document, screen=self.screen, full=_full(page))
        return _row(page, small, site=document.site, canonical=document.metadata.canonical)


@dataclass(frozen=True, slots=True)
class MobileMethodWork(MethodWork):
    """The page for a small screen, by a published method."""

    screen: Screen = field(default_factory=Screen)

    def __call__(self, page: RawPage, site: str | None, model: PageSegmenter | None) -> Row:
        parsed = parse_raw(page)
        small = shrink_segmented(parsed, self.segment(parsed, model), screen=self.screen, full=_full(page))
        return _row(page, small, site=site, canonical=read_metadata(parsed).canonical)


def _full(page: RawPage) -> str | None:
    """Where the page is as it was; for one that has only a path, a link that the writer makes good or takes out."""
    return page.url or (
        quote(posixpath.basename(page.path), errors="replace") if page.path and leads_to_file(page.path) else None
    )


def _row(page: RawPage, small: SmallPage, *, site: str | None, canonical: str | None) -> Row:
    return name_page(page, site) | {
        "canonical": canonical,
        "title": small.title,
        "n_words": small.n_words,
        "html": small.html,
        "notes": list(small.page.notes),
    }

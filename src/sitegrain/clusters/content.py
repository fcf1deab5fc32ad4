"""The words of a page that count: those of its content, or those that a method's weights leave."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from sitegrain.blocks.segmentation import no_blocks
from sitegrain.content.extraction import Options
from sitegrain.crawl import MethodWork
from sitegrain.crawl.works import Row, extract_document, name_page
from sitegrain.pages.given import as_page, parse_raw

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from sitegrain.blocks.segmentation import Segmentation
    from sitegrain.content.document import Document
    from sitegrain.crawl import Work
    from sitegrain.model import SiteModel
    from sitegrain.pages.given import AnyPage
    from sitegrain.pages.page import Page
    from sitegrain.pages.raw import RawPage
    from sitegrain.segmenters.segmenter import PageSegmenter

RECURRING = 0.05  # share of the other pages of a site, from which a text on all of them is the site's
NO_WORDS = "no words of content"  # the reason of a page that no reader gets a word of
LEAST_OWN = 0.5  # share of the words of a content that are its own


class Reader(Protocol):
    """What a use keeps of a page: plain values, made from its words and how much each weighs. It can be pickled."""

    def __call__(self, words: Sequence[str], weights: NDArray[np.float64]) -> Row: ...


@dataclass(frozen=True, slots=True)
class ContentWork:
    """What a reader makes of the words of a page's content, comments of readers left out; each weighs 1."""

    read: Reader
    options: Options = field(default_factory=lambda: Options(comments="drop"))

    def __call__(self, page: RawPage, site: str | None, model: SiteModel | None) -> Row:
        document = extract_document(page, site, model, self.options)
        weights = np.repeat(_own_content(document), np.diff(document.page.unit_tokens)).astype(np.float64)
        return title_page(page, document.page, site) | _read(self.read, document.page.tokens, weights)


def _own_content(document: Document) -> NDArray[np.bool_]:
    """Bool (n_units,): the unit is content, and its text not on many pages of the site: the box about an author is.

    Where less than half of it is left, the page is one of many copies, and all of it counts; so does all of a listing,
    whose items are what other pages say too.
    """
    kept, words = document.kept, document.page.unit_words
    if document.kind == "listing":
        return kept
    recurs = np.asarray(document.evidence.measured.columns["recurs"])
    own = kept & ~(recurs >= RECURRING)
    return own if words[own].sum() >= LEAST_OWN * words[kept].sum() else kept


@dataclass(frozen=True, slots=True, kw_only=True)
class MethodContentWork(MethodWork):
    """The same of the words that a published method does not take for template, with their weights.

    A page that the method can say nothing of has no words, and its row says why.
    """

    read: Reader

    def __call__(self, page: RawPage, site: str | None, model: PageSegmenter | None) -> Row:
        parsed = parse_raw(page)
        found = self.segment(parsed, model)
        row, is_mute = title_page(page, parsed, site), bool(found.reason) and not found.blocks
        row |= _read(self.read, found.tokens, np.zeros_like(found.weights) if is_mute else found.weights)
        return row | {"reason": found.reason} if found.reason else row


@dataclass(frozen=True, slots=True, kw_only=True)
class WholePageWork(MethodContentWork):
    """The same of all words of a page, template and all: what the others are compared with."""

    name: str = "whole pages"

    @property
    def needs_site(self) -> bool:
        return False

    def make(self) -> PageSegmenter:
        return WholePage()


class WholePage:
    """The segmenter that knows no template: all words weigh the same."""

    def segment(self, page: AnyPage | Page) -> Segmentation:
        """No blocks, and weights of 1."""
        return no_blocks(as_page(page).tokens, "")


def read_content(
    read: Reader,
    *,
    method: str | None = None,
    parameters: Mapping[str, Any] | None = None,
    weighs: bool = False,
    whole: bool = False,
) -> Work:
    """The work that gives a reader the words of each page.

    method, parameters, weighs: a published method instead of extraction, as `MethodWork` has them
    whole:                      all words, template and all
    """
    if whole:
        return WholePageWork(read=read)
    if method is None:
        return ContentWork(read)
    return MethodContentWork(method, parameters or {}, weighs, read=read)


def title_page(raw: RawPage, page: Page, site: str | None) -> Row:
    """What every row of a cluster says first."""
    return name_page(raw, site) | {"title": page.head.title or None}


def _read(read: Reader, words: Sequence[str], weights: NDArray[np.float64]) -> Row:
    at = np.flatnonzero(weights > 0)
    return read([words[i] for i in at.tolist()], weights[at])

"""The one interface of all methods: pages in, a Segmentation of each out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, Self, runtime_checkable

from sitegrain.errors import FitError
from sitegrain.pages.given import as_page, check_pages

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sitegrain.blocks.segmentation import Segmentation
    from sitegrain.pages.given import AnyPage
    from sitegrain.pages.page import Page


class PageSegmenter(Protocol):
    """A method that needs only the page."""

    def segment(self, page: AnyPage | Page) -> Segmentation:
        """The page's blocks; none, with a reason, where the method can say nothing about the page."""
        ...


@runtime_checkable
class SiteSegmenter(PageSegmenter, Protocol):
    """A method that learns from pages of one site, then segments any page of it."""

    def fit(self, pages: Iterable[AnyPage | Page]) -> Self:
        """Learn from the pages; forgets any earlier fit. FitError if there are too few, or they have no text."""
        ...


def fit_pages(pages: Iterable[AnyPage | Page], method: str, *, least: int) -> list[Page]:
    """Parse the pages a method learns from; FitError if fewer than `least` have text."""
    check_pages(pages)
    parsed = [as_page(page) for page in pages]
    with_text = [page for page in parsed if page.axis.n_tokens]
    if len(with_text) < least:
        plural = "page" if least == 1 else "pages"
        raise FitError(
            f"{method} learns from at least {least} {plural} with text, got {len(with_text)} of {len(parsed)} shown"
        )
    return with_text


def check_fitted(segmenter: object, attribute: str) -> None:
    """FitError unless `fit` has set the attribute."""
    if not hasattr(segmenter, attribute):
        raise FitError(f"this {type(segmenter).__name__} has not been fitted: call fit first")

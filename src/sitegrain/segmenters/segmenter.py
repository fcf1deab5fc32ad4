"""The one interface of all methods: pages in, a Segmentation of each out."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Protocol, Self, runtime_checkable

import numpy as np

from sitegrain.errors import FitError, UsageError
from sitegrain.pages.given import as_page, check_pages
from sitegrain.sites.sampling import Sampler

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sitegrain.blocks.segmentation import Segmentation
    from sitegrain.pages.given import AnyPage
    from sitegrain.pages.page import Page


MAX_PAGES = 500  # of a site that the tree methods learn from, as in the experiments of Yi, Liu and Li (KDD 2003)


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


def fit_pages(pages: Iterable[AnyPage | Page], method: str, *, least: int, most: int | None = None) -> list[Page]:
    """Parse the pages a method learns from; FitError if fewer than `least` have text.

    most: of more pages than that, those of different text, taking turns over the shapes of their addresses; no more
          than twice as many are held meanwhile. None for all.
    """
    check_pages(pages)
    if most is not None and most < least:
        raise UsageError(f"{method} learns from at least {least} pages, got max_pages {most}")
    n_shown = 0

    def with_text() -> Iterator[Page]:
        nonlocal n_shown
        for page in pages:
            n_shown += 1
            parsed = as_page(page)
            if parsed.axis.n_tokens:
                yield parsed

    rest = with_text()
    found = list(rest if most is None else itertools.islice(rest, most))
    one_more = next(rest, None)
    kind = "text"
    if most is not None and one_more is not None:
        kind = "different text"
        found = _sample(found, itertools.chain((one_more,), rest), most)
    if len(found) < least:
        plural = "page" if least == 1 else "pages"
        raise FitError(
            f"{method} learns from at least {least} {plural} with {kind}, got {len(found)} of {n_shown} shown"
        )
    return found


def _sample(held: list[Page], rest: Iterable[Page], most: int) -> list[Page]:
    """At most so many pages of those held, which are let go of, and of the rest."""
    sampler: Sampler[Page] = Sampler(most)
    while held:
        _show(sampler, held.pop())
    for page in rest:
        _show(sampler, page)
    return sampler.sample()


def _show(sampler: Sampler[Page], page: Page) -> None:
    sampler.add(np.asarray(page.axis.token_hashes).tobytes(), page.url or page.path, page)


def check_fitted(segmenter: object, attribute: str) -> None:
    """FitError unless `fit` has set the attribute."""
    if not hasattr(segmenter, attribute):
        raise FitError(f"this {type(segmenter).__name__} has not been fitted: call fit first")

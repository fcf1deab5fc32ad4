"""From a page and what was learned of its site to the document for a small screen."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from sitegrain.content.metadata import read_metadata
from sitegrain.errors import UsageError
from sitegrain.mobile.arranging import BUDGET_WORDS, MIN_WEIGHT, View, arrange
from sitegrain.mobile.rendering import Labels, render_view
from sitegrain.model import SiteModel, segment_page
from sitegrain.pages.given import as_page

if TYPE_CHECKING:
    from sitegrain.blocks.segmentation import Segmentation
    from sitegrain.content.document import Document
    from sitegrain.pages.given import AnyPage
    from sitegrain.pages.page import Page
    from sitegrain.segmenters.segmenter import PageSegmenter


@dataclass(frozen=True, slots=True)
class Screen:
    """What a small screen is given.

    budget:     words of title, main content and further blocks; title and main content are shown whatever they take
    min_weight: of a block, below which it is template; the mean of a site is 1
    labels:     the words around the page's own
    """

    budget: int = BUDGET_WORDS
    min_weight: float = MIN_WEIGHT
    labels: Labels = field(default_factory=Labels)

    def __post_init__(self) -> None:
        if self.budget < 0:
            raise UsageError(f"the budget must be at least 0 words, got {self.budget}")
        if not self.min_weight >= 0:
            raise UsageError(f"min_weight must be at least 0, got {self.min_weight}")


@dataclass(frozen=True, slots=True, eq=False)
class SmallPage:
    """A page for a small screen: the document, its title, the page and where its units went."""

    html: str
    title: str | None
    page: Page
    view: View

    @property
    def n_words(self) -> int:
        """Words that are read without unfolding anything."""
        return int(self.page.unit_words[self.view.shown].sum())

    @property
    def has_images(self) -> bool:
        """Whether an image is shown, folded or not."""
        return "<img " in self.html  # as `rendering` writes it: text and attributes are escaped


def shrink(
    page: AnyPage,
    model: SiteModel | PageSegmenter,
    *,
    screen: Screen | None = None,
    full: str | None = None,
    keeps_links: bool = False,
) -> SmallPage:
    """The small-screen document of a page.

    model:       a fitted SiteModel, or any method of `sitegrain.segmenters` (fitted, if it learns)
    full:        address of the page as it was, linked at the end; None for no link
    keeps_links: relative addresses stay relative, for a document that is given at the page's own address
    """
    if isinstance(model, SiteModel):
        return shrink_document(model.extract(page), screen=screen, full=full, keeps_links=keeps_links)
    parsed = as_page(page)
    return shrink_segmented(parsed, model.segment(parsed), screen=screen, full=full, keeps_links=keeps_links)


def shrink_document(
    document: Document, *, screen: Screen | None = None, full: str | None = None, keeps_links: bool = False
) -> SmallPage:
    """The small-screen document of a page whose content is chosen already: that is the main content."""
    screen = screen or Screen()
    segmentation = segment_page(document.page, document.evidence.site)
    page, title = _placed(document.page, keeps_links=keeps_links), document.title
    view = arrange(
        page,
        segmentation,
        title=title,
        content=document.kept,
        budget=screen.budget,
        min_weight=screen.min_weight,
    )
    return SmallPage(render_view(page, view, title=title, full=full, labels=screen.labels), title, page, view)


def shrink_segmented(
    page: Page,
    segmentation: Segmentation,
    *,
    screen: Screen | None = None,
    full: str | None = None,
    keeps_links: bool = False,
) -> SmallPage:
    """The small-screen document of a page by its segmentation and weights alone."""
    screen = screen or Screen()
    title = read_metadata(page).title
    page = _placed(page, keeps_links=keeps_links)
    view = arrange(page, segmentation, title=title, budget=screen.budget, min_weight=screen.min_weight)
    return SmallPage(render_view(page, view, title=title, full=full, labels=screen.labels), title, page, view)


def _placed(page: Page, *, keeps_links: bool) -> Page:
    """The page with what its links are resolved against; without an address they stay as they are."""
    return replace(page, url=None) if keeps_links else page

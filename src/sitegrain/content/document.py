"""What sitegrain gives back for one page."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sitegrain.content.rendering import render_html, render_markdown, render_tei, render_text

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from sitegrain.content.metadata import Metadata
    from sitegrain.pages.page import Page


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of a page that was kept or dropped.

    text:        its text, white space folded
    block_class: label of its block class; None for a page without a site
    weight:      the class's weight, mean 1 over the site's tokens; None without a site
    score:       how sure the scorer is that it is content, in [0, 1]
    reasons:     the strongest reasons, strongest first
    """

    text: str
    block_class: str | None
    weight: float | None
    score: float
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Document:
    """One page's content and what is known about it; the renderings are made when asked for.

    kept:       bool (n_units,) the units that are content
    items:      for a listing, half-open unit intervals of its items; empty for other kinds
    site, layout: names; None where unknown
    kind:       article, listing, thread, documentation, product, service or other
    kind_reason: why, in words
    confidence: expected word F1 of the choice, in [0, 1]
    selector:   CSS selector of the element that holds the content, None if nothing was kept
    notes:      what was unusual about the page
    """

    page: Page
    kept: NDArray[np.bool_]
    metadata: Metadata
    kind: str
    kind_reason: str
    confidence: float
    selector: str | None
    items: tuple[tuple[int, int], ...] = ()
    site: str | None = None
    layout: str | None = None
    id: str | None = None
    blocks: tuple[Piece, ...] = ()
    dropped: tuple[Piece, ...] = ()
    notes: tuple[str, ...] = field(default=())

    @property
    def url(self) -> str | None:
        return self.page.url

    @property
    def path(self) -> str | None:
        return self.page.path

    @property
    def title(self) -> str | None:
        return self.metadata.title

    @property
    def text(self) -> str:
        """Plain text: paragraphs, list items and table rows on lines of their own."""
        return render_text(self.page, self.kept, self.items)

    @property
    def markdown(self) -> str:
        return render_markdown(self.page, self.kept, self.items)

    @property
    def html(self) -> str:
        """Clean HTML: safe elements and attributes only."""
        return render_html(self.page, self.kept)

    @property
    def xml(self) -> str:
        """A TEI document with the metadata in its header."""
        return render_tei(self.page, self.kept, self.metadata)

"""What sitegrain gives back for one page."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from sitegrain.content.choosing import CHANGES
from sitegrain.content.images import find_images
from sitegrain.content.language import read_language
from sitegrain.content.metadata import read_metadata
from sitegrain.content.reasons import N_REASONS, reasons
from sitegrain.content.rendering import render_html, render_markdown, render_tei, render_text
from sitegrain.content.selectors import content_selector

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from sitegrain.content.images import ContentImage
    from sitegrain.content.kinds import Interval
    from sitegrain.content.metadata import Metadata
    from sitegrain.content.scorer import Measured, Scored, Scorer
    from sitegrain.content.site import Site
    from sitegrain.pages.page import Page

ADDITIONS = ("markdown", "html", "xml", "blocks", "dropped")


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """What the choice was made from, to explain it."""

    scorer: Scorer
    site: Site
    measured: Measured
    scored: Scored


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of a page that was kept or dropped: neighbouring units of one block class.

    text:        its text, a line a unit
    is_kept:     whether it is content
    block_class: label of its block class; None on a page alone
    support:     sample pages that have the class; None on a page alone
    weight:      the class's weight, mean 1 over the site's tokens; None on a page alone
    score:       word-weighted mean score, in [0, 1]
    reasons:     the strongest reasons, strongest first
    images:      the images that belong to it, in their context; of what was kept only
    """

    text: str
    is_kept: bool
    block_class: str | None
    support: int | None
    weight: float | None
    score: float
    reasons: tuple[str, ...]
    images: tuple[ContentImage, ...] = ()

    def to_row(self) -> dict[str, Any]:
        """The piece as plain values."""
        return {
            "text": self.text,
            "block_class": self.block_class,
            "support": self.support,
            "weight": None if self.weight is None else round(self.weight, 4),
            "score": round(self.score, 4),
            "reasons": list(self.reasons),
            "images": [image.to_row() for image in self.images],
        }


@dataclass(frozen=True, slots=True, eq=False)  # arrays have no equality of their own
class Document:
    """One page's content and what is known about it; the renderings are made when asked for.

    kept:         bool (n_units,) the units that are content
    kind:         article, listing, thread, documentation, product, service or other
    kind_reason:  why, in words
    items:        for a listing, half-open unit intervals of its items; empty for other kinds
    confidence:   expected word F1 of the choice, in [0, 1]
    rules:        int8 (n_units,) where not its score decided of a unit, the code of what did, of `choosing.CHANGES`
    site, layout: names; None where unknown
    notes:        what was unusual about the page
    """

    page: Page
    kept: NDArray[np.bool_]
    kind: str
    kind_reason: str
    items: tuple[Interval, ...]
    confidence: float
    evidence: Evidence
    rules: NDArray[np.int8]
    site: str | None = None
    layout: str | None = None
    id: str | int | None = None
    notes: tuple[str, ...] = ()
    _read: dict[str, Any] = field(default_factory=dict, repr=False)  # what was asked for, and takes reading

    def __repr__(self) -> str:
        """Short, since a page's arrays fill screens."""
        kept = f"{int(self.kept.sum())} of {len(self.kept)} units kept"
        return f"<Document {self.path or self.url or '?'}: {self.kind}, {self.title!r}, {kept}>"

    @property
    def url(self) -> str | None:
        return self.page.url

    @property
    def path(self) -> str | None:
        return self.page.path

    @property
    def metadata(self) -> Metadata:
        """What the page says about itself, read when it is first asked for."""
        if "metadata" not in self._read:
            structured = self.evidence.measured.structured
            self._read["metadata"] = read_metadata(self.page, self.kept, structured=structured)
        found: Metadata = self._read["metadata"]
        return found

    @property
    def title(self) -> str | None:
        return self.metadata.title

    @property
    def author(self) -> str | None:
        return self.metadata.author

    @property
    def date(self) -> str | None:
        """ISO 8601, None if unknown."""
        return self.metadata.date

    @property
    def lang(self) -> str | None:
        """Primary language subtag, declared or detected; None if neither."""
        return self.metadata.lang or read_language(self.page, " ".join(self._kept_texts())).lang

    @property
    def selector(self) -> str | None:
        """CSS selector of the element that holds the content; None if nothing was kept."""
        return content_selector(self.page, self.kept)

    @property
    def text(self) -> str:
        """Plain text: paragraphs, list items and table rows on lines of their own; a listing item by item."""
        return render_text(self.page, self.kept, self.items)

    @property
    def markdown(self) -> str:
        """CommonMark with tables."""
        return render_markdown(self.page, self.kept, self.items)

    @property
    def html(self) -> str:
        """Clean HTML: safe elements and attributes only."""
        return render_html(self.page, self.kept)

    @property
    def xml(self) -> str:
        """A TEI document with the metadata in its header."""
        return render_tei(self.page, self.kept, self.metadata)

    @property
    def blocks(self) -> list[Piece]:
        """The content piece by piece; a listing's items are a piece each."""
        return [piece for piece in self.pieces() if piece.is_kept]

    @property
    def dropped(self) -> list[Piece]:
        """What was left out, and why."""
        return [piece for piece in self.pieces() if not piece.is_kept]

    def pieces(self) -> list[Piece]:
        """The whole page piece by piece, in document order."""
        classes, evidence = self._classes(), self.evidence
        intervals = self._intervals(classes)
        why = reasons(evidence.scorer, evidence.scored, self.page.unit_words, intervals)
        images = find_images(self.page, self.kept)
        return [
            replace(
                self._piece(start, end, int(classes[start]), own),
                images=tuple(image for unit in range(start, end) for image in images.get(unit, ())),
            )
            for (start, end), own in zip(intervals, why, strict=True)
        ]

    def to_row(self, additions: Iterable[str] = ()) -> dict[str, Any]:
        """The document as plain values, in the order of the output; `additions` from ADDITIONS."""
        row: dict[str, Any] = {
            "id": self.id,
            "path": self.path,
            "url": self.url,
            "canonical": self.metadata.canonical,
            "site": self.site,
            "layout": self.layout,
            "kind": self.kind,
            "kind_reason": self.kind_reason,
            "title": self.title,
            "author": self.author,
            "date": self.date,
            "description": self.metadata.description,
            "lang": self.lang,
            "text": self.text,
            "confidence": round(self.confidence, 4),
            "selector": self.selector,
            "notes": list(self.notes),
        }
        pieces = self.pieces() if {"blocks", "dropped"} & set(additions) else []
        for name in additions:
            if name in ("blocks", "dropped"):
                row[name] = [piece.to_row() for piece in pieces if piece.is_kept == (name == "blocks")]
            else:
                row[name] = getattr(self, name)
        return row

    def _kept_texts(self) -> list[str]:
        return [self.page.unit_texts[unit] for unit in np.flatnonzero(self.kept)[:50].tolist()]

    def _classes(self) -> NDArray[np.int32]:
        """Int32 (n_units,): the block class of each unit, -1 where there is none."""
        measured, tables = self.evidence.measured, self.evidence.site.tables
        places = measured.placed.places.nearest[self.page.unit_nodes]
        if tables is None:
            return np.full(self.page.n_units, -1, np.int32)
        return np.where(places >= 0, tables.classes.class_of_place[places], -1).astype(np.int32)

    def _intervals(self, classes: NDArray[np.int32]) -> list[Interval]:
        """Half-open unit intervals of equal class, item and verdict, decided for the same reason."""
        item = np.zeros(self.page.n_units, np.int64)
        for number, (start, end) in enumerate(self.items, 1):
            item[start:end] = number
        parents = self.page.unit_nodes if self.evidence.site.tables is None else classes
        marks = np.column_stack([parents, item, self.kept, self.rules])
        if not len(marks):
            return []
        cuts = np.flatnonzero((marks[1:] != marks[:-1]).any(axis=1)) + 1
        bounds = [0, *cuts.tolist(), len(marks)]
        return list(itertools.pairwise(bounds))

    def _piece(self, start: int, end: int, block_class: int, why: tuple[str, ...]) -> Piece:
        evidence, tables = self.evidence, self.evidence.site.tables
        words = np.maximum(self.page.unit_words[start:end], 1)
        has_class = tables is not None and block_class >= 0
        importance = tables.classes.importance if tables else None
        if self.rules[start]:
            sign = "+" if self.kept[start] else "-"
            why = (f"{sign} {CHANGES[int(self.rules[start])]}", *why)[:N_REASONS]
        return Piece(
            text="\n".join(self.page.unit_texts[start:end]),
            is_kept=bool(self.kept[start]),
            block_class=evidence.site.tree.label(int(tables.classes.heads[block_class]))
            if has_class and tables
            else None,
            support=int(importance.n_blocks[block_class]) if has_class and importance else None,
            weight=float(importance.weights[block_class]) if has_class and importance else None,
            score=float((evidence.scored.scores[start:end] * words).sum() / words.sum()),
            reasons=why,
        )

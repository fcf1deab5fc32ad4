"""What is done to a page: a row of its content, of its blocks, or its HTML without the template."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from sitegrain.content.extraction import Options, extract_alone
from sitegrain.content.metadata import read_structured
from sitegrain.content.scorer import default_scorer
from sitegrain.content.site import Site, fitting_layout, measure_alone
from sitegrain.content.stripping import strip_page
from sitegrain.model import SiteModel, segment_page
from sitegrain.pages.encodings import decode
from sitegrain.pages.given import parse_raw
from sitegrain.pages.runs import text_of

if TYPE_CHECKING:
    from sitegrain.blocks.segmentation import Segmentation
    from sitegrain.content.document import Document
    from sitegrain.pages.page import Page
    from sitegrain.pages.raw import RawPage, Skipped

Row = dict[str, Any]


def name_page(page: RawPage | Skipped, site: str | None) -> Row:
    """What every row says first."""
    return {"id": page.id, "path": page.path, "url": page.url, "site": site}


class Work(Protocol):
    """Makes the row of one page; `model` is what was learned of its site, None if nothing was. It can be pickled."""

    @property
    def options(self) -> Options: ...

    def __call__(self, page: RawPage, site: str | None, model: Any) -> Row: ...


@dataclass(frozen=True, slots=True)
class ExtractWork:
    """The page's content and what is known about it, as `Document.to_row` has it."""

    options: Options = field(default_factory=Options)
    additions: tuple[str, ...] = ()

    def __call__(self, page: RawPage, site: str | None, model: SiteModel | None) -> Row:
        return extract_document(page, site, model, self.options).to_row(self.additions)


def extract_document(page: RawPage, site: str | None, model: SiteModel | None, options: Options) -> Document:
    """Extract a page with its site's model, or alone; one that does not fit the model keeps its own site's name."""
    if model is None:
        scorer = default_scorer(thorough=options.thorough)
        document = extract_alone(parse_raw(page), scorer, options, id=page.id)
        return replace(document, site=site)
    document = model.extract(page, options)
    is_known = document.layout is not None or site is None or document.site is None
    return document if is_known and document.site is not None else replace(document, site=site)


@dataclass(frozen=True, slots=True)
class SegmentWork:
    """The page's blocks in the order of their first words, and how the weights are spread over its tokens."""

    options: Options = field(default_factory=Options)

    def __call__(self, page: RawPage, site: str | None, model: SiteModel | None) -> Row:
        parsed = parse_raw(page)
        segmentation, layout = segment_by_model(parsed, model)
        name = model.name_ if model is not None and layout is not None else site
        return segmentation_row(page, parsed, segmentation, site=name or site, layout=layout)


def segment_by_model(page: Page, model: SiteModel | None) -> tuple[Segmentation, str | None]:
    """Segment a page with its site's model, and its layout; by itself if there is no model or it fits none of it."""
    known = model.site_ if model is not None else _alone(page)
    layout = _layout(page, known)
    return segment_page(page, known if layout is not None or model is None else _alone(page)), layout


def segmentation_row(
    raw: RawPage,
    page: Page,
    segmentation: Segmentation,
    *,
    site: str | None,
    layout: str | None = None,
    method: str | None = None,
) -> Row:
    """The blocks of a page as plain values; `reason` only where there is one."""
    row = name_page(raw, site) | {
        "layout": layout,
        "n_tokens": len(segmentation.tokens),
        "weights": _spread(segmentation),
        "blocks": _blocks(page, segmentation),
        "notes": list(page.notes),
    }
    if method is not None:
        row["method"] = method
    if segmentation.reason:
        row["reason"] = segmentation.reason
    return row


def _alone(page: Page) -> Site:
    return measure_alone(page, read_structured(page), default_scorer())[0]


def _layout(page: Page, site: Site) -> str | None:
    return None if site.tables is None else fitting_layout(site, site.tree.locate(page))


def _spread(segmentation: Segmentation) -> Row:
    weights = segmentation.weights
    if not len(weights):
        return {"mean": None, "median": None, "largest": None, "zero_share": None}
    return {
        "mean": round(float(weights.mean()), 4),
        "median": round(float(np.median(weights)), 4),
        "largest": round(float(weights.max()), 4),
        "zero_share": round(float((weights == 0).mean()), 4),
    }


def _blocks(page: Page, segmentation: Segmentation) -> list[Row]:
    return [
        {
            "class": block.block_class,
            "label": block.label,
            "support": block.support,
            "weight": round(float(segmentation.weights[block.spans[0][0]]), 4),
            "spans": [list(span) for span in block.spans],
            "text": "\n".join(text_of(page, start, end) for start, end in block.spans),
        }
        for block in segmentation.blocks
        if block.spans
    ]


@dataclass(frozen=True, slots=True)
class StripWork:
    """The page's own HTML without its template."""

    options: Options = field(default_factory=Options)

    def __call__(self, page: RawPage, site: str | None, model: SiteModel | None) -> Row:
        document = extract_document(page, site, model, self.options)
        parsed, kept = parse_raw(page), document.kept
        if len(kept) != parsed.n_units:  # the content is only in the page's structured data
            kept = np.zeros(parsed.n_units, bool)
        return name_page(page, document.site) | {
            "layout": document.layout,
            "html": strip_page(decode(page.html, page.charset).text, parsed, kept),
            "notes": list(document.notes),
        }


def skipped_row(row: RawPage | Skipped, site: str | None, reason: str) -> Row:
    """The row of a page that could not be used."""
    return name_page(row, site) | {"skipped": reason}

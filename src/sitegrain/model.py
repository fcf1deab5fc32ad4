"""SiteModel: learn a site from its pages, then extract and segment pages of it, known or new."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Self

import numpy as np

from sitegrain.blocks.segmentation import Block, Segmentation, from_units
from sitegrain.content.extraction import Options, extract_alone, extract_measured, extract_with_site, is_shell
from sitegrain.content.metadata import read_structured
from sitegrain.content.scorer import Measured, Scorer, default_scorer
from sitegrain.content.site import Site, fitting_layout, learn_site, measure_alone
from sitegrain.errors import FitError
from sitegrain.pages.given import AnyPage, as_raw, check_pages, parse_raw
from sitegrain.pages.raw import RawPage
from sitegrain.saving import load_model, save_model
from sitegrain.sites.sampling import MAX_PAGES, Sampler, content_hash
from sitegrain.sites.statistics import place_units

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable

    from sitegrain.content.document import Document
    from sitegrain.pages.page import Page

MAX_REMEMBERED_PAGES = 64  # measured pages that a fitted model holds; about a megabyte each
MAX_REMEMBERED_UNITS = 30_000
_USUAL = Options()


class SiteModel:
    """What the pages of one site share, any number of layouts.

    max_pages: pages to learn from at most; more do not make it better
    keep, drop: CSS selectors of elements that are always, or never, content
    thorough:  use the larger scorer, a little better and slower
    scorer:    None for one that comes with the package

    After `fit`: `site_` (what was learned), `n_pages_` (pages shown), `name_` (the site's name, None if not told).
    """

    def __init__(
        self,
        *,
        max_pages: int = MAX_PAGES,
        keep: Iterable[str] = (),
        drop: Iterable[str] = (),
        thorough: bool = False,
        scorer: Scorer | None = None,
    ) -> None:
        self.max_pages = max_pages
        self.keep = (keep,) if isinstance(keep, str) else tuple(keep)
        self.drop = (drop,) if isinstance(drop, str) else tuple(drop)
        self.thorough = thorough
        self.scorer = scorer
        self._measured: dict[tuple[object, ...], Measured] = {}
        self._measured_sizes: set[int] = set()  # of their sources: a page of another size need not be hashed

    def __repr__(self) -> str:
        known = f"{self.name_ or 'a site'}, {self.n_pages_} pages" if hasattr(self, "site_") else "not fitted"
        return f"<SiteModel: {known}>"

    def fit(self, pages: Iterable[AnyPage], *, name: str | None = None) -> Self:
        """Learn from the pages of one site; forgets any earlier fit.

        At most twice `max_pages` pages are held at a time. FitError if there is no page at all.
        """
        check_pages(pages)
        self._measured, self._measured_sizes = {}, set()
        if self.max_pages < 1:
            raise FitError(f"max_pages must be at least 1, got {self.max_pages}")
        Options(keep=self.keep, drop=self.drop)
        sampler: Sampler[RawPage] = Sampler(self.max_pages)
        for page in pages:
            raw = as_raw(page)
            sampler.add(raw.html, raw.url, raw)
        if not sampler.n_seen:
            raise FitError("cannot learn a site from no pages: give at least one, better eight")
        self.n_pages_ = sampler.n_seen
        self.name_ = name
        sample = sampler.sample()
        pages_ = [parse_raw(raw) for raw in sample]
        self.site_, measured = learn_site(pages_, self.fitted_scorer)
        self._remember(dict(zip(map(id, pages_), sample, strict=True)), measured)
        return self

    def extract(self, page: AnyPage, options: Options | None = None) -> Document:
        """Extract a page of the site; one that fits none of its layouts is extracted as a page alone."""
        raw = as_raw(page)
        options = self._with_rules(options or _USUAL)
        measured = self._measured.get(_identity(raw)) if len(raw.html) in self._measured_sizes else None
        if measured is not None:
            return extract_measured(measured, self.site_, self.fitted_scorer, options, name=self.name_, id=raw.id)
        return extract_with_site(
            parse_raw(raw), self._fitted(), self.fitted_scorer, options, name=self.name_, id=raw.id
        )

    def segment(self, page: AnyPage) -> Segmentation:
        """The page's blocks, their classes and weights on its tokens; of a page that fits no layout its own blocks."""
        parsed = parse_raw(as_raw(page))
        site = self._fitted()
        if fitting_layout(site, site.tree.locate(parsed)) is None:
            site, _ = measure_alone(parsed, read_structured(parsed), self.fitted_scorer)
        return segment_page(parsed, site)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the model as one file of compressed JSON; WriteError if it cannot be written."""
        self._fitted()
        save_model(self, path)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> SiteModel:
        """Read a model; ModelError if the file is none or of another version."""
        return load_model(path, cls)

    @property
    def n_remembered_units(self) -> int:
        """Units of the measured pages that are held since `fit`; none are in a model that was loaded."""
        return sum(measured.placed.page.n_units for measured in self._measured.values())

    def _remember(self, raws: dict[int, RawPage], measured: list[Measured]) -> None:
        """Keep the measured pages of a small sample, so that extracting them need not measure them again."""
        n_units = 0
        for one in measured if self.site_.tables is not None else ():
            n_units += one.placed.page.n_units
            if len(self._measured) == MAX_REMEMBERED_PAGES or n_units > MAX_REMEMBERED_UNITS:
                return
            if not is_shell(one.placed.page):
                raw = raws[id(one.placed.page)]
                self._measured[_identity(raw)] = one
                self._measured_sizes.add(len(raw.html))

    def _fitted(self) -> Site:
        if not hasattr(self, "site_"):
            raise FitError("this SiteModel has not been fitted: call fit first")
        return self.site_

    @property
    def fitted_scorer(self) -> Scorer:
        """The scorer in use: the given one, else one that comes with the package."""
        return self.scorer or default_scorer(thorough=self.thorough)

    def _with_rules(self, options: Options) -> Options:
        if not self.keep and not self.drop:
            return options
        return replace(options, keep=(*self.keep, *options.keep), drop=(*self.drop, *options.drop))


def _identity(raw: RawPage) -> tuple[object, ...]:
    """What must be equal for two raw pages to parse to the same page."""
    return content_hash(raw.html), raw.url, raw.path, raw.charset, raw.notes


def extract(html: AnyPage, url: str | None = None, options: Options | None = None) -> Document:
    """Extract a single page of which no site is known.

    >>> extract("<nav><a href=/>Home</a></nav><p>The ferry was late again, as it is every Monday.</p>").kind
    'article'
    """
    raw = as_raw(html)
    if url is not None:
        raw = RawPage(raw.html, url, raw.path, raw.id, raw.host, raw.charset, raw.notes)
    options = options or _USUAL
    return extract_alone(parse_raw(raw), default_scorer(thorough=options.thorough), options, id=raw.id)


def segment_page(page: Page, site: Site) -> Segmentation:
    """Cut a page by the block classes of its site; a unit at an unknown place belongs to the nearest known one."""
    placed = place_units(page, site.tree.locate(page))
    places = placed.places.nearest[page.unit_nodes]
    if site.tables is None:
        classes, weights = places, np.ones(page.n_units)
    else:
        known = places >= 0
        classes = np.where(known, site.tables.classes.class_of_place[places], -1)
        weights = np.where(known, site.tables.classes.importance.weights[classes], 1.0)
    found, first_units, numbers = np.unique(classes, return_index=True, return_inverse=True)
    first_seen = np.argsort(first_units, kind="stable")
    order = np.empty(len(found), np.int32)
    order[first_seen] = np.arange(len(found))
    block_ids, token_weights, spans = from_units(page.unit_tokens, order[numbers].astype(np.int32), weights)
    blocks = tuple(_block(site, int(found[first_seen[i]]), tuple(own)) for i, own in enumerate(spans))
    return Segmentation(page.tokens, blocks, block_ids, token_weights)


def _block(site: Site, block_class: int, spans: tuple[tuple[int, int], ...]) -> Block:
    if block_class < 0:
        return Block(spans, None, "unknown")
    if site.tables is None:
        return Block(spans, None, site.tree.label(block_class))
    classes = site.tables.classes
    support = int(classes.importance.n_blocks[block_class])
    return Block(spans, block_class, site.tree.label(int(classes.heads[block_class])), support)

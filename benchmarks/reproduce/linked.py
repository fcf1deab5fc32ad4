"""Sites whose links are known to be in their content or not: synthetic ones, and those of the development data."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from benchmarks.datasets import load
from benchmarks.reproduce.synthetic import gold_pages
from sitegrain.crawl.works import segment_by_model
from sitegrain.links import LinkWork
from sitegrain.links.work import link_row
from sitegrain.model import SiteModel
from sitegrain.pages.given import as_page
from sitegrain.pages.raw import RawPage
from sitegrain.pages.tokens import tokenize
from sitegrain.search.query import Query
from sitegrain.segmenters import DataRichSection

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from sitegrain.crawl import Row
    from sitegrain.pages.page import Page
    from tests.synthetic.spec import SiteSpec

    Weights = NDArray[np.float64]

FILTERS = (  # what the links taken are called, the segmentation, and the weight that their words must be above
    ("all", "none", 0.0),
    ("sitegrain, above 0", "sitegrain", 0.0),
    ("sitegrain, above 0.5", "sitegrain", 0.5),
    ("data-rich section", "data-rich section", 0.0),
)


@dataclass(frozen=True, slots=True, eq=False)
class LinkedSite:
    """The pages of a site, and for each page whether each of its tokens is content."""

    name: str
    pages: list[tuple[RawPage, Page]]
    gold: list[NDArray[np.float64]]

    def weights(self, kind: str) -> Iterator[Weights]:
        """Float64 (n_tokens,) for each page, by a filter."""
        if kind == "none":
            yield from (np.ones(len(page.tokens)) for _, page in self.pages)
        elif kind == "sitegrain":
            model = SiteModel().fit([raw for raw, _ in self.pages], name=self.name)
            yield from (segment_by_model(page, model)[0].weights for _, page in self.pages)
        else:
            method = DataRichSection().fit([page for _, page in self.pages])
            yield from (method.segment(page).weights for _, page in self.pages)

    def rows(self, kind: str, min_weight: float) -> Iterator[Row]:
        """The pages as the link graph takes them."""
        work = LinkWork(Query(()), min_weight)
        for (raw, page), weights in zip(self.pages, self.weights(kind), strict=True):
            yield link_row(raw, page, self.name, work, weights)


def synthetic_site(spec: SiteSpec) -> LinkedSite:
    """A synthetic site; its content is what its generator says."""
    site = LinkedSite(spec.host, [], [])
    for one in gold_pages(spec):
        site.pages.append((RawPage(one.gold.html, url=one.gold.url), one.page))
        site.gold.append(np.array([b.is_content for b in one.gold.blocks for _ in tokenize(b.text)], float))
    return site


def real_sites(name: str) -> Iterator[LinkedSite]:
    """The sites of a data set, one after the other; content is the units whose words stand together in the gold."""
    for samples in load(name, Path(os.environ["SITEGRAIN_DATA"]) / name).groups():
        site = LinkedSite(samples[0].site, [], [])
        for sample in samples:
            raw = RawPage(sample.html_path.read_bytes(), url=sample.url, id=sample.html_path.stem)
            page = as_page(raw)
            gold = f" {' '.join(tokenize(sample.gold_text()))} "
            is_content = [f" {' '.join(tokenize(text))} " in gold for text in page.unit_texts]
            site.pages.append((raw, page))
            site.gold.append(np.repeat(np.array(is_content, float), page.unit_words))
        yield site

"""What is read of each page for the link graph, in the processes of a job."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import TYPE_CHECKING
from urllib.parse import quote

import numpy as np

from sitegrain.content.extraction import Options
from sitegrain.crawl.methods import MethodWork
from sitegrain.crawl.works import Row, segment_by_model
from sitegrain.links.relevance import match
from sitegrain.pages.given import parse_raw
from sitegrain.pages.links import page_links
from sitegrain.pages.nesting import nearest
from sitegrain.pages.runs import node_runs, run_tokens
from sitegrain.pages.urls import page_key
from sitegrain.search.query import Query
from sitegrain.sites.grouping import host_name

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sitegrain.model import SiteModel
    from sitegrain.pages.page import Page
    from sitegrain.pages.raw import RawPage
    from sitegrain.segmenters.segmenter import PageSegmenter

MIN_WEIGHT = 0.0  # mean weight of a link's words, above which it is content; docs/results/links.md has others
_SEPARATORS = re.compile(r"[/\\]")


@dataclass(frozen=True, slots=True)
class LinkWork:
    """The links of a page with what the product's own segmentation says of them, and its match with a query."""

    query: Query
    min_weight: float = MIN_WEIGHT

    @property
    def options(self) -> Options:
        return Options()

    def __call__(self, page: RawPage, site: str | None, model: SiteModel | None) -> Row:
        parsed = parse_raw(page)
        segmentation, layout = segment_by_model(parsed, model)
        weights = segmentation.weights
        return link_row(page, parsed, site, self, weights if layout is not None else None)


@dataclass(frozen=True, slots=True)
class MethodLinkWork(MethodWork):
    """The same with the segmentation of a published method."""

    query: Query = field(default_factory=lambda: Query(()))
    min_weight: float = MIN_WEIGHT

    def __call__(self, page: RawPage, site: str | None, model: PageSegmenter | None) -> Row:
        parsed = parse_raw(page)
        segmentation = self.segment(parsed, model)
        is_weighed = bool(segmentation.blocks) and bool((segmentation.weights != 1).any())  # not all methods weigh
        return link_row(page, parsed, site, self, segmentation.weights if is_weighed else None)


def link_row(
    raw: RawPage, page: Page, site: str | None, work: LinkWork | MethodLinkWork, weights: NDArray[np.float64] | None
) -> Row:
    """A page as the link graph takes it.

    weights: float64 (n_tokens,), None if the page's blocks have no weights: all of its links then are content
    """
    address = page_address(raw, site)
    own = target_key(address) if address else None
    links = [(link, key) for link in page_links(page, address) if (key := target_key(link.target)) is not None]
    followed = [(link.node, key) for link, key in links if link.is_followed and key != own]
    known = weights if weights is not None else np.ones(len(page.tokens))
    is_content = link_weights(page, [node for node, _ in followed], known) > work.min_weight
    targets: dict[int, bool] = {}
    for (_, key), flag in zip(followed, is_content.tolist(), strict=True):
        targets[key] = targets.get(key, False) or flag
    return {
        "path": raw.path,
        "url": raw.url,
        "site": site,
        "title": page.head.title,
        "key": own,
        "targets": targets,
        "n_not_followed": sum(not link.is_followed for link, _ in links),
        "is_weighed": weights is not None,
        "matches": match(page, known, work.query),
    }


def link_weights(page: Page, nodes: list[int], weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Float64 (n_links,): the mean weight of each link's words; of one without words, those of what is around it.

    nodes: the links' elements. A page without words has links of weight 1.
    """
    if not nodes or not len(weights):
        return np.ones(len(nodes))
    firsts, behinds = node_runs(page)
    bounds = run_tokens(page)
    starts, ends = bounds[firsts], bounds[behinds]
    sums = np.concatenate(([0.0], np.cumsum(weights)))
    around = nearest(page, ends > starts)[nodes]  # the page has words, so that its first element has them
    return np.asarray((sums[ends[around]] - sums[starts[around]]) / (ends[around] - starts[around]))


def page_address(page: RawPage, site: str | None) -> str | None:
    """Where links of a page start from: its URL, else its path as that of a file; None if it has neither.

    In a folder that is named after a host, files are what that host has.
    """
    if page.url is not None or page.path is None:
        return page.url
    first, *rest = _SEPARATORS.split(page.path)
    if rest and site is not None and "." in first and host_name(first) == site:
        return f"http://{site}/{quote('/'.join(rest), errors='replace')}"
    return f"file:///{quote('/'.join((first, *rest)), errors='replace')}"


def target_key(address: str) -> int | None:
    """64 bits that stand for a page, the same in every process; None for what is no page's address."""
    key = page_key(address)
    if key is None:
        return None
    return int.from_bytes(blake2b(key.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "big")

"""DSE: the data-rich section of a page is what remains when all that pages like it share is removed.

Wang and Lochovsky, "Data-rich Section Extraction from HTML Pages" (WISE 2002): sample pages are links of the page whose
addresses are most like its own; two tag trees are walked from the root, what matches goes. The similarity of addresses
is ours, and so are two samples instead of one, and the alignment of siblings (methods.md H.2, H.3).
"""

from __future__ import annotations

import itertools
from collections import defaultdict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal, Self
from urllib.parse import urlsplit

import numpy as np

from sitegrain.blocks.labelling import Labeller
from sitegrain.blocks.segmentation import Segmentation, no_blocks
from sitegrain.errors import UsageError
from sitegrain.pages.given import as_page
from sitegrain.pages.links import page_links
from sitegrain.pages.runs import token_nodes
from sitegrain.pages.urls import host_of, url_shape, url_similarity
from sitegrain.segmenters.data_rich_section.matching import match_trees
from sitegrain.segmenters.data_rich_section.tag_tree import read_tag_tree
from sitegrain.segmenters.likeness import jaccard
from sitegrain.segmenters.segmenter import fit_pages

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from numpy.typing import NDArray

    from sitegrain.pages.given import AnyPage
    from sitegrain.pages.page import Page
    from sitegrain.pages.raw import RawPage
    from sitegrain.segmenters.data_rich_section.tag_tree import TagTree

MIN_PAGES = 2
MAX_STORED = 256  # pages that samples are chosen from
MIN_SIMILARITY = 0.5  # of addresses
MIN_MATCHED, MAX_MATCHED = 0.2, 0.98  # share of the page's nodes; below another layout, above a copy
MAX_TRIED = 8  # samples, until enough are accepted
ALIAS_CHARS = 6  # that two names of one site have in common
ALIAS_HOST = 0.5  # likeness of two such names


@dataclass(frozen=True, slots=True, eq=False)
class DataRich:
    """What is data-rich on a page.

    root:      innermost element that holds all of it, None if no sample was accepted
    is_shared: bool (n_tokens,) the token is on sample pages at the same place
    samples:   names of the samples
    reason:    why there is no root; "" where there is one
    """

    root: int | None
    is_shared: NDArray[np.bool_]
    samples: tuple[str, ...]
    reason: str = ""


class DataRichSection:
    """Tells what a page says from what the pages like it share.

    n_samples: pages that it is compared with, at least 1
    matching:  `aligned`, or `positional` as published
    needs:     samples that must have a node, for it to be removed: `any`, `most` or `all`
    fetch:     a function that gets a page by its address, or None; samples are then the page's own links. Without it
               they are pages that were stored by `fit`
    """

    def __init__(
        self,
        *,
        n_samples: int = 2,
        matching: Literal["aligned", "positional"] = "aligned",
        needs: Literal["any", "most", "all"] = "most",
        fetch: Callable[[str], RawPage | None] | None = None,
    ) -> None:
        if n_samples < 1:
            raise UsageError(f"n_samples must be at least 1, got {n_samples}")
        if matching not in ("aligned", "positional"):
            raise UsageError(f"matching must be aligned or positional, got {matching!r}")
        if needs not in ("any", "most", "all"):
            raise UsageError(f"needs must be any, most or all, got {needs!r}")
        self.n_samples, self.matching, self.needs, self.fetch = n_samples, matching, needs, fetch

    @classmethod
    def as_published(cls, *, fetch: Callable[[str], RawPage | None] | None = None) -> Self:
        """One sample, compared node by node."""
        return cls(n_samples=1, matching="positional", fetch=fetch)

    @property
    def needs_site(self) -> bool:
        """Whether pages must be stored before."""
        return self.fetch is None

    def fit(self, pages: Iterable[AnyPage | Page]) -> Self:
        """Store at least two pages, at most MAX_STORED, to choose samples from."""
        parsed = fit_pages(pages, "DataRichSection", least=MIN_PAGES, most=MAX_STORED)
        self.pages_ = parsed
        self._elements = [_element_set(page) for page in self.pages_]
        self._trees: dict[int, TagTree] = {}
        return self

    def segment(self, page: AnyPage | Page) -> Segmentation:
        """The data-rich section is one block, every part that is shared one of weight 0."""
        page = as_page(page)
        if not page.axis.n_tokens:
            return no_blocks(page.tokens, "no text on the page")
        found = self.read(page)
        if found.root is None:
            return no_blocks(page.tokens, found.reason)
        blocks = _token_blocks(page, found)
        weights = (~found.is_shared).astype(np.float64)
        return Labeller().segmentation(page, blocks, weights / weights.mean() if weights.any() else weights)

    def read(self, page: AnyPage | Page) -> DataRich:
        """The data-rich section of a page, and what it was found by."""
        page = as_page(page)
        if self.fetch is None and not hasattr(self, "pages_"):
            raise UsageError("DataRichSection chooses samples from stored pages: call fit, or give it a fetch function")
        target = read_tag_tree(page)
        matches, names = [], []
        for sample, name in itertools.islice(self._samples(page), MAX_TRIED):
            matched = match_trees(target, sample, self.matching)
            if MIN_MATCHED <= matched.mean() <= MAX_MATCHED:
                matches.append(matched)
                names.append(name)
                if len(matches) == self.n_samples:
                    break
        if not matches:
            reason = "no page like it to compare with: none has a like address and shares enough with it"
            return DataRich(None, np.zeros(page.axis.n_tokens, bool), (), reason)
        least = {"any": 1, "most": len(matches) // 2 + 1, "all": len(matches)}[self.needs]
        is_shared = np.sum(matches, axis=0) >= least
        tokens = np.repeat(is_shared[target.texts], target.n_tokens)
        return DataRich(_data_rich_root(target, is_shared), tokens, tuple(names))

    def _samples(self, page: Page) -> Iterator[tuple[TagTree, str]]:
        """Candidates, the most alike first."""
        if self.fetch is not None:
            for address in _like_links(page):
                raw = self.fetch(address)
                if raw is not None:
                    yield read_tag_tree(as_page(raw if raw.url else replace(raw, url=address))), address
            return
        for number in self._like_pages(page):
            other = self.pages_[number]
            yield self._tree(number), other.url or other.path or f"page {number + 1}"

    def _tree(self, number: int) -> TagTree:
        """The tree of a stored page, made when it is first asked for."""
        if number not in self._trees:
            self._trees[number] = read_tag_tree(self.pages_[number])
        return self._trees[number]

    def _like_pages(self, page: Page) -> Iterator[int]:
        """Stored pages by falling likeness of their addresses, and among equal ones of their elements."""
        tokens = np.asarray(page.axis.token_hashes)
        found: dict[float, list[int]] = defaultdict(list)
        for number, other in enumerate(self.pages_):
            likeness = address_likeness(page.url, other.url) if page.url and other.url else MIN_SIMILARITY
            if likeness >= MIN_SIMILARITY and not np.array_equal(np.asarray(other.axis.token_hashes), tokens):
                found[likeness].append(number)
        own = _element_set(page)
        for likeness in sorted(found, reverse=True):
            numbers = found[likeness]
            alike = {number: jaccard(own, self._elements[number]) for number in numbers if len(numbers) > 1}
            yield from sorted(numbers, key=lambda number: -alike.get(number, 0))

    def __getstate__(self) -> dict[str, object]:
        """Trees are made again in another process."""
        return self.__dict__ | ({"_trees": {}} if hasattr(self, "_trees") else {})


def _data_rich_root(tree: TagTree, is_shared: NDArray[np.bool_]) -> int:
    """Follow the single remaining child from the root down to the first element with several, or with text."""
    n_left = np.concatenate(([0], np.cumsum(~is_shared)))
    at = 0
    while True:
        below = []
        child, end = at + 1, int(tree.ends[at])
        while child < end:
            if n_left[tree.ends[child]] > n_left[child]:
                below.append(child)
            child = int(tree.ends[child])
        if len(below) != 1 or tree.elements[below[0]] < 0:
            return int(tree.elements[at])
        at = below[0]


def _token_blocks(page: Page, found: DataRich) -> NDArray[np.int64]:
    """Int64 (n_tokens,): the largest element all of whose text is shared, n_nodes in the data-rich section."""
    owners = token_nodes(page)
    n_left = np.concatenate(([0], np.cumsum(np.bincount(owners, ~found.is_shared, page.n_nodes))))
    is_whole = n_left[page.ends] == n_left[:-1]
    is_within = is_whole & is_whole[page.parents]
    is_within[0] = False
    largest = np.maximum.accumulate(np.where(is_within, 0, np.arange(page.n_nodes)))
    return np.where(found.is_shared, largest[owners], page.n_nodes)


def _element_set(page: Page) -> frozenset[int]:
    """The hashes of a page's elements by tag and names."""
    return frozenset(np.asarray(page.axis.descriptor_hashes).tolist())


def address_likeness(url: str, other: str) -> float:
    """The similarity of two addresses; hosts that share a long part of their names may be two names of one site."""
    found = url_similarity(url, other)
    if found > 0:
        return found
    first, second = host_of(url), host_of(other)
    if not first or not second or first == second or url_shape(url) != url_shape(other):
        return 0.0
    if _longest_common(first, second) < ALIAS_CHARS:
        return 0.0
    moved = urlsplit(other)._replace(netloc=urlsplit(url).netloc).geturl()
    return ALIAS_HOST * url_similarity(url, moved)


def _longest_common(first: str, second: str) -> int:
    """The length of the longest string in both, by lengths that fit."""
    best, row = 0, [0] * (len(second) + 1)
    for a in first:
        previous = 0
        for j, b in enumerate(second, 1):
            previous, row[j] = row[j], previous + 1 if a == b else 0
            best = max(best, row[j])
    return best


def _like_links(page: Page) -> list[str]:
    """The addresses of a page's links that are like its own, the likest first."""
    if page.url is None:
        return []
    found: dict[str, float] = {}
    for link in page_links(page):
        likeness = url_similarity(page.url, link.target)
        if likeness >= MIN_SIMILARITY:
            found.setdefault(link.target, likeness)
    return sorted(found, key=lambda address: -found[address])

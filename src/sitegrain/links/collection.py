"""The pages of a source as a link graph: arrays of edges in memory, the names of the pages on disk."""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

import numpy as np

from sitegrain.crawl.waiting import RowSpool
from sitegrain.links.graph import LinkGraph, make_graph
from sitegrain.links.relevance import Relevance

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from sitegrain.crawl.works import Row

_NAMES = ("path", "url", "site", "title")


@dataclass(slots=True)
class LinkCounts:
    """What came of the links; a link counts once a page and target.

    outside: to pages that the source does not have; not_followed: links that ask not to be followed
    not_weighed: pages whose blocks have no weights, so that all their links are content
    same_address: pages at the address of an earlier one, which have no links and are not linked to
    """

    pages: int = 0
    outside: int = 0
    not_followed: int = 0
    not_weighed: int = 0
    same_address: int = 0


class Collection:
    """The pages of a source, numbered in the order read. Used in a `with` block, at the end of which the names go.

    before, after: the graph of all links, and that of links in content blocks
    scores:        float64 (n_pages,) how much each page is about the query, 0 for not at all
    site_ids:      int64 (n_pages,) the number of each page's site; a page without one is a site of its own
    """

    def __init__(self) -> None:
        self.counts = LinkCounts()
        self._names = RowSpool()
        self._keys: dict[int, int] = {}
        self._sites: dict[str, int] = {}
        self._site_ids = array("q")
        self._sources, self._targets, self._is_content = array("q"), array("Q"), array("b")
        self._relevance = Relevance()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._names.close()

    def add(self, row: Row) -> None:
        """Add a page, as a LinkWork makes its row."""
        number = self.counts.pages
        self.counts.pages += 1
        self._relevance.add(row["matches"])
        self._names.add({name: row[name] for name in _NAMES})
        site = row["site"] if row["site"] is not None else f"\n{number}"
        self._site_ids.append(self._sites.setdefault(site, len(self._sites)))
        self.counts.not_followed += row["n_not_followed"]
        self.counts.not_weighed += not row["is_weighed"]
        if row["key"] is not None and self._keys.setdefault(row["key"], number) != number:
            self.counts.same_address += 1
            return
        for key, is_content in row["targets"].items():
            self._sources.append(number)
            self._targets.append(key)
            self._is_content.append(is_content)

    def finish(self) -> Self:
        """Find the pages that links lead to, when all pages have come."""
        keys = np.fromiter(self._keys.keys(), np.uint64, len(self._keys))
        numbers = np.fromiter(self._keys.values(), np.int64, len(self._keys))
        order = np.argsort(keys)
        keys, numbers = keys[order], numbers[order]
        targets = np.frombuffer(self._targets, np.uint64)
        places = np.minimum(np.searchsorted(keys, targets), max(len(keys) - 1, 0))
        is_inside = keys[places] == targets if len(keys) else np.zeros(len(targets), bool)
        self.counts.outside = int((~is_inside).sum())
        sources = np.frombuffer(self._sources, np.int64)[is_inside]
        found = numbers[places[is_inside]]
        is_content = np.frombuffer(self._is_content, np.int8)[is_inside].astype(bool)
        n_pages = self.counts.pages
        self.before = make_graph(n_pages, sources, found)
        self.after = make_graph(n_pages, sources[is_content], found[is_content])
        self.scores = self._relevance.scores()
        self.site_ids: NDArray[np.int64] = np.array(self._site_ids, np.int64)
        return self

    def names(self, page: int) -> dict[str, str | None]:
        """The path, url, site and title of a page."""
        return self._names[page]

    def graph(self, links: str) -> LinkGraph:
        """The graph of `content` links or of `all`."""
        return self.after if links == "content" else self.before


def collect(rows: Iterable[Row]) -> Collection:
    """The collection of the rows that a LinkWork made; those of skipped pages are left out."""
    collection = Collection()
    try:
        for row in rows:
            if "skipped" not in row:
                collection.add(row)
        return collection.finish()
    except BaseException:
        collection.__exit__()
        raise

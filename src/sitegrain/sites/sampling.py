"""Choosing the pages of a site that are learned from: few, different, spread over URL shapes.

The choice depends on the pages and not on their order: each page's priority is a hash of its content.
"""

from __future__ import annotations

from collections import defaultdict
from hashlib import blake2b
from typing import TYPE_CHECKING, Generic, TypeVar

from sitegrain.pages.urls import url_shape

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

MAX_PAGES = 256  # of a site
MAX_LAYOUT_PAGES = 96  # of one layout; accuracy no longer grows from 8 to 32 pages on
MAX_BYTES = 32 << 20  # of HTML learned from for one site; parsed, a page takes 10 to 20 times as much

T = TypeVar("T")


def content_hash(html: bytes | str) -> int:
    """A 64-bit hash of a page's source."""
    data = html.encode("utf-8", "surrogatepass") if isinstance(html, str) else html
    return int.from_bytes(blake2b(data, digest_size=8).digest())


class Sampler(Generic[T]):
    """Keeps at most `max_pages` of the items it is shown; memory is bounded by that.

    Takes turns over the URL shapes, within a shape by priority, so a rare layout is not crowded out. A page whose
    source was seen before is left out.
    """

    def __init__(self, max_pages: int = MAX_PAGES, max_bytes: int = MAX_BYTES) -> None:
        self.max_pages = max_pages
        self.max_bytes = max_bytes
        self.n_seen = 0
        self._shapes: dict[str, dict[int, tuple[int, T]]] = defaultdict(dict)
        self._n_kept = 0

    def add(self, html: bytes | str, url: str | None, item: T) -> None:
        """Show one page; `item` is what stands for it in the sample."""
        self.n_seen += 1
        shape = self._shapes[url_shape(url) if url else ""]
        priority = content_hash(html)
        if priority in shape:
            return
        shape[priority] = (len(html), item)
        self._n_kept += 1
        if self._n_kept >= 2 * self.max_pages:
            self.prune()

    def sample(self) -> list[T]:
        """The chosen items, in an order that does not depend on the order they were shown in."""
        self.prune()
        ranked = self._ranked()
        chosen: list[T] = []
        n_bytes = 0
        for _, _, priority, shape in ranked:
            size, item = self._shapes[shape][priority]
            n_bytes += size
            if chosen and n_bytes > self.max_bytes:
                break
            chosen.append(item)
        return chosen

    def _ranked(self) -> list[tuple[int, int, int, str]]:
        rows = []
        for shape, members in self._shapes.items():
            for rank, priority in enumerate(sorted(members)):
                rows.append((rank, priority, priority, shape))
        return sorted(rows)

    def items(self) -> Iterator[T]:
        """All items held, more than `max_pages` at times."""
        return (item for members in self._shapes.values() for _, item in members.values())

    def prune(self) -> None:
        """Let go of all but the best `max_pages` items."""
        for _, _, priority, shape in self._ranked()[self.max_pages :]:
            del self._shapes[shape][priority]
            self._n_kept -= 1
        for shape in [shape for shape, members in self._shapes.items() if not members]:
            del self._shapes[shape]


def limit_layouts(layouts: Sequence[int], most: int = MAX_LAYOUT_PAGES) -> list[int]:
    """Indices of the pages to learn from: the first `most` of each layout."""
    taken: dict[int, int] = defaultdict(int)
    chosen = []
    for index, layout in enumerate(layouts):
        if taken[layout] < most:
            taken[layout] += 1
            chosen.append(index)
    return chosen


def first_by(items: Iterable[T], keys: Iterable[int]) -> list[T]:
    """The items whose key was not seen before."""
    first: dict[int, T] = {}
    for item, key in zip(items, keys, strict=True):
        first.setdefault(key, item)
    return list(first.values())

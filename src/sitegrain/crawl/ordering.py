"""Pages are worked on site by site and put out in the order read, a window of them at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sitegrain.crawl.duties import Member

WINDOW_PAGES = 128  # about as many measured pages as a model cache holds
WINDOW_BYTES = 32 << 20
CHUNK_PAGES = 8  # pages a worker takes at once
CHUNK_BYTES = 1 << 20

T = TypeVar("T")


def windows(
    members: Iterable[Member], *, max_pages: int = WINDOW_PAGES, max_bytes: int = WINDOW_BYTES
) -> Iterator[list[Member]]:
    """Neighbouring members, as many as the limits allow but at least one; those of one site stand together."""
    window: list[Member] = []
    n_bytes = 0
    for member in members:
        if window and (len(window) >= max_pages or n_bytes + member.n_bytes > max_bytes):
            yield _by_site(window)
            window, n_bytes = [], 0
        window.append(member)
        n_bytes += member.n_bytes
    if window:
        yield _by_site(window)


def _by_site(window: list[Member]) -> list[Member]:
    first_seen: dict[str | None, int] = {}
    for member in window:
        first_seen.setdefault(member.site, len(first_seen))
    return sorted(window, key=lambda member: first_seen[member.site])


def chunks(
    window: Iterable[Member], *, max_pages: int = CHUNK_PAGES, max_bytes: int = CHUNK_BYTES
) -> Iterator[tuple[Member, ...]]:
    """A window in pieces, in its order."""
    chunk: list[Member] = []
    n_bytes = 0
    for member in window:
        if chunk and (len(chunk) >= max_pages or n_bytes + member.n_bytes > max_bytes):
            yield tuple(chunk)
            chunk, n_bytes = [], 0
        chunk.append(member)
        n_bytes += member.n_bytes
    if chunk:
        yield tuple(chunk)


def in_order(results: Iterable[tuple[int, T]]) -> Iterator[T]:
    """Results numbered from 0 without gaps, put in the order of their numbers.

    >>> list(in_order([(1, "b"), (0, "a"), (2, "c")]))
    ['a', 'b', 'c']
    """
    early: dict[int, T] = {}
    expected = 0
    for number, result in results:
        early[number] = result
        while expected in early:
            yield early.pop(expected)
            expected += 1

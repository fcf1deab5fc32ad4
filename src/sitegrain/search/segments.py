"""Segments: pages collected in memory, written as sorted postings, and merged."""

from __future__ import annotations

import heapq
import itertools
from operator import itemgetter
from typing import TYPE_CHECKING

import numpy as np

from sitegrain.search.store import BLOCK, MAX_COUNT, POSTING, read_number, write_number

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from sitegrain.search.fields import Packed

MAX_POSTINGS = 4_000_000  # collected before they are written
MAX_SEGMENTS = 16  # that a search has to look into; of more the smaller half is merged
DEAD_SHARE = 0.3  # of all blocks, from which all segments are merged
_CHUNK = 500  # terms looked up in one statement
_READ_ROWS = 200  # of postings of a segment, held while they are read; those of one term may be megabytes
_TERM = itemgetter(0)
_MAX_BLOCKS = 1 << 32  # numbers that a posting can hold


class Collector:
    """The pages of a segment to be."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._blocks: list[tuple[int, int, int]] = []
        self._terms: dict[str, int] = {}
        self._postings: list[NDArray[np.int32]] = []  # of each page: number of the block, of the term, count
        self._n_postings = 0

    def add(self, page: int, packed: Packed, class_ids: Sequence[int]) -> None:
        """Add the blocks of a page, of which the ids of their classes are given."""
        terms = self._terms
        numbers = np.array([terms.setdefault(term, len(terms)) for term in packed.terms], np.int32)
        blocks, of_terms, counts = packed.postings
        self._postings.append(np.stack([blocks + len(self._blocks), numbers[of_terms], counts]))
        self._blocks.extend((page, *one) for one in zip(class_ids, packed.lengths, strict=True))
        self._n_postings += len(counts)
        if self._n_postings >= MAX_POSTINGS:
            self.flush()

    def flush(self) -> None:
        """Write what was collected as a segment."""
        if not self._blocks:
            return
        ids = _term_ids(self._connection, self._terms)
        blocks, numbers, counts = np.concatenate(self._postings, axis=1)
        self._postings = []
        write_segment(self._connection, np.array(self._blocks, BLOCK), ids[numbers], blocks, counts)
        self.__init__(self._connection)  # type: ignore[misc]


def write_segment(
    connection: sqlite3.Connection,
    blocks: NDArray[np.void],
    terms: NDArray[np.int64],
    numbers: NDArray[np.integer],
    counts: NDArray[np.integer],
) -> None:
    """Write a segment: its blocks, and for every posting the term, the number of its block and the count."""
    segment, first_block = _new_segment(connection, blocks, _spans(connection))
    order = np.lexsort((numbers, terms))
    terms = terms[order]
    data = np.empty(len(order), POSTING)
    data["block"] = numbers[order] + first_block
    data["count"] = np.minimum(counts[order], MAX_COUNT)
    starts = np.flatnonzero(np.diff(terms, prepend=-1))
    ends = [*starts[1:].tolist(), len(terms)]
    rows = zip(terms[starts].tolist(), starts.tolist(), ends, strict=True)
    connection.executemany(
        "INSERT INTO postings VALUES (?, ?, ?)",
        ((segment, term, data[start:end].tobytes()) for term, start, end in rows),
    )


def _spans(connection: sqlite3.Connection) -> dict[int, tuple[int, int]]:
    """The first number of a block of each segment, and how many blocks it has."""
    rows = connection.execute("SELECT id, first_block, n_blocks FROM segments")
    return {segment: (first, n) for segment, first, n in rows}


def _new_segment(
    connection: sqlite3.Connection, blocks: NDArray[np.void], others: dict[int, tuple[int, int]]
) -> tuple[int, int]:
    """A segment with blocks and no postings: its id, and the number of its first block.

    That is in the first gap between others that is large enough: what is read into memory is as long as the largest.
    """
    first_block = 0
    for first, n in sorted(others.values()):
        if first - first_block >= len(blocks):
            break
        first_block = first + n
    cursor = connection.execute(
        "INSERT INTO segments (first_block, n_blocks, blocks) VALUES (?, ?, ?)",
        (first_block, len(blocks), blocks.tobytes()),
    )
    assert cursor.lastrowid is not None
    return cursor.lastrowid, first_block


def _term_ids(connection: sqlite3.Connection, terms: Iterable[str]) -> NDArray[np.int64]:
    """The ids of terms, in their order; those that are new get one."""
    connection.executemany("INSERT OR IGNORE INTO terms (text) VALUES (?)", ((term,) for term in terms))
    names = list(terms)
    known: dict[str, int] = {}
    for start in range(0, len(names), _CHUNK):
        chunk = names[start : start + _CHUNK]
        marks = ",".join("?" * len(chunk))
        known.update(connection.execute(f"SELECT text, id FROM terms WHERE text IN ({marks})", chunk))
    return np.array([known[name] for name in names], np.int64)


def read_blocks(connection: sqlite3.Connection) -> NDArray[np.void]:
    """The blocks of all segments by their numbers, BLOCK; numbers that are no longer used have page 0."""
    rows = connection.execute("SELECT first_block, blocks FROM segments ORDER BY first_block").fetchall()
    parts = [(first, np.frombuffer(data, BLOCK)) for first, data in rows]
    if any(not 0 <= first <= _MAX_BLOCKS - len(own) for first, own in parts):
        raise ValueError("a segment begins at a block that no posting can name")
    blocks = np.zeros(max((first + len(own) for first, own in parts), default=0), BLOCK)
    for first, own in parts:
        blocks[first : first + len(own)] = own
    return blocks


def read_alive(connection: sqlite3.Connection) -> NDArray[np.int64]:
    """The ids of the pages there are, rising."""
    return np.array([page for (page,) in connection.execute("SELECT id FROM pages ORDER BY id")], np.int64)


def iter_postings(
    connection: sqlite3.Connection, segments: Iterable[int] | None = None
) -> Iterator[tuple[int, NDArray[np.void]]]:
    """Term by term the postings of all segments, or of some; a bounded part of them is held."""
    if segments is None:
        segments = _spans(connection)
    rows = heapq.merge(*(_rows_of(connection, segment) for segment in segments), key=_TERM)
    for term, own in itertools.groupby(rows, key=_TERM):
        yield term, np.frombuffer(b"".join(data for _, data in own), POSTING)


def _rows_of(connection: sqlite3.Connection, segment: int) -> Iterator[tuple[int, bytes]]:
    """Terms and postings of a segment, read some at a time, so that others can be written in between."""
    last = -1
    while rows := connection.execute(
        "SELECT term, data FROM postings WHERE segment = ? AND term > ? ORDER BY term LIMIT ?",
        (segment, last, _READ_ROWS),
    ).fetchall():
        yield from rows
        last = rows[-1][0]


def merge_segments(connection: sqlite3.Connection) -> None:
    """Merge the smaller segments if there are many, all if much in them is dead; dead blocks are left out."""
    sizes = {segment: n for segment, (_, n) in _spans(connection).items()}
    n_blocks, n_dead = sum(sizes.values()), read_number(connection, "n_dead")
    if n_dead > DEAD_SHARE * n_blocks:
        _merge(connection, list(sizes))
    elif len(sizes) > MAX_SEGMENTS:
        _merge(connection, _small(sizes))


def _small(sizes: dict[int, int]) -> list[int]:
    """At least two and at most half of the segments: the smallest ones, without any that is far larger than these."""
    found: list[int] = []
    n_blocks = 0
    for segment in sorted(sizes, key=lambda segment: sizes[segment])[: len(sizes) // 2]:
        if len(found) >= 2 and sizes[segment] > 2 * n_blocks:
            break
        found.append(segment)
        n_blocks += sizes[segment]
    return found


def _merge(connection: sqlite3.Connection, segments: list[int]) -> None:
    """Write the living blocks of some segments as a new one, and remove those."""
    spans = _spans(connection)
    marks = ",".join(map(str, segments))
    numbers, blocks = _living(connection, marks)
    others = {segment: span for segment, span in spans.items() if segment not in segments}
    segment, first_block = _new_segment(connection, blocks, others)

    def rows() -> Iterator[tuple[int, int, bytes]]:
        for term, postings in iter_postings(connection, segments):
            places = np.searchsorted(numbers, postings["block"])
            places[places == len(numbers)] = 0
            is_alive = numbers[places] == postings["block"] if len(numbers) else np.zeros(len(postings), bool)
            kept = postings[is_alive]
            kept["block"] = places[is_alive] + first_block
            if len(kept):
                yield segment, term, kept.tobytes()

    merged = rows()
    while batch := list(itertools.islice(merged, _READ_ROWS)):  # not written while they are read
        connection.executemany("INSERT INTO postings VALUES (?, ?, ?)", batch)
    connection.execute(f"DELETE FROM postings WHERE segment IN ({marks})")
    connection.execute(f"DELETE FROM segments WHERE id IN ({marks})")
    n_dropped = sum(spans[one][1] for one in segments) - len(blocks)
    write_number(connection, "n_dead", max(0, read_number(connection, "n_dead") - n_dropped))


def _living(connection: sqlite3.Connection, marks: str) -> tuple[NDArray[np.int64], NDArray[np.void]]:
    """Numbers, rising, and blocks of some segments of which the page is there."""
    rows = connection.execute(f"SELECT first_block, blocks FROM segments WHERE id IN ({marks}) ORDER BY first_block")
    parts = [(first, np.frombuffer(data, BLOCK)) for first, data in rows]
    numbers = np.concatenate([np.arange(first, first + len(own)) for first, own in parts])
    blocks = np.concatenate([own for _, own in parts])
    is_alive = np.isin(blocks["page"], _alive_among(connection, np.unique(blocks["page"])))
    return numbers[is_alive], blocks[is_alive]


def _alive_among(connection: sqlite3.Connection, pages: NDArray[np.int64]) -> list[int]:
    """Those of some pages that are there."""
    found: list[int] = []
    for start in range(0, len(pages), _CHUNK):
        chunk = pages[start : start + _CHUNK].tolist()
        rows = connection.execute(f"SELECT id FROM pages WHERE id IN ({','.join('?' * len(chunk))})", chunk)
        found.extend(page for (page,) in rows)
    return found

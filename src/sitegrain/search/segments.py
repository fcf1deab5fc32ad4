"""Segments: pages collected in memory, written as sorted postings, and merged."""

from __future__ import annotations

import itertools
from array import array
from typing import TYPE_CHECKING

import numpy as np

from sitegrain.search.store import BLOCK, MAX_COUNT, POSTING

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

    from sitegrain.search.fields import Fields

MAX_POSTINGS = 4_000_000  # collected before they are written
MAX_SEGMENTS = 16  # that a search has to look into
MERGED_SHARE = 0.2  # of the blocks of the largest segment: smaller ones are merged
DEAD_SHARE = 0.3  # of all blocks, from which all segments are merged
_CHUNK = 500  # terms looked up in one statement
_READ_ROWS = 20_000  # of postings held while they are read


class Collector:
    """The pages of a segment to be."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._blocks: list[tuple[int, int, int]] = []
        self._terms: dict[str, int] = {}
        self._columns = array("i"), array("i"), array("i")  # number of the term, number of the block, count

    def add(self, page: int, fields: Fields, class_ids: dict[str, int]) -> None:
        """Add the blocks of a page."""
        terms, (numbers, blocks, counts) = self._terms, self._columns
        for name, own in fields.counts.items():
            block = len(self._blocks)
            self._blocks.append((page, class_ids[name], fields.lengths[name]))
            numbers.extend([terms.setdefault(term, len(terms)) for term in own])
            blocks.extend([block] * len(own))
            counts.extend(own.values())
        if len(numbers) >= MAX_POSTINGS:
            self.flush()

    def flush(self) -> None:
        """Write what was collected as a segment."""
        if not self._blocks:
            return
        ids = _term_ids(self._connection, self._terms)
        numbers, blocks, counts = (np.frombuffer(column, np.int32) for column in self._columns)
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
    segment, first_block = _new_segment(connection, blocks)
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
        ((term, segment, data[start:end].tobytes()) for term, start, end in rows),
    )


def _new_segment(connection: sqlite3.Connection, blocks: NDArray[np.void]) -> tuple[int, int]:
    """A segment with blocks and no postings: its id, and the number of its first block."""
    (first_block,) = connection.execute(
        "SELECT coalesce(max(first_block + length(blocks) / ?), 0) FROM segments", (BLOCK.itemsize,)
    ).fetchone()
    cursor = connection.execute(
        "INSERT INTO segments (first_block, blocks) VALUES (?, ?)", (first_block, blocks.tobytes())
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
    """Term by term the postings of all segments, or of some; a bounded part of them is held.

    What is written to the table in the meantime is not seen.
    """
    where = "" if segments is None else f"segment IN ({','.join(map(str, segments))}) AND "
    last = -1
    while True:
        rows = connection.execute(
            f"SELECT term, data FROM postings WHERE {where}term > ? ORDER BY term LIMIT ?", (last, _READ_ROWS)
        ).fetchall()
        groups = [(term, [data for _, data in own]) for term, own in itertools.groupby(rows, key=lambda row: row[0])]
        if len(rows) == _READ_ROWS and len(groups) > 1:
            groups.pop()  # its rows may go on
        for term, parts in groups:
            yield term, np.frombuffer(b"".join(parts), POSTING)
            last = term
        if len(rows) < _READ_ROWS:
            return


def merge_segments(connection: sqlite3.Connection) -> None:
    """Merge small segments if there are many, all if much in them is dead; dead blocks are left out."""
    rows = connection.execute("SELECT id, length(blocks) / ? FROM segments", (BLOCK.itemsize,)).fetchall()
    alive = read_alive(connection)
    blocks = read_blocks(connection)
    n_blocks = sum(n for _, n in rows)
    n_alive = int(np.isin(blocks["page"], alive).sum())
    if n_blocks and (n_blocks - n_alive) > DEAD_SHARE * n_blocks:
        _merge(connection, [segment for segment, _ in rows], blocks, alive)
    elif len(rows) > MAX_SEGMENTS:
        largest = max(n for _, n in rows)
        small = [segment for segment, n in rows if n < MERGED_SHARE * largest] or [segment for segment, _ in rows]
        _merge(connection, small, blocks, alive)


def _merge(
    connection: sqlite3.Connection, segments: list[int], blocks: NDArray[np.void], alive: NDArray[np.int64]
) -> None:
    """Write the living blocks of some segments as a new one, and remove those."""
    marks = ",".join(map(str, segments))
    own = np.zeros(len(blocks), bool)
    for first, n in connection.execute(
        f"SELECT first_block, length(blocks) / {BLOCK.itemsize} FROM segments WHERE id IN ({marks})"
    ):
        own[first : first + n] = True
    own &= np.isin(blocks["page"], alive)
    segment, first_block = _new_segment(connection, blocks[own])
    numbers = (np.cumsum(own) - 1 + first_block).astype(np.uint32)

    def rows() -> Iterator[tuple[int, int, bytes]]:
        for term, postings in iter_postings(connection, segments):
            kept = postings[own[postings["block"]]]
            kept["block"] = numbers[kept["block"]]
            if len(kept):
                yield term, segment, kept.tobytes()

    merged = rows()
    while batch := list(itertools.islice(merged, _READ_ROWS)):  # not written while they are read
        connection.executemany("INSERT INTO postings VALUES (?, ?, ?)", batch)
    connection.execute(f"DELETE FROM postings WHERE segment IN ({marks})")
    connection.execute(f"DELETE FROM segments WHERE id IN ({marks})")

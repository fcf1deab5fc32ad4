"""Searching an index: BM25 over block-weighted counts, phrases and prefixes, snippets."""

from __future__ import annotations

from collections import OrderedDict
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Self

import numpy as np

from sitegrain.errors import UsageError
from sitegrain.kernel import sum_postings
from sitegrain.model import SiteModel
from sitegrain.pages.given import as_raw
from sitegrain.pages.urls import host_of
from sitegrain.saving import load_model
from sitegrain.search.anchors import anchor_counts
from sitegrain.search.fields import ANCHORS
from sitegrain.search.query import Query, parse_query
from sitegrain.search.ranking import QUIET_WEIGHT, Bm25, idf
from sitegrain.search.segments import read_alive, read_blocks
from sitegrain.search.snippets import snippet
from sitegrain.search.store import MAX_COUNT, check_method, connect, reading, undamaged, writing
from sitegrain.search.work import IndexWork
from sitegrain.search.writer import IndexWriter, read_text
from sitegrain.sites.grouping import host_name

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterable, Iterator
    from types import TracebackType

    from numpy.typing import NDArray

    from sitegrain.pages.given import AnyPage
    from sitegrain.pages.raw import RawPage

CACHED_BYTES = 256 << 20  # of the scores of terms that were searched for
MAX_PREFIX_TERMS = 200  # words that a prefix stands for
_LAST = "\U0010ffff"
_ANCHOR, _QUIET = 1, 2  # as `kernel.sum_postings` reads them
_ANCHOR_COUNTS = anchor_counts(np.arange(MAX_COUNT + 1))


@dataclass(frozen=True, slots=True)
class Hit:
    """A page that was found.

    score:   above 0, comparable within one search
    snippet: a part of its text with the words that were searched for marked
    """

    path: str | None
    url: str | None
    site: str | None
    title: str
    score: float
    snippet: str

    def to_row(self) -> dict[str, object]:
        """The hit as plain values."""
        return {
            "path": self.path,
            "url": self.url,
            "site": self.site,
            "title": self.title,
            "score": round(self.score, 4),
            "snippet": self.snippet,
        }


@dataclass(frozen=True, slots=True)
class _Arrays:
    """An index in memory, as of one moment.

    segments:  ids of the segments
    alive:     int64 (n_pages,) ids of the pages, rising
    page_rows: int32 (n_blocks,) row of each block's page, -1 for a dead block
    factors:   float64 (n_blocks,) weight times multiplier of the block's class
    flags:     uint8 (n_blocks,), _ANCHOR for texts of links, _QUIET for classes that hardly weigh
    norms:     float64 (n_pages,)
    """

    segments: tuple[int, ...]
    alive: NDArray[np.int64]
    page_rows: NDArray[np.int32]
    factors: NDArray[np.float64]
    flags: NDArray[np.uint8]
    norms: NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class _TermScores:
    """The scores of the pages that have a term.

    rows:    int32 (n,) rows of the pages, rising
    scores:  float64 (n,)
    is_told: bool (n,): the term stands in a block that is not quiet
    """

    rows: NDArray[np.int32]
    scores: NDArray[np.float64]
    is_told: NDArray[np.bool_]

    @property
    def n_bytes(self) -> int:
        return self.rows.nbytes + self.scores.nbytes + self.is_told.nbytes


class Index:
    """An index to search in; it follows what other processes write.

    bm25:    parameters of the ranking
    weighs:  False to rank by plain counts, for comparison
    """

    def __init__(self, path: str | os.PathLike[str], *, bm25: Bm25 | None = None, weighs: bool = True) -> None:
        self.path = Path(path)
        self.bm25 = bm25 or Bm25()
        self.weighs = weighs
        self._connection = connect(self.path)
        self._version = -1
        self._arrays: _Arrays | None = None
        self._scores: OrderedDict[str, _TermScores] = OrderedDict()
        self._n_bytes = 0
        self._models: dict[str | None, SiteModel | None] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def add(self, pages: Iterable[AnyPage]) -> None:
        """Add or replace pages; those of a site that the index knows are read by its model, all others alone.

        UsageError for a page without a URL and a path: it could not be found again; or if a published method has made
        the index.
        """
        with reading(self.path):
            check_method(self._connection, "", self.path)
        self._models.clear()  # another process may have learned a site since
        rows = [self._row(as_raw(page)) for page in pages]

        def change(writer: IndexWriter) -> None:
            for row in rows:
                writer.add(row)

        self._write(change)

    def remove(self, names: Iterable[str]) -> int:
        """Remove pages by their URLs, else paths; returns how many there were."""
        found: list[bool] = []
        self._write(lambda writer: found.extend(writer.remove(name) for name in names))
        return sum(found)

    def _write(self, change: Callable[[IndexWriter], object]) -> None:
        with writing(self._connection, self.path), undamaged(self.path):
            writer = IndexWriter(self._connection)
            change(writer)
            writer.finish()
        self._arrays = None  # the version of the data tells only of what others change

    def _row(self, page: RawPage) -> dict[str, object]:
        if page.url is None and page.path is None:
            raise UsageError("a page of an index needs a url or a path, by which it is replaced and removed")
        site = host_name(page.host) if page.host else host_of(page.url) if page.url else None
        with reading(self.path):
            if site not in self._models:
                row = self._connection.execute("SELECT model FROM sites WHERE name = ?", (site,)).fetchone()
                self._models[site] = load_model(BytesIO(row[0]), SiteModel) if row is not None and row[0] else None
            has_anchors = self._connection.execute("SELECT 1 FROM anchors LIMIT 1").fetchone() is not None
        return IndexWork(with_anchors=has_anchors)(page, site, self._models[site])

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()

    def __len__(self) -> int:
        """Number of pages."""
        with self._one_moment(), reading(self.path):
            return len(self._load().alive)

    @contextmanager
    def _one_moment(self) -> Iterator[None]:
        """All that is read inside is of one state of the file."""
        self._connection.execute("BEGIN")
        try:
            yield
        finally:
            if self._connection.in_transaction:  # an error may have ended it
                self._connection.execute("ROLLBACK")

    def search(
        self,
        query: str,
        n: int = 10,
        *,
        everywhere: bool = False,
        mark: Callable[[str], str] = lambda word: f"**{word}**",
    ) -> list[Hit]:
        """The n best pages for a query, best first; those of equal score in the order they were added.

        everywhere: also pages that have the words only in what the site's pages share; without it those are found only
                    if no other page is

        UsageError for a query without a letter or digit.
        """
        if n < 1:
            raise UsageError(f"n must be at least 1, got {n}")
        parsed = parse_query(query)
        with self._one_moment():
            with reading(self.path):
                ranked = self._rank(parsed, n, everywhere=everywhere)
            return [self._hit(page, score, parsed, mark) for page, score in ranked]

    def _hit(self, page: int, score: float, query: Query, mark: Callable[[str], str]) -> Hit:
        with reading(self.path):
            path, url, site, title, data = self._connection.execute(
                "SELECT path, url, site, title, text FROM pages WHERE id = ?", (page,)
            ).fetchone()
            text = read_text(data)
        return Hit(path, url, site, title, score, snippet(text, query, mark))

    def rank(self, terms: Iterable[str], n: int = 10, *, everywhere: bool = False) -> list[tuple[int, float]]:
        """Ids and scores of the n best pages for some terms: the ranking alone, without snippets."""
        query = Query(tuple(dict.fromkeys(terms)))
        with self._one_moment(), reading(self.path):
            return self._rank(query, n, everywhere=everywhere)

    def _rank(self, query: Query, n: int, *, everywhere: bool = False) -> list[tuple[int, float]]:
        arrays = self._load()
        scores, is_told = np.zeros(len(arrays.alive)), np.zeros(len(arrays.alive), bool)
        found = [self._term_scores(term) for term in query.terms]
        found += [self._scores_of(arrays, self._prefix_ids(prefix)) for prefix in query.prefixes]
        for own in found:
            scores[own.rows] += own.scores
            is_told[own.rows] |= own.is_told
        if query.phrases:
            scores *= np.isin(arrays.alive, self._pages_with(query.phrases))
        told = scores * is_told
        if not everywhere and told.any():
            scores = told
        best = _best(scores, n)
        return list(zip(arrays.alive[best].tolist(), scores[best].tolist(), strict=True))

    def _term_scores(self, term: str) -> _TermScores:
        """The scores of a term; kept for the next search."""
        found = self._scores.get(term)
        if found is None:
            ids = [number for (number,) in self._connection.execute("SELECT id FROM terms WHERE text = ?", (term,))]
            found = self._scores[term] = self._scores_of(self._load(), ids)
            self._n_bytes += found.n_bytes
            while self._n_bytes > CACHED_BYTES and len(self._scores) > 1:
                _, oldest = self._scores.popitem(last=False)
                self._n_bytes -= oldest.n_bytes
        self._scores.move_to_end(term)
        return found

    def _scores_of(self, arrays: _Arrays, ids: list[int]) -> _TermScores:
        """Scores of the pages with one of some terms, which count as one."""
        marks, segments = ",".join("?" * len(ids)), ",".join(map(str, arrays.segments))
        data = self._connection.execute(
            f"SELECT data FROM postings WHERE segment IN ({segments}) AND term IN ({marks})", ids
        )
        n_pages = len(arrays.alive)
        sums, is_told, found = np.zeros(n_pages), np.zeros(n_pages, np.uint8), np.empty(n_pages, np.int32)
        postings = b"".join(part for (part,) in data)
        n = sum_postings(postings, arrays.page_rows, arrays.factors, arrays.flags, _ANCHOR_COUNTS, sums, is_told, found)
        pages = np.sort(found[:n])
        scores = self.bm25.scores(sums[pages], arrays.norms[pages], idf(n_pages, n))
        return _TermScores(pages, scores, is_told[pages].astype(bool))

    def _prefix_ids(self, prefix: str) -> list[int]:
        rows = self._connection.execute(
            "SELECT id FROM terms WHERE text >= ? AND text < ? ORDER BY length(text), text LIMIT ?",
            (prefix, prefix + _LAST, MAX_PREFIX_TERMS),
        )
        return [number for (number,) in rows]

    def _pages_with(self, phrases: Iterable[Iterable[str]]) -> list[int]:
        match = " AND ".join('"' + " ".join(phrase) + '"' for phrase in phrases)
        return [page for (page,) in self._connection.execute("SELECT rowid FROM words WHERE words MATCH ?", (match,))]

    def _load(self) -> _Arrays:
        """The arrays, made again if the file has changed."""
        (version,) = self._connection.execute("PRAGMA data_version").fetchone()
        if self._arrays is None or version != self._version:
            self._version = version
            self._scores.clear()
            self._n_bytes = 0
            self._arrays = self._read()
        return self._arrays

    def _read(self) -> _Arrays:
        connection = self._connection
        alive, blocks = read_alive(connection), read_blocks(connection)
        rows = np.searchsorted(alive, blocks["page"])
        is_alive = (rows < len(alive)) & (blocks["page"] > 0)
        is_alive[is_alive] = alive[rows[is_alive]] == blocks["page"][is_alive]
        page_rows = np.where(is_alive, rows, -1).astype(np.int32)
        classes = connection.execute("SELECT id, name, weight, multiplier FROM classes").fetchall()
        weights = np.ones(max((number for number, *_ in classes), default=0) + 1)
        flags = np.zeros(len(weights), np.uint8)
        for number, name, weight, multiplier in classes:
            if name.endswith(f":{ANCHORS}"):
                flags[number] = _ANCHOR
            elif self.weighs:
                weights[number] = weight * multiplier
                flags[number] = _QUIET if weight <= QUIET_WEIGHT else 0
        factors = weights[blocks["class_"]]
        weighed = (blocks["length"] * factors)[is_alive]
        lengths = np.bincount(page_rows[is_alive], weighed, len(alive)).astype(np.float64)
        segments = tuple(segment for (segment,) in connection.execute("SELECT id FROM segments"))
        return _Arrays(segments, alive, page_rows, factors, flags[blocks["class_"]], self.bm25.norms(lengths))


def _best(scores: NDArray[np.float64], n: int) -> NDArray[np.intp]:
    """The places of the n largest scores above 0, falling; those of equal score in their order."""
    found = np.flatnonzero(scores > 0)
    if len(found) > n:  # all that could be among the best, ties with the last of them too
        least = np.partition(scores[found], len(found) - n)[len(found) - n]
        found = found[scores[found] >= least]
    return found[np.argsort(-scores[found], kind="stable")][:n]

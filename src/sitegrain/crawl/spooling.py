"""What of a source is put on disk: the samples of many sites, and a source that cannot be read twice."""

from __future__ import annotations

import pickle
import sqlite3
import zlib
from typing import TYPE_CHECKING

from sitegrain.errors import WriteError
from sitegrain.pages.given import AnyPage, as_raw
from sitegrain.pages.raw import RawPage, Skipped
from sitegrain.readers import Source
from sitegrain.sites.sampling import MAX_PAGES, Sampler

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

HELD_BYTES = 48 << 20  # of sampled HTML in memory; what is more goes to disk
_FAST = 1  # compression level

AnyRow = AnyPage | Skipped


class Rereadable:
    """A source as rows that can be read again, in the same order; one that cannot is kept on disk while it is read."""

    def __init__(self, source: Source | Iterable[AnyRow], folder: Path) -> None:
        self._source = source
        self._folder = folder
        self._spool: Path | None = None

    def last(self) -> Iterator[RawPage | Skipped]:
        """Read the rows and keep nothing."""
        if self._spool is not None:
            return _read_pickles(self._spool)
        return _rows(self._source)

    def first(self) -> Iterator[RawPage | Skipped]:
        """Read the rows, to be read once more."""
        if _is_repeatable(self._source):
            yield from _rows(self._source)
            return
        path = self._folder / "source"
        try:
            with path.open("wb") as file:
                for row in _rows(self._source):
                    file.write(_frame(row))
                    yield row
        except OSError as error:
            if isinstance(error, WriteError) or error.filename not in (None, str(path)):
                raise
            raise WriteError(f"{self._folder}: cannot keep the source: {error.strerror or error}") from error
        self._spool = path


def _is_repeatable(source: Source | Iterable[AnyRow]) -> bool:
    return source.is_repeatable if isinstance(source, Source) else iter(source) is not source


def _rows(source: Source | Iterable[AnyRow]) -> Iterator[RawPage | Skipped]:
    if isinstance(source, Source):
        yield from source.records()
        return
    for row in source:
        yield row if isinstance(row, Skipped) else as_raw(row)


def _pack(row: RawPage | Skipped) -> bytes:
    return zlib.compress(pickle.dumps(row, pickle.HIGHEST_PROTOCOL), _FAST)


def _unpack(data: bytes) -> RawPage | Skipped:
    row: RawPage | Skipped = pickle.loads(zlib.decompress(data))  # our own file, written a moment ago
    return row


def _frame(row: RawPage | Skipped) -> bytes:
    data = _pack(row)
    return len(data).to_bytes(8) + data


def _read_pickles(path: Path) -> Iterator[RawPage | Skipped]:
    with path.open("rb") as file:
        while size := file.read(8):
            yield _unpack(file.read(int.from_bytes(size)))


class _Held:
    """A sampled page: in memory, or on disk under a number."""

    __slots__ = ("number", "page")

    def __init__(self, page: RawPage) -> None:
        self.page: RawPage | None = page
        self.number: int | None = None


class SampleSpool:
    """Keeps a bounded sample of the pages of each site, on disk once together they are more than `held_bytes`.

    Used in a `with` block.
    """

    def __init__(self, folder: Path, *, max_pages: int = MAX_PAGES, held_bytes: int = HELD_BYTES) -> None:
        self._path = folder / "samples.sqlite"
        self._max_pages = max_pages
        self._held_limit = held_bytes
        self._held_bytes = 0
        self._samplers: dict[str, Sampler[_Held]] = {}
        self._numbers: dict[str, set[int]] = {}
        self._touched: set[str] = set()
        self._database: sqlite3.Connection | None = None

    def __enter__(self) -> SampleSpool:
        return self

    def __exit__(self, *_: object) -> None:
        if self._database is not None:
            self._database.close()

    def add(self, site: str, page: RawPage) -> None:
        """Show one page of a site."""
        sampler = self._samplers.get(site)
        if sampler is None:
            sampler = self._samplers[site] = Sampler(self._max_pages)
        sampler.add(page.html, page.url, _Held(page))
        self._touched.add(site)
        self._held_bytes += len(page.html)
        if self._held_bytes > self._held_limit:
            self._put_away()

    def counts(self) -> dict[str, int]:
        """How many pages each site has shown, in the order first seen."""
        return {site: sampler.n_seen for site, sampler in self._samplers.items()}

    def sample(self, site: str) -> list[RawPage]:
        """The sample of a site, in an order that does not depend on the order its pages came in."""
        return [self._page(held) for held in self._samplers[site].sample()]

    def forget(self, site: str) -> None:
        """Free the memory of a site's sample."""
        del self._samplers[site]

    def _page(self, held: _Held) -> RawPage:
        if held.page is not None:
            return held.page
        with _as_write_error(self._path):
            data = self._open().execute("select data from pages where number = ?", (held.number,)).fetchone()[0]
        page = _unpack(data)
        assert isinstance(page, RawPage)  # only pages are sampled
        return page

    def _put_away(self) -> None:
        """Write the pages that are in the samples to disk, and let go of those that are no longer."""
        with _as_write_error(self._path):
            database = self._open()
            for site in self._touched:
                sampler = self._samplers[site]
                sampler.prune()
                left = set()
                for held in sampler.items():
                    if held.page is not None:
                        row = database.execute("insert into pages (data) values (?)", (_pack(held.page),))
                        held.number, held.page = row.lastrowid, None
                    left.add(held.number)
                gone = self._numbers.get(site, set()) - left
                database.executemany("delete from pages where number = ?", [(number,) for number in gone])
                self._numbers[site] = {number for number in left if number is not None}
            database.commit()
        self._touched.clear()
        self._held_bytes = 0

    def _open(self) -> sqlite3.Connection:
        if self._database is None:
            self._database = sqlite3.connect(self._path)
            self._database.execute("pragma journal_mode = off")
            self._database.execute("pragma synchronous = off")
            self._database.execute("create table pages (number integer primary key, data blob not null)")
        return self._database


class _as_write_error:  # noqa: N801 - reads as a word in the with statement
    """Turn what the database refuses, a full disk above all, into one line that names it."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, sqlite3.Error):
            raise WriteError(f"{self._path}: cannot keep the samples: {error}") from error

"""The index on disk: one SQLite file.

Pages come in segments. A segment has blocks (a page's text of one block class) and, for each term, the blocks that hold
it and how often: raw counts, so that weights change without touching them. A page that is replaced or removed leaves
its blocks behind as dead ones, until segments are merged. WAL: the file can be read while it is written, and a writer
that is killed leaves what was there before.
"""

from __future__ import annotations

import os
import sqlite3
import zlib
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from sitegrain.errors import ModelError, SitegrainError, UsageError, WriteError

if TYPE_CHECKING:
    from collections.abc import Iterator

FORMAT = 2
BUSY_SECONDS = 5.0  # that a writer waits for another one
MAX_COUNT = 65_535  # occurrences of a term in a block that are counted

SCHEMA = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID;
CREATE TABLE sites (
    name TEXT PRIMARY KEY, model BLOB, n_weighed INTEGER NOT NULL, n_changed INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE classes (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, site TEXT NOT NULL, label TEXT NOT NULL,
    weight REAL NOT NULL, multiplier REAL NOT NULL, support INTEGER NOT NULL
);
CREATE TABLE pages (
    id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE, path TEXT, url TEXT, site TEXT, title TEXT,
    hash INTEGER NOT NULL, run INTEGER NOT NULL, n_blocks INTEGER NOT NULL, text BLOB NOT NULL
);
CREATE TABLE terms (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE);
CREATE TABLE segments (
    id INTEGER PRIMARY KEY AUTOINCREMENT, first_block INTEGER NOT NULL, n_blocks INTEGER NOT NULL, blocks BLOB NOT NULL
);
CREATE TABLE postings (
    segment INTEGER NOT NULL, term INTEGER NOT NULL, data BLOB NOT NULL, PRIMARY KEY (segment, term)
) WITHOUT ROWID;
CREATE TABLE anchors (
    source INTEGER NOT NULL, target TEXT NOT NULL, text TEXT NOT NULL, PRIMARY KEY (source, target, text)
) WITHOUT ROWID;
INSERT INTO meta VALUES ('run', '0'), ('n_dead', '0');
CREATE VIRTUAL TABLE words USING fts5(text, content='', tokenize="unicode61 remove_diacritics 0");
"""

BLOCK = np.dtype([("page", "<i8"), ("class_", "<i4"), ("length", "<i4")])
POSTING = np.dtype([("block", "<u4"), ("count", "<u2")])


def connect(path: str | os.PathLike[str], *, create: bool = False) -> sqlite3.Connection:
    """Open an index; ModelError if the file is none, is damaged, or of another format; WriteError if none can be made.

    In a folder that cannot be written an index is read as it is now: what others write meanwhile is not followed.
    """
    place = Path(path)
    if not create and not place.is_file():
        raise ModelError(f"{place}: no such index; `sitegrain index SOURCE -o {place}` makes one")
    mode = "mode=rwc" if create else "immutable=1" if _is_fixed(place) else "mode=rw"
    try:  # as an address, since SQLite has names of its own that mean no file, such as `:memory:`
        connection = sqlite3.connect(
            f"{place.absolute().as_uri()}?{mode}", timeout=BUSY_SECONDS, isolation_level=None, uri=True
        )
    except sqlite3.Error as error:
        raise WriteError(f"cannot open {place}: {error}") from error
    try:
        _prepare(connection, place, create=create)
    except BaseException:
        connection.close()
        raise
    return connection


def _is_fixed(place: Path) -> bool:
    """Nothing can be put beside the file, as SQLite does even to read, and nobody who could is writing it."""
    real = os.path.realpath(place)
    return not os.access(os.path.dirname(real), os.W_OK) and not os.path.exists(f"{real}-wal")


def _prepare(connection: sqlite3.Connection, place: Path, *, create: bool) -> None:
    try:
        tables = _tables(connection)
    except sqlite3.OperationalError as error:
        raise _write_error(place, error) if create else _read_error(place, error) from error
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        raise ModelError(f"{place}: not an index: {error}") from error
    if not tables:
        _create(connection, place)
    elif "meta" not in tables:
        raise ModelError(f"{place}: a SQLite file, but not an index of sitegrain")
    try:
        row = connection.execute("SELECT value FROM meta WHERE key = 'format'").fetchone()
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        raise ModelError(f"{place}: a SQLite file, but not an index of sitegrain: {error}") from error
    if row is None or row[0] != str(FORMAT):
        found = "none" if row is None else row[0]
        raise ModelError(f"{place}: index format {found}, this version reads {FORMAT}: index the source again")


@contextmanager
def reading(path: str | os.PathLike[str]) -> Iterator[None]:
    """What is read inside, and nothing else, is of an index: ModelError names it if it cannot be read or is damaged."""
    try:
        with undamaged(path):
            yield
    except sqlite3.OperationalError as error:
        raise _read_error(path, error) from error


@contextmanager
def undamaged(path: str | os.PathLike[str]) -> Iterator[None]:
    """What is done inside trusts what is in an index: ModelError names it if that does not fit together."""
    try:
        yield
    except (SitegrainError, sqlite3.OperationalError):
        raise
    except (sqlite3.Error, zlib.error, KeyError, IndexError, ValueError, TypeError, OverflowError) as error:
        raise ModelError(f"{path}: damaged index ({type(error).__name__}: {error}): index the source anew") from error


def _read_error(path: str | os.PathLike[str], error: sqlite3.Error) -> ModelError:
    return ModelError(f"{path}: cannot read the index: {error}")


def remove_empty(path: str | os.PathLike[str]) -> None:
    """Remove an index that has no pages, unless another process is writing it."""
    with suppress(SitegrainError, sqlite3.Error), closing(connect(path)) as connection:
        connection.execute("PRAGMA busy_timeout = 0")
        connection.execute("BEGIN IMMEDIATE")
        if connection.execute("SELECT 1 FROM pages LIMIT 1").fetchone() is None:
            for suffix in ("", "-wal", "-shm"):
                Path(f"{path}{suffix}").unlink(missing_ok=True)


def read_number(connection: sqlite3.Connection, key: str) -> int:
    """A counter of the index: `run`, the number of the last indexing; `n_dead`, blocks of pages that are gone."""
    (value,) = connection.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
    return int(value)


def write_number(connection: sqlite3.Connection, key: str, value: int) -> None:
    """Set a counter of the index."""
    connection.execute("UPDATE meta SET value = ? WHERE key = ?", (str(value), key))


def check_method(connection: sqlite3.Connection, name: str, place: str | os.PathLike[str]) -> None:
    """UsageError if the index has pages and they, or those to come, are cut by a published method; "" is the models."""
    made_by = dict(connection.execute("SELECT key, value FROM meta")).get("method", "")
    if not (name or made_by) or connection.execute("SELECT 1 FROM pages LIMIT 1").fetchone() is None:
        return
    maker = made_by or "the models of its sites"
    raise UsageError(f"{place}: made by {maker}; the blocks of a published method hold for one run: make a new index")


def _tables(connection: sqlite3.Connection) -> set[str]:
    return {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}


def _create(connection: sqlite3.Connection, place: Path) -> None:
    with writing(connection, place):
        if _tables(connection):  # another process was faster
            return
        for statement in SCHEMA.split(";\n"):
            if statement.strip():
                connection.execute(statement)
        connection.execute("INSERT INTO meta VALUES ('format', ?)", (str(FORMAT),))


@contextmanager
def writing(connection: sqlite3.Connection, path: str | os.PathLike[str]) -> Iterator[None]:
    """One transaction: all of it is in the index, or nothing; WriteError names the index and what is wrong."""
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        # The log is not forced to the disk at each commit: a power cut may cost the last write, and no more.
        connection.execute("PRAGMA synchronous = NORMAL")
        connection.execute("BEGIN IMMEDIATE")
    except sqlite3.Error as error:
        raise _write_error(path, error) from error
    try:
        if not os.path.exists(path):  # what is written would go with the last process that has it open
            raise WriteError(f"cannot write {path}: it was removed meanwhile")
        yield
        connection.execute("COMMIT")
    except BaseException as error:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        if isinstance(error, sqlite3.Error):
            raise _write_error(path, error) from error
        raise


def _write_error(path: str | os.PathLike[str], error: sqlite3.Error) -> WriteError:
    text = str(error)
    if "locked" in text or "busy" in text:
        text = f"another process has been writing it for {BUSY_SECONDS:g} seconds"
    return WriteError(f"cannot write {path}: {text}")

"""Writing an index: other writers, what fails, what is killed, and what is no index."""

import os
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing, suppress

import pytest

from sitegrain import read
from sitegrain.errors import ModelError, WriteError
from sitegrain.search import Index, build_index, building, export_pages, export_query
from sitegrain.search import store as stores
from sitegrain.search.query import parse_query
from sitegrain.search.store import connect, writing
from sitegrain.search.writer import IndexWriter
from tests.search.finding import names, raw


def test_what_other_writers_change_is_seen(path):
    with Index(path) as reader, Index(path) as writer:
        assert len(reader) == 0
        writer.add([raw("1", "red")])
        assert names(reader, "red") == ["1"]
        writer.add([raw("1", "blue")])
        assert names(reader, "red") == []
        assert names(reader, "blue") == ["1"]


def test_two_writers_at_once(path, monkeypatch):
    monkeypatch.setattr(stores, "BUSY_SECONDS", 0.1)
    with Index(path) as second, closing(connect(path)) as connection, writing(connection, path):
        with pytest.raises(WriteError, match=r"site\.index: another process has been writing it for 0\.1 seconds"):
            second.add([raw("1", "red")])
        assert second.search("red") == []


def failing_removal(path):
    with closing(connect(path)) as connection, writing(connection, path):
        writer = IndexWriter(connection)
        writer.remove("http://a.example/1")
        writer.finish()
        raise ZeroDivisionError


def test_an_error_leaves_the_index_as_it_was(path):
    with Index(path) as index:
        index.add([raw("1", "red")])
        with pytest.raises(ZeroDivisionError):
            failing_removal(path)
        assert names(index, "red") == ["1"]


KILLED = """
import sys, time
from contextlib import closing, suppress
from sitegrain.search.store import connect, writing
from sitegrain.search.writer import IndexWriter
from sitegrain.search.writer import IndexWriter
with closing(connect(sys.argv[1])) as connection, writing(connection, sys.argv[1]):
    writer = IndexWriter(connection)
    writer.remove("http://a.example/1")
    writer.finish()
    print("ready", flush=True)
    time.sleep(60)
"""


def test_a_killed_writer_leaves_the_index_as_it_was(path):
    with Index(path) as index:
        index.add([raw("1", "red")])
    with subprocess.Popen([sys.executable, "-c", KILLED, str(path)], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline() == "ready\n"
        os.kill(process.pid, signal.SIGKILL)
    with Index(path) as index:
        assert names(index, "red") == ["1"]
        index.add([raw("2", "red")])
        assert len(index) == 2


def test_files_that_are_no_index(tmp_path):
    with pytest.raises(ModelError, match=r"no such index; `sitegrain index SOURCE -o .*none\.index` makes one"):
        Index(tmp_path / "none.index")
    (tmp_path / "text").write_text("no database, but long enough to be read as one " * 40)
    with pytest.raises(ModelError, match="text: not an index"):
        Index(tmp_path / "text")
    with closing(sqlite3.connect(tmp_path / "other.db")) as connection:
        connection.execute("CREATE TABLE t (a)")
    with pytest.raises(ModelError, match="a SQLite file, but not an index of sitegrain"):
        Index(tmp_path / "other.db")


def test_a_foreign_file_with_a_table_of_that_name(tmp_path):
    with closing(sqlite3.connect(tmp_path / "other.db")) as connection:
        connection.execute("CREATE TABLE meta (a)")
    with pytest.raises(ModelError, match="a SQLite file, but not an index of sitegrain: no such column"):
        Index(tmp_path / "other.db")


def test_a_first_build_that_fails_leaves_nothing(tmp_path):
    (tmp_path / "pages.jsonl").write_text('{"url": "http://a.example/1", "html": "<p>words"}\n' * 3)
    rows = build_index(read(tmp_path / "pages.jsonl"), tmp_path / "a.index")
    next(rows)
    rows.close()

    assert [path.name for path in tmp_path.iterdir()] == ["pages.jsonl"]


def test_a_later_build_that_fails_leaves_what_was_there(tmp_path):
    (tmp_path / "pages.jsonl").write_text('{"url": "http://a.example/1", "html": "<p>old"}\n')
    list(build_index(read(tmp_path / "pages.jsonl"), tmp_path / "a.index"))
    (tmp_path / "pages.jsonl").write_text('{"url": "http://a.example/1", "html": "<p>new"}\n')
    rows = build_index(read(tmp_path / "pages.jsonl"), tmp_path / "a.index")
    next(rows)
    rows.close()

    with Index(tmp_path / "a.index") as index:
        assert names(index, "old") == ["1"]
        assert names(index, "new") == []


def test_an_index_of_another_format(path):
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE meta SET value = '99'")
        connection.commit()

    with pytest.raises(ModelError, match=r"index format 99, this version reads \d+: index the source again"):
        Index(path)


def test_many_small_changes_do_not_slow_a_search_down(path):
    """Segments are merged: 200 changes leave few of them."""
    with Index(path) as index:
        for i in range(200):
            index.add([raw(str(i % 50), f"red word{i}")])
        with closing(sqlite3.connect(path)) as connection:
            (n_segments,) = connection.execute("SELECT count(*) FROM segments").fetchone()
        assert n_segments < 30
        assert len(index) == 50
        started = time.perf_counter()
        assert len(index.search("red", 100)) == 50
        assert time.perf_counter() - started < 2


def test_a_full_disk(path):
    """SQLite may not use more pages of the file than it has: it says what it says on a full disk."""
    with Index(path) as index:
        index.add([raw("1", "red")])
        (n_pages,) = index._connection.execute("PRAGMA page_count").fetchone()
        index._connection.execute(f"PRAGMA max_page_count = {n_pages}")
        with pytest.raises(WriteError, match=r"site\.index: database or disk is full"):
            index.add(raw(str(i), " ".join(f"word{i}x{j}" for j in range(500))) for i in range(2, 20))
        assert names(index, "red") == ["1"]
        assert len(index) == 1
    with Index(path) as again:
        again.add([raw("2", "red")])
        assert names(again, "red") == ["1", "2"]


def test_a_page_removed_while_it_is_read(path):
    """A search reads one state of the file: a page that is removed meanwhile is still shown, then gone."""
    with Index(path) as reader, Index(path) as writer:
        writer.add([raw("1", "red fish"), raw("2", "red tree")])
        with reader._one_moment():
            ranked = reader._rank(parse_query("red"), 10)
            assert writer.remove(["http://a.example/1"]) == 1
            assert [page for page, _ in ranked] == [1, 2]
            assert reader._hit(1, 1.0, parse_query("red"), str).url == "http://a.example/1"
        assert names(reader, "red") == ["2"]


BUILD = """
import sys
from sitegrain import read
from sitegrain.search import build_index
for row in build_index(read(sys.argv[1]), sys.argv[2]):
    print(1, flush=True)
"""


def test_a_build_that_is_killed_at_any_point_leaves_what_was_there(tmp_path):
    source, place = tmp_path / "pages.jsonl", tmp_path / "a.index"
    source.write_text("".join(f'{{"url": "http://a.example/{i}", "html": "<p>old words {i}"}}\n' for i in range(60)))
    list(build_index(read(source), place))
    source.write_text("".join(f'{{"url": "http://a.example/{i}", "html": "<p>new words {i}"}}\n' for i in range(60)))
    for n_rows in (1, 20, 59, 60):
        with subprocess.Popen([sys.executable, "-c", BUILD, source, place], stdout=subprocess.PIPE) as process:
            for _ in range(n_rows):
                process.stdout.readline()
            process.send_signal(signal.SIGKILL)
        with Index(place) as index:
            n_old, n_new = len(index.search("old", 100)), len(index.search("new", 100))
        assert (n_old, n_new) in ((60, 0), (0, 60))
        assert len(Index(place)) == 60
    list(build_index(read(source), place))
    with Index(place) as index:
        assert len(index.search("new", 100)) == 60


def test_a_name_that_means_no_file_to_sqlite_is_one(tmp_path, monkeypatch):
    """`:memory:` would be gone with the process; `?mode=ro` and `%41` are no part of an address."""
    monkeypatch.chdir(tmp_path)
    for name in (":memory:", "a?mode=ro", "%41", "a#b"):
        connect(name, create=True).close()
        assert (tmp_path / name).is_file()


def test_an_index_that_another_process_has_begun_is_not_removed(tmp_path, monkeypatch):
    """Two runs begin to make one index; the second gives up, since the first one is writing."""
    place = tmp_path / "a.index"
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages" / "a.html").write_text("<p>Some red words")
    monkeypatch.setattr(stores, "BUSY_SECONDS", 0.1)
    with closing(build_index(read(tmp_path / "pages"), place)) as rows:
        next(rows)
        looks = iter((False, True, True, True))
        with monkeypatch.context() as patched:  # the second has looked before the first had made it
            patched.setattr(building.Path, "exists", lambda own: own.name != "a.index" or next(looks))
            with pytest.raises(WriteError, match="another process"):
                list(build_index(read(tmp_path / "pages"), place))
        list(rows)
    with Index(place) as index:
        assert [hit.path for hit in index.search("red")] == ["a.html"]


def test_an_index_that_was_removed_is_not_written_on(path):
    with Index(path) as index:
        path.unlink()
        with pytest.raises(WriteError, match=r"site\.index: it was removed meanwhile"):
            index.add([raw("1", "red")])


def unsettle(path, statement):
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(statement)
        connection.commit()


DAMAGES = {
    "a text that is not compressed": "UPDATE pages SET text = x'00'",
    "a posting of no block": "UPDATE postings SET data = x'ffffff7f0100'",
    "half a posting": "UPDATE postings SET data = x'00'",
    "half a block": "UPDATE segments SET blocks = x'00'",
    "a segment beyond all numbers": "UPDATE segments SET first_block = 1152921504606846976",
    "a segment before the first number": "UPDATE segments SET first_block = -1",
    "a class that is no text": "UPDATE classes SET name = CAST(x'ff' AS TEXT)",
    "a class without a weight": "UPDATE classes SET weight = 'heavy'",
}


@pytest.mark.parametrize("statement", DAMAGES.values(), ids=DAMAGES.keys())
def test_a_damaged_index_is_named(path, statement):
    """Whatever is read of it ends in one error, or does not need what is damaged."""
    with Index(path) as index:
        index.add([raw("1", "red fish"), raw("2", "blue fish")])
    unsettle(path, statement)

    def search():
        with Index(path) as index:
            index.search("red")

    told = []
    for use in (search, lambda: list(export_pages(path)), lambda: export_query(path, "red")):
        try:
            use()
        except ModelError as error:
            told.append(str(error))
    assert told
    assert all("site.index: damaged index" in text or "site.index: cannot read" in text for text in told)


def test_tables_that_are_missing_are_named(path):
    unsettle(path, "DROP TABLE classes")
    with Index(path) as index, pytest.raises(ModelError, match=r"site\.index: cannot read the index: no such table"):
        index.search("red")
    with Index(path) as index, pytest.raises(WriteError, match=r"site\.index: no such table"):
        index.add([raw("1", "red")])


@pytest.mark.parametrize("n", range(24))
def test_bytes_that_are_overwritten_end_in_an_error_or_results(path, n):
    with Index(path) as index:
        index.add(raw(str(i), f"red fish {i} " * 20) for i in range(30))
    data = bytearray(path.read_bytes())
    start = 100 + n * (len(data) - 100) // 24
    data[start : start + 200] = b"\xff" * 200
    path.write_bytes(data)
    for use in (lambda index: index.search("red 5*"), lambda index: index.add([raw("5", "blue")])):
        with suppress(ModelError, WriteError), Index(path) as index:
            use(index)


def test_an_index_in_a_folder_that_cannot_be_written_is_searched(path, monkeypatch):
    """SQLite would put a file beside it, even to read. Feigned, since root can write everywhere."""
    with Index(path) as index:
        index.add([raw("1", "red")])
    monkeypatch.setattr(stores.os, "access", lambda place, mode: False)
    with Index(path) as index:
        assert names(index, "red") == ["1"]
        with pytest.raises(WriteError, match=r"site\.index: attempt to write a readonly database"):
            index.add([raw("2", "red")])
    assert [one.name for one in path.parent.iterdir()] == ["site.index"]

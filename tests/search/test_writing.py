"""Writing an index: other writers, what fails, what is killed, and what is no index."""

import os
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing

import pytest

from sitegrain import read
from sitegrain.errors import ModelError, WriteError
from sitegrain.search import Index, build_index
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
from contextlib import closing
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

"""Indexes: what is found, in which order, and what changes leave behind."""

import json
import math
import os
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sitegrain import read
from sitegrain.errors import ModelError, UsageError, WriteError
from sitegrain.pages.raw import RawPage
from sitegrain.search import Index, Indexing, build_index
from sitegrain.search import store as stores
from sitegrain.search.query import parse_query
from sitegrain.search.store import connect, writing
from sitegrain.search.weights import fit_weights
from sitegrain.search.writer import IndexWriter

WORDS = ("red", "blue", "fish", "tree", "house", "os.path")


def raw(name, body):
    return RawPage(f"<p>{body}", url=f"http://a.example/{name}")


@pytest.fixture
def path(tmp_path):
    connect(tmp_path / "site.index", create=True).close()
    return tmp_path / "site.index"


def found(index, query, n=10):
    return [(hit.url.rsplit("/", 1)[1], hit.score) for hit in index.search(query, n)]


def names(index, query):
    return [name for name, _ in found(index, query)]


def test_the_scores_of_three_pages(path):
    """Two of three pages have `red`: ln(1 + 1.5 / 2.5); lengths 2, 1 and 2; k1 1.2, b 0.3."""
    with Index(path, weighs=False) as index:
        index.add([raw("1", "red fish"), raw("2", "red"), raw("3", "blue blue")])

        idf = math.log(1.6)
        assert found(index, "red") == [
            ("2", pytest.approx(idf * 2.2 / (1 + 1.2 * (0.7 + 0.3 * 0.6)))),
            ("1", pytest.approx(idf * 2.2 / (1 + 1.2 * (0.7 + 0.3 * 1.2)))),
        ]
        assert found(index, "blue")[0][1] == pytest.approx(math.log(1 + 2.5 / 1.5) * 4.4 / (2 + 1.2 * 1.06))


def test_headings_and_titles_count_more(path):
    pages = [raw("text", "sun and more words"), raw("head", "</p><h2>sun</h2><p>and more words")]
    pages.append(RawPage("<title>sun</title><p>and more words", url="http://a.example/title"))
    with Index(path) as index:
        index.add(pages)

        assert names(index, "sun")[-1] == "text"
        assert len(index) == 3


def test_pages_of_equal_score_are_in_the_order_they_were_added(path):
    with Index(path) as index:
        index.add(raw(str(i), "same words") for i in (3, 1, 2))

        assert names(index, "same") == ["3", "1", "2"]


def test_phrases_prefixes_and_names(path):
    with Index(path) as index:
        index.add(
            [raw("1", "site tree"), raw("2", "tree of a site"), raw("3", "sites of os.path"), raw("4", "os a path")]
        )

        assert names(index, '"site tree"') == ["1"]
        assert set(names(index, "sit*")) == {"1", "2", "3"}
        assert names(index, "os.path")[0] == "3"
        assert names(index, "nowhere") == []
        assert names(index, '"site nowhere"') == []


@pytest.mark.parametrize("query", ["", "  ", "?!", '""', "*", "%_"])
def test_a_query_without_words_is_refused(path, query):
    with Index(path) as index, pytest.raises(UsageError, match="has no letter or digit: nothing to search for"):
        index.search(query)


@pytest.mark.parametrize(
    ("query", "n_found"),
    [
        ('"open', 1),
        ("a:b NEAR(c", 1),
        ("x' OR 1=1 --", 0),
        ('AND "a b" OR', 1),
        ('"b a"', 0),
        ("ß*", 0),
        ("a" * 10_000, 0),
    ],
)
def test_a_query_is_never_an_expression(path, query, n_found):
    with Index(path) as index:
        index.add([raw("1", "open a b")])

        assert len(index.search(query)) == n_found


def test_bad_uses(path):
    with Index(path) as index:
        with pytest.raises(UsageError, match="n must be at least 1, got 0"):
            index.search("a", 0)
        with pytest.raises(UsageError, match="at most 10000 characters, got 10001"):
            index.search("a" * 10_001)
        with pytest.raises(UsageError, match="needs a url or a path"):
            index.add([RawPage("<p>a")])


PAGES = st.lists(st.lists(st.sampled_from(WORDS), min_size=1, max_size=8).map(" ".join), min_size=1, max_size=12)


def counts_of(text, word):
    """How often a term occurs; os.path is a term and two words."""
    own = text.split()
    return own.count(word) + (own.count("os.path") if word in ("os", "path") else 0)


def slow_scores(texts, query, factor=1.0):
    """BM25 over all pages, term by term."""
    lengths = {
        name: factor * sum(3 if word == "os.path" else 1 for word in text.split()) for name, text in texts.items()
    }
    mean = sum(lengths.values()) / len(lengths)
    scores = dict.fromkeys(texts, 0.0)
    for word in query:
        having = [name for name, text in texts.items() if counts_of(text, word)]
        idf = math.log(1 + (len(texts) - len(having) + 0.5) / (len(having) + 0.5))
        for name in having:
            tf = factor * counts_of(texts[name], word)
            scores[name] += idf * tf * 2.2 / (tf + 1.2 * (0.7 + 0.3 * lengths[name] / mean))
    return {name: score for name, score in scores.items() if score > 0}


@settings(max_examples=40, deadline=None)
@given(
    pages=PAGES,
    changes=st.lists(st.tuples(st.integers(0, 14), st.sampled_from((*WORDS, ""))), max_size=10),
    query=st.lists(st.sampled_from(("red", "blue", "fish", "os", "os.path")), min_size=1, max_size=3, unique=True),
)
def test_after_any_changes_the_best_pages_are_those_of_a_slow_ranker(tmp_path_factory, pages, changes, query):
    """Pages are added, then replaced (by one word) or removed one by one."""
    path = tmp_path_factory.mktemp("index") / "a.index"
    connect(path, create=True).close()
    texts = {str(i): text for i, text in enumerate(pages)}
    with Index(path, weighs=False) as index:
        index.add(raw(name, text) for name, text in texts.items())
        for number, text in changes:
            name = str(number)
            if text:
                index.add([raw(name, text)])
                texts[name] = text
            else:
                assert index.remove([f"http://a.example/{name}"]) == (texts.pop(name, None) is not None)
        assert len(index) == len(texts)
        terms = ["os", "path", "os.path"] if "os.path" in query else []
        terms = list(dict.fromkeys([word for word in query if word != "os.path"] + terms))
        expected = slow_scores(texts, terms) if texts else {}
        got = dict(found(index, " ".join(query), 20))

    assert got == {name: pytest.approx(score) for name, score in expected.items()}


def test_the_order_of_changes_does_not_matter_to_weights(tmp_path):
    """Pages one by one, some of them twice, and all at once: equal scores once the weights are fitted."""
    pages = [raw(str(i), f"{'menu ' * 3}</p><h2>topic{i % 4}</h2><p>{WORDS[i % 5]} text {i}") for i in range(20)]
    scores = []
    for name, batches in (("once", [pages]), ("often", [[raw("3", "old")], *([page] for page in pages)])):
        connect(tmp_path / name, create=True).close()
        with Index(tmp_path / name) as index:
            for batch in batches:
                index.add(batch)
        with closing(connect(tmp_path / name)) as connection, writing(connection, tmp_path / name):
            fit_weights(connection)
        with Index(tmp_path / name) as index:
            scores.append({one: pytest.approx(score) for one, score in found(index, "menu topic2 red", 30)})

    assert len(scores[0]) == 20
    assert {name: score.expected for name, score in scores[0].items()} == scores[1]


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


def test_texts_of_links_go_with_the_page_that_had_them(tmp_path):
    """`opening` stands on no page but in a link to the second one."""
    rows = [
        {"url": "http://a.example/1", "html": "<p>start <a href=/2>opening hours</a>"},
        {"url": "http://a.example/2", "html": "<p>nine to five"},
    ]
    (tmp_path / "pages.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    list(build_index(read(tmp_path / "pages.jsonl"), tmp_path / "a.index", indexing=Indexing(with_anchors=True)))
    with Index(tmp_path / "a.index") as index:
        assert set(names(index, "opening")) == {"1", "2"}
        index.remove(["http://a.example/1"])
        assert names(index, "opening") == []
        assert names(index, "nine") == ["2"]


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


def test_a_word_of_the_menu_finds_the_page_that_is_about_it(tmp_path):
    """All pages have `newsroom` in their menu, one in its text; `contact` is in the menu only."""
    source, place = tmp_path / "pages.jsonl", tmp_path / "a.index"
    texts = [
        "of the newsroom",
        *(f"{word} and {word}s to come" for word in ("apple", "bridge", "cloud", "door", "egg")),
    ]
    menu = "<nav><a href=/n>Newsroom</a> <a href=/c>Contact</a></nav>"
    rows = [
        {"url": f"http://a.example/{i}", "html": f"{menu}<main><p>All {text}</main>"} for i, text in enumerate(texts)
    ]
    source.write_text("".join(json.dumps(row) + "\n" for row in rows))
    list(build_index(read(source), place))
    with Index(place) as index:
        assert names(index, "newsroom") == ["0"]
        assert set(names(index, "contact")) == set("012345")
        assert names(index, "contact bridge") == ["2"]
        assert next(hit.url[-1] for hit in index.search("newsroom", everywhere=True)) == "0"
        assert len(index.search("newsroom", everywhere=True)) == 6
    with Index(place, weighs=False) as plain:
        assert len(plain.search("newsroom")) == 6

"""Indexes: what is found, in which order, and what changes leave behind."""

import json
import math
import time
from contextlib import closing

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sitegrain import read
from sitegrain.errors import UsageError
from sitegrain.pages.raw import RawPage
from sitegrain.search import Index, Indexing, build_index
from sitegrain.search.store import connect, writing
from sitegrain.search.weights import fit_weights
from sitegrain.search.work import IndexWork
from tests.search.finding import found, names, raw

WORDS = ("red", "blue", "fish", "tree", "house", "os.path")


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


def test_texts_of_links_in_deep_nesting_take_time_in_proportion():
    """A text and a link on each of 20,000 levels."""
    html = "<div>text <a href=/x>link</a>" * 20_000
    start = time.perf_counter()

    assert IndexWork(with_anchors=True)(RawPage(html, url="http://a.example/"), None, None)["anchors"] == [
        ("http://a.example/x", "link")
    ]
    assert time.perf_counter() - start < 5

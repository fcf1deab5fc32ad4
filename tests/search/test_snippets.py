"""Snippets and terms."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitegrain.search.query import parse_query
from sitegrain.search.snippets import SNIPPET_CHARS, snippet
from sitegrain.search.terms import read_terms


def shown(text, query):
    return snippet(text, parse_query(query), lambda word: f"[{word}]")


def test_words_are_marked_as_they_stand():
    assert shown("A Tree, and trees.\nTREE", "tree") == "A [Tree], and trees. [TREE]"
    assert shown("Straße und STRASSE", "straße") == "[Straße] und [STRASSE]"
    assert shown("align and aligned", "align*") == "[align] and [aligned]"
    assert shown("nothing of it", "tree") == "nothing of it"


def test_the_window_has_most_different_words():
    text = "red " + "x " * 300 + "here red and blue stand " + "y " * 300
    found = shown(text, "red blue")

    assert "here [red] and [blue] stand" in found
    assert found.startswith("... ")
    assert found.endswith(" ...")


def test_letters_without_spaces():
    assert shown("日本語の文", "日") == "[日]本語の文"


@given(st.text(max_size=600), st.text(alphabet="ab ßİ", min_size=1, max_size=6))
def test_a_snippet_is_a_part_of_the_text(text, query):
    query = "a" + query
    found = snippet(text, parse_query(query), lambda word: word)
    inner = found.removeprefix("... ").removesuffix(" ...")

    assert inner in " ".join(text.split())
    assert len(inner) <= SNIPPET_CHARS


@pytest.mark.parametrize("text", ["a" * 300_000, "_" * 300_000, "a." * 150_000, ".:/-" * 75_000, "a->" * 100_000])
def test_terms_take_linear_time(text):
    started = time.perf_counter()
    read_terms(text)

    assert time.perf_counter() - started < 2


def test_identifiers_are_terms_of_their_own():
    assert read_terms("os.path and a_b") == ["os", "path", "and", "a", "b", "a_b", "os.path"]
    assert read_terms("x" * 101) == []

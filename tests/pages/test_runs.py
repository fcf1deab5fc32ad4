"""Text runs on the token axis."""

import numpy as np
from hypothesis import given, settings

from sitegrain.pages.parse import parse
from sitegrain.pages.runs import run_tokens, text_of, token_runs, token_units
from sitegrain.pages.tokens import is_word_end, is_word_start, tokenize
from tests.kernel.soup import SOUP


def test_a_word_of_two_runs_belongs_to_the_first():
    page = parse("<p>The <b>w</b>ord<br>is<i>s</i>hort <u>東</u>京")

    assert page.run_texts == ["The ", "w", "ord", "is", "s", "hort ", "東", "京"]
    assert page.tokens == ["the", "word", "isshort", "東", "京"]
    assert run_tokens(page).tolist() == [0, 1, 2, 2, 3, 3, 3, 4, 5]
    assert token_runs(page).tolist() == [0, 1, 3, 6, 7]
    assert token_units(page).tolist() == [0, 0, 0, 0, 0]


def test_a_page_without_text_has_no_runs():
    assert run_tokens(parse("<p><img>")).tolist() == [0]


@settings(max_examples=300, deadline=None)
@given(SOUP)
def test_the_runs_of_a_unit_hold_its_tokens(html):
    page = parse(html)
    bounds = run_tokens(page)

    assert bounds[page.unit_runs].tolist() == page.unit_tokens.tolist()
    assert np.bincount(token_units(page), minlength=page.n_units).tolist() == page.unit_words.tolist()


def slow_run_tokens(page):
    """The tokens that begin in each run, every run looked at; a word goes on over a tag in one unit, not over <br>."""
    counts, before = [], (-1, -1, False)
    for text, position, unit in zip(page.run_texts, page.run_positions, page.run_units, strict=True):
        n_breaks = page.tags[:position].count("br")
        goes_on = before == (unit, n_breaks, True) and is_word_start(text)
        counts.append(len(tokenize(text)) - goes_on)
        before = unit, n_breaks, is_word_end(text)
    return [sum(counts[:i]) for i in range(len(counts) + 1)]


@settings(max_examples=300, deadline=None)
@given(SOUP)
def test_the_tokens_of_runs_are_those_of_their_texts(html):
    page = parse(html)

    assert run_tokens(page).tolist() == slow_run_tokens(page)


def test_the_text_of_an_interval_is_that_of_the_page():
    page = parse("<h1>Die Stra\xdfe</h1><p>\u0130stanbul, (am) \u6771\u4eac!</p>")

    assert page.tokens == ["die", "strasse", "i", "stanbul", "am", "\u6771", "\u4eac"]
    assert text_of(page, 0, 7) == "Die Stra\xdfe\n\u0130stanbul, (am) \u6771\u4eac!"
    assert text_of(page, 1, 5) == "Stra\xdfe\n\u0130stanbul, (am"
    assert text_of(page, 6, 7) == "\u4eac"
    assert text_of(page, 2, 2) == ""

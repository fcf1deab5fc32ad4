"""HeadTail."""

import numpy as np
import pytest
from hypothesis import given, settings

from sitegrain.errors import FitError, UsageError
from sitegrain.pages.parse import parse
from sitegrain.segmenters import HeadTail
from sitegrain.segmenters.head_tail import BODY, HEAD, TAIL
from tests.kernel.soup import SOUP


def page(*units):
    return parse("".join(f"<p>{unit}</p>" for unit in units))


EXAMPLE = [
    page("Home", "News", "A-title", "a1", "a2", "Home again", "Imprint", "(c)"),
    page("Home", "News", "B-title", "b1", "Home", "b2", "Imprint", "(c)"),
    page("Home", "Breaking!", "News", "C-title", "c1", "c2", "Imprint", "(c)"),
]


def body_of(segmenter, one):
    return [text for text, part in zip(one.unit_texts, segmenter.parts(one).tolist(), strict=True) if part == BODY]


def test_the_worked_example():
    """methods.md A.6; (c) has a token, `c`."""
    segmenter = HeadTail(stop=2).fit(EXAMPLE)

    assert [body_of(segmenter, one) for one in EXAMPLE] == [
        ["A-title", "a1", "a2", "Home again"],
        ["B-title", "b1", "Home", "b2"],
        ["Breaking!", "C-title", "c1", "c2"],
    ]
    assert segmenter.need_ == 2


def test_the_blocks_are_head_body_and_tail():
    found = HeadTail(stop=2).fit(EXAMPLE).segment(EXAMPLE[1])

    assert [block.label for block in found.blocks] == ["head", "body", "tail"]
    assert [block.spans for block in found.blocks] == [((0, 2),), ((2, 7),), ((7, 9),)]
    assert found.weights.tolist() == pytest.approx([0, 0, *[9 / 5] * 5, 0, 0])


def test_over_the_whole_page_what_is_shared_goes_wherever_it_stands():
    segmenter = HeadTail(over="page").fit(EXAMPLE)

    assert body_of(segmenter, EXAMPLE[1]) == ["B-title", "b1", "b2"]


def test_a_heading_or_title_is_never_trimmed():
    pages = [parse(f"<title>Shop - x</title><p>menu</p><h1>Welcome</h1><p>{i}</p><p>Shop</p>") for i in "abc"]

    assert HeadTail().fit(pages).parts(pages[0]).tolist() == [HEAD, BODY, BODY, TAIL]
    titled = [parse(f"<title>Best shop</title><p>Best shop</p><p>{i} words</p>") for i in "abc"]
    assert HeadTail().fit(titled).parts(titled[0]).tolist() == [BODY, BODY]


def test_a_menu_longer_than_the_window_is_trimmed_as_long_as_it_is_shared():
    menu = [f"entry {letter}" for letter in "abcdefgh"]
    pages = [page(*menu, f"text {i}", f"more {i}") for i in "xyz"]

    assert HeadTail(window=0.8).fit(pages).parts(pages[0]).tolist() == [HEAD] * 8 + [BODY] * 2


def test_numbers_do_not_tell_units_apart():
    pages = [page(f"Updated {i} times", f"text {letter}", "foot") for i, letter in enumerate("abc")]

    assert HeadTail().fit(pages).parts(pages[0]).tolist() == [HEAD, BODY, TAIL]


def test_pages_with_nothing_in_common_are_all_body():
    pages = [page("one", "two"), page("three", "four")]

    assert HeadTail().fit(pages).segment(pages[0]).weights.tolist() == [1, 1]


def test_a_page_that_is_all_shared_has_no_blocks():
    pages = [page("a", "b"), page("a", "b"), page("a", "b")]

    assert HeadTail().fit(pages).segment(pages[0]).reason == "all of the page is shared with other pages"
    assert HeadTail().fit(pages).segment("<p>").reason == "no text on the page"


def test_bad_uses():
    with pytest.raises(FitError, match="at least 2 pages with text, got 1 of 2"):
        HeadTail().fit(["<p>a", "<img>"])
    with pytest.raises(FitError, match="call fit first"):
        HeadTail().segment("<p>a")
    for wrong in ({"window": 0}, {"tau": 2}, {"most": 0}, {"stop": 0}, {"over": "x"}):
        with pytest.raises(UsageError):
            HeadTail(**wrong)


@settings(max_examples=100, deadline=None)
@given(SOUP, SOUP)
def test_any_pages_are_cut_into_a_head_a_body_and_a_tail(first, second):
    pages = [parse("<p>x" + html) for html in (first, second)]
    segmenter = HeadTail().fit(pages)
    for one in pages:
        parts = segmenter.parts(one)
        assert len(parts) == one.n_units
        head, tail = np.flatnonzero(parts == HEAD), np.flatnonzero(parts == TAIL)
        assert not len(head) or not len(tail) or head.max() < tail.min()

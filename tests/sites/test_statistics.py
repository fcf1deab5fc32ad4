"""Texts and places over a sample."""

import pytest

from sitegrain.pages.parse import parse
from sitegrain.sites.keys import NodeKeys
from sitegrain.sites.statistics import (
    is_sampled,
    learn_statistics,
    place_units,
    recurrence,
)
from sitegrain.sites.tree import SiteTree


def learn(*htmls):
    pages = [parse(html) for html in htmls]
    tree = SiteTree(NodeKeys.learn(pages))
    sample = [place_units(page, tree.insert(page)) for page in pages]
    return tree, sample, learn_statistics(sample, len(tree))


MENU = "<div class=menu>Home 1</div>"


def test_a_fingerprint_does_not_see_case_and_digits():
    _, (placed,), _ = learn("<p>Page 12 of 30<p>page 1 OF 2<p>a<p>b")
    first, second, third, fourth = placed.fingerprints.tolist()

    assert first == second
    assert third != fourth


def test_recurrence_is_the_share_of_the_other_pages_that_have_the_text():
    """Menu on all three pages; `b c` on two of three, so on one of two others; `x` on one page only."""
    _, sample, statistics = learn(MENU + "<p>b c</p>", MENU + "<p>b c</p><p>y</p>", MENU + "<p>x</p>")

    assert recurrence(statistics, sample[0]).tolist() == [1, 0.5]
    assert recurrence(statistics, sample[2]).tolist() == [1, 0]


def test_a_page_outside_the_sample_counts_all_sample_pages():
    tree, _, statistics = learn(MENU + "<p>a</p>", MENU + "<p>b</p>", MENU + "<p>c</p>", "<p>d</p>")
    page = parse(MENU + "<p>new</p>")
    placed = place_units(page, tree.locate(page))

    assert not is_sampled(statistics, placed)
    assert recurrence(statistics, placed).tolist() == [0.75, 0]


def test_places_sum_up_words_links_and_good_words():
    """Good words are words less twice the link words of texts that do not recur: 4 on page one, 2 on page two."""
    tree, _, statistics = learn(
        MENU + "<p>one two three four</p>", MENU + "<p>five six</p><p>seven <a href=x>eight</a></p>"
    )
    p = next(place for place in range(len(tree)) if tree.keys[place] == "p")
    menu = next(place for place in range(len(tree)) if tree.keys[place].startswith("div.menu"))

    assert statistics.pages[[menu, p]].tolist() == [2, 2]
    assert statistics.words[[menu, p]].tolist() == [4, 8]
    assert statistics.link_words[p] == 1
    assert statistics.words_squared[p] == 4**2 + 4**2
    assert statistics.recurring_words[[menu, p]].tolist() == [4, 0]
    assert statistics.good[[menu, p]].tolist() == [0, 2]
    assert statistics.good_below[0] == pytest.approx(2)


def test_two_pages_of_the_same_text_are_one():
    _, sample, _ = learn("<p>a 1</p>", "<div><p>A 2</p></div>")

    assert sample[0].identity == sample[1].identity

"""The site tree."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from sitegrain.pages.parse import parse
from sitegrain.sites.keys import NodeKeys
from sitegrain.sites.tree import MAX_DEPTH, UNKNOWN, SiteTree, sibling_ordinals, subtree_sums

NAMED = NodeKeys({("div", ".a"), ("div", ".b")}, has_ordinals=False)
NUMBERED = NodeKeys((), has_ordinals=True)


def place_labels(tree, places):
    return [tree.label(place) if place != UNKNOWN else None for place in places.exact]


def test_nodes_of_equal_key_below_one_place_are_one_place():
    tree = SiteTree(NAMED)
    places = tree.insert(parse("<div class=a>x</div><div class=b>y</div><div class=a>z</div>"))

    assert place_labels(tree, places) == ["html", "body", "body > div.a", "body > div.b", "body > div.a"]
    assert len(tree) == 4


def test_an_inline_element_is_at_the_place_of_its_block():
    tree = SiteTree(NAMED)
    places = tree.insert(parse("<div class=a><b>x</b></div>"))

    assert places.exact[3] == places.exact[2]


def test_an_unknown_place_takes_the_nearest_known_ancestor():
    tree = SiteTree(NAMED)
    tree.insert(parse("<div class=a>x</div>"))
    places = tree.locate(parse("<div class=a><ul><li>x</ul></div>"))

    assert places.exact.tolist() == [0, 1, 2, UNKNOWN, UNKNOWN]
    assert places.nearest.tolist() == [0, 1, 2, 2, 2]
    assert len(tree) == 3


def test_ordinals_count_siblings_of_a_tag_that_hold_text():
    """The empty div does not count; p elements are never numbered."""
    page = parse("<div>a</div><div></div><div>b</div><p>c</p>")

    assert sibling_ordinals(page).tolist() == [0, 0, 1, 0, 2, 0]
    assert SiteTree(NUMBERED).insert(page).exact.tolist() == [0, 1, 2, 3, 4, 5]


def test_subtree_sums_add_up_the_units_below():
    page = parse("<div>a b<p>c</p>d</div><p>e</p>")

    assert subtree_sums(page, page.unit_words).tolist() == [5, 5, 4, 1, 1]


def test_a_page_nested_without_end_adds_places_to_the_limit_only():
    tree = SiteTree(NUMBERED)
    places = tree.insert(parse("<div>" * 3000 + "x"))

    assert len(tree) == MAX_DEPTH + 1
    assert places.exact[-1] == UNKNOWN
    assert places.nearest[-1] == MAX_DEPTH
    assert tree.label(MAX_DEPTH).startswith("... > div:1")


_HTML = st.lists(st.sampled_from(["<div class=a>", "<div class=b>", "</div>", "x", "<p>"]), max_size=20).map("".join)


@given(st.lists(_HTML, min_size=1, max_size=5), st.randoms())
def test_the_places_of_a_page_do_not_depend_on_the_order_of_pages(htmls, random):
    shuffled = random.sample(htmls, len(htmls))
    trees = [SiteTree(NAMED), SiteTree(NAMED)]
    for tree, order in zip(trees, (htmls, shuffled), strict=True):
        for html in order:
            tree.insert(parse(html))

    assert {tuple(sorted(map(tree.label, range(len(tree))))) for tree in trees}.__len__() == 1
    for html in htmls:
        labels = [place_labels(tree, tree.locate(parse(html))) for tree in trees]
        assert labels[0] == labels[1]


@given(_HTML)
def test_locating_a_page_that_was_inserted_finds_the_same_places(html):
    tree = SiteTree(NAMED)
    inserted = tree.insert(parse(html))

    assert np.array_equal(tree.locate(parse(html)).exact, inserted.exact)
    assert np.array_equal(inserted.exact, inserted.nearest)

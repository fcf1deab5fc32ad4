"""The kind of a page and the items of a listing."""

import numpy as np
import pytest

from sitegrain.content.choosing import Chooser
from sitegrain.content.kinds import decide_kind, find_items
from sitegrain.content.scorer import KINDS
from sitegrain.pages.parse import parse

ITEM = (
    "<div class='teaser n{0}'><h3><a href=/{0}>Title {0}</a></h3>"
    "<p>Some words on thing {0}, as long as the others.</p></div>"
)
LISTING = "<h1>News</h1>" + "".join(ITEM.format(i) for i in range(5))


def all_kept(page):
    return np.ones(page.n_units, bool)


def probabilities(**shares):
    return np.array([shares.get(kind, 0.0) for kind in KINDS])


def test_like_siblings_with_leads_of_their_own_are_items():
    """Unit 0 is the heading; each item has two units."""
    page = parse(LISTING)

    assert find_items(page, all_kept(page)) == ((1, 3), (3, 5), (5, 7), (7, 9), (9, 11))


def test_the_cells_of_a_grid_are_items_across_its_rows():
    cell = "<td><b><a href=/>Phone</a></b><p>As good as the others, and nearly new.</p></td>"
    page = parse("<table>" + f"<tr>{cell * 3}</tr>" * 2 + "</table>")

    assert len(find_items(page, all_kept(page))) == 6


@pytest.mark.parametrize(
    "html",
    [
        "<p>one two three</p><p>four five six</p><p>seven eight nine</p>",  # no leads
        "<div class=t><a href=x>a</a></div><div class=t><a href=y>b</a></div>",  # two only
        "<p>a long text that holds nearly all the words of the page, so that</p>" + "<li><a href=x>a</a></li>" * 3,
    ],
)
def test_other_siblings_are_none(html):
    page = parse(html)

    assert find_items(page, all_kept(page)) == ()


def test_collections_and_listings_are_listings_with_a_reason():
    page = parse(LISTING)

    kind = decide_kind(page, all_kept(page), probabilities(collection=0.3, listing=0.3, article=0.4))

    assert kind.name == "listing"
    assert kind.reason == "5 like items that each lead to a page hold 98% of the text"
    assert len(kind.items) == 5


@pytest.mark.parametrize(("n_items", "n_words", "name"), [(4, 9, "listing"), (3, 9, "service"), (4, 80, "service")])
def test_many_short_even_items_make_a_listing_whatever_the_model_says(n_items, n_words, name):
    item = "<div class=t><h3><a href=/>Title</a></h3><p>" + "word " * n_words + "</p></div>"
    page = parse(item * n_items)

    assert decide_kind(page, all_kept(page), probabilities(service=0.9)).name == name


@pytest.mark.parametrize(
    ("shares", "name"),
    [
        ({"listing": 0.45, "article": 0.35, "service": 0.2}, "article"),  # no items, and not likelier than not
        ({"listing": 0.3, "collection": 0.3, "article": 0.4}, "listing"),
        ({"article": 0.25, "service": 0.25, "product": 0.25, "thread": 0.25}, "other"),
    ],
)
def test_a_kind_is_named_if_it_is_likely_and_a_listing_without_items_if_it_is_likelier_than_not(shares, name):
    page = parse("<p>A page of one paragraph.</p>")

    assert decide_kind(page, all_kept(page), probabilities(**shares)).name == name


def test_the_headings_of_kept_items_belong_to_them():
    """Units: heading, then h3 and p of each item; of the first two items the leads are kept, of the third nothing."""
    page = parse(LISTING)
    choice = Chooser(page, {}, np.ones(page.n_units))
    choice.kept[[2, 4]] = True

    choice.keep_item_headings(((1, 3), (3, 5), (5, 7)))

    assert np.flatnonzero(choice.kept).tolist() == [1, 2, 3, 4]


def test_a_page_of_which_nothing_was_kept_is_other():
    page = parse(LISTING)

    assert decide_kind(page, ~all_kept(page), probabilities(listing=1)).name == "other"

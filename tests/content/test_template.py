"""The rules of the site, each on columns written by hand."""

import numpy as np
import pytest

from sitegrain.content.features.pooled import pool_scores, settle
from sitegrain.content.template import below_headings, is_navigation, is_outvoted, is_trailing, scale_down
from sitegrain.pages.parse import parse
from sitegrain.sites.keys import NodeKeys
from sitegrain.sites.statistics import place_units
from sitegrain.sites.tree import SiteTree


def columns(**values):
    return {name: np.array([value], np.float32) for name, value in values.items()}


NAVIGATION = {
    "bare_links": 0.5, "bare_units": np.log1p(6), "class_presence": 0.5, "targets_recur_bare": 0.2,
}  # fmt: skip


def test_links_that_most_pages_have_at_one_place_are_navigation():
    assert is_navigation(columns(**NAVIGATION)).tolist() == [True]


@pytest.mark.parametrize(
    "change",
    [
        {"bare_links": 0.4},
        {"bare_units": np.log1p(5)},
        {"class_presence": 0.4},
        {"targets_recur_bare": 0.1},
        {"class_presence": -1, "targets_recur_bare": -1},  # a page without a site
    ],
)
def test_any_fact_that_is_missing_makes_it_none(change):
    assert is_navigation(columns(**NAVIGATION | change)).tolist() == [False]


def constant_rules(scores=(0.5, 0.9), **change):
    """The rules that hold for a text of every page, and for one of this page alone, of ten words each."""
    page = parse("<p>one two three four five six seven eight nine ten</p>" * 2)
    tree = SiteTree(NodeKeys.learn([page]))
    placed = place_units(page, tree.insert(page))
    pool = pool_scores([placed] * 3, [np.zeros(2)] * 3, len(tree))
    facts = dict.fromkeys((*NAVIGATION, "prose_before", "prose_after", "name_related", "name_nav", "class_links"), 0.0)
    facts |= {"targets_recur": 0.0, "recurs_here": 1.0, "recurs_parent": 1.0, "class_presence": 1.0} | change
    facts |= {"name_ad_narrow": change.get("name_ad_narrow", 0.0)}
    both = {name: np.array([value, 0.0], np.float32) for name, value in facts.items()}
    codes, _ = scale_down(placed, both, np.array(scores), pool, is_article=False)
    return codes.tolist()


def test_a_sentence_in_a_box_that_is_the_same_on_every_page_is_template():
    assert constant_rules() == [6, 0]
    assert constant_rules(recurs_here=0.85, recurs_parent=0.85) == [6, 0]
    assert constant_rules(recurs_here=0.7, recurs_parent=0.7) == [0, 0]  # on some pages only
    assert constant_rules(recurs_parent=0.75) == [0, 0]  # a sentence of a text that differs from page to page
    assert constant_rules(class_presence=0.5) == [0, 0]
    assert constant_rules(scores=(0.9, 0.01)) == [0, 0]  # nearly all that the page has: pages that are near copies


def test_a_consent_box_is_template_by_its_name_also_beside_text():
    assert constant_rules(name_ad_narrow=0.9, recurs_parent=0.5) == [2, 0]
    assert constant_rules(name_ad_narrow=0.9, recurs_here=0.5) == [0, 0]


def test_a_box_of_links_below_the_text_needs_a_name_or_a_site():
    box = {"bare_links": 0.9, "bare_units": np.log1p(3), "prose_after": 0.0, "prose_before": 1.0}
    alone = {"name_related": 0, "name_nav": 0, "class_links": -1, "class_presence": -1, "targets_recur_bare": -1}
    site = {"name_related": 0, "name_nav": 0, "class_links": 1, "class_presence": 0.9, "targets_recur_bare": 0.1}

    assert is_trailing(columns(**box, **alone)).tolist() == [False]
    assert is_trailing(columns(**box, **alone | {"name_related": 1})).tolist() == [True]
    assert is_trailing(columns(**box, **site)).tolist() == [True]
    assert is_trailing(columns(**box, **site | {"targets_recur_bare": 0})).tolist() == [False]  # downloads, sources
    assert is_trailing(columns(**box | {"prose_after": 0.5}, **alone | {"name_related": 1})).tolist() == [False]


def placed_pages(*sources):
    pages = [parse(source) for source in sources]
    tree = SiteTree(NodeKeys.learn(pages))
    return [place_units(page, tree.insert(page)) for page in pages], tree


def test_links_below_a_template_heading_are_found_up_to_the_next_heading():
    (placed,), _ = placed_pages(
        "<div><h4>More</h4><p><a href=/a>one</a> about it</p><p><a href=/b>two</a></p><h4>Else</h4><p>three</p></div>"
        "<p><a href=/c>four</a></p>"
    )
    facts = {"recurs_here": np.array([1.0, 0, 0, 0, 0, 0]), "targets_recur": np.array([0, 0.1, 0.2, 0, 0, 0.2])}
    scores = np.array([0.2, 0.9, 0.9, 0.2, 0.9, 0.9])

    assert below_headings(placed, facts, scores).tolist() == [False, True, True, False, False, False]
    assert not below_headings(placed, facts, np.full(6, 0.9)).any()  # a heading of the content
    assert not below_headings(placed, facts | {"targets_recur": np.zeros(6)}, scores).any()  # sources of this page
    alone = {"recurs_here": np.full(6, -1.0), "targets_recur": np.full(6, -1.0)}
    assert not below_headings(placed, alone, scores).any()


def test_a_place_that_few_pages_choose_is_outvoted_where_three_have_it():
    placed, tree = placed_pages(*[f"<p>text {word}</p><div>box {word}</div>" for word in ("one", "two", "three")])
    scores = [np.array([0.9, 0.1]), np.array([0.9, 0.1]), np.array([0.9, 0.8])]
    pool = pool_scores(placed, scores, len(tree))

    assert not is_outvoted(placed[0], pool).any()  # before the final scores are counted, all agree
    settle(pool, placed, scores)
    assert pool.agreed_pages[placed[0].unit_places].tolist() == [3, 1]
    assert not is_outvoted(placed[0], pool).any()  # one of three is more than a quarter
    settle(pool, placed, [*scores[:2], np.array([0.9, 0.1])])
    assert is_outvoted(placed[0], pool).tolist() == [False, True]

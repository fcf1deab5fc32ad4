"""The rules of the site, each on columns written by hand."""

import numpy as np
import pytest

from sitegrain.content.features.pooled import empty_pool, pool_scores, settle
from sitegrain.content.template import _FACTS, scale_down
from sitegrain.pages.parse import parse
from sitegrain.sites.keys import NodeKeys
from sitegrain.sites.statistics import place_units
from sitegrain.sites.tree import SiteTree

NAVIGATION = {
    "bare_links": 0.5, "bare_units": np.log1p(6), "class_presence": 0.5, "targets_recur_bare": 0.2,
}  # fmt: skip


BOTH = ("one two three four five six seven eight nine ten", "nine words, and what is the same on other pages")


def codes(scores=(0.1, 0.9), texts=BOTH, **facts):
    """The rules that hold for two texts on three pages, of which only the first has these facts."""
    page = parse(f"<p>{texts[0]}</p><p>{texts[1]}</p>")
    tree = SiteTree(NodeKeys.learn([page]))
    placed = place_units(page, tree.insert(page))
    pool = pool_scores([placed] * 3, [np.zeros(2)] * 3, len(tree))
    columns = {name: np.array([facts.get(name, 0.0), 0.0], np.float32) for name in _FACTS}
    found, _ = scale_down(placed, columns, np.array(scores), pool, is_article=False)
    return found.tolist()


def test_links_that_most_pages_have_at_one_place_are_navigation():
    assert codes(**NAVIGATION) == [1, 0]
    assert codes(scores=(0.9, 0.01), **NAVIGATION) == [0, 0]  # nearly all that the page has


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
    assert codes(**NAVIGATION | change) == [0, 0]


def constant_rules(scores=(0.5, 0.9), **change):
    """The rules that hold for a text of every page, and for one of this page alone, of ten words each."""
    facts = {"recurs_here": 1.0, "recurs_parent": 1.0, "class_presence": 1.0} | change
    return codes(scores, texts=(BOTH[0], BOTH[0]), **facts)


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

    assert codes(**box, **alone) == [0, 0]
    assert codes(**box, **alone | {"name_related": 1}) == [4, 0]
    assert codes(**box, **site) == [4, 0]
    assert codes(**box, **site | {"targets_recur_bare": 0}) == [0, 0]  # downloads, sources
    assert codes(**box | {"prose_after": 0.5}, **alone | {"name_related": 1}) == [0, 0]


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

    def rules(facts, scores):
        columns = {name: np.array(facts.get(name, np.zeros(6)), np.float32) for name in _FACTS}
        return scale_down(placed, columns, scores, empty_pool(), is_article=False)[0].tolist()

    assert rules(facts, scores) == [0, 5, 5, 0, 0, 0]
    assert not any(rules(facts, np.full(6, 0.9)))  # a heading of the content
    assert not any(rules(facts | {"targets_recur": np.zeros(6)}, scores))  # sources of this page
    alone = {"recurs_here": np.full(6, -1.0), "targets_recur": np.full(6, -1.0)}
    assert not any(rules(alone, scores))


def test_a_place_that_few_pages_choose_is_outvoted_where_three_have_it():
    placed, tree = placed_pages(*[f"<p>text {word}</p><div>box {word}</div>" for word in ("one", "two", "three")])
    scores = [np.array([0.9, 0.1]), np.array([0.9, 0.1]), np.array([0.9, 0.8])]
    pool = pool_scores(placed, scores, len(tree))

    def outvoted():
        columns = {name: np.zeros(2, np.float32) for name in _FACTS}
        return scale_down(placed[0], columns, scores[0], pool, is_article=True)[0].tolist()

    assert outvoted() == [0, 0]  # before the final scores are counted, all agree
    settle(pool, placed, scores)
    assert pool.of("agreed_pages")[placed[0].unit_places].tolist() == [3, 1]
    assert outvoted() == [0, 0]  # one of three is more than a quarter
    settle(pool, placed, [*scores[:2], np.array([0.9, 0.1])])
    assert outvoted() == [0, 3]

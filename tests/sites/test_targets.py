from itertools import pairwise

from sitegrain.pages.parse import parse
from sitegrain.sites.keys import NodeKeys
from sitegrain.sites.statistics import learn_statistics, place_units
from sitegrain.sites.targets import target_hash, unit_targets
from sitegrain.sites.tree import SiteTree


def targets_of(page):
    targets, starts = unit_targets(page)
    return [targets[a:b].tolist() for a, b in pairwise(starts)]


def test_one_link_is_written_in_several_ways():
    wanted = target_hash("/news/1.html")

    for href in ("news/1.html", "../news/1.html", "https://a.example/news/1.html", " //a.example/news/1.html#top "):
        assert target_hash(href) == wanted
    assert target_hash("/news/2.html") != wanted
    assert target_hash("/news/1.html?page=2") != wanted


def test_links_within_the_page_are_zero():
    assert [target_hash(href) for href in ("#top", "", "./#x", "/")] == [0, 0, 0, 0]


def test_each_unit_has_the_targets_of_its_links_once_for_each_link():
    page = parse("<p>a <a href=/x>b <b>c</b></a> d <a href=/y>e</a></p><a href=/z><p>f</p></a><p>g</p>")

    assert targets_of(page) == [[target_hash("/x"), target_hash("/y")], [target_hash("/z")], []]


def test_links_of_one_page_only_are_left_out():
    pages = [parse(f"<p><a href=/all>all</a> <a href=/{name}>{name}</a></p><p>{name}</p>") for name in "abc"]
    tree = SiteTree(NodeKeys.learn(pages))
    placed = [place_units(page, tree.insert(page)) for page in pages]

    assert learn_statistics(placed, len(tree)).targets.items() == [(target_hash("/all"), 3)]


def test_a_link_around_deep_nesting_is_found_in_one_pass():
    page = parse("<p><a href=/x>" + "<b>w " * 20_000 + "</a>")

    assert targets_of(page) == [[target_hash("/x")]]


def test_an_href_is_decoded_and_the_first_counts():
    page = parse("<p><a HREF='/a&amp;b' href=/c>x</a> <a href>y</a> <a name=n>z</a></p>")

    assert targets_of(page) == [[target_hash("/a&b"), 0]]

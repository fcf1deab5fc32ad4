"""From rows to a graph: which page a link leads to, and which links are content."""

import json
import time

import numpy as np
import pytest

from sitegrain.links import LinkWork, collect, link_weights
from sitegrain.links.work import link_row, page_address
from sitegrain.pages.given import parse_raw
from sitegrain.pages.raw import RawPage
from sitegrain.search.query import parse_query

WORK = LinkWork(parse_query("cod"))


def row(html, weights=None, *, url=None, path=None, site=None):
    raw = RawPage(html, url=url, path=path)
    page = parse_raw(raw)
    return link_row(raw, page, site, WORK, None if weights is None else np.array(weights, float))


def edges(graph):
    return list(zip(graph.sources.tolist(), graph.targets.tolist(), strict=True))


def test_links_of_template_are_edges_before_and_not_after():
    """Two words in the menu of weight 0, two in the text of weight 2; 1 is linked from both."""
    menu = "<nav><a href=/1>one</a> <a href=/2>two</a></nav><p><a href=/1>see one</a></p>"
    rows = [row(menu, [0, 0, 2, 2], url="http://e.org/0")]
    rows += [row("<p>text", [1], url=f"http://e.org/{number}") for number in (1, 2)]

    with collect(rows) as found:
        assert (edges(found.before), edges(found.after)) == ([(0, 1), (0, 2)], [(0, 1)])
        assert found.graph("all").n_edges == 2


@pytest.mark.parametrize(
    ("html", "weights", "expected"),
    [
        ("<p>a <a href=x>b c</a>", [0, 1, 3], [2]),
        ("<p>a <a href=x><img></a>", [3], [3]),  # no word of its own: that of the paragraph
        ("<p>a</p><a href=x><img></a>", [3], [3]),  # nor around it: that of the page
        ("<p>a<a href=x>b</a>", [5], [5]),  # its letter is part of the word before it
        ("<a href=x><img></a>", [], [1]),
    ],
)
def test_a_link_weighs_what_its_words_weigh_or_else_what_is_around_it(html, weights, expected):
    page = parse_raw(RawPage(html))
    links = [node for node, tag in enumerate(page.tags) if tag == "a"]

    assert link_weights(page, links, np.array(weights, float)).tolist() == expected


def test_hosts_with_and_without_www_and_schemes_are_one():
    rows = [
        row("<p><a href=https://www.e.org/b/>b</a>", url="http://e.org/a"),
        row("<p><a href=//e.org/a#x>a</a>", url="http://www.e.org/b"),
    ]

    with collect(rows) as found:
        assert edges(found.before) == [(0, 1), (1, 0)]


def test_links_to_itself_elsewhere_and_not_to_be_followed_are_no_edges():
    html = "<p><a href=#x>x</a> <a href=/a>a</a> <a href=http://f.org>f</a> <a href=mailto:x>m</a>"
    html += "<a rel=nofollow href=/b>b</a>"
    with collect([row(html, url="http://e.org/a"), row("<p>b", url="http://e.org/b")]) as found:
        assert edges(found.before) == []
        assert (found.counts.outside, found.counts.not_followed) == (1, 1)


def test_a_page_at_the_address_of_another_has_no_links():
    rows = [
        row("<p>a", url="http://e.org/a"),
        row("<p><a href=b>b</a>", url="http://e.org/a/"),
        row("b", url="http://e.org/b"),
    ]

    with collect(rows) as found:
        assert (edges(found.before), found.counts.same_address) == ([], 1)


def test_links_of_files_are_paths():
    rows = [
        row("<p><a href=../b%20c.html?x>b</a> <a href=/d/>d</a>", path="d/a.html"),
        row("<p><a href=d/a.html>a</a>", path="b c.html"),
        row("<p>i", path="d/index.html"),
    ]

    with collect(rows) as found:
        assert edges(found.before) == [(0, 1), (0, 2), (1, 0)]


@pytest.mark.parametrize(
    ("path", "site", "address"),
    [
        ("www.e.org/d/a.html", "e.org", "http://e.org/d/a.html"),
        ("e.org/what?x=1.html", "e.org", "http://e.org/what%3Fx%3D1.html"),
        ("d\\a.html", "d", "file:///d/a.html"),
        ("d/a.html", "site", "file:///d/a.html"),
        ("d/a.html", None, "file:///d/a.html"),
        (None, None, None),
    ],
)
def test_files_in_a_folder_named_after_a_host_are_at_that_host(path, site, address):
    assert page_address(RawPage("", path=path), site) == address


def test_pages_of_a_folder_of_hosts_link_to_each_other_by_address():
    rows = [
        row("<p><a href=http://f.org/b.html>b</a>", path="e.org/a.html", site="e.org"),
        row("<p>b", path="f.org/b.html", site="f.org"),
    ]

    with collect(rows) as found:
        assert edges(found.before) == [(0, 1)]
        assert found.site_ids.tolist() == [0, 1]


def test_names_come_back_and_skipped_rows_are_no_pages():
    rows = [
        {"skipped": "empty"},
        row("<title>Cod é</title><p>a", url="http://e.org/a", site="e.org"),
        row("<p>b", path="b"),
        row("<p>c"),
    ]

    with collect(rows) as found:
        assert found.counts.pages == 3
        assert found.names(0) == {"path": None, "url": "http://e.org/a", "site": "e.org", "title": "Cod é"}
        assert found.names(1)["path"] == "b"
        assert found.site_ids.tolist() == [0, 1, 2]  # pages without a site are each by themselves


def test_no_rows_are_an_empty_collection():
    with collect([]) as found:
        assert (found.before.n_pages, found.scores.tolist()) == (0, [])


def test_rows_can_go_from_process_to_process():
    found = row("<p><a href=b>b</a>", url="http://e.org/a")

    assert json.dumps([found["key"], sorted(found["targets"])]) == json.dumps(
        [row("x", url="https://www.e.org/a/")["key"], [row("x", url="http://e.org/b")["key"]]]
    )


def test_a_run_that_ends_early_leaves_no_file_open():
    def rows():
        yield row("<p>a", url="http://e.org/a")
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):  # and no ResourceWarning
        collect(rows())


def test_links_without_words_in_deep_nesting_take_time_in_proportion():
    """Each link is a picture, 20,000 deep at most, and only the outermost element has words around it."""
    html = "<div>" + "<div><a href=/1><img src=a.png></a>" * 20_000 + "</div>" * 20_000 + "two words"
    page = parse_raw(RawPage(html))
    nodes = [node for node, tag in enumerate(page.tags) if tag == "a"]
    start = time.perf_counter()

    assert link_weights(page, nodes, np.array([1.0, 3.0])).tolist() == [2.0] * len(nodes)
    assert time.perf_counter() - start < 2

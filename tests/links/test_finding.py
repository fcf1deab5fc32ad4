"""Root set, base set, and what is found for a query."""

import math

import numpy as np
import pytest

from sitegrain.errors import UsageError
from sitegrain.links import FindOptions, base_set, collect, find, make_graph, root_set
from sitegrain.links.relevance import Relevance, match
from sitegrain.pages.given import parse_raw
from sitegrain.pages.raw import RawPage
from sitegrain.search.query import parse_query
from tests.links.test_collection import row


def counts(html, query, weights):
    page = parse_raw(RawPage(html))
    return match(page, np.array(weights, float), parse_query(query))


def test_terms_count_what_their_block_weighs_and_never_nothing():
    """Cod twice in a text of weight 2, once in a menu of weight 0: 2 * 2 + 0.05; three words of 2, two of 0.05."""
    found = counts("<nav>cod menu</nav><p>cod cod soup", "cod", [0, 0, 2, 2, 2])

    assert found.counts == pytest.approx({0: 4.05})
    assert found.length == pytest.approx(6.1)


def test_headings_and_titles_count_six_times():
    found = counts("<title>Cod</title><h1>cod</h1><p>soup", "cod", [1, 1])

    assert found.counts == pytest.approx({0: 12})


def test_prefixes_count_after_the_terms():
    assert counts("<p>cod codling cods", "cod cod*", [1, 1, 1]).counts == pytest.approx({0: 1, 1: 3})


@pytest.mark.parametrize(("query", "is_found"), [('"cod soup"', True), ('"soup cod"', False), ('"soup hot"', False)])
def test_a_page_must_have_the_phrases(query, is_found):
    assert bool(counts("<p>hot cod soup", query, [1, 1, 1]).counts) is is_found


def test_pages_are_scored_by_bm25():
    """Two pages of three have the term, all are of mean length: idf = ln(1 + 1.5/2.5), tf 2: 2 * 2.2 / (2 + 1.2)."""
    relevance = Relevance()
    for n in (0, 1, 2):
        relevance.add(counts("<p>" + "cod " * n + "x " * (2 - n), "cod", [1, 1]))

    assert relevance.scores() == pytest.approx([0, math.log(1.6), math.log(1.6) * 4.4 / 3.2])


def test_roots_are_the_best_pages_and_equal_ones_in_order():
    scores = np.array([0, 1, 3, 1, 0.0])

    assert root_set(scores, 2).tolist() == [2, 1]
    assert root_set(scores, 9).tolist() == [2, 1, 3]


def test_the_base_set_takes_so_many_neighbours_of_each_root():
    """3 links to 5, 6, 7 and is linked from 0, 1, 2; 8 is nobody's."""
    graph = make_graph(9, [3, 3, 3, 2, 1, 0], [7, 6, 5, 3, 3, 3])

    assert base_set(graph, np.array([3])).tolist() == [0, 1, 2, 3, 5, 6, 7]
    assert base_set(graph, np.array([3]), max_in=2, max_out=1).tolist() == [0, 1, 3, 5]
    assert base_set(graph, np.array([3]), max_in=0, max_out=0).tolist() == [3]
    assert base_set(graph, np.array([], int)).tolist() == []


def pages_of(links, site="e.org"):
    """Rows of pages 0, 1 ... about cod, each with links to some of them."""
    return [
        row("<p>cod " + " ".join(f"<a href=/{target}>x</a>" for target in own), url=f"http://{site}/{n}", site=site)
        for n, own in enumerate(links)
    ]


def test_hubs_and_authorities_of_one_site_are_found_with_its_own_links():
    """0 links to 1 and 2, 3 links to 2: [1, 1; 0, 1] has the singular value of the golden ratio."""
    golden = (1 + math.sqrt(5)) / 2
    unit = math.hypot(1, golden)
    with collect(pages_of([[1, 2], [], [], [2]])) as collection:
        found = find(collection)
        by_hub, by_authority = found.best(collection), found.best(collection, "authorities")

    assert not found.is_once
    assert [(page.url, page.hub) for page in by_hub] == [
        ("http://e.org/0", pytest.approx(golden / unit)),
        ("http://e.org/3", pytest.approx(1 / unit)),
    ]
    assert [page.url for page in by_authority] == ["http://e.org/2", "http://e.org/1"]
    assert (by_authority[0].in_links, by_authority[0].out_links) == (2, 0)
    assert by_authority[0].to_row()["authority"] == pytest.approx(golden / unit, abs=1e-6)


def test_equal_pages_come_in_the_order_read():
    with collect(pages_of([[3], [3], [3], []])) as collection:
        assert [page.url[-1] for page in find(collection).best(collection)] == ["0", "1", "2"]


def test_between_sites_every_site_has_one_voice():
    """Three pages of a.org link to x.org, one of b.org and one of c.org to y.org; a.org links to itself too."""

    def page(site, n, target):
        return row(f"<p>cod <a href={target}>x</a>", url=f"http://{site}/{n}", site=site)

    rows = [page("a.org", n, "http://x.org/") for n in range(3)]
    rows += [page("b.org", 0, "http://y.org/"), page("c.org", 0, "http://y.org/"), page("a.org", 3, "/0")]
    rows += [row("<p>cod", url=f"http://{site}/", site=site) for site in ("x.org", "y.org")]
    with collect(rows) as collection:
        once, count = find(collection), find(collection, FindOptions(repeated="count"))
        assert once.best(collection, "authorities")[0].url == "http://y.org/"
        assert count.best(collection, "authorities")[0].url == "http://x.org/"

    assert (once.is_once, count.is_once) == (True, False)


def test_the_remedy_is_refused_where_nothing_would_be_left():
    with collect(pages_of([[1], []])) as collection, pytest.raises(UsageError, match="among the 2 pages"):
        find(collection, FindOptions(repeated="once"))


def test_a_query_that_no_page_is_about_has_an_empty_base_set():
    with collect([row("<p>plaice", url="http://e.org/")]) as collection:
        found = find(collection)

        assert (found.n_roots, found.best(collection), found.best(collection, "pagerank")) == (0, [], [])


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"links": "some"}, "links must be one of content, all, got 'some'"),
        ({"repeated": "twice"}, "repeated must be one of auto, once, count, got 'twice'"),
        ({"n_roots": 0}, "n_roots must be at least 1, got 0"),
        ({"max_in": -1}, "max_in must be at least 0, got -1"),
    ],
)
def test_options_out_of_range_are_refused(options, message):
    with pytest.raises(UsageError, match=message):
        FindOptions(**options)


def test_an_unknown_order_is_refused():
    with collect([]) as collection, pytest.raises(UsageError, match="by must be one of"):
        find(collection).best(collection, "beauty")


def test_sites_that_hardly_link_to_each_other_keep_their_own_links():
    """Two of three linking pages link within their site, and one to another: below a half."""
    rows = [*pages_of([[1], [2], []]), row("<p>cod <a href=http://e.org/0>x</a>", url="http://f.org/", site="f.org")]
    with collect(rows) as collection:
        found = find(collection)
        asked = find(collection, FindOptions(repeated="once"))

    assert (found.is_once, found.between, found.after) == (False, 1, 3)
    assert asked.is_once

"""HITS and the remedy against repeated links, on graphs worked by hand."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitegrain.errors import UsageError
from sitegrain.links import hits, make_graph, merge, near_duplicates, site_weights

# a.com/1..3 -> x.com/p; b.com/1, c.com/1 -> y.com/q; a.com/1 -> a.com/2
A1, A2, A3, B1, C1, X, Y = range(7)
GRAPH = make_graph(7, [A1, A2, A3, B1, C1, A1], [X, X, X, Y, Y, A2])
SITES = np.array([0, 0, 0, 1, 2, 3, 4])

edges = st.integers(1, 8).flatmap(
    lambda n: st.tuples(st.just(n), st.lists(st.tuples(st.integers(0, n - 1), st.integers(0, n - 1)), max_size=24))
)


def graph_of(n, pairs):
    return make_graph(n, [source for source, _ in pairs], [target for _, target in pairs])


def dense(graph):
    matrix = np.zeros((graph.n_pages, graph.n_pages))
    matrix[graph.sources, graph.targets] = 1
    return matrix


def test_three_links_of_one_person_beat_two_of_two():
    found = hits(GRAPH)

    assert found.authorities[[X, A2, Y]] == pytest.approx([0.9239, 0.3827, 0], abs=1e-4)
    assert found.is_converged


def test_the_remedy_gives_every_site_one_voice():
    """The link a.com/1 -> a.com/2 counts nothing, those to x.com/p 1/3 each, those to y.com/q 1 each."""
    weights = site_weights(GRAPH, SITES)
    by_edge = dict(
        zip(zip(GRAPH.sources.tolist(), GRAPH.targets.tolist(), strict=True), weights.authority, strict=True)
    )

    assert by_edge == pytest.approx(
        {(A1, A2): 0, (A1, X): 1 / 3, (A2, X): 1 / 3, (A3, X): 1 / 3, (B1, Y): 1, (C1, Y): 1}
    )
    found = hits(GRAPH, weights)
    assert found.authorities[[X, A2, Y]] == pytest.approx([0, 0, 1], abs=1e-7)


def test_links_of_a_page_to_one_site_count_as_one_for_it_as_a_hub():
    """0 links to three pages of site 1 and one of site 2: 1/3, 1/3, 1/3 and 1."""
    graph = make_graph(5, [0, 0, 0, 0], [1, 2, 3, 4])
    weights = site_weights(graph, np.array([0, 1, 1, 1, 2]))

    assert weights.hub == pytest.approx([1 / 3, 1 / 3, 1 / 3, 1])
    assert weights.authority == pytest.approx([1, 1, 1, 1])


@given(edges)
def test_scores_solve_the_equations(drawn):
    """Oracle: at the end a = A'h and h = Aa up to their lengths, and the value is the largest singular value."""
    graph = graph_of(*drawn)
    found, matrix = hits(graph, max_rounds=10_000), dense(graph)
    largest = np.linalg.norm(matrix, 2) if graph.n_edges else 0

    assert np.linalg.norm(matrix.T @ found.hubs) == pytest.approx(largest, abs=1e-3)
    assert matrix @ found.authorities == pytest.approx(largest * found.hubs, abs=1e-3)
    assert np.linalg.norm(found.authorities) == pytest.approx(1 if graph.n_edges else 0)


@given(edges)
def test_pages_in_another_order_have_the_same_scores(drawn):
    n, pairs = drawn
    reverse = graph_of(n, [(n - 1 - source, n - 1 - target) for source, target in pairs])

    assert hits(reverse).hubs[::-1] == pytest.approx(hits(graph_of(n, pairs)).hubs, abs=1e-6)


def test_without_edges_all_scores_are_0():
    found = hits(make_graph(3, [], []))

    assert (found.hubs.tolist(), found.authorities.tolist()) == ([0, 0, 0], [0, 0, 0])
    assert hits(make_graph(0, [], [])).hubs.tolist() == []


def test_what_does_not_converge_in_time_says_so():
    found = hits(GRAPH, max_rounds=2)

    assert (found.n_rounds, found.is_converged) == (2, False)


def test_edges_are_counted_once_and_never_from_a_page_to_itself():
    graph = make_graph(3, [2, 0, 0, 1, 0], [1, 1, 1, 1, 2])

    assert list(zip(graph.sources.tolist(), graph.targets.tolist(), strict=True)) == [(0, 1), (0, 2), (2, 1)]
    assert graph.subgraph(np.array([0, 2])).targets.tolist() == [1]


def test_a_number_that_is_no_pages_is_refused():
    with pytest.raises(UsageError, match="0 to 2, got 0 to 3"):
        make_graph(3, [0], [3])


def fans(*link_sets):
    """Pages 0, 1 ... that link to the pages of the sets, numbered from 10."""
    pairs = [(page, 10 + link) for page, links in enumerate(link_sets) for link in links]
    return graph_of(60, pairs)


@pytest.mark.parametrize(
    ("first", "second", "is_same"),
    [
        (range(11), range(11), True),
        (range(10), range(10), False),  # not more than ten
        (range(20), range(19), True),  # 19 of 20
        (range(19), range(18), False),  # 18 of 19 is 0.947
        (range(40), range(1, 41), True),  # 39 of 41 is 0.951
        (range(39), range(1, 40), True),  # 38 of 40
        (range(38), range(1, 39), False),  # 37 of 39 is 0.949
    ],
)
def test_pages_are_nearly_the_same_with_95_percent_of_more_than_ten_links(first, second, is_same):
    leaders = near_duplicates(fans(first, second))

    assert (leaders[1] == 0) == is_same
    assert leaders[2:].tolist() == list(range(2, 60))


@given(st.lists(st.frozensets(st.integers(0, 14), min_size=8), min_size=1, max_size=8))
def test_every_near_duplicate_is_found(link_sets):
    """Oracle: compare every page with every leader before it."""
    expected = list(range(60))
    for page, links in enumerate(link_sets):
        for other in range(page) if len(links) > 10 else ():
            theirs = link_sets[other]
            if expected[other] == other and len(theirs) > 10 and len(links & theirs) >= 0.95 * len(links | theirs):
                expected[page] = other
                break

    assert near_duplicates(fans(*link_sets)).tolist() == expected


def test_a_merged_page_gives_its_links_to_its_leader():
    """1 goes into 0: its link to 2 becomes that of 0, and the one between the two goes."""
    merged = merge(make_graph(4, [1, 0, 3, 1], [2, 1, 1, 3]), np.array([0, 0, 2, 3]))

    assert list(zip(merged.sources.tolist(), merged.targets.tolist(), strict=True)) == [(0, 2), (0, 3), (3, 0)]

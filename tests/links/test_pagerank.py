"""PageRank, on graphs worked by hand and against the linear system."""

import numpy as np
import pytest
from hypothesis import given

from sitegrain.errors import UsageError
from sitegrain.links import make_graph, pagerank
from tests.links.test_hits import dense, edges, graph_of


def test_two_pages_link_to_one_that_links_to_none():
    """With d = 1/2, x for pages 0 and 1, y for 2: x = 1/6 + y/6 and y = x + (x + x)/2 = 2x, so x = 1/4 and y = 1/2."""
    found = pagerank(make_graph(3, [0, 1], [2, 2]), damping=0.5)

    assert found.ranks == pytest.approx([0.25, 0.25, 0.5], abs=1e-9)
    assert found.is_converged


@given(edges)
def test_ranks_solve_the_equations(drawn):
    """Oracle: the linear system r = d (P + dangling) r + (1 - d)/n, solved densely."""
    graph = graph_of(*drawn)
    n, matrix = graph.n_pages, dense(graph)
    degrees = matrix.sum(axis=1, keepdims=True)
    steps = np.where(degrees > 0, matrix / np.maximum(degrees, 1), 1 / n).T
    expected = np.linalg.solve(np.eye(n) - 0.85 * steps, np.full(n, 0.15 / n))

    assert pagerank(graph).ranks == pytest.approx(expected, abs=1e-8)


def test_a_graph_without_pages_has_no_ranks():
    found = pagerank(make_graph(0, [], []))

    assert (found.ranks.tolist(), found.is_converged) == ([], True)


def test_damping_out_of_range_is_refused():
    with pytest.raises(UsageError, match=r"damping must be in \[0, 1\), got 1"):
        pagerank(make_graph(1, [], []), damping=1)

"""The alignment of two trees: as heavy as the best of all, in order; cases by hand; bad arrays."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sitegrain.kernel import hash_subtrees, match_trees
from tests.kernel import naive_match

PLENTY = 10**6


@st.composite
def trees(draw):
    """Labels and ends of a small tree of few labels; the parent of each node is any node that is still open."""
    n = draw(st.integers(1, 14))
    labels = draw(st.lists(st.integers(1, 3), min_size=n, max_size=n))
    open_nodes, ends = [0], [n] * n
    for node in range(1, n):
        depth = draw(st.integers(1, len(open_nodes)))
        for closed in open_nodes[depth:]:
            ends[closed] = node
        open_nodes = [*open_nodes[:depth], node]
    return np.array([1, *labels[1:]], np.uint64), np.array(ends, np.int32)


def matched(first, second, most=PLENTY, trims=True):
    """The partners of the nodes of the first tree."""
    trees = []
    for labels, ends in (first, second):
        hashes = np.empty(len(ends), np.uint64)
        hash_subtrees(labels, ends, hashes)
        trees += [labels, hashes, ends]
    partners = np.empty(len(first[1]), np.int32)
    match_trees(*trees, most, trims, partners)
    return partners.tolist()


def tree(*nodes):
    """A tree of (label, end)."""
    labels, ends = zip(*nodes, strict=True)
    return np.array(labels, np.uint64), np.array(ends, np.int32)


def check_pairs(partners, first, second):
    """Partners have one label, their parents are partners, and their order is that of the nodes."""
    parents = [{child: node for node in range(len(ends)) for child in naive_match.children(ends, node)}
               for _, ends in (first, second)]  # fmt: skip
    paired = [(a, b) for a, b in enumerate(partners) if b >= 0]
    assert all(first[0][a] == second[0][b] for a, b in paired)
    assert all(partners[parents[0][a]] == parents[1][b] for a, b in paired if a)
    assert [b for _, b in paired] == sorted({b for _, b in paired})


@settings(max_examples=400, deadline=None)
@given(trees(), trees(), st.booleans())
def test_no_pairing_is_larger(first, second, trims):
    partners = matched(first, second, trims=trims)

    check_pairs(partners, first, second)
    assert sum(b >= 0 for b in partners) == naive_match.most_pairs(*first, *second)


@settings(max_examples=200, deadline=None)
@given(trees(), trees(), st.integers(0, 30))
def test_what_may_not_be_looked_at_is_paired_from_the_left(first, second, most):
    partners = matched(first, second, most)

    check_pairs(partners, first, second)
    assert matched(first, second, 0, trims=False) == naive_match.positional(*first, *second)
    assert matched(first, first, most) == list(range(len(first[1])))


def test_one_more_child_at_the_left():
    """Of the children 2 3 4 the last two are those of 3 4; one by one from the left none has a partner."""
    first, second = tree((1, 4), (2, 2), (3, 3), (4, 4)), tree((1, 3), (3, 2), (4, 3))

    assert matched(first, second) == [0, -1, 1, 2]
    assert matched(first, second, 0) == [0, -1, 1, 2]  # equal ends
    assert matched(first, second, 0, trims=False) == [0, -1, -1, -1]


def test_the_heavier_pair_is_taken():
    """Either child 2 fits; the second one has a 3 below it too."""
    first, second = tree((1, 4), (2, 3), (3, 3), (5, 4)), tree((1, 5), (2, 2), (2, 4), (3, 4), (6, 5))

    assert matched(first, second) == [0, 2, 3, -1]


def test_equal_subtrees_have_equal_hashes():
    labels, ends = tree((1, 7), (2, 4), (3, 3), (3, 4), (2, 7), (3, 6), (3, 7))
    hashes = np.empty(7, np.uint64)
    hash_subtrees(labels, ends, hashes)

    assert hashes[1] == hashes[4]
    assert len(set(hashes.tolist())) == 3


@pytest.mark.parametrize("ends", [[2, 3, 3], [3, 2, 4], [3, 1, 3], [1, 2, 3], [4, 2, 3]])
def test_subtrees_that_do_not_lie_in_one_another_are_refused(ends):
    labels, ends = np.ones(3, np.uint64), np.array(ends, np.int32)
    with pytest.raises(ValueError, match="subtrees lie in one another"):
        hash_subtrees(labels, ends, np.empty(3, np.uint64))


def test_arrays_of_different_lengths_are_refused():
    labels, ends = tree((1, 1))
    with pytest.raises(ValueError, match="different lengths"):
        hash_subtrees(labels, ends, np.empty(2, np.uint64))
    with pytest.raises(ValueError, match="different lengths"):
        match_trees(labels, labels, ends, labels, labels, ends, 0, True, np.empty(2, np.int32))

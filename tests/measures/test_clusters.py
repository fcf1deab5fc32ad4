"""Clusters of pages against known classes."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitegrain.measures import score_clusters

LABELS = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=1, max_size=30)


def test_the_textbooks_example():
    """Figure 16.4 of Manning, Raghavan and Schütze: seventeen points of three classes in three clusters.

    20 of the 40 pairs in a cluster and of the 44 pairs of a class agree; 5 + 4 + 3 points are of the largest class.
    """
    found = np.repeat([0, 1, 2], [6, 6, 5])
    classes = np.array([*"xxxxxo", *"xooood", *"xxddd"])
    numbers = np.unique(classes, return_inverse=True)[1]

    score = score_clusters(found, numbers)

    assert score.precision == pytest.approx(20 / 40)
    assert score.recall == pytest.approx(20 / 44)
    assert score.f1 == pytest.approx(2 * 20 / (40 + 44))
    assert score.purity == pytest.approx(12 / 17)
    assert score.n_pages == 17


def test_the_entropy_of_a_cluster_is_a_share_of_the_largest():
    """Four pages half and half of two classes have entropy 1, two of one class 0: 4 / 6 over all."""
    score = score_clusters(np.array([0, 0, 0, 0, 1, 1]), np.array([0, 0, 1, 1, 1, 1]))

    assert score.entropy == pytest.approx(4 / 6)


def test_all_in_one_and_all_apart():
    classes = np.array([0, 0, 1, 1])

    one, apart = score_clusters(np.zeros(4, int), classes), score_clusters(np.arange(4), classes)

    assert (one.precision, one.recall, one.purity, one.entropy) == (pytest.approx(2 / 6), 1, 0.5, 1)
    assert (apart.precision, apart.recall, apart.purity, apart.entropy) == (1, 0, 1, 0)


def test_nothing_to_compare():
    score = score_clusters(np.zeros(0, int), np.zeros(0, int))

    assert (score.precision, score.recall, score.purity, score.entropy, score.n_pages) == (1, 1, 1, 0, 0)


@given(LABELS)
def test_pairs_are_those_of_the_definition(labels):
    found, classes = (np.array(column) for column in zip(*labels, strict=True))
    pairs = [(i, j) for i in range(len(labels)) for j in range(i)]
    same = [(found[i] == found[j], classes[i] == classes[j]) for i, j in pairs]
    both, in_found, in_classes = (
        sum(a and b for a, b in same),
        sum(a for a, _ in same),
        sum(b for _, b in same),
    )

    score = score_clusters(found, classes)

    assert score.precision == pytest.approx(both / in_found if in_found else 1)
    assert score.recall == pytest.approx(both / in_classes if in_classes else 1)
    assert 0 <= score.entropy <= 1 + 1e-12
    assert score.purity >= max(np.bincount(classes)) / len(classes) - 1e-12

"""Layouts."""

import numpy as np

from sitegrain.sites.layouts import cluster, nearest


def frame(*places):
    return np.array(places, np.int32)


def test_similarity_is_the_share_of_common_places():
    assert nearest(frame(1, 2, 3), [frame(7), frame(2, 3, 4), frame(2, 3, 5)]) == (0.5, 1)
    assert nearest(frame(), [frame(1), frame()]) == (1, 1)


def test_a_page_joins_the_most_similar_leader_or_leads_a_layout_of_its_own():
    """{1 2 3 4} to {1 2 3}: 3/4, joins; {7 8}: nothing in common, leads; {1 2 7 8}: 2/5 and 2/4, leads as well."""
    frames = [frame(1, 2, 3), frame(1, 2, 3, 4), frame(7, 8), frame(1, 2, 7, 8)]

    leaders, layouts = cluster(frames)

    assert layouts == [0, 0, 1, 2]
    assert [leader.tolist() for leader in leaders] == [[1, 2, 3], [7, 8], [1, 2, 7, 8]]


def test_without_layouts_nothing_is_near():
    assert nearest(frame(1), []) == (0.0, -1)

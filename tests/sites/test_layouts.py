"""Layouts."""

from sitegrain.sites.layouts import cluster, nearest, similarity


def test_similarity_is_the_share_of_common_places():
    assert similarity(frozenset({1, 2, 3}), frozenset({2, 3, 4})) == 0.5
    assert similarity(frozenset(), frozenset()) == 1


def test_a_page_joins_the_most_similar_leader_or_leads_a_layout_of_its_own():
    """{1 2 3 4} to {1 2 3}: 3/4, joins; {7 8}: nothing in common, leads; {1 2 7 8}: 2/5 and 2/4, leads as well."""
    frames = [frozenset(s) for s in ({1, 2, 3}, {1, 2, 3, 4}, {7, 8}, {1, 2, 7, 8})]

    leaders, layouts = cluster(frames)

    assert layouts == [0, 0, 1, 2]
    assert leaders == [frames[0], frames[2], frames[3]]


def test_without_layouts_nothing_is_near():
    assert nearest(frozenset({1}), []) == (0.0, -1)

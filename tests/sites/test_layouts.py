"""Layouts."""

import numpy as np
import pytest

from sitegrain.measures import score_partitions
from sitegrain.pages.parse import parse
from sitegrain.sites.keys import NodeKeys
from sitegrain.sites.layouts import cluster, lead, link_averages, nearest
from sitegrain.sites.tree import SiteTree
from tests.synthetic.presets import blog_site, docs_site, forum_site, news_site, redesign_site, shop_site
from tests.synthetic.site import generate


def layouts_of(pages):
    """The layout of each page, found from their places in one tree."""
    parsed = [parse(html) for html in pages]
    tree = SiteTree(NodeKeys.learn(parsed))
    return cluster([tree.insert(page) for page in parsed], tree)


def frame(*places):
    return np.array(places, np.int32)


def test_similarity_is_the_share_of_common_places():
    assert nearest(frame(1, 2, 3), [frame(7), frame(2, 3, 4), frame(2, 3, 5)]) == (0.5, 1)
    assert nearest(frame(), [frame(1), frame()]) == (1, 1)


def test_groups_are_joined_by_their_mean_similarity():
    """0 and 1 join at .9; 2 is .8 and .3 from them, mean .55; 3 is .6, .6 and .1 from 0, 1, 2, mean .43."""
    similarities = np.array([[1, 0.9, 0.8, 0.6], [0.9, 1, 0.3, 0.6], [0.8, 0.3, 1, 0.1], [0.6, 0.6, 0.1, 1]])

    assert link_averages(similarities, 0.95) == [0, 1, 2, 3]
    assert link_averages(similarities, 0.7) == [0, 0, 1, 2]
    assert link_averages(similarities, 0.56) == [0, 0, 1, 0]  # the mean of .6 and .6 comes before .55
    assert link_averages(similarities, 0.3) == [0, 0, 0, 0]
    assert link_averages(np.ones((1, 1)), 0.5) == [0]


def test_the_leader_is_the_frame_most_like_the_others():
    """{1 2 3}: 2/3 + 3/4; {1 2}: 2/3 + 1/2; {1 2 3 4}: 3/4 + 1/2."""
    frames = [frame(1, 2), frame(1, 2, 3, 4), frame(1, 2, 3), frame(7)]

    assert [leader.tolist() for leader in lead(frames, [0, 0, 0, 1])] == [[1, 2, 3], [7]]
    assert lead([], []) == []


def test_without_layouts_nothing_is_near():
    assert nearest(frame(1), []) == (0.0, -1)


def test_a_class_of_the_moment_near_the_root_does_not_make_a_layout():
    inner = "".join(f"<div class={{0}}-{letter}><b>a</b><p>b</div>" for letter in "abcdef")
    question, users = (
        f"<div class='{{}}' id=content><div class={name}>{inner.format(name)}</div></div>"
        for name in ("question", "users")
    )
    pages = [
        f"<div class=top>menu</div>{body.format('narrow wide'.split()[i % 2])}"
        for body in (question, users)
        for i in range(6)
    ]

    assert layouts_of(pages) == [0] * 6 + [1] * 6


def test_pages_that_share_nearly_everything_are_one_layout():
    shared = "".join(f"<div class=block-{letter}>text</div>" for letter in "abcdefghijklmnop")
    pages = [shared + f"<div class=promo-{'xyz'[i % 3]}>more</div>" * (i % 4) for i in range(9)]

    assert set(layouts_of(pages)) == {0}


@pytest.mark.parametrize("preset", [blog_site, docs_site, forum_site, news_site, redesign_site, shop_site])
@pytest.mark.parametrize("seed", [2, 3])
def test_layouts_of_synthetic_sites(preset, seed):
    site = generate(preset(40, seed))
    names = [f"{page.layout.split('/')[0]} {page.kind}" for page in site.pages]

    found = layouts_of([page.html for page in site.pages])

    numbers = np.array([sorted(set(names)).index(name) for name in names])
    assert score_partitions(np.array(found), numbers).ari >= 0.85

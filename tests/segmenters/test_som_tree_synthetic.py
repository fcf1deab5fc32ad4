"""The forms of SomTree against each other on synthetic sites, by adjusted Rand with the gold blocks."""

from functools import cache

import numpy as np
import pytest

from benchmarks.reproduce.synthetic import gold_pages, score_site
from sitegrain.segmenters import BlockFusion, SomTree
from tests.synthetic import PRESETS, SiteSpec

pages_of = cache(lambda spec: list(gold_pages(spec)))


def score(make, specs):
    """Mean adjusted Rand over the pages, and over the sites."""
    return np.mean([np.mean([one.ari for one in score_site(make(), pages_of(spec))]) for spec in specs])


@pytest.mark.parametrize("name", PRESETS)
def test_keys_of_the_product_are_at_least_as_good_as_published_and_that_as_block_fusion(name):
    """On a site of each kind; those of 60 pages in docs/results/som_fusion.md agree."""
    specs = [PRESETS[name](24, 1)]

    ours, published, fused = (score(make, specs) for make in (SomTree, SomTree.as_published, BlockFusion.as_published))

    assert ours >= published >= fused
    assert ours > 0.9


@pytest.mark.parametrize("share", [0.1, 0.3, 0.6])
def test_aligned_siblings_are_at_least_as_good_as_ordinals_without_names(share):
    specs = [SiteSpec(24, seed, names="none", optional_siblings=share) for seed in (1, 2)]

    published, aligned = (score(make, specs) for make in (SomTree.as_published, lambda: SomTree(siblings="aligned")))

    assert aligned >= published


def test_aligned_siblings_are_at_least_as_good_as_ordinals_on_the_nameless_preset():
    specs = [PRESETS["nameless"](24, seed) for seed in (1, 2)]

    published, aligned = (score(make, specs) for make in (SomTree.as_published, lambda: SomTree(siblings="aligned")))

    assert aligned >= published

"""The forms of SomTree against each other on synthetic sites, by adjusted Rand with the gold blocks."""

from collections import Counter
from functools import cache
from math import comb

import pytest

from sitegrain.pages.parse import parse
from sitegrain.pages.tokens import tokenize
from sitegrain.segmenters import SomTree
from tests.synthetic import PRESETS, SiteSpec, generate


def adjusted_rand(first, second):
    """Of two lists of block numbers, by pairs of equal numbers."""
    pairs = sum(comb(n, 2) for n in Counter(zip(first, second, strict=True)).values())
    a, b = (sum(comb(n, 2) for n in Counter(ids).values()) for ids in (first, second))
    expected = a * b / comb(len(first), 2)
    return 1.0 if a + b == 2 * expected else (pairs - expected) / ((a + b) / 2 - expected)


@cache
def pages_and_gold(spec):
    """The pages whose tokens are those of their gold, and the number of the gold block of each token."""
    found = []
    for page in generate(spec).pages:
        blocks = [(block.number, tokenize(block.text)) for block in page.blocks]
        parsed = parse(page.html)
        if len(parsed.tokens) > 1 and parsed.tokens == [token for _, tokens in blocks for token in tokens]:
            found.append((parsed, [number for number, tokens in blocks for _ in tokens]))
    return found


def score(model, spec):
    """Mean adjusted Rand over the pages."""
    pages = pages_and_gold(spec)
    model.fit(page for page, _ in pages)
    return sum(adjusted_rand(model.segment(page).block_ids.tolist(), gold) for page, gold in pages) / len(pages)


def test_the_naive_adjusted_rand_is_that_of_the_table():
    """Methods F.3: two blocks merged 0.4828, one split 0.7458."""
    reference = [0, 0, 0, 1, 1, 1, 1, 2, 2, 2]

    assert adjusted_rand(reference, [0, 0, 0, 1, 1, 1, 1, 1, 1, 1]) == pytest.approx(0.4828, abs=1e-4)
    assert adjusted_rand(reference, [0, 0, 0, 1, 1, 2, 2, 3, 3, 3]) == pytest.approx(0.7458, abs=1e-4)


@pytest.mark.parametrize("name", PRESETS)
def test_keys_of_the_product_are_at_least_as_good_as_published(name):
    """Over two sites of each kind; the ones of 40 pages in docs/methods/som-tree.md agree."""
    specs = [PRESETS[name](30, seed) for seed in (1, 2)]

    published, repaired = (sum(score(form(), spec) for spec in specs) / 2 for form in (SomTree.as_published, SomTree))

    assert repaired >= published
    assert repaired > 0.9


@pytest.mark.parametrize("share", [0.1, 0.3, 0.6])
def test_aligned_siblings_are_at_least_as_good_as_ordinals_without_names(share):
    specs = [SiteSpec(30, seed, names="none", optional_siblings=share) for seed in (1, 2, 3)]

    published, aligned = (
        sum(score(form, spec) for spec in specs) / 3 for form in (SomTree.as_published(), SomTree(siblings="aligned"))
    )

    assert aligned >= published

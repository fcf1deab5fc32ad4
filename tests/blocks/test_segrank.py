"""Importance of block classes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitegrain.blocks.segrank import rank_classes

NAV, TITLE, BODY = 0, 1, 2
PAGES = [
    {NAV: ["home", "news", "contact"], TITLE: ["bridge", "vote"], BODY: "the bridge vote passed today".split()},
    {NAV: ["home", "news", "contact"], TITLE: ["storm", "warning"], BODY: "a storm warning for coast".split()},
    {NAV: ["home", "news", "contact"], TITLE: ["cup", "final"], BODY: "the cup final ends today".split()},
]


def test_the_worked_example_of_the_method():
    """Three pages with a constant menu, a title and a body that takes up the title's words."""
    importance = rank_classes(PAGES, 3, min_blocks=2)

    assert importance.n_blocks.tolist() == [3, 3, 3]
    assert importance.aicf == pytest.approx([0, 1.0986, 0.9920], abs=1e-4)
    assert importance.spread == pytest.approx([0.3333, 0.6667, 0.4667], abs=1e-4)
    assert importance.importance == pytest.approx([0, 0.7324, 0.4629], abs=1e-4)
    assert importance.weights == pytest.approx([0, 1.9379, 1.2248], abs=1e-4)


def test_a_class_of_too_few_blocks_gets_the_back_off_weight():
    importance = rank_classes([*PAGES, {3: ["lonely"]}], 4, min_blocks=2)

    assert importance.importance[3] == 0
    assert importance.weights[3] == 1


def test_blocks_without_terms_are_not_counted():
    importance = rank_classes([{0: ["a"], 1: []}, {0: ["b"], 1: []}], 2, min_blocks=2)

    assert importance.n_blocks.tolist() == [2, 0]
    assert importance.spread[0] == 1


def test_identical_blocks_only_weigh_the_same():
    assert rank_classes([{0: ["a"]}, {0: ["a"]}], 1, min_blocks=2).weights.tolist() == [1]


def test_the_order_of_the_terms_changes_no_digit():
    """A set of words has another order in every process."""
    pages = [{0: [f"w{n}" for n in range(i, 7 * i)]} for i in range(1, 12)]
    turned = [{0: tokens[::-1]} for page in pages[::-1] for tokens in page.values()]

    assert rank_classes(pages, 1, min_blocks=2).aicf[0] == rank_classes(turned, 1, min_blocks=2).aicf[0]


_WORDS = st.lists(st.sampled_from("abcde"), max_size=6)


@given(st.lists(st.dictionaries(st.integers(0, 3), _WORDS, max_size=4), min_size=1, max_size=6))
def test_weights_are_never_negative_and_their_mean_over_the_supported_tokens_is_one(pages):
    importance = rank_classes(pages, 4, min_blocks=2)
    tokens = [sum(len(page.get(c, [])) for page in pages) if importance.n_blocks[c] >= 2 else 0 for c in range(4)]

    assert (importance.weights >= 0).all()
    if sum(tokens):
        assert sum(w * n for w, n in zip(importance.weights, tokens, strict=True)) == pytest.approx(sum(tokens))

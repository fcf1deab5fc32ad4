"""StyleTree: the worked example of methods.md C.4, and its claims on synthetic sites."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings

from benchmarks.reproduce.synthetic import gold_pages
from sitegrain.errors import FitError, UsageError
from sitegrain.pages.parse import parse
from sitegrain.pages.tokens import tokenize
from sitegrain.segmenters import StyleTree
from sitegrain.segmenters.style_tree.importance import inner_importance, leaf_importance, node_importance, shrink
from tests.kernel.soup import SOUP
from tests.synthetic.presets import blog_site, news_site


def page(words, extra=""):
    return f"<body><ul>home news contact</ul><div>{words}</div>{extra}<small>copyright acme</small></body>"


THREE = [page("bridge vote passed"), page("storm warning coast"), page("cup final ends")]


def importance(pages, **options):
    """Key and importance of the element nodes, in the order in which they were made."""
    segmenter = StyleTree(**options).fit(pages)
    elements = zip(segmenter.tree_.elements, segmenter.importance_, strict=True)
    return [(element.key, element.n_pages, round(value, 4)) for element, value in elements][1:]


def test_importance_of_three_pages():
    assert importance(THREE, style="sequence") == [("body", 3, 0.3), ("ul", 3, 0), ("div", 3, 1), ("small", 3, 0)]


def test_one_optional_sibling_makes_a_menu_important_as_published():
    found = importance([*THREE, page("rain today again", "<img src=x>")], style="sequence")

    assert found[0] == ("body", 4, 0.4821)
    assert found[1:4] == [("ul", 3, 0), ("div", 3, 1), ("small", 3, 0)]
    assert found[4:] == [("ul", 1, 1), ("div", 1, 1), ("img", 1, 1), ("small", 1, 1)]


def test_with_slots_it_does_not():
    pages = [*THREE, page("rain today again", "<p>Extra words</p>")]

    found = {key: (n, value) for key, n, value in importance(pages)}

    assert found["ul"] == (4, 0)
    assert found["small"] == (4, 0)
    assert found["div"] == (4, 1)


def test_the_formulas():
    assert node_importance(4, [3, 1]) == pytest.approx(0.4056, abs=1e-4)
    assert node_importance(1, [1]) == 1
    assert node_importance(5, [5]) == 0
    assert inner_importance(3, [(3, 1 / 3)]) == pytest.approx(0.9 * 1 / 3)
    assert leaf_importance(3, {"a": [1, 1, 1], "b": [1]}) == pytest.approx(0.5)
    assert leaf_importance(3, {}) == 0
    assert leaf_importance(1, {"a": [2]}) == 1
    assert shrink(1.0, 1, 0.2) == pytest.approx(0.4)


def test_noise_is_removed_and_the_rest_kept():
    for style in ("sequence", "aligned"):
        segmenter = StyleTree(threshold=0.2, style=style).fit(THREE)
        found = segmenter.segment(THREE[0])

        assert [found.tokens[block.spans[0][0]] for block in found.blocks] == ["home", "bridge", "copyright"]
        assert (found.weights > 0).tolist() == [False] * 3 + [True] * 3 + [False] * 2
        assert segmenter.is_content(THREE[1]).sum() == 3


def test_the_mean_weight_of_a_site_is_one():
    segmenter = StyleTree().fit(THREE)

    assert np.concatenate([segmenter.segment(one).weights for one in THREE]).mean() == pytest.approx(1)


def test_a_presentation_that_was_not_seen_is_content():
    segmenter = StyleTree(threshold=0.2, style="sequence").fit(THREE)

    found = segmenter.segment("<body><table><tr><td>new things</table></body>")

    assert (found.weights > 0).all()


def test_numbers_and_links_are_features():
    pages = [
        f"<p>Updated {n} times</p><div><a href=/{word}>more</a></div><h1>{word}</h1>" for n, word in enumerate("abcd")
    ]

    found = {key: value for key, _, value in importance(pages)}

    assert found["p"] == 0
    assert found["div"] > 0.3


def test_bad_uses():
    with pytest.raises(FitError, match="StyleTree learns from at least 2 pages"):
        StyleTree().fit(["<p>a"])
    with pytest.raises(FitError, match="call fit first"):
        StyleTree().segment("<p>a")
    with pytest.raises(UsageError, match="threshold must be between 0 and 1, or gap, got 2"):
        StyleTree(threshold=2)
    with pytest.raises(UsageError, match="style must be aligned or sequence"):
        StyleTree(style="x")
    assert StyleTree().fit(THREE).segment("<img>").reason == "no text on the page"


def test_deep_pages():
    deep = "<div>" * 20_000 + "text"

    for style in ("sequence", "aligned"):
        assert len(StyleTree(style=style).fit([deep, deep]).segment(deep).blocks) == 1


@settings(max_examples=60, deadline=None)
@given(SOUP, SOUP)
def test_every_token_of_any_page_has_a_block_and_a_weight(first, second):
    pages = [parse("<p>x" + html) for html in (first, second)]
    for style in ("sequence", "aligned"):
        segmenter = StyleTree(style=style).fit(pages)
        for one in pages:
            found = segmenter.segment(one)
            assert (found.block_ids >= 0).all()
            assert (found.weights >= 0).all()


def template_f1(segmenter, pages):
    """F1 of the template tokens over a site."""
    segmenter.fit([one.page for one in pages])
    found = np.concatenate([segmenter.segment(one.page).weights == 0 for one in pages])
    gold = np.concatenate(
        [
            np.array([block.is_template for block in one.gold.blocks for _ in tokenize(block.text)], bool)
            for one in pages
        ]
    )
    return 2 * (found & gold).sum() / max(found.sum() + gold.sum(), 1)


@pytest.mark.parametrize("preset", [news_site, blog_site])
def test_slots_are_above_sequences_where_siblings_are_optional(preset):
    pages = list(gold_pages(replace(preset(30, 4), optional_siblings=0.5)))

    slots, sequences = template_f1(StyleTree(), pages), template_f1(StyleTree(style="sequence"), pages)

    assert slots > sequences + 0.1

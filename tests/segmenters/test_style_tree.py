"""StyleTree: the worked example of methods.md C.4, and its claims on synthetic sites."""

import math
import time
from dataclasses import replace
from functools import partial
from timeit import repeat

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.reproduce.synthetic import gold_pages
from sitegrain.errors import FitError, UsageError
from sitegrain.pages.parse import parse
from sitegrain.pages.tokens import tokenize
from sitegrain.segmenters import StyleTree
from sitegrain.segmenters.style_tree.importance import (
    gap_threshold,
    inner_importance,
    leaf_importance,
    node_importance,
    shrink,
)
from tests.kernel.soup import SOUP
from tests.synthetic.presets import PRESETS


def page(words, extra=""):
    return f"<body><ul>home news contact</ul><div>{words}</div>{extra}<small>copyright acme</small></body>"


THREE = [page("bridge vote passed"), page("storm warning coast"), page("cup final ends")]


def importance(pages, **options):
    """Key, pages and importance of the element nodes, in the order in which they were made."""
    segmenter = StyleTree(**options).fit(pages)
    rows = zip(segmenter.places_.keys, segmenter.elements_.n_pages.tolist(), segmenter.importance_, strict=True)
    return [(key, n, round(float(value), 4)) for key, n, value in rows][1:]


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
    assert found["#text"] == (4, 0)  # <small> is inline: its text stands beside the blocks of body
    assert found["div"] == (4, 1)


def test_one_optional_sibling_makes_a_style():
    """methods.md C.4: NodeImp of body 0.4056 with the fourth page, of 3 and 1."""
    segmenter = StyleTree(style="sequence").fit([*THREE, page("rain today again", "<img src=x>")])

    assert sorted(segmenter.elements_.styles[1].values()) == [1, 3]
    assert node_importance(4, [3, 1]) == pytest.approx(0.4056, abs=1e-4)


def leaf(n_pages, features):
    """Importance of one leaf; features: counts of each on the pages that have it."""
    rows = [(f, p) for f, counts in enumerate(features) for p, n in enumerate(counts) for _ in range(n)]
    values, pages = np.array(rows, int).reshape(-1, 2).T
    return leaf_importance(np.zeros(len(rows), np.int32), values.astype(np.uint64), pages, np.array([n_pages]))[0]


def naive_leaf(n_pages, features):
    if n_pages == 1:
        return 1.0
    entropies = [-sum(n / sum(own) * math.log(n / sum(own), n_pages) for n in own if n) for own in features]
    return 1 - sum(entropies) / len(entropies)


def test_the_formulas():
    assert node_importance(1, [1]) == 1
    assert node_importance(5, [5]) == 0
    assert inner_importance(3, [3], 1 / 3) == pytest.approx(0.9 * 1 / 3)
    assert leaf(3, [[1, 1, 1], [1]]) == pytest.approx(0.5)
    assert leaf(3, []) == 0
    assert leaf(1, [[2]]) == 1
    assert shrink(np.array([0.2, 1.0]), np.array([9, 1]), np.array([-1, 0])).tolist() == pytest.approx([0.2, 0.4])


@given(st.lists(st.lists(st.integers(0, 3), min_size=5, max_size=5).filter(any), min_size=1, max_size=5))
def test_leaves_weigh_as_by_the_formula(features):
    assert leaf(5, features) == pytest.approx(naive_leaf(5, features))


def test_text_beside_children_is_a_leaf_of_its_own():
    """The div has a list on three pages, and words that vary on the other three."""
    words = ["bridge vote", "storm coast", "cup final"]
    pages = [f"<div class=a><ul><li>home<li>news</ul></div><p>{w}" for w in words]
    pages += [f"<div class=a>{w}</div><p>{w}" for w in words]
    segmenter = StyleTree(threshold=0.2).fit(pages)

    assert segmenter.is_content(pages[0]).tolist() == [False, False, True, True]
    assert segmenter.is_content(pages[3]).all()


def test_flowing_text_is_one_leaf():
    flows = ["<p>{0}<h2>{1}</h2><p>{2}", "<h2>{1}</h2><p>{2}<ul><li>{0}<li>{1}</ul><h2>{0}</h2>"]
    pages = [
        f"<div class=menu>home news</div><main>{flows[i % 2].format(f'a{c}', f'b{c}', f'c{c}')}</main>"
        for i, c in enumerate("qwertz")
    ]
    segmenter = StyleTree().fit(pages)

    assert [block.label for block in segmenter.segment(pages[1]).blocks] == ["body > div.menu", "body > main"]
    new = segmenter.segment(pages[0].replace("</main>", "<table><td>new</table></main>"))
    assert [block.label for block in new.blocks] == ["body > div.menu", "body > main"]


def test_images_count_by_the_names_of_their_files():
    def shown(name):
        return f"<ul>home</ul><div><a href=/x><img src=/{name}-300x200.jpg> a picture</a></div>"

    same, other = (StyleTree().fit([shown(name) for name in names]) for names in (["owl"] * 3, ["owl", "fox", "elk"]))

    assert not same.is_content(shown("owl")).any()
    assert other.is_content(shown("owl")).tolist() == [False, True, True]  # one of four features tells the pages apart


def test_gap_is_the_middle_of_the_largest_gap():
    assert gap_threshold([0, 0.5]) == pytest.approx(0.275)
    segmenter = StyleTree(threshold="gap").fit(THREE)
    assert segmenter.threshold_ == pytest.approx(0.325)  # leaves of 0 and 1 alone


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
    found = np.concatenate([~segmenter.is_content(one.page) for one in pages])
    gold = np.concatenate(
        [
            np.array([block.is_template for block in one.gold.blocks for _ in tokenize(block.text)], bool)
            for one in pages
        ]
    )
    return 2 * (found & gold).sum() / max(found.sum() + gold.sum(), 1)


@pytest.mark.parametrize("preset", [name for name in PRESETS if name != "multilingual"])
def test_places_are_above_sequences_where_siblings_are_optional(preset):
    """Not where each of several languages has menus of its own: few of their words are the template of either."""
    pages = list(gold_pages(replace(PRESETS[preset](30, 4), optional_siblings=0.5)))

    places, sequences = template_f1(StyleTree(), pages), template_f1(StyleTree(style="sequence"), pages)

    assert places > sequences


def test_large_sites_are_sampled():
    pages = [page(f"words of {'abcdefgh'[i % 8]} {'stuvwxyz'[i // 8]}") for i in range(64)]

    segmenter = StyleTree().fit(pages, max_pages=10)

    assert segmenter.n_pages_ == 10
    assert segmenter.segment(pages[0]).blocks == StyleTree().fit(reversed(pages), max_pages=10).segment(pages[0]).blocks
    with pytest.raises(FitError, match="learns from at least 2 pages with different text, got 1 of 20 shown"):
        StyleTree().fit([pages[0]] * 20, max_pages=10)
    with pytest.raises(UsageError, match="StyleTree learns from at least 2 pages, got max_pages 1"):
        StyleTree().fit(pages, max_pages=1)


@pytest.mark.parametrize("style", ["aligned", "sequence"])
def test_wide_pages_take_time_in_proportion(style):
    item = "<div><p>a</div><div><pre>b</pre><p>c</div><p class=k{}>d</p><article>e</article>"
    seconds = []
    for n_items in (1000, 4000):
        pages = [parse("".join(item.format(i) for i in range(n_items)))] * 2
        work = partial(_fit_and_segment, StyleTree(style=style), pages)
        seconds.append(min(repeat(work, number=1, repeat=3, timer=time.process_time)))

    assert seconds[1] < 10 * seconds[0]


def _fit_and_segment(segmenter, pages):
    segmenter.fit(pages).segment(pages[0])

"""Block Fusion: the worked example of methods.md E.4, densities by hand, and any page."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings

from benchmarks.reproduce.synthetic import gold_pages, score_site
from sitegrain.errors import UsageError
from sitegrain.pages.parse import parse
from sitegrain.segmenters import BlockFusion, SomTree
from sitegrain.segmenters.block_fusion.content import is_content
from sitegrain.segmenters.block_fusion.lines import Lines
from tests.kernel.soup import SOUP
from tests.synthetic.presets import blog_site, news_site

P1 = (
    "The council voted on Tuesday to rebuild the old harbour bridge after a long public debate about its cost and its "
    "effect on local trade and traffic in the region around the river."
)
P2 = (
    "Construction of the new harbour bridge is expected to begin in the spring of next year and the council said that "
    "it would take nearly two years until the first cars can cross again."
)
PAGE = (
    "<ul><li><a>Home</a></li><li><a>News</a></li><li><a>Sports</a></li></ul><h1>Harbour bridge to be rebuilt</h1>"
    f"<p>{P1}</p><p>By staff <b>writer</b></p><p>{P2}</p><div>Contact</div><div>Imprint</div>"
)


def blocks(segmenter, html=PAGE):
    """First two words and density of each block."""
    page = parse(html)
    found = segmenter.blocks(page)
    bounds = itertools.pairwise(found.token_bounds.tolist())
    starts = (" ".join(page.tokens[a:b][:2]) for a, b in bounds)
    return [(start, round(density, 2)) for start, density in zip(starts, found.densities.tolist(), strict=True)]


@pytest.mark.parametrize("variant", ["plain", "smoothed"])
def test_inline_tags_keep_texts_apart(variant):
    assert blocks(BlockFusion.as_published(variant=variant)) == [
        ("home news", 1.0),
        ("harbour bridge", 5.0),
        ("the council", 14.5),
        ("by staff", 2.0),
        ("writer", 1.0),
        ("construction of", 14.5),
        ("contact imprint", 1.0),
    ]


def test_rules_join_what_inline_tags_part_and_smooth_over_a_byline():
    """(29 + 3 + 29) words in 2 + 1 + 2 lines."""
    assert blocks(BlockFusion.as_published()) == [
        ("home news", 1.0),
        ("harbour bridge", 5.0),
        ("the council", 12.2),
        ("contact imprint", 1.0),
    ]


def test_wrapping_again_makes_a_menu_denser_with_every_word():
    assert blocks(BlockFusion(density="rewrap"))[:2] == [("home news", 2.0), ("sports", 1.0)]


def test_lines_of_eighty_columns():
    lines = Lines([P1, P2], [False, False], 80)

    assert [lines.wrap(a, b) for a, b in itertools.pairwise(lines.bounds)] == [(29.0, 2), (29.0, 2)]
    assert Lines(["one two three"], [False], 80).wrap(0, 3) == (3.0, 1)
    assert Lines(["- one | two"], [False], 80).wrap(0, 2) == (2.0, 1)  # separators are no words


def test_code_is_wrapped_where_its_lines_end_and_cjk_counts_half():
    assert Lines(["a b\nc d e\nf"], [True], 80).wrap(0, 6) == (5.0, 2)
    assert Lines(["東京都庁"], [False], 80).wrap(0, 2) == (2.0, 1)


def test_content_by_the_densities_of_neighbours():
    densities, links = np.array([1.0, 12.0, 3.0, 14.0, 1.0]), np.array([1.0, 0, 0, 0, 0.9])

    assert is_content(densities, links).tolist() == [False, False, True, True, False]
    assert is_content(np.zeros(0), np.zeros(0)).tolist() == []


def test_parameters_are_checked():
    for wrong, message in (
        ({"variant": "x"}, "variant must be one of"),
        ({"density": "x"}, "density must be one of"),
        ({"theta": 2}, "theta must be in"),
        ({"columns": 0}, "columns must be at least 1"),
    ):
        with pytest.raises(UsageError, match=message):
            BlockFusion(**wrong)
    assert BlockFusion().segment("<img>").reason == "the page has no text"


@pytest.mark.parametrize("preset", [blog_site, news_site])
def test_a_site_says_more_than_the_density_of_a_page(preset):
    pages = list(gold_pages(preset(15, 3)))

    fusion, som = (
        np.mean([score.ari for score in score_site(make(), pages)]) for make in (BlockFusion.as_published, SomTree)
    )

    assert som > fusion + 0.2


@settings(max_examples=100, deadline=None)
@given(SOUP)
def test_the_blocks_of_any_page_are_stretches_that_cover_it(html):
    for variant in ("plain", "rulebased"):
        found = BlockFusion(variant=variant).segment(parse("<p>x" + html))
        assert (np.diff(found.block_ids) >= 0).all()
        assert (found.block_ids >= 0).all()


def test_large_pages():
    for html in ("<p>word " * 30_000, "<div>" * 50_000 + "text", "<p>a <b>long</b> text " * 10_000):
        assert BlockFusion().segment(html).blocks

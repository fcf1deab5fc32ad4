"""ContentDistance."""

import pytest
from hypothesis import given, settings

from sitegrain.errors import UsageError
from sitegrain.pages.parse import parse
from sitegrain.segmenters import ContentDistance
from tests.kernel.soup import SOUP


def test_distances_of_neighbours_by_hand():
    """A tag k levels below what both share costs 1 / (1 + k): </p><p> is 1/2 + 1/2; </p></div><div><p> is 5/6 twice."""
    found = ContentDistance().distances("<div><p>one</p><p>two</p></div><div><p>three</p></div>")

    assert found.tolist() == pytest.approx([1.0, 2 * (1 / 2 + 1 / 3)])


def test_an_image_is_a_piece_without_words():
    found = ContentDistance().distances("<p>one <img> two</p>")

    assert found.tolist() == pytest.approx([0.5, 0.5])


def test_a_page_is_cut_where_the_distance_is_large():
    page = parse("<section><p>a b<p>c d<p>e f</section><section><div><p>g h<p>i j</div></section>")

    found = ContentDistance(max_words=6, by_layout=False).segment(page)

    assert [block.spans for block in found.blocks] == [((0, 6),), ((6, 10),)]


def test_layout_elements_cut_what_is_too_large():
    page = parse("<div><div>a b c</div><div>d e f</div></div>")

    assert len(ContentDistance(max_words=4).segment(page).blocks) == 2
    assert len(ContentDistance(max_words=9).segment(page).blocks) == 1


def test_parameters_are_checked():
    with pytest.raises(UsageError, match="max_words must be at least 1, got 0"):
        ContentDistance(max_words=0)
    with pytest.raises(UsageError, match="spread must be at least 0"):
        ContentDistance(spread=-1)
    assert ContentDistance().segment("<img>").reason == "the page has no text"


@settings(max_examples=100, deadline=None)
@given(SOUP)
def test_the_blocks_of_any_page_are_stretches_that_cover_it(html):
    found = ContentDistance(max_words=3).segment(parse("<p>x" + html))

    assert (found.block_ids >= 0).all()
    assert all(len(block.spans) == 1 for block in found.blocks)


def test_large_pages():
    for html in ("<p>word " * 30_000, "<div>" * 50_000 + "text" + "</div>" * 50_000 + "more"):
        assert ContentDistance().segment(html).blocks

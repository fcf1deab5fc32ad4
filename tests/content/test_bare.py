import numpy as np

from sitegrain.content.features.bare import BARE_NAMES, fill_bare
from sitegrain.pages.parse import parse
from sitegrain.pages.shape import shape_of

PROSE = "word " * 20
PAGE = (
    f"<body><ul><li><a href=/a>one two</a></li><li><a href=/b>three</a> x</li></ul>"
    f"<div><p>{PROSE}</p><div class=s><h3>More</h3><a href=/c>four five six</a></div></div></body>"
)


def bare_blocks(page):
    return fill_bare(page, shape_of(page), np.empty((len(BARE_NAMES), page.n_units)), 0)


def test_the_largest_block_without_running_text_is_found():
    page = parse(PAGE)
    blocks = bare_blocks(page)

    assert page.unit_texts[:2] == ["one two", "three x"]
    assert [page.tags[b] if b >= 0 else None for b in blocks.tolist()] == ["ul", "ul", None, "div", "div"]
    assert blocks[3] == blocks[4]


def test_its_words_units_and_links_are_told():
    page = parse(PAGE)
    matrix = np.empty((len(BARE_NAMES), page.n_units))
    blocks = fill_bare(page, shape_of(page), matrix, 0)
    columns = dict(zip(BARE_NAMES, matrix, strict=True))

    assert blocks.tolist() == bare_blocks(page).tolist()
    assert columns["bare_words"].tolist() == [4, 4, 0, 4, 4]
    assert columns["bare_units"].tolist() == [2, 2, 0, 2, 2]
    assert columns["bare_links"].tolist() == [0.75, 0.75, 0, 0.75, 0.75]
    assert columns["bare_steps"].tolist() == [1, 1, 8, 1, 0]
    assert columns["linked_prose"].tolist() == [0, 0, 0, 0, 0]


def test_a_page_without_text_has_no_columns_to_fill():
    assert bare_blocks(parse("<p></p>")).tolist() == []

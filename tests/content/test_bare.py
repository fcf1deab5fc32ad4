import numpy as np

from sitegrain.content.features.bare import bare_blocks, bare_features, block_means
from sitegrain.pages.parse import parse

PROSE = "word " * 20
PAGE = (
    f"<body><ul><li><a href=/a>one two</a></li><li><a href=/b>three</a> x</li></ul>"
    f"<div><p>{PROSE}</p><div class=s><h3>More</h3><a href=/c>four five six</a></div></div></body>"
)


def test_the_largest_block_without_running_text_is_found():
    page = parse(PAGE)
    blocks = bare_blocks(page)

    assert page.unit_texts[:2] == ["one two", "three x"]
    assert [page.tags[b] if b >= 0 else None for b in blocks.tolist()] == ["ul", "ul", None, "div", "div"]
    assert blocks[3] == blocks[4]


def test_its_words_units_and_links_are_told():
    page = parse(PAGE)
    blocks = bare_blocks(page)
    columns = bare_features(page, blocks)

    assert np.expm1(columns["bare_words"]).round().tolist() == [4, 4, 0, 4, 4]
    assert np.expm1(columns["bare_units"]).round().tolist() == [2, 2, 0, 2, 2]
    assert columns["bare_links"].tolist() == [0.75, 0.75, 0, 0.75, 0.75]
    assert columns["bare_steps"].tolist() == [1, 1, 8, 1, 0]
    assert columns["linked_prose"].tolist() == [0, 0, 0, 0, 0]
    means = block_means(page, blocks, np.array([1.0, 0.0, 0.5, 0.0, 1.0]))
    assert means.tolist() == [0.5, 0.5, 0.5, 0.75, 0.75]


def test_a_page_without_text_has_no_columns_to_fill():
    page = parse("<p></p>")
    columns = bare_features(page, bare_blocks(page))

    assert all(len(values) == 0 for values in columns.values())

"""The labeller, and segmentations from a number a token."""

import numpy as np

from sitegrain.blocks.labelling import Labeller, common_nodes
from sitegrain.blocks.segmentation import NO_BLOCK, Naming, from_tokens, no_blocks
from sitegrain.pages.parse import parse

PAGE = "<div class=nav><a>Home</a></div><div id=main><h1>Title</h1><p>First words<p>second</div>"


def test_a_block_is_labelled_by_the_element_around_all_of_its_text():
    page = parse(PAGE)  # home | title | first words | second

    found = Labeller().segmentation(page, np.array([3, 0, 7, 7, 7]))

    assert [block.label for block in found.blocks] == ["body > div.nav", "body > div#main > h1", "body > div#main"]
    assert [block.spans for block in found.blocks] == [((0, 1),), ((1, 2),), ((2, 5),)]
    assert found.block_ids.tolist() == [0, 1, 2, 2, 2]


def test_equal_labels_on_two_pages_are_one_class():
    pages = [parse(PAGE), parse(PAGE.replace("second", "third and last"))]

    first, second = (Labeller().segmentation(page, np.zeros(page.axis.n_tokens, int)) for page in pages)

    assert first.blocks[0].block_class == second.blocks[0].block_class
    assert first.blocks[0].label == "body"


def test_a_block_may_have_several_spans_and_a_token_no_block():
    found = from_tokens(
        list("abcdef"), np.array([4, 4, -1, 9, 4, -2]), np.ones(6), lambda number: Naming(number, f"n{number}", 2)
    )

    assert [(block.spans, block.block_class, block.support) for block in found.blocks] == [
        (((0, 2), (4, 5)), 4, 2),
        (((3, 4),), 9, 2),
    ]
    assert found.block_ids.tolist() == [0, 0, NO_BLOCK, 1, 0, NO_BLOCK]


def test_a_page_without_tokens_has_no_blocks():
    assert from_tokens([], np.zeros(0, int), np.zeros(0), lambda _: Naming(None, "")).blocks == ()
    assert no_blocks(["a"], "too short").reason == "too short"
    assert common_nodes(parse(""), np.zeros(0, int)) == {}

"""What follows from the structure of a page: bit for bit that of numpy and loops over nodes, and cases by hand."""

import pickle

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sitegrain import kernel
from sitegrain.content.features import ancestry, bare, context, readability
from sitegrain.kernel import Memo, Shape
from sitegrain.pages.elements import tag_table
from sitegrain.pages.page import BLOCK
from sitegrain.pages.parse import parse
from sitegrain.pages.shape import shape_of
from sitegrain.sites.tree import sibling_ordinals, subtree_sums
from tests.kernel import naive_shape
from tests.kernel.shapes import PAGES, assert_same, filled

EXAMPLES = settings(max_examples=150, deadline=None)


@EXAMPLES
@given(PAGES)
def test_sums_and_ordinals_are_the_naive_ones(page):
    assert subtree_sums(page, page.scores).tolist() == naive_shape.subtree_sums(page, page.scores).tolist()
    assert sibling_ordinals(page).tolist() == naive_shape.sibling_ordinals(page)


@EXAMPLES
@given(PAGES)
def test_the_marks_of_ancestors_are_the_naive_ones(page):
    n_bits = len(ancestry.BITS)
    names, bold = ancestry.NAMES, ancestry.BITS["in_bold"]
    own = page.bits[page.node_descriptors]
    around = naive_shape.inherited_bits(page, own)

    made = filled(
        page, n_bits + 2 + len(names), kernel.fill_marks, page.bits, page.run_nodes, page.unit_runs, len(names), n_bits,
        bold, 10,
    )  # fmt: skip

    wanted = {name: (around[page.unit_nodes] & ancestry.BITS[name]) > 0 for name in ancestry.BITS}
    wanted["is_bold"] = (around[page.run_nodes] & bold) > 0
    wanted["names_own"] = (own[page.unit_nodes] & naive_shape.NAME_BITS) > 0
    assert_same(made, ancestry.MARK_NAMES, wanted | naive_shape.named_features(page, own))
    bits = np.empty(page.n_nodes, np.int64)
    kernel.inherited(page.parents, page.node_descriptors, page.bits, bits)
    assert bits.tolist() == around.tolist()
    words = kernel.words_inside(page.parents, page.node_descriptors, page.bits, page.unit_nodes, page.unit_words)
    assert words == page.unit_words[around[page.unit_nodes] > 0].sum()


@EXAMPLES
@given(PAGES)
def test_tags_are_the_naive_ones(page):
    made = filled(page, 3, kernel.fill_tags, tag_table({"p": 1, "li": 2, "td": 3}), 3)

    tags = [page.tags[node] for node in page.unit_nodes]
    assert made.tolist() == [[float(tag == name) for tag in tags] for name in ("p", "li", "td")]


@EXAMPLES
@given(PAGES)
def test_sections_flow_and_containers_are_the_naive_ones(page):
    links = page.unit_link_words / np.maximum(page.unit_words, 1)
    made = np.full((len(context.CONTEXT_NAMES), page.n_units), -7.0)
    context.fill_context(page, shape_of(page), made, 0)

    wanted = naive_shape.heading_features(page) | naive_shape.prose_features(page)
    wanted |= naive_shape.link_run_features(page, links) | naive_shape.container_features(page)
    assert_same(made, context.CONTEXT_NAMES, wanted)


@EXAMPLES
@given(PAGES)
def test_votes_repeats_and_articles_are_the_naive_ones(page):
    votes = filled(page, 4, kernel.fill_votes, page.votes, 8, readability._LEAVES, 6)
    repeats = filled(page, 4, kernel.fill_repeats, page.flags, BLOCK, page.looks, readability._ITEMS, 8, 3, 6)
    articles = filled(page, 4, kernel.fill_articles, readability._ARTICLES, 10, 10)

    assert_same(votes, readability.VOTE_NAMES, naive_shape.readability_features(page))
    assert_same(repeats, readability.REPEAT_NAMES, naive_shape.repeat_features(page))
    assert_same(articles, readability.ARTICLE_NAMES, naive_shape.article_features(page))


@EXAMPLES
@given(PAGES)
def test_boxes_are_the_naive_ones(page):
    blocks = np.empty(page.n_units, np.int32)
    made = filled(page, len(bare.BARE_NAMES), kernel.fill_boxes, 15, 0.5, 8, blocks)

    assert blocks.tolist() == naive_shape.bare_blocks(page).tolist()
    assert_same(made, bare.BARE_NAMES, naive_shape.bare_features(page, blocks))


@EXAMPLES
@given(PAGES, st.integers(0, 40))
def test_windows_are_the_naive_ones(page, width):
    weights = np.maximum(page.unit_words, 0.5)
    matrix = np.stack([page.scores, page.votes, page.votes])

    kernel.fill_windows(matrix, page.unit_words, 0.5, np.array([(0, width, 1, 1), (2, 1, 2, 1)], np.int32))

    assert matrix[0].tolist() == page.scores.tolist()
    assert matrix[1].tolist() == naive_shape.window_mean(page.scores, weights, width).tolist()
    assert matrix[2].tolist() == naive_shape.window_mean(page.votes, weights, 1).tolist()


def test_sums_of_a_small_tree():
    """Node 0 holds 1 and 2, node 2 holds 3; units of 1, 2 and 4 at the nodes 1, 3 and 2."""
    sums = np.empty(4)
    ends, units = np.array([4, 2, 4, 4], np.int32), np.array([1, 3, 2], np.int32)

    kernel.sums_below(ends, units, np.array([1.0, 2.0, 4.0]), sums)

    assert sums.tolist() == [7, 1, 6, 2]


def test_like_siblings_are_counted_once_for_all_below_them():
    """Three divs of one class in <body>: every unit is in one of 3 like siblings, the second unit one step down."""
    page = parse("<div class='a b'>1 2</div><div class='a b'><p>3</div><div class='a b'>4</div><p>5")
    looks = ancestry.descriptor_facts(page)[1]

    made = filled(page, 4, kernel.fill_repeats, page.flags, BLOCK, looks, readability._ITEMS, 8, 3, 6)

    assert made.tolist() == [[3, 3, 3, 0], [0, 1, 0, 6], [2, 1, 1, 0], [0, 0, 0, 0]]


def test_a_window_of_one_unit_to_each_side_weighs_by_words():
    """(1*1 + 2*3) / 4, (1*1 + 2*3 + 5*1) / 5, (2*3 + 5*1) / 4; the first unit counts as one word. Squares likewise."""
    matrix = np.array([[1.0, 2.0, 5.0], [0, 0, 0], [0, 0, 0]])

    kernel.fill_windows(matrix, np.array([0, 3, 1], np.int32), 1.0, np.array([[0, 1, 1, 1], [0, 1, 2, 2]], np.int32))

    assert matrix[1].tolist() == [7 / 4, 12 / 5, 11 / 4]
    assert matrix[2].tolist() == [13 / 4, 38 / 5, 37 / 4]


def test_the_innermost_name_says_how_narrow_its_element_is():
    """The nav holds 10 of 40 words, so it is 3/4 narrow; the wrapper of the same name holds all."""
    page = parse(f"<div class=menu>{'a ' * 30}<p class=menu>{'b ' * 10}</p></div>")
    made = np.zeros((len(ancestry.ANCESTRY_NAMES), 2))

    ancestry.fill_ancestry(page, shape_of(page), ancestry.descriptor_facts(page)[0], made, 0)

    assert made[ancestry.ANCESTRY_NAMES.index("name_nav_narrow")].tolist() == [0, 0.75]
    assert made[ancestry.ANCESTRY_NAMES.index("tag_p")].tolist() == [0, 1]


def test_a_deep_page_takes_no_stack():
    page = parse("<div>" * 30_000 + "word")

    assert bare.fill_bare(page, shape_of(page), np.empty((len(bare.BARE_NAMES), page.n_units)), 0).tolist() == [0]


@pytest.mark.parametrize(
    ("parents", "ends", "units"),
    [([0], [1], []), ([-1, 1], [2, 2], []), ([-1], [2], []), ([-1], [0], []), ([-1], [1], [1]), ([-1], [1, 1], [])],
)
def test_an_index_out_of_its_array_is_refused(parents, ends, units):
    def column(values):
        return np.array(values, np.int32)

    same, words = column([0] * len(parents)), column([0] * len(units))
    with pytest.raises(ValueError, match=r"order|lengths|not in"):
        Shape(column(parents), column(ends), same, same, same, column(units), words, words)


def test_a_matrix_without_room_is_refused():
    page = parse("<p>x")

    with pytest.raises(ValueError, match="no room"):
        kernel.fill_articles(shape_of(page), readability._ARTICLES, 10, 10, np.zeros((4, 1)), 1)


@given(st.lists(st.tuples(st.integers(0, 30), st.integers(-(2**63), 2**63 - 1)), max_size=60), st.integers(1, 20))
def test_a_memo_is_a_dict_that_is_emptied_when_it_is_full(rows, most):
    memo, naive = Memo(2, most), {}
    for key, value in rows:
        memo.add(key * 2**58, (value, key))
        if key not in naive and len(naive) == most:
            naive.clear()
        naive[key] = (value, key)
    out = np.zeros((2, 31), np.int64)

    unknown = memo.find(np.arange(31, dtype=np.uint64) * np.uint64(2**58), out)

    assert unknown == [key for key in range(31) if key not in naive]
    assert {key: tuple(out[:, key].tolist()) for key in range(31) if key in naive} == naive
    assert len(memo) == len(naive)


def test_a_shape_outlives_pickling():
    page = parse("<ul><li>one two<li>three</ul><p>four")
    made = filled(page, 12, kernel.fill_containers, 1, np.array([0.5, 0.25, 0.8]), 6)
    matrix = np.full((14, page.n_units), -7.0)

    kernel.fill_containers(pickle.loads(pickle.dumps(shape_of(page))), 1, np.array([0.5, 0.25, 0.8]), 6, matrix, 1)

    assert matrix[1:-1].tolist() == made.tolist()


def test_logarithms_come_from_the_table_where_all_of_a_row_are_in_it():
    """Rows 0 and 3 are asked for; 2.5 and 4 are not among the numbers 0 to 3 of the table."""
    columns = np.array([[0.0, 3.0, 1.0], [1.0, 1.0, 1.0], [2.5, 1.0, 0.0], [1.0, 4.0, 0.0]])

    left = kernel.take_logs(columns, np.array([0, 2, 3], np.int32), np.array([10.0, 11.0, 12.0, 13.0]))

    assert left == [2, 3]
    assert columns.tolist() == [[10, 13, 11], [1, 1, 1], [2.5, 1, 0], [1, 4, 0]]
    assert kernel.take_logs(np.array([[-1.0, np.nan]]), np.zeros(1, np.int32), np.zeros(4)) == [0]
    with pytest.raises(ValueError, match="row 4"):
        kernel.take_logs(columns, np.array([4], np.int32), np.zeros(4))


def test_a_memo_grows_up_to_its_bound_and_then_forgets_all():
    memo, out = Memo(1, 1000), np.zeros((1, 1000), np.int64)
    keys = np.arange(1000, dtype=np.uint64) ** 2

    for key in keys.tolist():
        memo.add(key, (key + 1,))

    assert memo.find(keys, out) == []
    assert out[0].tolist() == (keys + 1).tolist()
    assert len(pickle.loads(pickle.dumps(memo))) == 0
    memo.add(3, (4,))
    assert len(memo) == 1
    assert len(memo.find(keys, out)) == 1000


@given(st.integers(0, 40), st.integers(-3, 3))
def test_the_values_next_to_a_unit_are_shifted(n_units, step):
    columns = np.arange(1.0, 3 * n_units + 1).reshape(3, n_units)
    wanted = [float(columns[0, i + step]) if 0 <= i + step < n_units else 0.0 for i in range(n_units)]

    kernel.fill_next(columns, np.array([[0, step, 2]], np.int32))

    assert columns[2].tolist() == wanted


def test_the_units_before_and_after_by_hand():
    columns = np.array([[1.0, 2, 3], [9, 9, 9], [9, 9, 9]])

    kernel.fill_next(columns, np.array([[0, -1, 1], [0, 1, 2]], np.int32))

    assert columns.tolist() == [[1, 2, 3], [0, 1, 2], [2, 3, 0]]
    with pytest.raises(ValueError, match="not in the matrix"):
        kernel.fill_next(columns, np.array([[0, 1, 3]], np.int32))

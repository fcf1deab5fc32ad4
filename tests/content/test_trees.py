"""Boosted trees as flat arrays."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitegrain.content.trees import Trees, sigmoid, softmax
from sitegrain.errors import ModelError

# One split on `a` at 1, its right side split again on `b` at 0; the leaves hold 10, 20 and 30.
TREE = [[0, 1.0, 1, 2, 16.0], [10.0], [1, 0.0, 3, 4, 25.0], [20.0], [30.0]]
MODEL = {"depth": 2, "inputs": ["a", "b"], "base": 0.5, "trees": [TREE, [[1.0]]]}


def columns(*rows):
    """The columns a, b and c of some rows."""
    return {name: np.array(values, np.float32) for name, values in zip("abc", zip(*rows, strict=True), strict=False)}


def naive(tree, row):
    """Follow one tree from its rows."""
    at = 0
    while len(tree[at]) > 1:
        feature, threshold, left, right, _ = tree[at]
        at = left if row[feature] <= threshold else right
    return tree[at][0]


@pytest.mark.parametrize(("row", "leaf"), [((1, 9), 10), ((0, -9), 10), ((2, 0), 20), ((2, 0.1), 30)])
def test_a_row_goes_left_up_to_the_threshold_and_the_trees_add_up(row, leaf):
    """0.5 base + the leaf + 1 from the second tree, which has one leaf only."""
    assert Trees.from_json(MODEL).sums(columns(row)).tolist() == [leaf + 1.5]


def test_contributions_are_the_changes_of_the_mean_on_the_way_down():
    """(2, 1): from 16 to 25 by `a`, from 25 to 30 by `b`."""
    assert Trees.from_json(MODEL).contributions(np.array([[2, 1]], np.float32)).tolist() == [[9, 5]]


def test_trees_over_other_columns_find_theirs_by_name():
    sums = np.zeros((1, 1))
    names = ("b", "x", "a")

    Trees.from_json(MODEL).over(names).add_leaves_of_columns((np.array([[0.1], [7], [2]], np.float32),), sums)

    assert sums.tolist() == [[31]]
    with pytest.raises(ModelError, match="not known: b"):
        Trees.from_json(MODEL).over(("a",))


def test_no_rows_give_no_sums():
    assert Trees.from_json(MODEL).sums({"a": np.zeros(0), "b": np.zeros(0)}).tolist() == []


def test_softmax_and_sigmoid_of_equal_values():
    assert softmax(np.zeros(4)).tolist() == [0.25] * 4
    assert sigmoid(np.array([0.0, 1e9, -1e9])) == pytest.approx([0.5, 1, 0])


@st.composite
def trees(draw, depth=3):
    rows = [None]
    pending = [(0, depth)]
    while pending:
        at, left = pending.pop()
        if left == 0 or draw(st.booleans()):
            rows[at] = [float(draw(st.integers(-5, 5)))]
            continue
        rows[at] = [draw(st.integers(0, 2)), float(draw(st.integers(-2, 2))), len(rows), len(rows) + 1, 0.0]
        pending += [(len(rows), left - 1), (len(rows) + 1, left - 1)]
        rows += [None, None]
    return rows


@given(
    st.lists(trees(), min_size=1, max_size=5), st.lists(st.tuples(*[st.integers(-3, 3)] * 3), min_size=1, max_size=5)
)
def test_the_arrays_agree_with_following_each_tree(forest, rows):
    model = Trees.from_json({"depth": 3, "inputs": ["a", "b", "c"], "base": 0.0, "trees": forest})

    assert model.sums(columns(*rows)).tolist() == [sum(naive(t, row) for t in forest) for row in rows]

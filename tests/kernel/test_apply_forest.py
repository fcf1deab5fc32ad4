"""Trees on rows of numbers."""

import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from sitegrain.kernel import Forest, gather_rows

# One split of column 1 at 2: node 0 has mean 5, its leaves 3 and 9.
FEATURES, THRESHOLDS = np.array([[1]], np.int16), np.array([[2]], np.float32)
VALUES = np.array([[5, 3, 9]], np.float32)


def naive_leaves(features, thresholds, values, rows, n_sums):
    """Follow every row down every tree; the sums, and what each column moved."""
    sums, moved = np.zeros((len(rows), n_sums)), np.zeros(rows.shape)
    for i, row in enumerate(rows):
        for tree in range(len(features)):
            node = 0
            while node < features.shape[1]:
                below = 2 * node + (2 if row[features[tree, node]] > thresholds[tree, node] else 1)
                moved[i, features[tree, node]] += values[tree, below] - values[tree, node]
                node = below
            sums[i, tree % n_sums] += values[tree, node]
    return sums, moved


@st.composite
def forests(draw):
    """Trees of whole numbers, so that sums are exact, and rows; of some values that are no number."""
    depth, n_trees, n_columns = draw(st.integers(0, 4)), draw(st.integers(1, 9)), draw(st.integers(1, 4))
    numbers = st.sampled_from([-2, -1, 0, 1, 2, np.inf, -np.inf])
    shape = (n_trees, 2**depth - 1)
    return (
        draw(arrays.arrays(np.int16, shape, elements=st.integers(0, n_columns - 1))),
        draw(arrays.arrays(np.float32, shape, elements=numbers)),
        draw(arrays.arrays(np.float32, (n_trees, 2 ** (depth + 1) - 1), elements=st.integers(-9, 9))),
        draw(arrays.arrays(np.float32, (draw(st.integers(0, 19)), n_columns), elements=numbers | st.just(np.nan))),
    )


@pytest.mark.parametrize(("value", "leaf"), [(2, 3), (2.5, 9), (np.nan, 3), (-np.inf, 3)])
def test_a_row_goes_left_unless_its_value_is_above_the_threshold(value, leaf):
    sums = np.array([[100.0]])

    Forest(FEATURES, THRESHOLDS, VALUES, 2).add_leaves(np.array([[7, value]], np.float32), sums)

    assert sums.tolist() == [[100 + leaf]]


@given(forests(), st.integers(1, 3))
def test_sums_and_changes_agree_with_following_each_row(forest, n_sums):
    features, thresholds, values, rows = forest
    sums, moved = np.zeros((len(rows), n_sums)), np.zeros(rows.shape)

    forest = pickle.loads(pickle.dumps(Forest(features, thresholds, values, rows.shape[1])))
    forest.add_leaves(rows, sums)
    forest.add_changes(rows, moved)

    naive_sums, naive_moved = naive_leaves(features, thresholds, values, rows, n_sums)
    assert sums.tolist() == naive_sums.tolist()
    assert moved.tolist() == naive_moved.tolist()


@given(forests(), st.integers(1, 3), st.integers(0, 4), st.integers(0, 70))
def test_columns_in_parts_give_the_sums_of_their_rows(forest, n_sums, border, n_more):
    """Blocks are of 32 rows; one column after the border is the same for all rows."""
    features, thresholds, values, rows = forest
    rows = np.vstack([rows, rows[:1].repeat(n_more, axis=0)])
    rows[:, border:] = rows[:1, border:]
    sums = np.zeros((len(rows), n_sums))

    Forest(features, thresholds, values, rows.shape[1]).add_leaves_of_columns(
        (rows.T[:border].copy(), rows[:1].T[border:].copy() if len(rows) else rows.T[border:].copy()), sums
    )

    assert sums.tolist() == naive_leaves(features, thresholds, values, rows, n_sums)[0].tolist()


@given(forests(), st.data())
def test_some_units_get_their_own_sums(forest, data):
    features, thresholds, values, rows = forest
    units = data.draw(st.lists(st.integers(0, len(rows) - 1), max_size=40)) if len(rows) else []
    sums = np.zeros((len(units), 1))

    Forest(features, thresholds, values, rows.shape[1]).add_leaves_of_columns(
        (rows.T.copy(),), sums, np.array(units, np.intp)
    )

    assert sums.tolist() == naive_leaves(features, thresholds, values, rows[units], 1)[0].tolist()


def test_columns_of_other_lengths_and_numbers_are_refused():
    forest = Forest(FEATURES, THRESHOLDS, VALUES, 2)

    with pytest.raises(ValueError, match="2 columns, got 1"):
        forest.add_leaves_of_columns((np.zeros((1, 3), np.float32),), np.zeros((3, 1)))
    with pytest.raises(ValueError, match="4 numbers for 3 units"):
        forest.add_leaves_of_columns((np.zeros((2, 4), np.float32),), np.zeros((3, 1)))
    with pytest.raises(IndexError):
        forest.add_leaves_of_columns((np.zeros((2, 4), np.float32),), np.zeros((1, 1)), np.array([4]))
    with pytest.raises(ValueError, match="as many sums as units"):
        forest.add_leaves_of_columns((np.zeros((2, 4), np.float32),), np.zeros((1, 1)), np.array([1, 2]))
    with pytest.raises(ValueError, match="at most 8 parts"):
        forest.add_leaves_of_columns((np.zeros((1, 3), np.float32),) * 9, np.zeros((3, 1)))


def test_a_tree_has_at_most_32_leaves_that_can_be_reached():
    """Of 64 leaves 32 are to the right of a threshold of infinity."""
    features, values = np.zeros((1, 63), np.int16), np.arange(127, dtype=np.float32)[None]
    thresholds = np.zeros((1, 63), np.float32)
    thresholds[:, 31:] = np.inf
    sums = np.zeros((2, 1))

    Forest(features, thresholds, values, 1).add_leaves(np.array([[0], [1]], np.float32), sums)

    assert sums.tolist() == [[63], [125]]  # leaf 0, and the left one of the last two
    with pytest.raises(ValueError, match="more than 32 leaves"):
        Forest(features, np.zeros((1, 63), np.float32), values, 1)


def test_a_tree_that_looks_beyond_the_columns_is_refused():
    for features in (FEATURES, -FEATURES):
        with pytest.raises(IndexError):
            Forest(features, THRESHOLDS, VALUES, 1)


def test_arrays_of_other_shapes_are_refused():
    rows, forest = np.zeros((1, 2), np.float32), Forest(FEATURES, THRESHOLDS, VALUES, 2)

    for arrays_ in (
        (FEATURES, THRESHOLDS, VALUES[:, :2].copy()),
        (FEATURES, THRESHOLDS[:, :0].copy(), VALUES),
        (np.zeros((1, 2), np.int16), np.zeros((1, 2), np.float32), np.zeros((1, 5), np.float32)),
    ):
        with pytest.raises(ValueError, match="complete trees"):
            Forest(*arrays_, 2)
    for wrong, sums in ((rows, np.zeros((2, 1))), (rows[:, :1].copy(), np.zeros((1, 1)))):
        with pytest.raises(ValueError, match="as many sums"):
            forest.add_leaves(wrong, sums)
    with pytest.raises(ValueError, match="as large"):
        forest.add_changes(rows, np.zeros((1, 1)))


def test_columns_of_every_type_become_rows_of_float32():
    columns = [
        np.array([0.1, 0.2, 0.3]),
        np.array([1, 2, 3], np.float32)[::-1],
        np.array([1 << 24, (1 << 24) + 1, -5]),
        np.array([7, 8, 9], np.int32),
        np.array([True, False, True]),
        np.array([250, 251, 252], np.uint8),
        np.broadcast_to(2.5, 3),
    ]
    out = np.empty((3, 7), np.float32)

    gather_rows(columns, np.array([2, 0, 1]), out)

    assert out.tolist() == np.column_stack([column[[2, 0, 1]].astype(np.float32) for column in columns]).tolist()


def test_rows_beyond_a_column_and_columns_of_other_types_are_refused():
    out = np.empty((1, 1), np.float32)

    with pytest.raises(IndexError):
        gather_rows([np.zeros(3)], np.array([3]), out)
    with pytest.raises(IndexError):
        gather_rows([np.zeros(3)], np.array([-1]), out)
    for column in (np.zeros((2, 2)), np.zeros(2, np.int16), np.zeros(2, np.complex128)):
        with pytest.raises(TypeError):
            gather_rows([column], np.array([0]), out)
    with pytest.raises(ValueError, match="a row for each"):
        gather_rows([], np.array([0]), out)

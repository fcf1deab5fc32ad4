"""Places of nodes, and bits that come down."""

import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitegrain.kernel import PlaceTable, nearest_frame

BLOCK = 4


def naive_walk(table, parents, flags, keys, may_add, max_depth):
    """The places of a page by a dictionary (parent place, key) -> (place, depth), which grows."""
    exact, nearest = [], []
    for node, parent in enumerate(parents):
        above = exact[parent] if parent >= 0 else -1
        if parent >= 0 and not flags[node] & BLOCK:
            exact.append(above)
            nearest.append(nearest[parent])
            continue
        depth = {place: d for place, d in table.values()}.get(above, -1) + 1
        place, _ = table.get((above, keys[node]), (-1, 0)) if parent < 0 or above >= 0 else (-1, 0)
        if place < 0 and node < may_add and (parent < 0 or (above >= 0 and depth <= max_depth)):
            place = len(table)
            table[above, keys[node]] = place, depth
        exact.append(place)
        nearest.append(place if place >= 0 or parent < 0 else nearest[parent])
    return exact, nearest


def walk(table, parents, flags, keys, *, may_add=1000, max_depth=500):
    """Walk with 4 ordinals: a key is four times that of a descriptor, and an ordinal, where there are some."""
    exact, nearest = np.empty(len(parents), np.int32), np.empty(len(parents), np.int32)
    bases, descriptors = np.unique(np.array(keys, np.int32) // 4, return_inverse=True)
    ordinals = np.array(keys, np.int32) % 4
    table.walk(
        np.array(parents, np.int32), np.array(flags, np.uint8), descriptors.astype(np.int32), bases,
        ordinals if ordinals.any() else None, n_ordinals=4,
        block=BLOCK, may_add=may_add, max_depth=max_depth, exact=exact, nearest=nearest,
    )  # fmt: skip
    return exact.tolist(), nearest.tolist()


@st.composite
def trees(draw):
    n = draw(st.integers(1, 30))
    parents = [-1] + [draw(st.integers(max(-1, i - 4), i - 1)) for i in range(1, n)]
    numbers = st.lists(st.integers(0, 3) | st.just(8), min_size=n, max_size=n)
    return parents, [draw(st.sampled_from((0, BLOCK, BLOCK | 1))) for _ in range(n)], draw(numbers)


def test_equal_keys_below_one_place_are_one_place():
    """Node 0 has key 7 and three children of keys 5, 6, 5; the fourth is inline, and where its parent is."""
    table = PlaceTable()

    exact, nearest = walk(table, [-1, 0, 0, 0, 3], [4, 4, 4, 4, 0], [7, 5, 6, 5, 9])

    assert exact == nearest == [0, 1, 2, 1, 1]
    assert (table.parents(), table.keys(), table.depths()) == ([-1, 0, 0], [7, 5, 6], [0, 1, 1])


def test_a_table_that_may_not_grow_gives_the_nearest_place():
    table = PlaceTable()
    table.add(-1, 7)

    assert walk(table, [-1, 0, 1], [4, 4, 4], [7, 5, 5], may_add=0) == ([0, -1, -1], [0, 0, 0])


@given(st.lists(trees(), min_size=1, max_size=4), st.integers(0, 30), st.integers(0, 3))
def test_the_walk_agrees_with_a_dictionary(pages, may_add, max_depth):
    table, naive = PlaceTable(), {}

    for page in pages:
        found = walk(table, *page, may_add=may_add, max_depth=max_depth)
        assert found == naive_walk(naive, *page, may_add, max_depth)
    assert list(zip(table.parents(), table.keys(), strict=True)) == list(naive)
    assert table.depths() == [depth for _, depth in naive.values()]
    again = pickle.loads(pickle.dumps(table))
    assert (again.parents(), again.keys(), again.depths()) == (table.parents(), table.keys(), table.depths())


def test_a_table_of_many_places_finds_each_again():
    table = PlaceTable()

    added = [table.add(-1 if i == 0 else i // 2, i % 7 + 2**30) for i in range(20_000)]

    again = [table.add(-1 if i == 0 else i // 2, i % 7 + 2**30) for i in range(20_000)]
    assert again == added
    assert len(table) == max(added) + 1


def test_wrong_parents_and_sizes_are_refused():
    table = PlaceTable()

    for parent, key in ((0, 1), (-2, 1), (-1, -1)):
        with pytest.raises(IndexError):
            table.add(parent, key)
    with pytest.raises(ValueError, match="expected a vector of 2 "):
        walk(table, [-1, 0], [4], [1, 2])
    one, zero = np.ones(1, np.int32), np.zeros(1, np.uint8)
    with pytest.raises(IndexError):
        table.walk(
            -one, zero, one, one, None, n_ordinals=1, block=4, may_add=0, max_depth=1, exact=one.copy(), nearest=one
        )


FRAMES = st.lists(st.sets(st.integers(0, 9)), max_size=5)


def rising(numbers):
    return np.array(sorted(numbers), np.int32)


@given(st.sets(st.integers(0, 9)), FRAMES)
def test_the_nearest_frame_is_that_of_sets(frame, leaders):
    shares = [len(frame & leader) / len(frame | leader) if frame | leader else 1.0 for leader in leaders]
    best = max(shares, default=0.0)

    assert nearest_frame(rising(frame), [rising(leader) for leader in leaders]) == (
        (best, shares.index(best)) if best else (0.0, -1)
    )


@given(trees(), st.integers(-1, 4))
def test_a_frame_has_each_place_that_is_not_too_deep_once(page, max_depth):
    table = PlaceTable()
    exact, _ = walk(table, *page)
    exact += [-1]
    out = np.empty(len(exact), np.int32)

    n = table.frame(np.array(exact, np.int32), max_depth, out)

    depths = table.depths()
    assert out[:n].tolist() == sorted({place for place in exact if place >= 0 and depths[place] <= max_depth})

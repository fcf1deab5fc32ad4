"""Groups of nearly equal rows, against all pairs compared."""

import time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitegrain.clusters.banding import LEAST_RECALL, choose_bands, group_alike
from sitegrain.errors import UsageError


def naive_groups(signatures, threshold):
    """Every pair compared, groups joined until none changes."""
    n = len(signatures)
    groups = list(range(n))
    is_changed = True
    while is_changed:
        is_changed = False
        for i in range(n):
            for j in range(i):
                if groups[i] != groups[j] and (signatures[i] == signatures[j]).mean() >= threshold:
                    groups[i] = groups[j] = min(groups[i], groups[j])
                    is_changed = True
    return groups


@given(
    st.lists(st.lists(st.integers(0, 1), min_size=8, max_size=8), max_size=12),
    st.sampled_from([0.25, 0.5, 0.75, 1.0]),
)
def test_with_bands_of_one_value_no_pair_is_missed(rows, threshold):
    """With eight values only bands of one are sure enough below 1, and rows that agree in any value meet."""
    signatures = np.array(rows, np.uint32).reshape(len(rows), 8)

    found = group_alike(signatures, threshold).tolist()

    assert found == naive_groups(signatures, threshold)


@pytest.mark.parametrize("threshold", [0.3, 0.5, 0.8, 0.95])
def test_pages_more_alike_than_the_threshold_are_found(threshold):
    """Of 300 pairs a little over the threshold at least 98 % are found, and no strangers."""
    random = np.random.default_rng(1)
    originals = random.integers(0, 1 << 32, (300, 128), dtype=np.uint32)
    n_changed = int(128 * (1 - threshold) * 0.95)
    copies = originals.copy()
    copies[:, random.permutation(128)[:n_changed]] += 1

    found = group_alike(np.concatenate([originals, copies]), threshold)

    assert (found[:300] == np.arange(300)).all()
    assert (found[300:] == np.arange(300)).mean() >= 0.98


def test_a_chain_is_one_group_and_its_first_row_names_it():
    """Each row agrees with the next in 7 of 8 values, the first and the last in 5."""
    rows = np.array([[*range(n), *range(100 + n, 108)] for n in range(4)], np.uint32)

    assert group_alike(rows, 0.8).tolist() == [0, 0, 0, 0]


@pytest.mark.parametrize(
    ("threshold", "bands", "rows"),
    [
        (1, 1, 128),
        (0.8, 21, 6),  # 1 - (1 - 0.8^6)^21 = 0.998; with seven rows a band 0.986
        (0.5, 42, 3),  # 1 - (1 - 0.5^3)^42 = 0.996; with four 0.873
        (0.05, 128, 1),
    ],
)
def test_bands_are_as_wide_as_the_recall_allows(threshold, bands, rows):
    chosen = choose_bands(threshold)

    assert (chosen.n_bands, chosen.n_rows) == (bands, rows)
    assert chosen.n_rows == 1 or chosen.recall(threshold) >= LEAST_RECALL


@pytest.mark.parametrize("threshold", [0, -1, 1.01, float("nan")])
def test_a_threshold_is_a_share(threshold):
    with pytest.raises(UsageError, match=r"threshold must be above 0 and at most 1, got"):
        choose_bands(threshold)


def test_nothing_to_group():
    assert group_alike(np.empty((0, 128), np.uint32), 0.5).tolist() == []


@pytest.mark.parametrize("share", [0.0, 0.6], ids=["all equal", "all alike, though not enough"])
def test_time_grows_with_the_pages_and_not_with_their_pairs(share):
    """8 times the pages take well below the 64 times of a quadratic step."""
    random = np.random.default_rng(2)

    def seconds(n):
        rows = np.tile(random.integers(0, 1 << 32, 128, dtype=np.uint32), (n, 1))
        is_own = random.random((n, 128)) < share
        rows[is_own] = random.integers(0, 1 << 32, is_own.sum(), dtype=np.uint32)
        start = time.process_time()
        group_alike(rows, 0.5)
        return time.process_time() - start

    seconds(500)
    assert seconds(8000) < 24 * seconds(1000) + 0.2

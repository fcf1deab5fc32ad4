"""Signatures against the exact Jaccard similarity of word runs."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitegrain.clusters.minhash import N_HASHES, NOTHING, SHINGLE_WORDS, hash_shingles, likeness, sign

WORDS = st.lists(st.sampled_from("a b c d e".split()), max_size=12)


def shingles(words):
    """The set of word runs, the obvious way."""
    if len(words) < SHINGLE_WORDS:
        return {tuple(words)} if words else set()
    return {tuple(words[i : i + SHINGLE_WORDS]) for i in range(len(words) - SHINGLE_WORDS + 1)}


@given(WORDS, WORDS)
def test_hashes_are_equal_where_runs_are(first, second):
    in_common = set(hash_shingles(first).tolist()) & set(hash_shingles(second).tolist())

    assert len(in_common) == len(shingles(first) & shingles(second))
    assert len(set(hash_shingles(first).tolist())) == len(shingles(first))


@given(WORDS)
def test_the_values_are_the_smallest_of_each_hash_function(words):
    """A signature of a text is the smallest of those of its runs, each by itself."""
    alone = [sign(run) for run in shingles(words)]

    assert sign(words).tolist() == (np.min(alone, axis=0).tolist() if alone else [NOTHING] * N_HASHES)


@pytest.mark.parametrize("n_common", [0, 50, 150, 250, 300])
def test_the_likeness_estimates_the_similarity(n_common):
    """Two texts of 300 word pairs; the estimate is within three standard deviations of 0.044."""
    first = [f"w{i}" for i in range(301)]
    second = [*first[: n_common + 1], *(f"v{i}" for i in range(300 - n_common))]
    exact = n_common / (600 - n_common)

    found = likeness(np.stack([sign(first), sign(second)]), np.array([0]), np.array([1]))

    assert found[0] == pytest.approx(exact, abs=3 * 0.045)


def test_the_error_has_no_bias():
    """Over 60 pairs of texts of similarity 1/3 the mean error is within three standard errors, 0.042 / sqrt(60)."""
    errors = []
    for number in range(60):
        first = [f"{number}w{i}" for i in range(201)]
        second = [*first[:101], *(f"{number}v{i}" for i in range(100))]
        errors.append((sign(first) == sign(second)).mean() - 1 / 3)

    assert abs(np.mean(errors)) < 3 * 0.042 / 60**0.5


def test_a_long_text_is_hashed_in_parts():
    words = [f"w{i}" for i in range(5000)]

    parts = [sign(words[start : start + 501]) for start in range(0, 4999, 500)]

    assert sign(words).tolist() == np.min(parts, axis=0).tolist()


def test_the_order_of_words_counts():
    assert not np.array_equal(sign("one two three".split()), sign("three two one".split()))


def test_half_a_character_is_a_word_like_any_other():
    assert sign(["\ud800"]).tolist() != sign(["a"]).tolist()

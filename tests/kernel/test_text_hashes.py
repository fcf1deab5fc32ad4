"""Fingerprints and targets; equal hashes for what an obvious rule calls equal, and for nothing else."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from sitegrain.kernel import fingerprints, hash_numbers, hash_tokens, placed_keys, target_hash
from sitegrain.pages.parse import parse
from sitegrain.pages.tokens import tokenize
from tests.kernel.naive_text import naive_fingerprint, naive_target, packed

TEXT = st.text(st.sampled_from("aAßſİ1٢#. é") | st.characters(exclude_categories=("Cs",)), max_size=20)


def prints_of(texts):
    out = np.empty(len(texts), np.uint64)
    fingerprints(*packed(texts), out)
    return out.tolist()


def classes(values):
    """For each value the number of the first that is equal to it."""
    return [values.index(value) for value in values]


@given(st.lists(TEXT | st.text("aA1 ", max_size=24), max_size=12))
def test_fingerprints_are_equal_where_folded_and_masked_texts_are(texts):
    assert classes(prints_of(texts)) == classes([naive_fingerprint(text) for text in texts])


def test_fingerprints_do_not_see_case_and_runs_of_digits():
    first, second, third, fourth = prints_of(["Page 12 of 30, Straße", "page 1 OF 2, STRASSE", "a1", "a"])

    assert first == second
    assert third != fourth
    assert prints_of(["12345678901", "٣"])[0] == prints_of(["#"])[0] == prints_of(["٣"])[0]


def test_texts_that_differ_in_little_have_different_fingerprints():
    texts = ["x" * n for n in range(100)] + [
        f"{a}bcdefg{b}hijk{c}lm{d}" for a in "ab" for b in "ab" for c in "ab" for d in "ab"
    ]

    assert len(set(prints_of(texts))) == len(texts)
    assert max(prints_of(texts)) < 2**63


HREFS = st.lists(
    st.sampled_from([*"aZ:/.?#-+ 9\u00a0é", "//", "../", "./", "https:", "mailto:", "http://h.example/"]), max_size=8
).map("".join)


@given(st.lists(HREFS, max_size=12))
def test_targets_are_equal_where_what_is_left_of_them_is(hrefs):
    wanted = [naive_target(href) for href in hrefs]
    found = [target_hash(href.encode()) for href in hrefs]

    assert classes(found) == classes(wanted)
    assert [value == 0 for value in found] == [not text for text in wanted]


@given(TEXT)
def test_the_tokens_of_a_text_have_the_hashes_they_have_on_a_page(text):
    tokens = tokenize(text)

    page = parse("".join(f"<p>{token}" for token in tokens))

    assert np.asarray(hash_tokens(text)).tolist() == np.asarray(page.axis.token_hashes).tolist()


def test_a_lone_surrogate_parts_words():
    assert np.asarray(hash_tokens("a\ud800b")).tolist() == np.asarray(hash_tokens("a b")).tolist()


def test_hashes_of_numbers_know_order_and_place():
    numbers = np.array([1, 2], np.uint64)
    keys = [np.empty(2, np.uint64) for _ in range(2)]
    placed_keys(numbers, np.array([0, 0], np.int32), keys[0])
    placed_keys(numbers, np.array([0, -1], np.int32), keys[1])

    assert hash_numbers(numbers) != hash_numbers(numbers[::-1].copy())
    assert (keys[0] == keys[1]).tolist() == [True, False]
    assert 0 <= hash_numbers(np.empty(0, np.uint64)) < 2**63

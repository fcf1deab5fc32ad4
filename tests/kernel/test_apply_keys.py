"""Keys of elements by number, and hashes of first words."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitegrain.kernel import first_words, number_distinct, read_keys, text_hash
from sitegrain.pages.tokens import mask_digits
from sitegrain.sites.keys import BARE_TAGS, NodeKeys, descriptor_tokens

STATES = np.array([text_hash(word) for word in ("open", "odd")], np.uint64)
PREFIXES = np.array([text_hash(word) for word in ("is-", "js-")], np.uint64)

_VALUES = st.text(
    st.sampled_from("aB1\u0660 .#[]-=\t\u00a0\u0130\u00df") | st.characters(exclude_categories=("Cs",)), max_size=12
) | st.sampled_from(["", "is-a", "open", "OPEN x", "odd12", "has-", "js-", "a b", "b a", "a.b"])
_DESCRIPTORS = st.tuples(st.sampled_from(["div", "p", "body", "x.a"]), _VALUES, _VALUES, _VALUES, _VALUES, _VALUES)


def keys_of(descriptors):
    """The number of each key, and whether it has a token."""
    keys, numbers = np.empty((2, len(descriptors)), np.int64), np.empty(len(descriptors), np.int32)
    read_keys(descriptors, frozenset(("html", "body")), STATES, PREFIXES, keys)
    number_distinct(keys[0], numbers)
    return numbers.tolist(), keys[1].tolist()


def element(tag="div", classes="", identity="", role="", prop="", kind=""):
    return tag, classes, identity, role, prop, kind


@pytest.mark.parametrize(
    ("one", "other", "are_equal"),
    [
        (element(classes="b a"), element(classes="A  b a"), True),  # a set, in lower case
        (element(classes="post-12"), element(classes="post-7"), True),  # digits masked
        (element(classes="a open is-b"), element(classes="a"), True),  # states do not count
        (element(classes="open1"), element(), False),  # open# is no state
        (element(identity="open"), element(), False),  # states are classes
        (element(classes="a"), element("p", "a"), False),
        (element(role="a"), element(prop="a"), False),
        (element("body", "a"), element("body"), True),  # nameless
    ],
)
def test_keys_are_equal_for_equal_names(one, other, are_equal):
    keys, _ = keys_of([one, other])

    assert keys == [0, 0 if are_equal else 1]


@given(st.lists(_DESCRIPTORS, max_size=8))
def test_keys_agree_with_their_texts(descriptors):
    """The oracle makes the text of each key from all tokens of sites/keys.py."""
    everything = {(d[0], token) for d in descriptors for token in descriptor_tokens(d)}
    texts = [NodeKeys(everything, has_ordinals=False).key(d) for d in descriptors]
    states = np.array([text_hash(word) for word in STATE_WORDS], np.uint64)
    prefixes = np.array([text_hash(word) for word in ("is-", "has-", "js-")], np.uint64)
    keys = np.empty((2, len(descriptors)), np.int64)

    read_keys(descriptors, BARE_TAGS, states, prefixes, keys)

    hashes, named = keys.tolist()
    assert [hashes.index(key) for key in hashes] == [texts.index(text) for text in texts]
    assert named == [len(text) > len(d[0]) for text, d in zip(texts, descriptors, strict=True)]


@given(st.lists(st.integers(-3, 3) | st.sampled_from((-(2**63), 2**63 - 1))))
def test_distinct_values_are_numbered_as_by_a_dictionary(values):
    numbers = np.empty(len(values), np.int32)

    number_distinct(np.array(values, np.int64), numbers)

    known = {}
    assert numbers.tolist() == [known.setdefault(value, len(known)) for value in values]


STATE_WORDS = "active current selected open closed hover first last odd even expanded collapsed".split()


@given(st.lists(_VALUES, max_size=8))
def test_first_words_agree_with_splitting(texts):
    hashes = np.empty(len(texts), np.uint64)

    first_words(texts, hashes)

    words = [mask_digits(text.split()[0]) if text.split() else "" for text in texts]
    assert hashes.tolist() == [text_hash(word) for word in words]


def test_a_value_of_many_words_takes_its_time_once():
    keys, named = keys_of([element(classes=" ".join(f"a{chr(97 + i % 26)}" for i in range(100_000)))])

    assert (keys, named) == ([0], [1])


def test_wrong_sizes_are_refused():
    with pytest.raises(ValueError, match="every value"):
        number_distinct(np.zeros(1, np.int64), np.empty(2, np.int32))
    with pytest.raises(ValueError, match="every descriptor"):
        read_keys([], frozenset(), STATES, PREFIXES, np.empty((2, 1), np.int64))
    with pytest.raises(ValueError, match="every text"):
        first_words([], np.empty(1, np.uint64))

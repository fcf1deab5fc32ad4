"""Units and tokens: white space, case folding, hashes; against pages/tokens.py."""

import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitegrain.kernel import Roles, read_axis
from sitegrain.pages.parse import parse
from sitegrain.pages.tokens import tokenize

ANY_CHARACTER = st.characters(exclude_categories=("Cs",), exclude_characters="\0<&\r")
ODD = st.sampled_from(
    ["\u0130", "\u1e9e", "\ufb03", "\u0149", "\u0390", "\u30fb", "\u3000", "\x1c", "\x85", "\u2028", "_"]
)


def hashes(text):
    return np.asarray(parse(text).axis.token_hashes).tolist()


@given(st.text(ANY_CHARACTER | ODD | st.sampled_from("aZ09 -")))
def test_a_text_has_the_tokens_of_the_token_rule(text):
    page = parse(f"<p>{text}")

    assert page.unit_texts == [" ".join(text.split())] * bool(text.split())
    assert page.tokens == tokenize(" ".join(text.split()))


def test_every_character_folds_and_parts_words_as_in_python():
    characters = [
        chr(code) for code in range(1, sys.maxunicode + 1) if not 0xD800 <= code < 0xE000 and chr(code) not in "<&\r"
    ]
    text = "".join(f"a{char}Z " for char in characters)

    assert parse(text).tokens == tokenize(text)


def test_nothing_beyond_the_tables_folds_or_is_white_space():
    text = "".join(map(chr, range(0x20000, sys.maxunicode + 1)))

    assert text.casefold() == text
    assert not any(map(str.isspace, text))


def test_equal_tokens_have_equal_hashes_and_others_have_others():
    first, second, third = hashes("Stra\xdfe STRASSE strasse")
    assert first == second == third

    words = [f"{letter}{number}" for letter in ("", "a", "no", "abcdefgh") for number in range(2_000)]
    assert len(set(hashes(" ".join(words)))) == len(words)


def test_short_words_of_different_lengths_have_different_hashes():
    letters = "abcdefghijklmnopqrstuvwxyz"
    words = [
        *letters,
        *(a + b for a in letters for b in letters),
        *(a + b + c for a in letters for b in letters for c in "xyz"),
    ]

    assert len(set(hashes(" ".join(words)))) == len(words)


@pytest.mark.parametrize("size", range(1, 40))
def test_words_of_any_length_are_whole(size):
    assert parse("x" * size + " Y").tokens == ["x" * size, "y"]
    assert parse(f"<p class='{'x' * size}'>{'Z' * size}").tokens == ["z" * size]


def test_hashes_of_classes_and_ids_are_those_of_their_text():
    axis = read_axis("<p class='a bc' id=a><p class=' \tbc\n'><p class='&#98;c'>", Roles([], []))
    firsts, counts = np.asarray(axis.class_firsts), np.asarray(axis.class_counts)
    names = [
        np.asarray(axis.class_hashes)[first : first + count].tolist()
        for first, count in zip(firsts, counts, strict=True)
    ]
    first, second, third = names[-3:]

    assert first[1:] == second == third
    assert np.asarray(axis.id_hashes)[-3:].tolist() == [first[0], 0, 0]


def test_a_name_that_the_kernel_does_not_know_has_no_role():
    with pytest.raises(ValueError, match="x-y"):
        Roles(["x-y"], [])

"""What is read 64 bytes at a time is what is read byte by byte, at the ends of blocks and of the source too."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitegrain.kernel import TAG_NAMES, Roles, read_axis, read_tree
from sitegrain.pages.parse import parse
from sitegrain.pages.tokens import tokenize

ROLES = Roles([], [])
BEHIND = " " * 200  # so that whole blocks can be read
PIECES = "a|B7| |  |\t\n|-|\x0b|\x1f|\xe9|\u041f\u0440|\u2019|\u4f60|\xa0|\u1e9e".split("|")


def class_hashes(html):
    return np.asarray(read_axis(html, ROLES).class_hashes).tolist()


def id_hashes(html):
    return [number for number in np.asarray(read_axis(html, ROLES).id_hashes).tolist() if number]


@given(st.lists(st.tuples(st.sampled_from(PIECES), st.integers(1, 40)), max_size=12))
def test_texts_of_many_blocks_are_cut_by_the_token_rule(pieces):
    text = "".join(piece * count for piece, count in pieces)
    page = parse(f"<p>{text}")

    assert page.unit_texts == [" ".join(text.split())] * bool(text.split())
    assert page.tokens == tokenize(" ".join(text.split()))


@pytest.mark.parametrize("size", range(130))
def test_a_text_ends_where_markup_begins_and_nowhere_else(size):
    start = "x" * size

    assert parse(f"{start}<b>y</b> < z &amp; <1{BEHIND}").unit_texts == [f"{start}y < z & <1"]
    assert parse(f"{start}&lt;<").unit_texts == [f"{start}<<"]


@pytest.mark.parametrize("space", " \t\n\f\x0b\x1c\xa0")
def test_white_space_alone_makes_no_unit_however_long(space):
    for size in (1, 63, 64, 65, 130):
        assert parse(f"<p>{space * size}<p>a").unit_texts == ["a"]
        assert parse(f"<p>{space * size}b<p>a").unit_texts == ["b", "a"]


@pytest.mark.parametrize("size", range(1, 140))
def test_a_value_means_the_same_however_it_is_written(size):
    """In quotes with room behind it is read at once; without quotes, or near the end of the source, byte by byte."""
    value = ("ab3-" * size)[:size]

    first, *others = id_hashes(f"<p id=\"{value}\"><p id='{value}'><p  ID = {value} >{BEHIND}")
    assert others == [first, first]
    assert id_hashes(f'<p id="{value}">') == [first]
    assert id_hashes(f'<p id="&#{ord(value[0])};{value[1:]}">{BEHIND}') == [first]


@given(st.lists(st.sampled_from(["a", "b" * 7, "c" * 8, "d" * 31, "e" * 33, "f" * 64]), min_size=1, max_size=6))
def test_classes_have_the_hashes_of_their_names(names):
    expected = [class_hashes(f"<p class={name}>")[0] for name in names]

    for blank in (" ", "  ", "\t"):
        assert class_hashes(f'<p class="{blank.join(names)}">{BEHIND}') == expected


@pytest.mark.parametrize("html", ['<p id="a"', "<p id='", '<p id="a" x', "<p class"])
def test_a_tag_that_the_source_ends_in_is_none_wherever_that_is(html):
    for size in range(130):
        assert len(read_tree(html + "y" * size)) == len(read_tree(""))


@pytest.mark.parametrize("name", TAG_NAMES)
def test_names_of_tags_are_known_in_any_case_and_place(name):
    def names(html):
        return read_axis(html, ROLES).tags

    assert names(f"<svg><{name}>") == names(f"<svg><{name}>{BEHIND}") == names(f"<svg><{name.upper()} a>{BEHIND}")
    assert names(f"<{name}x>{BEHIND}")[-1] == f"{name}x"
    assert names(f"<{name}\0>{BEHIND}")[-1] == f"{name}\ufffd"


@given(
    st.integers(0, 70),
    st.lists(
        st.sampled_from([b"a", b"\xc3", b"\xa9", b"\xe4\xbd", b"\xa0", b"\xf0\x9f\x98\x80", b"\xed\xa0", b"\xff"])
    ),
    st.integers(0, 70),
)
def test_bytes_that_are_not_utf_8_are_replaced_as_python_does(before, middle, after):
    html = b"<p>-" + b"x" * before + b"".join(middle) + b"y" * after

    assert bytes(read_axis(html, ROLES).run_text) == html[3:].decode("utf-8", "replace").encode()


@pytest.mark.parametrize("size", range(0, 130, 7))
def test_carriage_returns_and_nuls_are_seen_wherever_they_stand(size):
    start = "x" * size

    assert parse(f"<pre>-{start}\r\n.\r{BEHIND}").run_texts == [f"-{start}\n.\n{BEHIND}"]
    assert parse(f"<svg><p>{start}\0").tags == parse(f"<svg><p>{start}").tags
    assert parse(f"<p>{start}\0.").unit_texts == [f"{start}."]

"""What may be handed to the kernel, and what it hands back."""

import pickle

import pytest

from sitegrain.kernel import Axis, Column, Tree, read_axis
from sitegrain.pages.parse import ROLES


class Marked(str):
    """As templates and parsers make them."""

    __slots__ = ()


@pytest.mark.parametrize("html", [Marked("<p>a"), "<p>a", b"<p>a", bytearray(b"<p>a"), memoryview(b"<-p->-a")[::2]])
def test_texts_of_any_class_and_bytes_of_any_kind_are_read(html):
    assert read_axis(html, ROLES).unit_texts == ["a"]


def test_a_str_of_another_class_is_read_beyond_ascii_too():
    assert read_axis(Marked("<p>\xe9"), ROLES).tokens == ["\xe9"]


@pytest.mark.parametrize("html", [5, None, [60, 112]])
def test_what_is_neither_text_nor_bytes_is_an_error(html):
    with pytest.raises(TypeError):
        read_axis(html, ROLES)


@pytest.mark.parametrize("html", ["\ufeffx", "\ufeff\ufeffx", b"\xef\xbb\xbf\xef\xbb\xbfx", b"\xef\xbb\xbfx"])
def test_a_byte_order_mark_in_the_text_outlives_pickling(html):
    axis = read_axis(html, ROLES)
    again = pickle.loads(pickle.dumps(pickle.loads(pickle.dumps(axis))))

    assert again.unit_texts == axis.unit_texts


def test_bytes_that_are_not_utf8_are_refused_where_that_is_asked_for():
    assert read_axis(b"<p>\xff", ROLES, strict=True) is None
    assert read_axis(b"<p>\xff", ROLES).unit_texts == ["\ufffd"]
    assert read_axis("<p>\xe9".encode(), ROLES, strict=True).unit_texts == ["\xe9"]


def test_the_head_gives_the_attributes_that_are_wanted_in_their_order():
    """The first of a name counts, in any case; a name without a value is as good as none; others are left out."""
    axis = read_axis("<meta B=1 a=&amp; b=2 c><title>t</title><base href=x><meta c=3>", ROLES)

    assert axis.head({"meta": (b"c", b"b", b"a"), "title": ()}) == [
        ("meta", (None, "1", "&"), ""),
        ("title", (), "t"),
        ("meta", ("3", None, None), ""),
    ]


@pytest.mark.parametrize("made", [Axis, Column, Tree])
def test_nothing_empty_can_be_made(made):
    with pytest.raises(TypeError):
        made()

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


@pytest.mark.parametrize("made", [Axis, Column, Tree])
def test_nothing_empty_can_be_made(made):
    with pytest.raises(TypeError):
        made()

"""From bytes to text: references, comments, line ends, NULs, encodings."""

import pytest

from sitegrain.kernel import read_tokens, read_tree
from tests.kernel.trees import outline


def texts(html, **options):
    return [rest[0] for kind, *rest in read_tokens(html, **options) if kind == "text"]


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("&amp;&lt;&#65;&#x42;&#X43", "&<ABC"),
        ("&amp &notit; &notin; &copyx", "& \u00acit; \u2209 \u00a9x"),
        ("&foo; & &; &# &#x; &#xg", "&foo; & &; &# &#x; &#xg"),
        ("&#0;&#xd800;&#x110000;&#99999999999;", "\ufffd" * 4),
        ("&#128;&#x9f;&#129;", "\u20ac\u0178\x81"),
        ("&nGt;&CounterClockwiseContourIntegral;", "\u226b\u20d2\u2233"),
        ("a\r\nb\rc&#13;d", "a\nb\nc\rd"),
        ("a < b <3 <", "a < b <3 <"),
    ],
)
def test_character_references_and_line_ends(written, meant):
    assert "".join(texts(written)) == meant


def test_a_reference_in_an_attribute_needs_its_end_before_a_letter():
    tokens = read_tokens("<a b='&copy=1&copyx&copy;&copy'>")

    assert tokens == [("start", "a", {"b": "&copy=1&copyx\u00a9\u00a9"}, False)]


@pytest.mark.parametrize(
    ("html", "comment", "after"),
    [
        ("<!--a-->b", "a", "b"),
        ("<!-->b", "", "b"),
        ("<!--->b", "", "b"),
        ("<!--a--!>b", "a", "b"),
        ("<!--a->-->b", "a->", "b"),
        ("<!--a--", "a", ""),
        ("<!--a--!", "a", ""),
        ("<!a>b", "a", "b"),
        ("<?a>b", "?a", "b"),
        ("</ a>b", " a", "b"),
        ("<!--a\0b-->", "a\ufffdb", ""),
    ],
)
def test_comments(html, comment, after):
    tokens = read_tokens(html)

    assert tokens[0] == ("comment", comment)
    assert "".join(text for _, text in tokens[1:]) == after


@pytest.mark.parametrize(
    ("html", "attributes"),
    [
        ("<p a b=c D='e' f=\"g\">", {"a": None, "b": "c", "d": "e", "f": "g"}),
        ("<p a=1 A=2>", {"a": "1"}),
        ("<p =a b=>", {"=a": None, "b": ""}),
        ("<p a/b='c'd>", {"a": None, "b": "c", "d": None}),
        ("<p a=b/>", {"a": "b/"}),
        ("<p a='\r\n\0'>", {"a": "\n\ufffd"}),
        ("<p a\0=1>", {"a\ufffd": "1"}),
    ],
)
def test_attributes(html, attributes):
    assert read_tokens(html) == [("start", "p", attributes, False)]


@pytest.mark.parametrize("html", ["<p", "<p ", "<p a", "<p a=", "<p a='b", "</p", "</p a", "<p/"])
def test_a_tag_that_the_source_ends_in_is_nothing(html):
    assert read_tokens(html) == []


@pytest.mark.parametrize(
    ("source", "text"),
    [
        (b"\xef\xbb\xbfa", "a"),
        (b"a\xffb", "a\ufffdb"),
        (b"\xe2\x82", "\ufffd"),
        (b"\xed\xa0\x80", "\ufffd\ufffd\ufffd"),
        (b"\xf0\x9f\x98\x80" + b"x" * 20, "\U0001f600" + "x" * 20),
        ("a\ud800b", "a\ufffdb"),
        ("\xe9" * 20, "\xe9" * 20),
        ("x" * 17 + "\u0416", "x" * 17 + "\u0416"),
        ("\U0001f600" + "x" * 20, "\U0001f600" + "x" * 20),
    ],
)
def test_bytes_are_decoded_as_a_browser_decodes_utf_8(source, text):
    assert "".join(texts(source)) == text


def test_nuls_are_dropped_in_the_body_and_shown_elsewhere():
    assert outline("a\0b<textarea>\0</textarea>") == "html(head body('ab' textarea('\ufffd')))"


def test_later_html_and_body_tags_add_attributes_that_are_missing():
    tree = read_tree("<html a=1><body b=1><html a=2 c=3><body b=2 d=4>")
    html = tree.children(0)[0]

    assert tree.attributes(html) == {"a": "1", "c": "3"}
    assert tree.attributes(tree.children(html)[1]) == {"b": "1", "d": "4"}


def test_names_of_svg_and_mathml_have_their_capitals():
    tree = read_tree("<svg viewbox=1 x:y=2><math definitionurl=3>")
    svg = tree.children(tree.children(tree.children(0)[0])[1])[0]

    assert tree.attributes(svg) == {"viewBox": "1", "x:y": "2"}


def test_a_page_that_is_too_large_is_an_error_and_what_is_no_text_too():
    with pytest.raises(TypeError):
        read_tree(None)
    with pytest.raises(IndexError):
        read_tree("").kind(99)

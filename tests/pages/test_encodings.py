"""Encodings: each rule by itself, their order, and that nothing raises."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitegrain.pages.encodings import DETECT_BYTES, decode, expects_utf8
from sitegrain.pages.given import parse_raw
from sitegrain.pages.parse import parse
from sitegrain.pages.raw import RawPage

RUSSIAN = "Вчера в городе открыли новый мост через реку, движение по нему начнётся в понедельник утром. " * 4


@pytest.mark.parametrize(
    ("html", "charset", "encoding", "source"),
    [
        (b"\xef\xbb\xbf<meta charset=gbk>", "koi8-r", "utf-8", "bom"),
        ("\ufeff<p>".encode("utf-16-le"), None, "utf-16le", "bom"),
        ("\ufeff<p>".encode("utf-16-be"), None, "utf-16be", "bom"),
        (b"<meta charset=gbk>", "koi8-r", "koi8-r", "header"),
        (b"<meta charset=gbk>", '"ISO-8859-1"', "windows-1252", "header"),
        (b"<meta charset=gb2312>", None, "gbk", "meta"),
        (b"<meta content='text/html; charset=Shift_JIS' http-equiv=Content-Type>", None, "shift_jis", "meta"),
        (b"<meta charset='utf-16'>", None, "utf-8", "meta"),
        (b"<?xml version='1.0' encoding='windows-1251'?>", None, "windows-1251", "xml declaration"),
        ("<html><p>".encode("utf-16-le"), None, "utf-16le", "byte pattern"),
        ("<html><p>".encode("utf-16-be"), None, "utf-16be", "byte pattern"),
        ("<p>né".encode(), None, "utf-8", "valid utf-8"),
        (RUSSIAN.encode("windows-1251"), None, "windows-1251", "detector"),
        (b"", None, "utf-8", "valid utf-8"),
    ],
)
def test_each_rule_decides_in_its_turn(html, charset, encoding, source):
    decoded = decode(html, charset)

    assert (decoded.encoding, decoded.source) == (encoding, source)


@pytest.mark.parametrize(
    "html",
    [
        b"<!-- <meta charset=gbk> --><p>x",
        b"<!-- <meta charset=gbk> <p>x",
        b"<meta name=description content='charset=gbk'>",
        b"<meta charset=''>",
        b"<metadata charset=gbk>",
        b" " * 4096 + b"<meta charset=gbk>",
    ],
)
def test_what_only_looks_like_a_declaration_declares_nothing(html):
    assert decode(html).source == "valid utf-8"


def test_an_unknown_label_is_noted_and_the_next_rule_decides():
    decoded = decode("<meta charset=klingon><p>né".encode(), "x-martian")

    assert decoded.source == "valid utf-8"
    assert decoded.notes == ("unknown charset 'x-martian' in the header", "unknown charset 'klingon' in the meta")


def test_bytes_outside_the_encoding_are_replaced_and_counted():
    """One U+FFFD stands in the page itself and is no fault; two lone bytes are."""
    decoded = decode("<meta charset=utf-8>\ufffd".encode() + b"a\xff b\xff")

    assert decoded.text.endswith("\ufffda\ufffd b\ufffd")
    assert decoded.notes == ("2 places are not valid utf-8, replaced by U+FFFD",)


def test_utf8_with_a_broken_byte_is_still_utf8():
    decoded = decode(RUSSIAN.encode() + b"\xd0")

    assert (decoded.encoding, decoded.source) == ("utf-8", "detector")
    assert decoded.text == RUSSIAN + "\ufffd"


def test_bytes_that_nothing_explains_are_windows_1252():
    decoded = decode(b"<p>caf\xe9 \x80")

    assert decoded.text == "<p>café €"
    assert (decoded.encoding, decoded.source) == ("windows-1252", "default")


@pytest.mark.parametrize(
    ("label", "raw", "text"),
    [("gbk", b"\x81\x30\x81\x30", "\x80"), ("shift_jis", b"\x87\x40", "①"), ("euc-kr", b"\x81\x41", "갂")],
)
def test_codecs_read_the_characters_that_browsers_read(label, raw, text):
    assert decode(raw, label).text == text


def test_text_stays_as_it_is_but_for_surrogates():
    assert decode("\ufeffné").text == "né"
    assert decode("a\ud800b").text == "a\ufffdb"
    assert decode("a\ud800b").notes == ("1 lone surrogates replaced by U+FFFD",)


def test_the_detector_looks_where_the_first_letters_beyond_ascii_are():
    html = b"x" * 2 * DETECT_BYTES + RUSSIAN.encode("koi8-r")

    assert decode(html).encoding == "koi8-r"


@given(st.binary(max_size=200), st.none() | st.text(max_size=20))
def test_decoding_never_raises_and_gives_text_that_can_be_written(html, charset):
    decode(html, charset).text.encode()


@given(st.binary(max_size=60))
def test_any_label_in_a_meta_is_survived(label):
    decode(b"<meta charset=" + label + b"><p>x")


@given(st.text().filter(lambda text: not text.startswith("\ufeff")))
def test_text_and_its_utf8_bytes_decode_to_the_text(text):
    assert decode(text).text == text
    assert decode(text.encode(), "utf-8").text == text


def test_a_label_that_cannot_be_encoded_is_unknown():
    assert decode(b"<p>hello", "\ud800").source == "valid utf-8"


_SOUP = st.lists(
    st.sampled_from(
        (b"<meta charset=utf-8>", b"<meta charset=gbk>", b"<meta charset=klingon>", b"<p>a ", "né 東".encode(), b"\xff")
    ),
    max_size=5,
).map(b"".join)


@given(
    _SOUP, st.sampled_from((None, "utf-8", "koi8-r", "x-martian")), st.sampled_from((b"", b"\xef\xbb\xbf", b"\xff\xfe"))
)
def test_pages_that_need_no_decoding_come_out_as_decoded_ones(html, charset, mark):
    html = mark + html
    decoded = decode(html, charset)
    wanted = parse(decoded.text, notes=decoded.notes)

    page = parse_raw(RawPage(html, charset=charset))

    assert (page.unit_texts, page.tokens, page.notes) == (wanted.unit_texts, wanted.tokens, wanted.notes)
    if expects_utf8(html, charset):
        assert decoded.encoding == "utf-8" or b"\xff" in html


@pytest.mark.parametrize(
    ("html", "charset", "expected"),
    [
        (b"<p>", None, True),
        (b"<meta charset=utf8>", None, True),
        (b"<meta charset=gbk>", "utf-8", True),
        (b"<meta charset=gbk>", None, False),
        (b"<meta charset=klingon>", None, False),  # something is to be noted
        (b"\xef\xbb\xbf<p>", None, False),
        ("<p>".encode("utf-16-le"), None, False),
    ],
)
def test_only_plain_utf8_without_anything_to_note_is_expected_to_be_utf8(html, charset, expected):
    assert expects_utf8(html, charset) == expected

"""Telling pages from what is no page."""

import json
import random

import pytest

from sitegrain.pages.sniffing import looks_like_html, sniff

PNG = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "empty: 0 bytes"),
        (" \n", "empty: 2 characters of white space"),
        (b" \n\t", "empty: 3 bytes of white space"),
        (b"\0" * 1048576, "not html: 1048576 of 1048576 bytes are NUL"),
        ("\0" * 9, "not html: 9 of 9 characters are NUL"),
        (b"%PDF-1.7 <p>", "not html: starts with the signature of a PDF"),
        ("%PDF-1.7 <p>", "not html: starts with the signature of a PDF"),
        (PNG, "not html: starts with the signature of a PNG picture"),
        (b"PK\x03\x04\x14\0", "not html: starts with the signature of a zip archive"),
        (b"\x1f\x8b\x08\0", "not html: starts with the signature of gzip data"),
        (b"\0\0\0\x18ftypmp42", "not html: starts with the signature of an MP4 video or HEIF picture"),
        (b"RIFF\x24\0\0\0WEBPVP8 ", "not html: starts with the signature of a WebP picture"),
        (b'{"html": [1, "two"]}', "not html: JSON"),
        (f"[{'1, ' * 5000}1]", "not html: JSON"),
    ],
)
def test_what_is_no_page_is_told_with_a_reason(data, reason):
    assert sniff(data) == reason


def test_random_bytes_are_binary_data():
    assert sniff(random.Random(3).randbytes(5000)) == "not html: binary data"


@pytest.mark.parametrize(
    "data",
    [
        b"plain words without any tag",
        b"BMW and BM are words, ID3 too",
        b"<p>\x00 one NUL byte",
        b"{not json",
        b'{"a": "<p>markup</p>"}',
        "<html><p>text".encode("utf-16"),
        "<html><p>text".encode("utf-16-be"),
        "<html><p>日本".encode("iso-2022-jp"),
        b" " * 5000 + b"late text",
        " " * 5000 + "late text",
        "Слова".encode("koi8-r"),
    ],
)
def test_a_page_is_left_alone(data):
    assert sniff(data) is None


def test_json_nested_beyond_the_stack_is_no_error():
    assert sniff(b"[" * 100_000) is None
    assert sniff(json.dumps({"a": "b"})) == "not html: JSON"


@pytest.mark.parametrize(
    ("data", "is_html"),
    [(b"<!doctype html>", True), (b"x <DIV class=a>", True), (b"a < b, p > q", False), (b"<rss><item>", False)],
)
def test_markup_is_looked_for_in_the_first_bytes(data, is_html):
    assert looks_like_html(data) is is_html

"""An HTTP response as a page: header, encodings, refusals."""

import gzip
import zlib

import brotli
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitegrain.readers.compression import BodyError, gunzip, inflate, unbrotli
from sitegrain.readers.http import Response, parse_head, to_page, unpack

PAGE = b"<p>Hello</p>"
CHUNKED = {"transfer-encoding": "chunked"}


def raw_deflate(data):
    compressor = zlib.compressobj(wbits=-15)
    return compressor.compress(data) + compressor.flush()


def test_a_header_is_taken_apart():
    response, start = parse_head(
        b"HTTP/1.1 200 OK\r\nContent-Type: Text/HTML; Charset='x-sjis'\r\nA: 1\r\na: 2\r\n\r\nbody"
    )

    assert (response.status, response.content_type, response.charset) == (200, "text/html", "x-sjis")
    assert response.headers["a"] == "1"
    assert start == len(b"HTTP/1.1 200 OK\r\nContent-Type: Text/HTML; Charset='x-sjis'\r\nA: 1\r\na: 2\r\n\r\n")


@pytest.mark.parametrize("head", [b"", b"<html>", b"HTTP/1.1 200 OK\r\nA: 1\r\n", b"HTTP/1.1 abc\r\n\r\n"])
def test_what_is_no_header_is_told(head):
    assert parse_head(head) is None


@pytest.mark.parametrize(
    ("headers", "body"),
    [
        ({}, PAGE),
        ({"content-encoding": "identity"}, PAGE),
        ({"content-encoding": "gzip"}, gzip.compress(PAGE)),
        ({"content-encoding": "x-gzip"}, gzip.compress(PAGE[:5]) + gzip.compress(PAGE[5:]) + b"\0\0"),
        ({"content-encoding": "deflate"}, zlib.compress(PAGE)),
        ({"content-encoding": "deflate"}, raw_deflate(PAGE)),
        ({"content-encoding": "br"}, brotli.compress(PAGE)),
        ({"content-encoding": "deflate, gzip"}, gzip.compress(zlib.compress(PAGE))),
        ({"content-encoding": "gzip"}, PAGE),
        ({"content-encoding": "br"}, PAGE),
        (CHUNKED, b"5;x=y\r\n<p>He\r\n7\r\nllo</p>\r\n0\r\n\r\n"),
        (CHUNKED, PAGE),
        ({"content-encoding": "zstd"}, PAGE),
    ],
)
def test_encodings_are_taken_off_and_bodies_stored_without_them_stay(headers, body):
    assert unpack(body, headers, 1000) == PAGE


@pytest.mark.parametrize(
    ("headers", "body", "reason"),
    [
        (CHUNKED, b"5\r\n<p>He\r\n7\r\nll", "truncated: a chunk of the body ends early"),
        (CHUNKED, b"5\r\n<p>He\r\n", "truncated: the body ends before its last chunk"),
        ({"content-encoding": "gzip"}, gzip.compress(PAGE)[:-4], "truncated: compressed data ends early"),
        ({"content-encoding": "br"}, brotli.compress(PAGE * 9)[:-4], "truncated: brotli data ends early"),
        ({"content-encoding": "zstd"}, b"(\xb5/\xfd", "unreadable: content encoding zstd"),
        ({"content-encoding": "gzip"}, gzip.compress(bytes(5000)), "too large: more than 1000 bytes when unpacked"),
        ({"content-encoding": "deflate"}, zlib.compress(bytes(5000)), "too large: more than 1000 bytes when unpacked"),
        ({"content-encoding": "br"}, brotli.compress(bytes(5000)), "too large: more than 1000 bytes when unpacked"),
    ],
)
def test_a_body_that_cannot_be_unpacked_says_why(headers, body, reason):
    with pytest.raises(BodyError, match=reason):
        unpack(body, headers, 1000)


@pytest.mark.parametrize("data", [b"\xff" * 40, b"\x1f\x8b\xff\xff"])
def test_damaged_data_say_so(data):
    with pytest.raises(BodyError, match="corrupt"):
        inflate(data, 100)
    with pytest.raises(BodyError, match=r"corrupt|truncated"):
        unbrotli(data, 100)


@given(st.binary(max_size=5000))
def test_what_was_packed_comes_out_again(data):
    assert gunzip(gzip.compress(data), 5000) == data
    assert inflate(zlib.compress(data), 5000) == data
    assert unbrotli(brotli.compress(data), 5000) == data


def test_more_than_a_step_of_packed_data_is_joined():
    """Three million random bytes do not shrink: three steps in and three out."""
    data = bytes(range(256)) * 12_000

    assert gunzip(gzip.compress(data, 0) + gzip.compress(b"end"), 1 << 22) == data + b"end"


@pytest.mark.parametrize(
    ("status", "content_type", "body", "reason"),
    [
        (404, "text/html", PAGE, "http status: 404"),
        (301, "text/html", PAGE, "http status: 301"),
        (200, "image/png", PAGE, "not html: content type image/png"),
        (200, "text/html", b"", "empty: 0 bytes"),
        (200, "text/html", b"%PDF-1.4", "not html: starts with the signature of a PDF"),
        (200, "", b"words", "not html: no content type and no markup in the first bytes"),
    ],
)
def test_a_response_that_is_no_page_says_why(status, content_type, body, reason):
    assert to_page(body, Response(status, {"content-type": content_type}), url="u", path="p").reason == reason


def test_a_page_without_a_type_is_known_by_its_markup():
    assert to_page(PAGE, Response(None), url="u", path="p").html == PAGE

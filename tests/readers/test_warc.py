"""WARC files: which records are pages, encodings, damage."""

import gzip

import pytest

from readers.warcs import PAGE, http, record
from sitegrain.errors import SourceError
from sitegrain.pages.raw import RawPage
from sitegrain.readers import read, warc


def rows(tmp_path, data, name="c.warc"):
    (tmp_path / name).write_bytes(data)
    return list(read(tmp_path / name).records())


def test_a_response_is_a_page_with_its_address_charset_and_offset(tmp_path):
    first = record(kind="warcinfo")

    assert rows(tmp_path, first + record()) == [
        RawPage(PAGE, url="http://a.org/x", path=f"c.warc#{len(first)}", charset="koi8-r")
    ]


def test_packed_records_are_named_by_where_they_start_in_the_file(tmp_path):
    first, second = gzip.compress(record()), gzip.compress(record())

    found = rows(tmp_path, first + second, "c.warc.gz")

    assert [page.path for page in found] == ["c.warc.gz#0", f"c.warc.gz#{len(first)}"]


@pytest.mark.parametrize("kind", ["request", "metadata", "warcinfo"])
def test_records_about_the_crawl_have_no_row(tmp_path, kind):
    assert rows(tmp_path, record(kind=kind) + record())[0].html == PAGE


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (record(http(status="404 Not Found")), "http status: 404"),
        (record(http(b"\x89PNG", "Content-Type: image/png")), "not html: content type image/png"),
        (record(kind="revisit"), "revisit: the same body as an earlier record"),
        (record(b"words", kind="conversion", content_type="text/plain"), "not html: content type text/plain"),
        (record(b"1.2.3.4", content_type="text/dns"), "not html: content type text/dns"),
        (record(b"HTTP/1.1 200 OK\r\nA: 1"), "truncated: the HTTP header ends early"),
        (record(b"HTTP/1.1 200 OK\r\n" + b"A: 1\r\n" * 20_000), "corrupt: no HTTP header"),
        (record(http(gzip.compress(PAGE)[:-4], "Content-Encoding: gzip")), "truncated: compressed data ends early"),
    ],
)
def test_a_record_that_is_no_page_is_a_row_with_its_reason(tmp_path, data, reason):
    skipped, page = rows(tmp_path, data + record())

    assert skipped.reason == reason
    assert skipped.url == "http://a.org/x"
    assert page.html == PAGE


def test_a_resource_needs_no_http_header(tmp_path):
    (page,) = rows(
        tmp_path, record(PAGE, kind="resource", url="<http://a.org/r>", content_type="text/html; charset=gbk")
    )

    assert (page.html, page.url, page.charset) == (PAGE, "http://a.org/r", "gbk")


@pytest.mark.parametrize(
    "block",
    [
        http(gzip.compress(PAGE), "Content-Type: text/html", "Content-Encoding: gzip"),
        http(b"5\r\n<p>He\r\n7\r\nllo</p>\r\n0\r\n\r\n", "Content-Type: text/html", "Transfer-Encoding: chunked"),
        http(PAGE, "Content-Type: application/xhtml+xml"),
    ],
)
def test_bodies_are_unpacked(tmp_path, block):
    (page,) = rows(tmp_path, record(block))

    assert page.html == PAGE


@pytest.mark.parametrize("name", ["c.warc", "c.warc.gz"])
def test_garbage_between_records_is_one_row_and_the_rest_is_read(tmp_path, name):
    one = record() if name == "c.warc" else gzip.compress(record())

    found = rows(tmp_path, one + b"\xff\x00garbage\r\n\r\n" * 9 + one + one, name)

    assert [getattr(row, "kind", "page") for row in found] == ["page", "corrupt", "page", "page"]
    assert found[2].path == f"{name}#{len(one) + 9 * 13}"


def test_a_damaged_packed_record_costs_only_itself(tmp_path):
    one = gzip.compress(record(http(bytes(range(256)) * 9)))
    damaged = one[:200] + b"\xff" * 40 + one[240:]

    found = rows(tmp_path, gzip.compress(record()) + damaged + gzip.compress(record()), "c.warc.gz")

    assert isinstance(found[0], RawPage)
    assert {getattr(row, "kind", "page") for row in found[1:-1]} <= {"corrupt", "truncated"}
    assert isinstance(found[-1], RawPage)


@pytest.mark.parametrize("cut", range(3, 240, 7))
def test_a_file_cut_anywhere_gives_what_was_whole_and_one_row_for_the_rest(tmp_path, cut):
    for name, one in (("c.warc", record()), ("c.warc.gz", gzip.compress(record()))):
        if cut >= len(one):
            continue
        found = rows(tmp_path, one + one[:-cut], name)

        assert found[0].html == PAGE
        # the last bytes of a record and of its packing hold nothing of the page
        assert getattr(found[1], "kind", "page") in ("truncated", "corrupt", "page")
        assert len(found) == 2


def test_a_record_above_the_limit_is_not_read(tmp_path, monkeypatch):
    monkeypatch.setattr(warc, "MAX_PAGE_BYTES", 1000)

    skipped, page = rows(tmp_path, record(http(PAGE * 1000)) + record())

    assert skipped.kind == "too large"
    assert page.html == PAGE


def test_a_file_of_nothing_but_starts_of_records_ends(tmp_path, monkeypatch):
    monkeypatch.setattr(warc, "MAX_GAPS", 20)

    found = rows(tmp_path, gzip.compress(record()) + b"\x1f\x8b\x08\0" * 50_000, "c.warc.gz")

    assert [getattr(row, "kind", "page") for row in found] == ["page", "corrupt"]


def test_an_empty_file_is_a_row(tmp_path):
    (row,) = rows(tmp_path, b"")

    assert row.reason == "empty: no record"


@pytest.mark.parametrize("data", [b"<html>", b"\x1f\x8b\x08" + b"\xff" * 99, gzip.compress(b"<html>"), bytes(100)])
def test_a_file_that_is_no_warc_is_one_clear_line(tmp_path, data):
    with pytest.raises(SourceError, match=r"c\.warc: not a WARC file"):
        rows(tmp_path, data)


def test_it_can_be_read_again(tmp_path):
    (tmp_path / "c.warc").write_bytes(record() * 3)
    source = read(tmp_path / "c.warc", limit=2)

    assert list(source) == list(source)
    assert len(list(source)) == 2

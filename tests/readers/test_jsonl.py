"""JSON lines: fields, broken lines, packed and truncated files."""

import gzip
import json
import os

import pytest

from sitegrain.errors import SourceError
from sitegrain.pages.raw import RawPage
from sitegrain.readers import jsonl, read

PAGE = "<p>Hello</p>"


def write(path, *lines):
    path.write_bytes(b"\n".join(line if isinstance(line, bytes) else json.dumps(line).encode() for line in lines))
    return path


def test_every_field_reaches_the_page(tmp_path):
    path = write(tmp_path / "p.jsonl", {"html": PAGE, "url": "http://a.org/", "id": 7, "host": "a", "other": 1})

    assert list(read(path)) == [RawPage(PAGE, url="http://a.org/", path="p.jsonl#1", id=7, host="a")]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b'{"html": ', "broken line: not JSON"),
        (b'["html"]', "broken line: not a JSON object but list"),
        (b'{"html": "\xff"}', "broken line: not UTF-8 at byte 10"),
        (b"[" * 100_000, "broken line: not JSON"),
        (b'{"url": "http://a.org/"}', "no html: the field `html` is missing"),
        (b'{"html": null}', "no html: the field `html` is missing"),
        (b'{"html": 3}', "no html: the field `html` is not text but int"),
        (b'{"html": ""}', "empty: 0 characters"),
    ],
)
def test_a_broken_line_costs_its_page_only(tmp_path, line, reason):
    path = write(tmp_path / "p.jsonl", {"html": PAGE}, line, {"html": PAGE})

    first, skipped, last = read(path).records()

    assert skipped.reason.startswith(reason)
    assert (first.path, skipped.path, last.path) == ("p.jsonl#1", "p.jsonl#2", "p.jsonl#3")


def test_empty_lines_and_a_byte_order_mark_are_nothing(tmp_path):
    path = tmp_path / "p.jsonl"
    path.write_bytes(b'\xef\xbb\xbf{"html": "<p>a"}\r\n\r\n \n{"html": "<p>b"}\n')

    assert [(page.html, page.path) for page in read(path)] == [("<p>a", "p.jsonl#1"), ("<p>b", "p.jsonl#4")]


def test_lone_surrogates_do_not_cost_the_page(tmp_path):
    path = write(tmp_path / "p.jsonl", b'{"html": "<p>\\ud83d</p>", "url": "http://a.org/\\ud83d", "id": "\\ud83d"}')

    (page,) = read(path)

    assert (page.html, page.url, page.id) == ("<p>\ud83d</p>", "http://a.org/\ufffd", "\ufffd")


def test_a_url_that_is_no_text_is_left_out_and_noted(tmp_path):
    (page,) = read(write(tmp_path / "p.jsonl", {"html": PAGE, "url": 5, "id": {"a": [1]}}))

    assert page.url is None
    assert page.notes == ("url is not text and was left out",)
    assert page.id == '{"a": [1]}'


def test_packed_lines_are_known_by_their_bytes(tmp_path):
    line = json.dumps({"html": PAGE}).encode() + b"\n"
    (tmp_path / "p.jsonl").write_bytes(gzip.compress(line) + gzip.compress(line))
    (tmp_path / "q.jsonl.gz").write_bytes(line)

    assert len(list(read(tmp_path / "p.jsonl"))) == 2
    assert len(list(read(tmp_path / "q.jsonl.gz"))) == 1


def test_a_truncated_file_gives_the_rows_so_far_and_says_so(tmp_path):
    lines = b"".join(json.dumps({"html": os.urandom(3000).hex()}).encode() + b"\n" for _ in range(30))
    (tmp_path / "p.jsonl.gz").write_bytes(gzip.compress(lines)[:-5000])

    *pages, last = read(tmp_path / "p.jsonl.gz").records()

    assert 20 < len(pages) < 30
    assert last.reason == "truncated: the gzip data end early"
    assert last.path == f"p.jsonl.gz#{len(pages) + 1}"


def test_a_damaged_packed_file_says_so(tmp_path):
    (tmp_path / "p.jsonl.gz").write_bytes(b"\x1f\x8b\x08\0\0\0\0\0\0\xff" + b"\xff" * 99)

    (row,) = read(tmp_path / "p.jsonl.gz").records()

    assert row.kind == "corrupt"


def test_a_line_without_end_is_skipped_in_bounded_memory(tmp_path, monkeypatch):
    monkeypatch.setattr(jsonl, "MAX_LINE_BYTES", 1000)
    path = write(tmp_path / "p.jsonl", {"html": PAGE}, {"html": "x" * 5_000_000}, {"html": PAGE})

    _first, skipped, last = read(path).records()

    assert skipped.reason == "too large: a line of more than 1000 bytes"
    assert last.path == "p.jsonl#3"


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads every file")
def test_a_file_that_may_not_be_read_is_no_source(tmp_path):
    (tmp_path / "p.jsonl").touch(0)

    with pytest.raises(SourceError, match="cannot be read: permission denied"):
        read(tmp_path / "p.jsonl")

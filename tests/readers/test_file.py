"""One HTML file."""

import gzip
import os
import stat
import threading

import pytest

from sitegrain.errors import SourceError
from sitegrain.pages.raw import RawPage, Skipped
from sitegrain.readers import read, source
from sitegrain.readers.file import FileSource


def only_row(path):
    (row,) = read(path).records()
    return row


def test_a_file_is_a_lone_page_named_by_its_own_name(tmp_path):
    (tmp_path / "a.html").write_bytes(b"<p>x")

    assert only_row(tmp_path / "a.html") == RawPage(b"<p>x", path="a.html")
    assert read(tmp_path / "a.html").is_lone_page


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "empty: 0 bytes"),
        (b"%PDF-1.4", "not html: starts with the signature of a PDF"),
        (bytes(1 << 20), "not html: 1048576 of 1048576 bytes are NUL"),
    ],
)
def test_a_file_that_is_no_page_is_a_row_with_its_reason(tmp_path, data, reason):
    (tmp_path / "a.html").write_bytes(data)

    assert only_row(tmp_path / "a.html") == Skipped(reason, path="a.html")


def test_a_packed_file_is_unpacked(tmp_path):
    (tmp_path / "a.html.gz").write_bytes(gzip.compress(b"<p>x"))

    assert only_row(tmp_path / "a.html.gz").html == b"<p>x"


@pytest.mark.parametrize(
    ("data", "kind"),
    [(gzip.compress(os.urandom(999))[:-99], "truncated"), (b"\x1f\x8b\x08" + b"\xff" * 50, "corrupt")],
)
def test_a_damaged_packed_file_is_skipped(tmp_path, data, kind):
    (tmp_path / "a.html.gz").write_bytes(data)

    assert only_row(tmp_path / "a.html.gz").kind == kind


def test_a_bomb_is_given_up_at_the_limit(tmp_path, monkeypatch):
    monkeypatch.setattr("sitegrain.readers.file.MAX_PAGE_BYTES", 1 << 20)
    (tmp_path / "a.html.gz").write_bytes(gzip.compress(bytes(1 << 24)))

    assert only_row(tmp_path / "a.html.gz").reason == "too large: more than 1048576 bytes when unpacked"


def test_a_file_above_the_limit_is_skipped(tmp_path, monkeypatch):
    monkeypatch.setattr("sitegrain.readers.file.MAX_PAGE_BYTES", 3)
    monkeypatch.setattr(source, "MAX_PAGE_BYTES", 3)
    (tmp_path / "a.html").write_bytes(b"<p>x")

    assert only_row(tmp_path / "a.html").reason == "too large: more than 3 bytes"


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads every file")
def test_a_file_without_read_permission_is_skipped(tmp_path):
    (tmp_path / "a.html").touch(0o000)

    assert only_row(tmp_path / "a.html").reason == "unreadable: permission denied"


def test_a_pipe_is_read_once_and_kept(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_bytes, args=(b"<p>x",))
    writer.start()

    pages = read(pipe)

    assert list(pages) == list(pages) == [RawPage(b"<p>x", path="pipe")]
    writer.join()


def test_a_socket_is_no_source(tmp_path):
    os.mknod(tmp_path / "socket", 0o600 | stat.S_IFSOCK)

    with pytest.raises(SourceError, match="neither a file nor a folder"):
        FileSource(tmp_path / "socket")


@pytest.mark.parametrize(
    ("line", "is_page"),
    [(b'{"html": "<p>x"}\n{"html": "<p>y"}\n', False), (b'{"a": 1} <p>x', True), (b"{ x }\n<p>x", True)],
)
def test_json_lines_under_another_name_say_how_they_are_read(tmp_path, line, is_page):
    (tmp_path / "a.json").write_bytes(line)

    row = only_row(tmp_path / "a.json")

    assert isinstance(row, RawPage) == is_page
    assert is_page or "ends in .jsonl" in row.reason

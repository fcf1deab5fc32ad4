"""What bad input gets: a row with the reason if it is a page, one line and status 2 if it is anything else."""

import gzip
import json
import os
import socket
import subprocess
import sys

import pytest

from tests.cli.sites import write_page, write_site

PICTURE = b"\x89PNG\r\n\x1a\n" + bytes(range(256))


@pytest.mark.parametrize(
    ("name", "data", "reason"),
    [
        ("a.html", b"", "empty: 0 bytes"),
        ("a.html", b" \n\t", "empty: 3 bytes of white space"),
        ("a.html", PICTURE, "not html: starts with the signature of a PNG picture"),
        ("a.png", PICTURE, "not html: a .png file"),
        ("a.html", b"%PDF-1.7\n1 0 obj", "not html: starts with the signature of a PDF"),
        ("a.html", b"\0" * (1 << 20), "not html: 1048576 of 1048576 bytes are NUL"),
        ("a.html.gz", gzip.compress(b"<p>" + b"Hello there. " * 4000)[:60], "truncated"),
    ],
)
def test_a_file_that_is_no_page_is_a_row_and_the_rest_is_done(sitegrain, site, name, data, reason):
    (site / name).write_bytes(data)

    ended = sitegrain("extract", site)

    rows = {row["path"]: row for row in ended.rows}
    assert rows[name]["skipped"].startswith(reason)
    assert len([row for row in ended.rows if "text" in row]) == 6
    assert ended.status == 0
    assert "7 pages: 6 extracted, 1 skipped" in ended.err
    assert sitegrain("extract", site, "--strict").status == 1


def test_links_and_sockets_in_a_folder_are_rows(sitegrain, site):
    (site / "loop").symlink_to(site)
    (site / "nowhere.html").symlink_to(site / "missing.html")
    (site / "self.html").symlink_to(site / "self.html")
    with socket.socket(socket.AF_UNIX) as listening:
        directory = os.open(site, os.O_RDONLY)
        try:
            listening.bind(f"/proc/self/fd/{directory}/s.html")  # a socket's path may have 107 bytes only
        except OSError:
            pytest.skip("this system cannot make the socket")
        finally:
            os.close(directory)
        rows = {row["path"]: row.get("skipped") for row in sitegrain("extract", site).rows}

    assert rows["loop"].startswith("symlink loop: ")
    assert rows["nowhere.html"].startswith("unreadable: a symbolic link to nothing")
    assert rows["self.html"].startswith("symlink loop: ")
    assert rows["s.html"] == "not a file: a pipe, socket or device"
    assert list(rows.values()).count(None) == 6


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
def test_a_file_without_read_permission_is_a_row(sitegrain, site):
    (site / "0.html").chmod(0)

    assert sitegrain("extract", site).rows[0]["skipped"].startswith("unreadable: permission denied")


def test_a_broken_line_costs_its_page(sitegrain, tmp_path):
    lines = [json.dumps({"html": "<p>Hello, said the keeper.", "url": "http://a.example/"}), '{"html": "<p', "[1]", "7"]
    (tmp_path / "pages.jsonl").write_text("\n".join(lines))

    rows = sitegrain("extract", tmp_path / "pages.jsonl").rows

    assert "text" in rows[0]
    assert [row["skipped"].split(":")[0] for row in rows[1:]] == ["broken line"] * 3


def test_a_truncated_gzip_gives_what_is_there(sitegrain, tmp_path):
    lines = "".join(json.dumps({"html": f"<p>{os.urandom(200).hex()}", "id": n}) + "\n" for n in range(50))
    (tmp_path / "pages.jsonl.gz").write_bytes(gzip.compress(lines.encode())[:-2000])

    rows = sitegrain("extract", tmp_path / "pages.jsonl.gz").rows

    assert len(rows) > 20
    assert rows[-1]["skipped"].startswith("truncated: ")


def test_a_truncated_warc_gives_what_is_there(sitegrain, tmp_path):
    body = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>Hello, said the keeper to nobody at all."
    record = (
        "WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-000000000001>\r\n"
        "WARC-Date: 2024-01-01T00:00:00Z\r\nWARC-Target-URI: http://a.example/\r\n"
        f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(body)}\r\n\r\n{body}\r\n\r\n"
    )
    (tmp_path / "crawl.warc").write_bytes((record + record[:-30]).encode())

    rows = sitegrain("extract", tmp_path / "crawl.warc").rows

    assert "text" in rows[0]
    assert rows[1]["skipped"].startswith("truncated: ")


def test_an_unusual_page_is_extracted_like_any_other(sitegrain, site):
    """100,000 nested elements, which are nothing special, and an unknown charset, which is noted."""
    (site / "deep.html").write_text("<div>" * 100_000 + "<p>Deep down a keeper said hello.")
    (site / "charset.html").write_bytes(b"<meta charset=klingon><p>The keeper said hello to everybody there.")

    rows = {row["path"]: row for row in sitegrain("extract", site).rows}

    assert "skipped" not in rows["deep.html"]
    assert rows["deep.html"]["notes"] == []
    assert rows["charset.html"]["notes"]


def wrong(sitegrain, *arguments):
    ended = sitegrain(*arguments)
    assert (ended.status, ended.out) == (2, "")
    assert ended.err.startswith("sitegrain: ")
    assert ended.err.count("\n") == 1
    return ended.err


@pytest.mark.parametrize("command", [["extract"], ["segment"], ["explain"], ["learn", "-o"], ["strip", "-o"]])
def test_a_source_that_does_not_exist_is_one_line(sitegrain, tmp_path, command):
    out = [tmp_path / "out"] if len(command) == 2 else []

    assert "missing: no such file or folder" in wrong(sitegrain, *command, *out, tmp_path / "missing")


@pytest.mark.parametrize("name", ["pages.parquet", "crawl.warc", "crawl.wacz"])
def test_a_file_that_is_not_what_its_name_says_is_one_line(sitegrain, tmp_path, name):
    (tmp_path / name).write_bytes(PICTURE)

    assert name in wrong(sitegrain, "extract", tmp_path / name)


def test_an_output_that_cannot_be_written_is_one_line(sitegrain, site, tmp_path):
    page = write_page(tmp_path / "page.html")
    for out in (tmp_path / "missing" / "out.jsonl", page / "out.jsonl"):
        assert str(out) in wrong(sitegrain, "extract", site, "-o", out)
    assert "page.html" in wrong(sitegrain, "learn", site, "-o", page)
    assert "page.html" in wrong(sitegrain, "learn", site, "-o", page / "models" / "a.grain")
    assert "report" in sitegrain("extract", site, "--report", tmp_path / "missing" / "report.json").err


def test_models_that_are_none_are_one_line(sitegrain, site, tmp_path):
    other = tmp_path / "other.grain"
    other.write_bytes(gzip.compress(b'{"kind": "sitegrain site model", "format": 99}\n'))
    damaged = tmp_path / "damaged.grain"
    damaged.write_bytes(gzip.compress(b'{"kind": "sitegrain site model", "format": 3}\n'))
    page = write_page(tmp_path / "page.html")

    assert "model format 99, this version reads 3" in wrong(sitegrain, "extract", site, "-m", other)
    assert "damaged model" in wrong(sitegrain, "extract", site, "-m", damaged)
    assert "page.html: not a sitegrain model" in wrong(sitegrain, "explain", page, "-m", page)
    assert "missing.grain: cannot read the model" in wrong(sitegrain, "segment", site, "-m", tmp_path / "missing.grain")
    assert "no models in this folder" in wrong(sitegrain, "extract", page, "-m", site)


def test_a_damaged_model_among_many_is_one_line(sitegrain, tmp_path):
    for name in ("a.example", "b.example"):
        write_site(tmp_path / "crawl" / name, name)
    sitegrain("learn", tmp_path / "crawl", "-o", tmp_path / "models")
    (tmp_path / "models" / "b.example.grain").write_bytes(b"gone")

    for jobs in (1, 2):
        ended = sitegrain(
            "extract", tmp_path / "crawl", "-m", tmp_path / "models", "-j", jobs, "-o", tmp_path / "o.jsonl"
        )
        assert ended.status == 2
        assert "b.example.grain: not a sitegrain model" in ended.err
        assert not (tmp_path / "o.jsonl").exists()


def test_a_report_that_would_replace_the_output_or_cannot_be_written_is_refused_at_once(sitegrain, site, tmp_path):
    out = tmp_path / "out.jsonl"
    for report, reason in ((out, "is the output itself"), (site, "is a directory"), (tmp_path / "x" / "y", "no such")):
        ended = sitegrain("extract", site, "-o", out, "--report", report)
        assert ended.status == 2
        assert reason in ended.err
        assert not out.exists()


@pytest.mark.parametrize(("closed", "status", "said"), [("1", 2, "standard output: it is closed"), ("2", 0, "")])
def test_closed_outputs_are_no_traceback(site, closed, status, said):
    command = f'exec "{sys.executable}" -m sitegrain.cli extract "{site}" --limit 1 {closed}>&-'
    ended = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
    assert ended.returncode == status
    assert said in ended.stderr
    assert "Traceback" not in ended.stderr

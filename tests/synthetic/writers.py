"""Synthetic pages to files, one page at a time."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterable
from contextlib import ExitStack
from dataclasses import fields
from pathlib import Path
from typing import IO

from tests.synthetic.library import slug
from tests.synthetic.site import SyntheticPage


def gold_row(page: SyntheticPage) -> dict[str, object]:
    """Everything about a page but its HTML."""
    row: dict[str, object] = {field.name: getattr(page, field.name) for field in fields(page) if field.name != "html"}
    row["blocks"] = [{field.name: getattr(block, field.name) for field in fields(block)} for block in page.blocks]
    return row


def _dump(row: dict[str, object]) -> str:
    return json.dumps(row, ensure_ascii=False) + "\n"


def _gold_path(out: Path) -> Path:
    return out.with_name(out.name + ".gold.jsonl")


def write_jsonl(pages: Iterable[SyntheticPage], out: Path) -> int:
    """One object a page, `url` and `html`; the gold in the same order in OUT.gold.jsonl."""
    n_pages = 0
    with out.open("w", encoding="utf-8") as html_file, _gold_path(out).open("w", encoding="utf-8") as gold_file:
        for page in pages:
            html_file.write(_dump({"url": page.url, "html": page.html}))
            gold_file.write(_dump(gold_row(page)))
            n_pages += 1
    return n_pages


def write_folder(pages: Iterable[SyntheticPage], out: Path) -> int:
    """OUT/SITE/PAGE.html; the gold, with each page's `path`, in OUT.gold.jsonl."""
    n_pages = 0
    out.mkdir(parents=True, exist_ok=True)
    with _gold_path(out).open("w", encoding="utf-8") as gold_file:
        for page in pages:
            path = f"{page.site}/{_file_name(n_pages, page)}.html"
            _write(out / path, page.html)
            gold_file.write(_dump({"path": path} | gold_row(page)))
            n_pages += 1
    return n_pages


def write_dataset(pages: Iterable[SyntheticPage], out: Path) -> int:
    """A data set for scoring: OUT/pages.jsonl, OUT/pages/SITE/PAGE.html, OUT/gold/SITE/PAGE.txt."""
    n_pages = 0
    out.mkdir(parents=True, exist_ok=True)
    with (out / "pages.jsonl").open("w", encoding="utf-8") as rows:
        for page in pages:
            name = f"{page.site}/{_file_name(n_pages, page)}"
            html_path, gold_path = f"pages/{name}.html", f"gold/{name}.txt"
            _write(out / html_path, page.html)
            _write(out / gold_path, page.text)
            row: dict[str, object] = {"id": name, "site": page.site, "url": page.url, "html_path": html_path}
            row |= {"gold_path": gold_path, "gold_kind": "text", "page_type": page.kind, "lang": page.lang}
            rows.write(_dump(row | {"gold_in_page": 1.0}))
            n_pages += 1
    return n_pages


def write_warc(pages: Iterable[SyntheticPage], out: Path) -> int:
    """A WARC of response records, each a gzip member if OUT ends in .gz; the gold in OUT.gold.jsonl."""
    n_pages = 0
    with ExitStack() as stack:
        warc = stack.enter_context(out.open("wb"))
        gold_file = stack.enter_context(_gold_path(out).open("w", encoding="utf-8"))
        for page in pages:
            _write_record(warc, page, n_pages, is_zipped=out.suffix == ".gz")
            gold_file.write(_dump(gold_row(page)))
            n_pages += 1
    return n_pages


def _write_record(warc: IO[bytes], page: SyntheticPage, number: int, *, is_zipped: bool) -> None:
    body = page.html.encode()
    http = f"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: {len(body)}\r\n\r\n"
    block = http.encode() + body
    header = (
        "WARC/1.0\r\nWARC-Type: response\r\n"
        f"WARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-{number:012d}>\r\n"
        f"WARC-Date: 2021-01-01T00:00:00Z\r\nWARC-Target-URI: {page.url}\r\n"
        f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(block)}\r\n\r\n"
    )
    record = header.encode() + block + b"\r\n\r\n"
    warc.write(gzip.compress(record, mtime=0) if is_zipped else record)


def _file_name(number: int, page: SyntheticPage) -> str:
    return f"{number:06d}-{slug(page.title) or page.kind}"


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="\n")


WRITERS: dict[str, Callable[[Iterable[SyntheticPage], Path], int]] = {
    "jsonl": write_jsonl,
    "folder": write_folder,
    "warc": write_warc,
    "dataset": write_dataset,
}

"""What a peer's process answers; the peers are stand-ins."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from benchmarks.peers import Extracted
from benchmarks.worker import extract

ALONE = SimpleNamespace(extract=lambda html, url: html.decode())
TOGETHER = SimpleNamespace(
    extract_site=lambda pages, site=None: [Extracted(f"{site} {len(pages)}", 0.5, "other") for _ in pages]
)


@pytest.mark.parametrize(
    ("peer", "expected"),
    [
        (ALONE, [Extracted("<p>1"), Extracted("<p>2")]),
        (TOGETHER, [Extracted("a.org 2", 0.5, "other")] * 2),
    ],
)
def test_a_text_alone_has_no_confidence_and_no_kind(tmp_path, peer, expected):
    for name in ("1", "2"):
        (tmp_path / name).write_text(f"<p class=x>{name}", encoding="utf-8")
    request = {"pages": [[tmp_path / "1", None], [tmp_path / "2", None]], "site": "a.org", "stripped": True}

    assert extract(peer, request) == expected

"""Pages a second from bytes to a tree, and from bytes to all arrays: the kernel beside the parsers.

A fixed sample of pages of each data set in the folder that SITEGRAIN_DATA names, in one process on one core,
the parsers taking turns; medians of the rounds. The kernel also does what the others leave to
their users: units, tokens, hashes.
"""

from __future__ import annotations

import gc
import os
import statistics
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from sitegrain.kernel import read_axis, read_tree
from sitegrain.pages.encodings import decode
from sitegrain.pages.parse import ROLES, parse

if TYPE_CHECKING:
    from collections.abc import Callable

DATA_SETS = ("daniel", "dragnet", "sites", "wcxb")
PAGES_PER_SET = 80
ROUNDS = 7


def contestants(texts: dict[bytes, str]) -> dict[str, Callable[[bytes], object]]:
    """What is measured, by name."""
    import lxml.html
    import turbohtml
    from resiliparse.parse.html import HTMLTree
    from selectolax.lexbor import LexborHTMLParser

    lxml_parser = lxml.html.HTMLParser(encoding="utf-8", huge_tree=True)
    return {
        "selectolax, parse": LexborHTMLParser,
        "turbohtml, parse": turbohtml.parse,
        "resiliparse, parse": lambda html: HTMLTree.parse_from_bytes(html, "utf-8"),
        "lxml, parse": lambda html: lxml.html.document_fromstring(html, parser=lxml_parser),
        "kernel, tree": lambda html: read_tree(html, close_at_once=True),
        "kernel, all arrays": lambda html: read_axis(html, ROLES),
        "sitegrain, str to Page": lambda html: parse(texts[html]),
    }


def sample() -> list[str]:
    """The same pages every time: evenly spaced in the sorted list of each data set."""
    folder = Path(os.environ["SITEGRAIN_DATA"])
    texts = []
    for name in DATA_SETS:
        paths = sorted((folder / name).rglob("*.html"))
        step = max(1, len(paths) // PAGES_PER_SET)
        texts += [decode(path.read_bytes()).text for path in paths[::step][:PAGES_PER_SET]]
    return [text for text in texts if text.strip()]


def main() -> int:
    """Measure and print the table."""
    texts = sample()
    pages = [text.encode() for text in texts]
    n_bytes = sum(map(len, pages))
    by_bytes = dict(zip(pages, texts, strict=True))
    seconds: dict[str, list[float]] = {}
    for _ in range(ROUNDS):
        for name, read in contestants(by_bytes).items():
            seconds.setdefault(name, []).append(_time(read, pages))
    base = statistics.median(seconds["selectolax, parse"])
    print(f"{len(texts)} pages, {n_bytes / 1e6:.1f} MB, Python {sys.version.split()[0]}")
    print(f"{'':26}{'pages/s':>10}{'MB/s':>8}{'ratio':>8}")
    for name, found in seconds.items():
        median = statistics.median(found)
        print(f"{name:26}{len(texts) / median:10,.0f}{n_bytes / median / 1e6:8,.0f}{base / median:8.2f}")
    return 0


def _time(read: Callable[[bytes], object], pages: list[bytes]) -> float:
    gc.collect()
    start = time.process_time()
    for page in pages:
        read(page)
    return time.process_time() - start


if __name__ == "__main__":
    sys.exit(main())

"""Pages a second from bytes to a tree, to all arrays, and to the main text: the kernel beside the fastest others.

A fixed sample of pages of each data set in the folder that SITEGRAIN_DATA names, in one process on one core,
the contestants taking turns; medians of the rounds. The kernel also does what the parsers leave to
their users: units, tokens, hashes. The second table applies models that were fitted before the clock ran.
"""

from __future__ import annotations

import gc
import json
import os
import statistics
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from sitegrain import SiteModel, extract
from sitegrain.kernel import read_axis, read_tree
from sitegrain.pages.encodings import decode
from sitegrain.pages.parse import ROLES, parse

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

DATA_SETS = ("daniel", "dragnet", "sites", "wcxb")
PAGES_PER_SET = 80
SITE_SETS = ("daniel", "dragnet", "sites")
SITES_PER_SET, PAGES_PER_SITE = 6, 4  # whose pages are extracted; the site's other pages are learned from
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


def extractors(pages: Sequence[bytes], models: Sequence[SiteModel | None]) -> dict[str, Callable[[], object]]:
    """What gives the main text of all pages, by name; a page whose site has no other page is extracted alone."""
    import turbohtml
    from resiliparse.extract.html2text import extract_plain_text

    def apply() -> None:
        for page, model in zip(pages, models, strict=True):
            _ = model.extract(page).text if model is not None else extract(page).text

    def each(read: Callable[[bytes], object]) -> Callable[[], object]:
        return lambda: [read(page) for page in pages]

    return {
        "turbohtml, main_text": each(lambda html: turbohtml.parse(html, positions=False).main_text()),
        "resiliparse, main content": each(lambda html: extract_plain_text(html.decode(), main_content=True)),
        "sitegrain, model applied": apply,
        "sitegrain, page alone": each(lambda html: extract(html).text),
    }


def site_sample() -> tuple[list[bytes], list[SiteModel | None]]:
    """Pages of the sets that have sites, with the fitted model of each; it has not seen the page."""
    folder = Path(os.environ["SITEGRAIN_DATA"])
    pages: list[bytes] = []
    models: list[SiteModel | None] = []
    for name in SITE_SETS:
        sites: dict[str, list[Path]] = {}
        for line in (folder / name / "pages.jsonl").read_text("utf-8").splitlines():
            row = json.loads(line)
            sites.setdefault(row["site"], []).append(folder / name / row["html_path"])
        large = [paths for _, paths in sorted(sites.items()) if len(paths) > PAGES_PER_SITE][:SITES_PER_SET]
        for paths in large:
            texts = [decode(path.read_bytes()).text.encode() for path in paths]
            model = SiteModel().fit(texts[PAGES_PER_SITE:])
            pages += texts[:PAGES_PER_SITE]
            models += [model] * PAGES_PER_SITE
    return pages, models


def main() -> int:
    """Measure and print both tables."""
    texts = sample()
    pages = [text.encode() for text in texts]
    by_bytes = dict(zip(pages, texts, strict=True))
    parsers = {name: _on_all(read, pages) for name, read in contestants(by_bytes).items()}
    report(f"{len(pages)} pages", pages, parsers, "selectolax, parse")
    pages, models = site_sample()
    report(f"main text of {len(pages)} pages of sites", pages, extractors(pages, models), "turbohtml, main_text")
    return 0


def _on_all(read: Callable[[bytes], object], pages: Sequence[bytes]) -> Callable[[], object]:
    def run() -> None:
        for page in pages:
            read(page)

    return run


def report(title: str, pages: Sequence[bytes], contestants: Mapping[str, Callable[[], object]], base: str) -> None:
    """Let the contestants take turns, and print the medians."""
    seconds: dict[str, list[float]] = {name: [] for name in contestants}
    for _ in range(ROUNDS):
        for name, run in contestants.items():
            seconds[name].append(_time(run))
    n_bytes = sum(map(len, pages))
    medians = {name: statistics.median(found) for name, found in seconds.items()}
    print(f"{title}, {n_bytes / 1e6:.1f} MB, Python {sys.version.split()[0]}")
    print(f"{'':26}{'pages/s':>10}{'MB/s':>8}{'ratio':>8}")
    for name, median in medians.items():
        rates = f"{len(pages) / median:10,.0f}{n_bytes / median / 1e6:8,.0f}"
        print(f"{name:26}{rates}{medians[base] / median:8.2f}")


def _time(run: Callable[[], object]) -> float:
    gc.collect()
    start = time.process_time()
    run()
    return time.process_time() - start


if __name__ == "__main__":
    sys.exit(main())

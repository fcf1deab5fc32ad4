"""Read every rendering back and compare it with what was kept: nothing may be lost, invented, glued or moved.

    python -m benchmarks.fidelity [--sets x,y] [--choices x,y] [--limit N]

Each page is extracted as a page alone and rendered three times: the units that were chosen, units drawn at random, and
the whole page. Markdown is read as CommonMark with tables, HTML as a browser does, TEI as XML. What they must hold is
read from the page's own elements (`benchmarks/page_reading.py`): the same tokens and the same characters in the same
order; headings with their level, list items, terms and definitions, table rows with their cells, and the lines of
preformatted text, all with the same text in the same order. Nothing without a word counts. Permitted are only

- strays: what stands directly in a list is an item of its own; every <li> is an item, also outside lists
- layout: a table without two rows and two columns of kept text, marked as layout, or around another table has no rows
- leaves: preformatted text holds no other elements, only lines; a list, table, quote or figure in a heading interrupts
  it, the next item of a list around it ends it
- cells: in a table cell Markdown has no headings, items or code blocks, only their text; empty cells do not count
- markers: the `:` of a definition and the `-` of an item in a cell are characters of Markdown's own, so that these two
  are not compared there; terms and definitions are paragraphs
- XML: a character that XML forbids is U+FFFD
- plain text: each unit begins a line, or stands behind a tab; so does each code line, blank ones and white space at the
  end aside
"""

from __future__ import annotations

import argparse
import re
import time
from collections import Counter, defaultdict
from dataclasses import dataclass, field, replace
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

import sitegrain
from benchmarks.datasets import DataSet, Sample, open_sets
from benchmarks.machine import describe, merge_result
from benchmarks.page_reading import read_page
from benchmarks.reading import Reading, read_html, read_markdown, read_tei
from sitegrain.content.metadata import Metadata
from sitegrain.content.rendering import render_html, render_markdown, render_tei, render_text
from sitegrain.pages.tokens import tokenize

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from sitegrain.content.document import Document
    from sitegrain.content.kinds import Interval
    from sitegrain.pages.page import Page

CHOICES = ("chosen", "at random", "whole page")
STRUCTURES = ("headings", "items", "terms", "rows", "code")
N_EXAMPLES = 5
_MARKERS = re.compile("[:-]")
_FORBIDDEN = re.compile("[^\t\n\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")  # XML 1.0, section 2.2


class Difference(NamedTuple):
    """How a rendering differs from what was kept.

    kind: words, signs (characters), one of STRUCTURES, or lines (of plain text)
    """

    rendering: str
    kind: str
    detail: str


@dataclass(slots=True)
class Tally:
    """What was found on the pages of a data set.

    amounts:  how much was compared
    counts:   pages with a difference, by rendering and kind
    examples: ids of some of them
    failures: page id -> error
    """

    n_pages: int = 0
    amounts: Counter[str] = field(default_factory=Counter)
    counts: Counter[str] = field(default_factory=Counter)
    examples: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    failures: dict[str, str] = field(default_factory=dict)

    def add(self, page_id: str, wanted: Reading, found: list[Difference]) -> None:
        """Count one page."""
        self.n_pages += 1
        self.amounts.update({name: len(getattr(wanted, name)) for name in ("words", *STRUCTURES)})
        for difference in found:
            name = f"{difference.rendering}: {difference.kind}"
            self.counts[name] += 1
            if len(self.examples[name]) < N_EXAMPLES:
                self.examples[name].append(page_id)

    def to_row(self, seconds: float) -> dict[str, object]:
        """The tally as a row of the results."""
        row: dict[str, object] = {"pages": self.n_pages, "compared": dict(self.amounts), "different": dict(self.counts)}
        row |= {"examples": dict(self.examples), "failed_pages": len(self.failures)}
        row |= {"failures": dict(list(self.failures.items())[:N_EXAMPLES]), "seconds": round(seconds, 1)}
        return row | describe()


def differences(document: Document) -> list[Difference]:
    """What is wrong with a document's renderings; empty if they are faithful."""
    return compare_kept(document.page, document.kept, items=document.items, metadata=document.metadata)


def compare_kept(
    page: Page, kept: NDArray[np.bool_], *, items: tuple[Interval, ...] = (), metadata: Metadata | None = None
) -> list[Difference]:
    """Compare the renderings of some units of a page with what the page says."""
    wanted, flat = read_page(page, kept), read_page(page, kept, has_flat_cells=True)
    own = [token for unit in np.flatnonzero(kept).tolist() for token in tokenize(page.unit_texts[unit])]
    found = [] if own == wanted.words else [_difference("page", "words", wanted.words, own)]
    found += compare_text(page, kept, render_text(page, kept, items), wanted)
    found += _compare("markdown", read_markdown(render_markdown(page, kept, items)), flat)
    found += _compare("html", read_html(render_html(page, kept)), wanted)
    return found + _compare("xml", read_tei(render_tei(page, kept, metadata or Metadata())), wanted)


def compare_text(page: Page, kept: NDArray[np.bool_], text: str, wanted: Reading) -> list[Difference]:
    """Compare plain text: its words and characters, where its lines begin, and the lines of code."""
    found = Reading(words=tokenize(text), signs="".join(text.split()))
    lines = text.split("\n")
    code = [line.rstrip() for line in wanted.code if line.strip()]
    found.code = _lines_found(code, f"\n{text}\n")
    aside = Reading(words=wanted.words, signs=wanted.signs, code=code)
    cells = [len(tokenize(cell)) for line in lines for cell in line.split("\t")]
    starts = {0, *accumulate(cells)}
    before = np.cumsum(page.unit_words[kept]) - page.unit_words[kept]
    glued = [unit for unit, at in zip(np.flatnonzero(kept).tolist(), before.tolist(), strict=True) if at not in starts]
    different = [Difference("text", "lines", f"behind other text: {page.unit_texts[glued[0]]!r}")] if glued else []
    return _compare("text", found, aside) + different


def _lines_found(code: list[str], text: str) -> list[str]:
    """The lines of code that stand in a text in their order, on lines of their own or between tabs."""
    found: list[str] = []
    at = 0
    for line in code:
        match = re.compile(rf"[\t\n]{re.escape(line)}(?=[^\S\n]*[\t\n])").search(text, at)
        if match:
            found.append(line)
            at = match.end()
    return found


def _compare(rendering: str, found: Reading, wanted: Reading) -> list[Difference]:
    one, other = _comparable(rendering, found), _comparable(rendering, wanted)
    return [_difference(rendering, kind, one[kind], other[kind]) for kind in one if one[kind] != other[kind]]


def _comparable(rendering: str, reading: Reading) -> dict[str, Sequence[object]]:
    """A reading without what the rendering cannot say."""
    parts: dict[str, Sequence[object]] = {name: getattr(reading, name) for name in ("words", "signs", *STRUCTURES)}
    if rendering == "markdown":
        del parts["terms"]
        parts["signs"] = _MARKERS.sub("", reading.signs)
        parts["rows"] = [tuple(filter(None, row)) for row in reading.rows]
    elif rendering == "xml":
        parts["signs"] = _FORBIDDEN.sub("\ufffd", reading.signs)
        parts["code"] = [_FORBIDDEN.sub("\ufffd", line) for line in reading.code]
    return parts


def _difference(rendering: str, kind: str, found: Sequence[object], wanted: Sequence[object]) -> Difference:
    """Where two sequences part."""
    pairs = enumerate(zip(found, wanted, strict=False))
    at = next((i for i, (one, other) in pairs if one != other), min(len(found), len(wanted)))
    near = slice(max(0, at - 10), at + 10) if kind in ("words", "signs") else slice(at, at + 1)
    return Difference(rendering, kind, f"at {at} of {len(wanted)}: found {found[near]!r}, wanted {wanted[near]!r}")


def choose(document: Document, choice: str, seed: int) -> Document:
    """The document with its own units, with some of the page's drawn at random, or with all of them."""
    if choice == "chosen":
        return document
    draw = np.random.default_rng(seed)
    n_units = document.page.n_units
    kept = draw.random(n_units) < draw.random() if choice == "at random" else np.ones(n_units, bool)
    return replace(document, kept=kept, items=())


def measure(data: DataSet, names: Sequence[str], n_pages: int | None) -> dict[str, Tally]:
    """Compare the renderings of the first pages of a data set, by choice of units."""
    tallies: dict[str, Tally] = defaultdict(Tally)
    for seed, sample in enumerate(data.samples[:n_pages]):
        try:
            extracted = _extract(sample)
            for choice in names:
                document = choose(extracted, choice, seed)
                found = differences(document)
                tallies[choice].add(sample.id, read_page(document.page, document.kept), found)
                for one in found:
                    print(f"{sample.id} ({choice}) {one.rendering}, {one.kind}: {one.detail[:400]}", flush=True)
        except Exception as error:
            tallies[names[0]].failures[sample.id] = f"{type(error).__name__}: {error}"[:200]
    return tallies


def _extract(sample: Sample) -> Document:
    return sitegrain.extract(sitegrain.RawPage(sample.html_path.read_bytes(), url=sample.url))


def main(arguments: list[str] | None = None) -> None:
    """Compare what the command line names, and save after each set."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.fidelity", description=__doc__.splitlines()[0])
    parser.add_argument("--sets", type=_names, help="data sets of SITEGRAIN_DATA; default all")
    parser.add_argument("--choices", type=_names, default=list(CHOICES), help="of: " + ", ".join(CHOICES))
    parser.add_argument("--limit", type=int, help="pages of each set; the results are then not saved")
    options = parser.parse_args(arguments)
    with open_sets(options.sets) as sets:
        for data in sets:
            start = time.monotonic()
            for choice, tally in measure(data, options.choices, options.limit).items():
                print(f"{data.name:10} {choice:12} {tally.n_pages} pages, different: {dict(tally.counts) or 'none'}")
                if options.limit is None:
                    merge_result("fidelity", data.name, choice, tally.to_row(time.monotonic() - start))


def _names(value: str) -> list[str]:
    return value.split(",")


if __name__ == "__main__":
    main()

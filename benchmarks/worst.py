"""Print the pages that we do worst on, with what was wrongly kept and wrongly lost, for a person to judge.

    python -m benchmarks.worst [--sets x,y] [--n 10] [--stripped] [--trial FOLDER]

Which pages those are is in the rows that `python -m benchmarks.accuracy` wrote; they are extracted anew, as it does. To
align a page with its gold takes what training takes. The pages are other people's: this prints, and saves nothing.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from benchmarks.datasets import SINGLE_PAGE_SETS, DataSet, Sample, open_sets
from benchmarks.fold_scorer import scorer_without
from benchmarks.pages import PAGES, PageRow, page_row, pages_path, read_pages
from benchmarks.peers import Extracted
from benchmarks.stripping import strip_names
from sitegrain import RawPage, SiteModel
from sitegrain.measures.extraction import score_text
from sitegrain.pages.tokens import tokenize

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from sitegrain.content.document import Document

UNITS = 3  # shown of each kind of error
UNIT_CHARS = 80
IS_GOLD = 0.5  # share of a unit's words that the gold holds


@dataclass(frozen=True, slots=True)
class Failure:
    """What went wrong on a page; `wrong` and `lost` are lines of text, longest unit first."""

    row: PageRow
    gold_words: int
    kept_words: int
    wrong: tuple[str, ...]
    lost: tuple[str, ...]


def worst_rows(rows: Sequence[PageRow], n: int) -> list[PageRow]:
    """The n pages of the lowest F1, the worst first."""
    return sorted(rows, key=lambda row: (row.f1, row.path))[:n]


def longest_units(texts: Sequence[str], sizes: NDArray[np.int32], chosen: NDArray[np.bool_]) -> tuple[str, ...]:
    """The beginnings of the longest chosen units, each with its number of words."""
    order = sorted(np.flatnonzero(chosen).tolist(), key=lambda unit: (-sizes[unit], unit))
    return tuple(f"{sizes[unit]:5} {' '.join(texts[unit].split())[:UNIT_CHARS]}" for unit in order[:UNITS])


def examine(sample: Sample, document: Document) -> Failure:
    """Compare a document with the page's gold, unit by unit."""
    from benchmarks.train.labels import unit_labels

    gold, page = sample.gold_text(), document.page
    is_gold = unit_labels(page, gold) >= IS_GOLD
    extracted = Extracted(document.text, document.confidence, document.kind)
    return Failure(
        row=page_row(sample, score_text(document.text, gold), extracted),
        gold_words=len(tokenize(gold)),
        kept_words=len(tokenize(document.text)),
        wrong=longest_units(page.unit_texts, page.unit_words, document.kept & ~is_gold),
        lost=longest_units(page.unit_texts, page.unit_words, ~document.kept & is_gold),
    )


def examine_set(data: DataSet, paths: Sequence[str], *, is_stripped: bool) -> list[Failure]:
    """Extract the named pages with their sites, and examine them in the order given."""
    found: dict[str, Failure] = {}
    for group in data.groups():
        wanted = [i for i, sample in enumerate(group) if sample.id in paths]
        if not wanted:
            continue
        html = [sample.html_path.read_bytes() for sample in group]
        raw = [
            RawPage(strip_names(one) if is_stripped else one, url=sample.url)
            for one, sample in zip(html, group, strict=True)
        ]
        model = SiteModel(scorer=scorer_without(group[0].site)).fit(raw)
        found |= {group[i].id: examine(group[i], model.extract(raw[i])) for i in wanted}
    return [found[path] for path in paths]


def report(data: str, failures: Sequence[Failure]) -> str:
    """Lay the pages out: a line of figures each, `+` before what was wrongly kept, `-` before what was lost."""
    lines = [f"{data}: F1, precision, recall, confidence, gold words, kept words, kind, path"]
    for one in failures:
        row = one.row
        figures = " ".join(f"{value:.3f}" for value in (row.f1, row.precision, row.recall, row.confidence))
        kind = f"{row.kind} (gold: {row.page_type})" if row.page_type else row.kind
        lines.append(f"{figures} {one.gold_words:6} {one.kept_words:6}  {kind}  {row.path}")
        lines += [f"    + {text}" for text in one.wrong] + [f"    - {text}" for text in one.lost]
    return "\n".join(lines)


def main(arguments: list[str] | None = None) -> None:
    """Print the worst pages of each set."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.worst", description=__doc__.splitlines()[0])
    parser.add_argument("--sets", type=lambda value: value.split(","), help="data sets of SITEGRAIN_DATA; default all")
    parser.add_argument("--n", type=int, default=10, help="pages of each set")
    parser.add_argument("--stripped", action="store_true", help="of pages without class and id attributes")
    parser.add_argument("--trial", type=Path, metavar="FOLDER", help="take the rows of a trial")
    options = parser.parse_args(arguments)
    folder = options.trial / "pages" if options.trial else PAGES
    with open_sets(options.sets) as sets:
        for data in sets:
            peer = "sitegrain_page" if data.name in SINGLE_PAGE_SETS else "sitegrain_site"
            path = pages_path(folder, data.name, peer, is_stripped=options.stripped)
            rows = worst_rows(read_pages(path), options.n)
            if not rows:
                print(f"{path}: no rows, run `python -m benchmarks.accuracy --peers {peer}` first", file=sys.stderr)
                continue
            failures = examine_set(data, [row.path for row in rows], is_stripped=options.stripped)
            print(report(data.name, failures), end="\n\n", flush=True)


if __name__ == "__main__":
    main()

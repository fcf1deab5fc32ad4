"""Real pages on a small screen.

Pages of each set of sites, made small with the default budget of 800 words, in a Chromium of 360 CSS pixels: the share
that needs no sideways scrolling and the share with no text below 14 pixels, as the page was (with the styles that stand
in it, since nothing is fetched) and as it is made, with everything unfolded; kilobytes of HTML (means, and as gzip
sends them); words, shown without unfolding anything; and the share of the gold text's words that are among them.
Every image is 3000 pixels wide. Each site is learned from its pages.
"""

from __future__ import annotations

import gzip
from collections import defaultdict
from contextlib import ExitStack
from dataclasses import dataclass
from statistics import fmean
from typing import TYPE_CHECKING, Any

import numpy as np

from benchmarks.datasets import open_sets
from benchmarks.reproduce.phone import WIDTH, Phone
from sitegrain import SiteModel
from sitegrain.measures.extraction import score_text
from sitegrain.mobile import shrink
from sitegrain.pages.encodings import decode
from sitegrain.pages.raw import RawPage
from sitegrain.segmenters import SomTree

if TYPE_CHECKING:
    from collections.abc import Iterator

    from benchmarks.datasets import DataSet, Sample
    from benchmarks.reproduce.phone import Look
    from sitegrain.mobile import SmallPage

SETS = ("dragnet", "daniel", "sites")
N_SITES, N_LEARNED, N_SHOWN = 12, 20, 2  # sites of a set; pages of a site that are learned from, and looked at
SMALLEST_FONT = 14  # CSS pixels
METHODS = {"sitegrain": SiteModel, "som-tree": SomTree}


@dataclass(frozen=True, slots=True)
class _Seen:
    """One page as it was or as it was made."""

    look: Look
    html: str
    words: int
    recall: float | None = None  # share of the gold's words that are shown


def run() -> list[dict[str, Any]]:
    """A row for each set: as it was, and by each method."""
    rows = []
    with ExitStack() as stack:
        phone = stack.enter_context(Phone())
        for data in stack.enter_context(open_sets(SETS)):
            seen: dict[str, list[_Seen]] = defaultdict(list)
            for how, one in _pages(data, phone):
                seen[how].append(one)
            rows += [_row(data.name, how, found) for how, found in seen.items()]
    return rows


def _pages(data: DataSet, phone: Phone) -> Iterator[tuple[str, _Seen]]:
    groups = [group for group in data.groups() if len(group) > 1]
    for group in groups[:: max(1, len(groups) // N_SITES)][:N_SITES]:
        raws = [RawPage(sample.html_path.read_bytes(), sample.url) for sample in group[:N_LEARNED]]
        models = {name: make().fit(raws) for name, make in METHODS.items()}
        for sample, raw in list(zip(group, raws, strict=False))[:N_SHOWN]:
            html = decode(raw.html).text
            small = {name: shrink(raw, model) for name, model in models.items()}
            yield "as it was", _Seen(phone.look(html), html, small["sitegrain"].page.axis.n_tokens)
            for name, made in small.items():
                yield name, _Seen(phone.look(made.html), made.html, made.n_words, _recall(made, sample))


def _recall(made: SmallPage, sample: Sample) -> float:
    shown = np.flatnonzero(made.view.shown).tolist()
    return score_text("\n".join(made.page.unit_texts[unit] for unit in shown), sample.gold_text()).recall


def _row(name: str, how: str, seen: list[_Seen]) -> dict[str, Any]:
    recalls = [one.recall for one in seen if one.recall is not None]
    sizes = [one.html.encode("utf-8", "replace") for one in seen]
    return {
        "pages of": name,
        "": how,
        "pages": len(seen),
        "no sideways scrolling": fmean(one.look.scroll_width <= WIDTH for one in seen),
        "no small text": fmean(one.look.smallest_font >= SMALLEST_FONT for one in seen),
        "KB": f"{fmean(map(len, sizes)) / 1000:.1f}",
        "KB, gzip": f"{fmean(len(gzip.compress(size)) for size in sizes) / 1000:.1f}",
        "words": round(fmean(one.words for one in seen)),
        "words of the gold": fmean(recalls) if recalls else None,
    }

"""The content cell of pages that tables lay out.

Pages of which a layout table has at least 70 % of the words, and catalogue pages of the synthetic generator, by
LayoutTables without other pages of the site. A content cell is found where it holds 90 % of the gold's words (as far as
the page has them); a catalogue is right when it is refused.
"""

from __future__ import annotations

import json
import os
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks.datasets import REAL_SETS
from sitegrain.measures.extraction import score_text
from sitegrain.pages.given import as_page
from sitegrain.segmenters import LayoutTables
from sitegrain.segmenters.layout_tables.choosing import Refusal
from sitegrain.segmenters.layout_tables.grid import Texts
from tests.synthetic.presets import shop_site, table_site
from tests.synthetic.site import iter_pages

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sitegrain.pages.page import Page

LAID_OUT = 0.7  # share of a page's words in a layout table
FOUND = 0.9  # share of the gold's words
MIN_PAGES = 5  # of a site, for a row of its own
N_PAGES, SEEDS = 40, range(4)


def run() -> list[dict[str, Any]]:
    """A row each old table site, one for all others, and one each kind of synthetic page."""
    segmenter = LayoutTables()
    scores: dict[str, list[tuple[bool, float]]] = defaultdict(list)
    for site, page, gold in _laid_out(segmenter):
        score = score_text(_text(page, segmenter), gold)
        reachable = score_text(" ".join(page.tokens), gold).recall
        scores[site].append((score.recall >= FOUND * reachable, score.precision))
    rows = [_row(site, own) for site, own in sorted(scores.items()) if len(own) >= MIN_PAGES]
    rows.append(_row("other sites", [score for own in scores.values() if len(own) < MIN_PAGES for score in own]))
    return rows + _synthetic(segmenter)


def _laid_out(segmenter: LayoutTables) -> Iterator[tuple[str, Page, str]]:
    folder = Path(os.environ["SITEGRAIN_DATA"])
    for name in REAL_SETS:
        for line in (folder / name / "pages.jsonl").read_text("utf-8").splitlines():
            row = json.loads(line)
            page = as_page((folder / name / row["html_path"]).read_bytes())
            gold = (folder / name / row["gold_path"]).read_text("utf-8", "replace")
            if "table" in page.tags and page.axis.n_tokens and gold.strip() and _is_laid_out(page, segmenter):
                yield row["site"], page, gold


def _is_laid_out(page: Page, segmenter: LayoutTables) -> bool:
    tables, words = segmenter.read(page), Texts(page).words
    layout = (grid.node for grid, genuine in zip(tables.grids, tables.is_genuine, strict=True) if not genuine)
    return any(words[node] >= LAID_OUT * words[0] for node in layout)


def _synthetic(segmenter: LayoutTables) -> list[dict[str, Any]]:
    scores: dict[str, list[tuple[bool, float]]] = defaultdict(list)
    for preset in (table_site, shop_site):
        for seed in SEEDS:
            for made in iter_pages(preset(N_PAGES, seed)):
                page = as_page(made.html)
                if made.kind == "catalogue":
                    right = isinstance(segmenter.read(page).found, Refusal), 1.0
                elif made.kind == "article":
                    score = score_text(_text(page, segmenter), made.text)
                    right = score.recall >= FOUND, score.precision
                else:
                    continue
                scores[f"synthetic: {preset.__name__.removesuffix('_site')}, {made.kind}"].append(right)
    return [_row(name, own) for name, own in scores.items()]


def _text(page: Page, segmenter: LayoutTables) -> str:
    kept = segmenter.content(page).tolist()
    return " ".join(token for token, is_content in zip(page.tokens, kept, strict=True) if is_content)


def _row(name: str, scores: list[tuple[bool, float]]) -> dict[str, Any]:
    n = max(len(scores), 1)
    right, precision = sum(found for found, _ in scores) / n, sum(score for _, score in scores) / n
    return {"pages of": name, "pages": len(scores), "found, or refused": right, "precision": precision}

"""Tables in Markdown, and how extractors and figures are written in them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

LABELS = {  # as in each peer's NAME, but readable where no peer is installed
    "sitegrain_site": "**sitegrain**, learning from the site",
    "sitegrain_page": "**sitegrain**, one page alone",
    "trafilatura": "trafilatura",
    "trafilatura_precision": "trafilatura, precision",
    "readability_lxml": "readability-lxml",
    "resiliparse": "resiliparse",
    "turbohtml": "turbohtml",
    "goose3": "goose3",
    "boilerpy3": "boilerpy3",
    "justext": "jusText",
    "deboiler": "deboiler",
    "whole_page": "the whole page",
}
WORDS = frozenset({"extractor", "version", "pages", "set"})  # columns that hold no figures


def markdown(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Lay out a table; figures are set to the right."""
    rule = ["---" if name in WORDS else "---:" for name in head]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in (head, rule, *rows))


def f1_cell(row: Mapping | None, best: float) -> str:
    """An extractor's F1, bold if it is the best, marked if it saw the pages; a dash where it was not measured."""
    if row is None:
        return "–"
    if "failed" in row:
        return "failed"
    figure = f"**{row['f1']:.3f}**" if row["f1"] == best else f"{row['f1']:.3f}"
    return f"{figure} †" if "saw_pages" in row else figure

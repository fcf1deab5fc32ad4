"""The score of every single page, kept beside the means: what calibration and the list of worst pages are made from.

A file a data set and extractor, `SET-PEER.jsonl` or `SET-PEER-stripped.jsonl`, holds a row for each page that has its
gold. The rows name pages of other people and are made anew by each run, so they stay out of the repository.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from benchmarks.datasets import REPOSITORY

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from benchmarks.datasets import Sample
    from benchmarks.peers import Extracted
    from sitegrain.measures.extraction import Score

PAGES = REPOSITORY / "build" / "benchmark-pages"


@dataclass(frozen=True, slots=True)
class PageRow:
    """How one page went.

    path:       in the data set, `SITE/PAGE.html`; page ids recur on other sites
    confidence: the F1 that the extractor expected; None where it does not say, or failed
    kind:       what the extractor took the page for; None likewise
    page_type, lang: what the data set says; None where it does not
    """

    path: str
    site: str
    f1: float
    precision: float
    recall: float
    confidence: float | None = None
    kind: str | None = None
    page_type: str | None = None
    lang: str | None = None


def page_row(sample: Sample, score: Score, extracted: Extracted | None) -> PageRow:
    """Put together what is known of a page; `extracted` is None where the extractor failed."""
    confidence, kind = (extracted.confidence, extracted.kind) if extracted else (None, None)
    return PageRow(
        path=sample.id,
        site=sample.site,
        f1=round(score.f1, 4),
        precision=round(score.precision, 4),
        recall=round(score.recall, 4),
        confidence=None if confidence is None else round(confidence, 4),
        kind=kind,
        page_type=sample.page_type,
        lang=sample.lang,
    )


def pages_path(folder: Path, data: str, peer: str, *, is_stripped: bool) -> Path:
    """The file of a data set and an extractor."""
    return folder / f"{data}-{peer}{'-stripped' * is_stripped}.jsonl"


def write_pages(path: Path, rows: Iterable[PageRow]) -> None:
    """Write the rows, unknown fields left out."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8") as lines:
        for row in rows:
            known = {name: value for name, value in asdict(row).items() if value is not None}
            lines.write(json.dumps(known, ensure_ascii=False) + "\n")


def read_pages(path: Path) -> list[PageRow]:
    """Read the rows; a file that is not there is empty."""
    if not path.exists():
        return []
    with path.open(encoding="utf-8") as lines:
        return [PageRow(**json.loads(line)) for line in lines]

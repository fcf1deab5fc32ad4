"""One file an extractor, ours and others', behind one interface.

Each module defines `NAME`, `version() -> str` and one of

    extract(html: bytes, url: str | None) -> str                       a page alone
    extract_site(pages: list[tuple[bytes, str | None]]) -> list[str]   the pages of a site, learned together

One that knows more of a page than its text gives an `Extracted` for each `str`. One whose scorer was trained on the
data sets takes a further `site: str | None = None`, and extracts with a scorer that did not see that site. Each imports
its extractor at the top, so that one that is not installed fails before anything is measured.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Extracted:
    """What a peer gave for a page; None where it does not say.

    confidence: the word F1 that it expects of its text, in [0, 1]
    kind:       what it takes the page for
    """

    text: str
    confidence: float | None = None
    kind: str | None = None


PEERS = (  # in the order of the tables; the whole page last, as the line nobody may fall below
    "sitegrain_site",
    "sitegrain_page",
    "trafilatura",
    "trafilatura_precision",
    "readability_lxml",
    "resiliparse",
    "turbohtml",
    "goose3",
    "boilerpy3",
    "justext",
    "deboiler",
    "whole_page",
)

"""IEPAD: records are what a pattern of tags that recurs in a page encloses.

Chang and Lui, "IEPAD: information extraction based on pattern discovery" (WWW 2001): the page as a string of tags and
texts, its maximal repeats, those of them that are regular and compact, and the multiple alignment of what lies between
their occurrences. A person chose among the patterns; here the one that covers most comes first. The thresholds are from
general knowledge of the paper (methods.md H.5).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from sitegrain.content.rendering.addresses import Addresses
from sitegrain.errors import UsageError
from sitegrain.pages.given import as_page
from sitegrain.records.iepad.alignment import align
from sitegrain.records.iepad.patterns import Limits, find_patterns
from sitegrain.records.iepad.tokens import TEXT, check_tags, read_tags
from sitegrain.records.names import distinct
from sitegrain.records.region import Places, Region

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sitegrain.pages.given import AnyPage
    from sitegrain.pages.page import Page
    from sitegrain.records.iepad.patterns import Pattern
    from sitegrain.records.iepad.tokens import Tags, TagString
    from sitegrain.records.region import Position, Record
    from sitegrain.records.section import Section

BODY = 1  # the number of a page's <body>
MAX_LABEL_CHARS = 200  # of a region's label, the pattern
MAX_REGIONS = 20  # patterns that are aligned, the first ones


class Iepad:
    """Finds records by repeated patterns of tags.

    tags:            `all`; `no-markup` without <b>, <font> and their like; `block` without all that stands in a line
    min_occurrences: of a pattern, at least 2
    max_regularity:  standard deviation of the distances of its occurrences over their mean
    min_compactness: share of the stretch from the first to the last that must be exceeded
    is_single:       leave out patterns that are a shorter one several times in a row
    """

    def __init__(
        self,
        *,
        tags: Tags = "all",
        min_occurrences: int = 3,
        max_regularity: float = 0.5,
        min_compactness: float = 0.25,
        is_single: bool = True,
    ) -> None:
        if min_occurrences < 2:
            raise UsageError(f"min_occurrences must be at least 2, got {min_occurrences}")
        if max_regularity < 0:
            raise UsageError(f"max_regularity must not be negative, got {max_regularity}")
        if not 0 <= min_compactness < 1:
            raise UsageError(f"min_compactness must be in [0, 1), got {min_compactness}")
        check_tags(tags)
        self.tags = tags
        self.limits = Limits(min_occurrences, max_regularity, min_compactness, is_single)

    @classmethod
    def as_published(cls) -> Self:
        """A token for each tag, and every pattern."""
        return cls(tags="all", is_single=False)

    def find(self, page: AnyPage | Page, section: Section | None = None) -> list[Region]:
        """The regions of a page, or of a section of it, by falling coverage."""
        page = as_page(page)
        if page.n_nodes <= BODY:
            return []
        string = read_tags(page, tags=self.tags, within=section.root if section is not None else BODY)
        reader = _Reader(page, string)
        return [reader.region(pattern) for pattern in find_patterns(string, self.limits)[:MAX_REGIONS]]


class _Reader:
    """Takes the records of patterns from a page."""

    def __init__(self, page: Page, string: TagString) -> None:
        self.page, self.string = page, string
        self.places, self.addresses = Places(page), Addresses(page)
        self.names = [string.names[symbol] for symbol in string.symbols.tolist()]
        self.nodes, self.runs = string.nodes.tolist(), string.runs.tolist()

    def region(self, pattern: Pattern) -> Region:
        """What lies from one occurrence to the next; behind the last the pattern itself."""
        starts = pattern.starts.tolist()
        bounds = list(zip(starts, [*starts[1:], starts[-1] + pattern.length], strict=True))
        alignment = align([tuple(self.names[start:end]) for start, end in bounds])
        values = [self._values(start, places) for (start, _), places in zip(bounds, alignment.places, strict=True)]
        columns = sorted({column for own in values for column in own})
        names = dict(zip(columns, distinct([kind for _, kind in columns]), strict=True))
        records = tuple(
            self._record({name: own.get(column) for column, name in names.items()}, start, end)
            for own, (start, end) in zip(values, bounds, strict=True)
        )
        label = alignment.pattern()
        label = label if len(label) <= MAX_LABEL_CHARS else label[: MAX_LABEL_CHARS - 1] + "…"
        return Region(label, tuple(names.values()), records, pattern.coverage)

    def _values(self, start: int, places: Sequence[int]) -> dict[tuple[int, str], str]:
        """What one record has in each column of texts, links and images."""
        found: dict[tuple[int, str], str] = {}
        for at, column in enumerate(places, start):
            if self.names[at] == TEXT:
                found[column, "text"] = " ".join(self.page.run_texts[self.runs[at]].split())
            elif self.names[at] in ("<a>", "<img>"):
                attributes = self.page.attributes[self.nodes[at]]
                if self.names[at] == "<img>":
                    kind, address = "image", self.addresses.image(attributes)
                else:
                    kind, address = "link_url", self.addresses.resolve(attributes.get("href") or "")
                if address:
                    found[column, kind] = address
        return found

    def _record(self, fields: dict[str, str | None], start: int, end: int) -> Record:
        return self.places.record(fields, self._before(start), self._before(end))

    def _before(self, at: int) -> Position:
        """Right before a token; behind the last token where it ends."""
        is_last = at >= len(self.names)
        at = min(at, len(self.names) - 1)
        if self.runs[at] >= 0:
            run = self.runs[at]
            return self.places.text(run, len(self.page.run_texts[run]) if is_last else 0)
        is_end = self.names[at].startswith("</")
        return self.places.behind(self.nodes[at]) if is_end or is_last else self.places.before(self.nodes[at])

"""The cells of a record: its texts, links and images, each with the column it belongs to in all records.

A column is a path of keys inside of the record. What comes as often in nearly all records has its ordinal in the path;
what comes a different number of times is a list, whose entries have columns of their own. Rows that begin with a label
(`Phone:`) are told apart by it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from sitegrain.content.rendering.addresses import Addresses
from sitegrain.pages.tokens import mask_digits
from sitegrain.records.outline import BREAKS, CELLS, IMAGE, LINK

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sitegrain.pages.page import Page
    from sitegrain.records.outline import Outline

FIXED = 0.8  # share of the parents with an element that must have it as often
MAX_ANCHORED = 3  # texts or links of one path, of which each is told by what comes before it
MAX_LABEL_CHARS = 40
MIN_LABELS = 2  # times that a text must come in the records to be a label
LABEL_PLACES = 2  # texts of an element, the first ones, one of which may be its label
MAX_SPAN = 1000  # columns that a cell of a table may take

Path = tuple[str, ...]
Column = tuple[Path, str]  # the path, and `text`, `url`, `image` or `alt`


@dataclass(frozen=True, slots=True)
class Cell:
    """One value of a record.

    entry: None, or the column of a list and the item of the list's entry that the value is in
    """

    column: Column
    value: str
    item: int
    entry: tuple[Path, int] | None = None


def is_label(text: str) -> bool:
    """Whether a text announces another one.

    >>> is_label("Phone:"), is_label("Call us")
    (True, False)
    """
    return 1 < len(text) <= MAX_LABEL_CHARS and text.endswith((":", "："))


class CellReader:
    """Reads the cells of records, which are intervals of items."""

    def __init__(self, page: Page, outline: Outline, records: Sequence[tuple[int, int]]) -> None:
        self.page, self.outline, self.records = page, outline, records
        self.addresses = Addresses(page)
        self.steps: dict[int, str] = {}  # of each item in a record: what its place is called among its siblings
        self.numbers: dict[int, int] = {}  # which of its kind it is in its parent
        texts = Counter(outline.texts[item] for record in records for item in range(*record))
        self.labels = {text for text, n in texts.items() if n >= MIN_LABELS and is_label(text)}
        counts: dict[Path, Counter[int]] = defaultdict(Counter)
        raw_paths: dict[int, Path] = {}
        for record in records:
            self._count(record, raw_paths, counts)
        self._raw_paths = raw_paths
        self._usual = {path: _usual(own) for path, own in counts.items()}

    def _count(self, record: tuple[int, int], raw_paths: dict[int, Path], counts: dict[Path, Counter[int]]) -> None:
        """How often each path comes in one parent."""
        outline = self.outline
        in_parent: Counter[tuple[int, Path]] = Counter()
        columns: dict[int, int] = {}
        for item in range(*record):
            if outline.kinds[item] in BREAKS:
                continue
            parent = outline.parents[item]
            parent_path = raw_paths.get(parent, ()) if parent >= record[0] else ()
            self.steps[item] = step = self._step(item, parent, columns)
            raw_paths[item] = path = (*parent_path, step)
            in_parent[parent if parent >= record[0] else -1, path] += 1
            self.numbers[item] = in_parent[parent if parent >= record[0] else -1, path]
        for (_, path), count in in_parent.items():
            counts[path][count] += 1

    def _step(self, item: int, parent: int, columns: dict[int, int]) -> str:
        """The item's key; a cell of a table has its column, a row that begins with a label has that."""
        outline = self.outline
        key, kind = outline.keys[item], outline.kinds[item]
        if kind in CELLS:
            columns[parent] = columns.get(parent, 0) + 1
            step = f"{kind}:{columns[parent]}"
            columns[parent] += _span(self.page.attributes[outline.nodes[item]].get("colspan")) - 1
            return step
        if outline.texts[item] in self.labels:
            return f"{key}<{mask_digits(outline.texts[item].casefold())}>"
        if outline.runs[item] < 0 and len(outline.children[item]) > 1:
            label = self._label(item)
            if label:
                return f"{key}<{mask_digits(label.casefold())}>"
        return key

    def _label(self, item: int) -> str:
        """The text that an item begins with, if it announces the rest; a number may stand before it."""
        outline = self.outline
        cells = [cell for cell in outline.children[item] if outline.kinds[cell] in CELLS]
        if len(cells) > 1 and [outline.kinds[cell] for cell in cells[:2]] == ["th", "td"]:
            return " ".join(filter(None, outline.texts[cells[0] : outline.ends[cells[0]]]))[:MAX_LABEL_CHARS]
        first = islice((text for text in outline.texts[item + 1 : outline.ends[item]] if text), LABEL_PLACES)
        return next((text for text in first if text in self.labels), "")

    def cells(self, record: tuple[int, int]) -> Iterator[Cell]:
        """The cells of one record in order."""
        outline = self.outline
        paths: dict[int, Path] = {}
        entries: dict[int, tuple[Path, int] | None] = {}
        anchor = ""
        for item in range(*record):
            if item not in self.steps:
                continue
            parent = outline.parents[item]
            above, entry = paths.get(parent, ()), entries.get(parent)
            step, usual = self.steps[item], self._usual[self._raw_paths[item]]
            is_leaf = outline.runs[item] >= 0 or outline.kinds[item] in (LINK, IMAGE)
            if usual > 1:
                step = f"{step}[{self.numbers[item]}]"
            elif usual < 0 and entry is None:
                if not is_leaf or -usual > MAX_ANCHORED:
                    entry = (*above, step), item
                else:
                    step = f"{step}|{anchor}"
            paths[item], entries[item] = (*above, step), entry
            if is_leaf and self.steps[item] != anchor.partition("|")[0]:
                anchor = self.steps[item]
            yield from self._values(item, paths[item], entry)

    def _values(self, item: int, path: Path, entry: tuple[Path, int] | None) -> Iterator[Cell]:
        outline = self.outline
        if outline.texts[item]:
            yield Cell((path, "text"), outline.texts[item], item, entry)
        elif outline.kinds[item] == LINK:
            href = self.page.attributes[outline.nodes[item]].get("href")
            address = self.addresses.resolve(href) if href else None
            if address:
                yield Cell((path, "url"), address, item, entry)
        elif outline.kinds[item] == IMAGE:
            attributes = self.page.attributes[outline.nodes[item]]
            address, alt = self.addresses.image(attributes), " ".join((attributes.get("alt") or "").split())
            if address:
                yield Cell((path, "image"), address, item, entry)
            if alt:
                yield Cell((path, "alt"), alt, item, entry)


def _usual(counts: Counter[int]) -> int:
    """How often nearly all parents have a path; the negative of the largest number if they differ."""
    (count, n), *_ = counts.most_common(1)
    return count if n >= FIXED * counts.total() else -max(counts)


def _span(text: str | None) -> int:
    """The columns that a cell takes."""
    digits = (text or "").strip()
    return min(max(int(digits), 1), MAX_SPAN) if digits.isascii() and digits.isdigit() and len(digits) < 5 else 1

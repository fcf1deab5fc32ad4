"""The gold of record pages: which texts and attributes of a page the fields of its records are.

The gold gives fields as places in the source. The page is read a second time with a mark in front of and behind every
field; where the marks come out says what the fields are.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sitegrain.pages.encodings import decode
from sitegrain.pages.parse import parse

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from sitegrain.pages.page import Page
    from sitegrain.records import Record

MARK, START, END = "\ue000", "\ue001", "\ue002"
_MARKS = re.compile(f"{MARK}(\\d+)([{START}{END}])")
_EDGE = r"(?:<[a-zA-Z/!][^>]*>|\s|&nbsp;)*"
_BEGINNING, _ENDING = re.compile(_EDGE), re.compile(_EDGE + r"\Z")


@dataclass(frozen=True, slots=True)
class GoldField:
    """An attribute of a node, or a text from a place in one run to a place in another; node is -1 for a text."""

    node: int = -1
    first: tuple[int, int] = (-1, 0)
    last: tuple[int, int] = (-1, 0)

    def shares(self, record: Record, run_chars: Sequence[int]) -> list[bool]:
        """For each of its pieces, one a text run, whether a record has it."""
        if self.node >= 0:
            return [record.has_node(self.node)]
        (first, start), (last, end) = self.first, self.last
        return [
            record.has_text(run, start if run == first else 0, end if run == last else run_chars[run])
            for run in range(first, last + 1)
        ]


@dataclass(frozen=True, slots=True, eq=False)
class GoldPage:
    """A page and the fields of its gold records."""

    page: Page
    records: list[list[GoldField]]

    def count_found(self, records: Sequence[Record]) -> int:
        """The gold records of which one extracted record has all fields, and no piece of a field of another."""
        run_chars = [len(text) for text in self.page.run_texts]
        found = set()
        for record in records:
            shares = ((number, self._shares(number, record, run_chars)) for number in range(len(self.records)))
            touched = [(number, own) for number, own in shares if any(own)]
            if len(touched) == 1 and all(touched[0][1]):
                found.add(touched[0][0])
        return len(found)

    def _shares(self, number: int, record: Record, run_chars: Sequence[int]) -> list[bool]:
        """Which pieces of a gold record a record has; none if they are far from one another."""
        fields = self.records[number]
        return [share for own in fields for share in own.shares(record, run_chars)]


def read_gold(html_path: Path, gold_path: Path) -> GoldPage:
    """The page and its gold. ValueError if a field is not in the page."""
    html = decode(html_path.read_bytes()).text.replace("\r\n", "\n")
    gold = json.loads(gold_path.read_text("utf-8"))["records"]
    bounds = [_without_edges(html, field["start"], field["end"]) for record in gold for field in record]
    page, marked = parse(html), parse(_marked(html, bounds))
    if marked.n_nodes != page.n_nodes or len(marked.run_texts) != len(page.run_texts):
        raise ValueError(f"{html_path}: the tree changes with the marks")
    found = _find_marks(marked)
    records, number = [], 0
    for record in gold:
        numbers = range(number, number + len(record))
        number += len(record)
        missing = [i for i in numbers if i not in found and bounds[i][0] < bounds[i][1]]
        if missing:
            raise ValueError(f"{html_path}: field {missing[0]} is not in the page")
        records.append([found[i] for i in numbers if i in found])
    return GoldPage(page, records)


def _marked(html: str, bounds: Sequence[tuple[int, int]]) -> str:
    """The source with a mark at both ends of each field; of an empty one there is none."""
    cuts = [(end, 0, f"{MARK}{n}{END}") for n, (start, end) in enumerate(bounds) if start < end]
    cuts += [(start, 1, f"{MARK}{n}{START}") for n, (start, end) in enumerate(bounds) if start < end]
    parts, at = [], 0
    for place, _, mark in sorted(cuts):
        parts += [html[at:place], mark]
        at = place
    return "".join([*parts, html[at:]])


def _find_marks(marked: Page) -> dict[int, GoldField]:
    """Where the marks of each field are, counted without the marks."""
    starts: dict[int, tuple[int, int]] = {}
    found: dict[int, GoldField] = {}
    for run, text in enumerate(marked.run_texts):
        shift = 0
        for match in _MARKS.finditer(text):
            place = run, match.start() - shift
            shift += len(match[0])
            if match[2] == START:
                starts[int(match[1])] = place
            elif int(match[1]) in starts:
                found[int(match[1])] = GoldField(-1, starts[int(match[1])], place)
    for node in range(marked.n_nodes):
        for value in marked.attributes[node].values():
            found |= {int(match[1]): GoldField(node) for match in _MARKS.finditer(value or "")}
    return found


def _without_edges(html: str, start: int, end: int) -> tuple[int, int]:
    """A field without the tags and the white space at its ends; a blank one is empty."""
    text = html[start:end]
    beginning, ending = _BEGINNING.match(text), _ENDING.search(text)
    if beginning is None or ending is None or beginning.end() == len(text):
        return start, start
    return start + beginning.end(), start + ending.start()

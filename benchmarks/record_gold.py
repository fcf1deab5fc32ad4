"""The gold of record pages: which items of a page each field of a gold record covers.

The gold gives fields as places in the source. The page is read a second time with a mark in front of and behind every
field; where the marks come out says which texts and attributes the fields are.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sitegrain.pages.encodings import decode
from sitegrain.pages.parse import parse

if TYPE_CHECKING:
    from pathlib import Path

    from sitegrain.pages.page import Page

_EDGE = re.compile(r"(?:<[a-zA-Z/!][^>]*>|\s|&nbsp;)*")
_EDGE_BEHIND = re.compile(r"(?:<[a-zA-Z/!][^>]*>|\s|&nbsp;)*\Z")
_MARK = re.compile("\ue000(\\d+)([\ue001\ue002])")


@dataclass(frozen=True, slots=True)
class GoldField:
    """Where a field stands: in text runs, from a place in the first to one in the last; or in an attribute of a node."""

    node: int = -1
    first: tuple[int, int] = (-1, 0)
    last: tuple[int, int] = (-1, 0)


@dataclass(frozen=True, slots=True, eq=False)
class GoldPage:
    """A page and the fields of its gold records; `n_lost` fields could not be found in it."""

    page: Page
    records: list[list[GoldField]]
    n_lost: int


def read_gold(html_path: Path, gold_path: Path) -> GoldPage:
    """The page and its gold."""
    html = decode(html_path.read_bytes()).text.replace("\r\n", "\n")
    gold = json.loads(gold_path.read_text("utf-8"))["records"]
    bounds = [_without_edges(html, f["start"], f["end"]) for record in gold for f in record]
    cuts = [(end, 0, f"\ue000{n}\ue002") for n, (start, end) in enumerate(bounds) if start < end]
    cuts += [(start, 1, f"\ue000{n}\ue001") for n, (start, end) in enumerate(bounds) if start < end]
    cuts.sort()
    parts, at = [], 0
    for place, _, mark in cuts:
        parts += [html[at:place], mark]
        at = place
    marked = parse("".join([*parts, html[at:]]))
    page = parse(html)
    if marked.n_nodes != page.n_nodes or len(marked.run_texts) != len(page.run_texts):
        raise ValueError(f"{html_path}: marks change the tree")
    found: dict[int, list[tuple[int, int] | None]] = {}
    nodes: dict[int, int] = {}
    for run, text in enumerate(marked.run_texts):
        shift = 0
        for match in _MARK.finditer(text):
            ends = found.setdefault(int(match[1]), [None, None])
            ends[match[2] == "\ue002"] = (run, match.start() - shift)
            shift += len(match[0])
    for node in range(marked.n_nodes):
        for value in marked.attributes[node].values():
            for match in _MARK.finditer(value or ""):
                nodes[int(match[1])] = node
    records, number, lost = [], 0, 0
    for record in gold:
        fields = []
        for _ in record:
            if number in nodes:
                fields.append(GoldField(nodes[number]))
            elif number in found and None not in found[number]:
                fields.append(GoldField(-1, *found[number]))
            else:
                lost += bounds[number][0] < bounds[number][1]
            number += 1
        records.append(fields)
    return GoldPage(page, records, lost)


def _without_edges(html: str, start: int, end: int) -> tuple[int, int]:
    """A field without the tags and the white space at its ends; a blank one is empty."""
    text = html[start:end]
    first = _EDGE.match(text).end()
    if first == len(text):
        return start, start
    return start + first, start + _EDGE_BEHIND.search(text).start()

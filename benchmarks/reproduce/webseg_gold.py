"""The gold of the data set webseg on our token axis: blocks of two levels, each an XPath and a text.

A block's node is the one its XPath names; where there is none, or its text is another one, the block is looked for by
its text. Tokens of nested blocks of a level belong to the innermost one.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from sitegrain.blocks.segmentation import Naming, Segmentation, from_tokens
from sitegrain.pages.given import as_page
from sitegrain.pages.runs import node_runs, run_tokens
from sitegrain.pages.tokens import tokenize

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

    from sitegrain.pages.page import Page

LEVELS = ("1", "2")
MIN_ALIKE = 0.5  # share of a gold text's tokens that the named node must have
_STEP = re.compile(r"([a-z0-9]+)(?:\[(\d+)\])?")


@dataclass(frozen=True, slots=True, eq=False)
class GoldPage:
    """A page with the partitions of the levels.

    partitions: level -> int32 (n_tokens,) number of the gold block, -1 for none
    n_gold, n_aligned: level -> tokens of the gold's texts, and those of them that are in their blocks on the axis
    """

    id: str
    page: Page
    partitions: dict[str, NDArray[np.int32]]
    n_gold: dict[str, int]
    n_aligned: dict[str, int]


def read_gold(folder: Path) -> list[GoldPage]:
    """All pages of the data set that have gold blocks, in the order of the file."""
    pages = []
    for line in (folder / "pages.jsonl").read_text("utf-8").splitlines():
        row = json.loads(line)
        blocks = json.loads((folder / row["gold_path"]).read_text("utf-8"))
        if blocks:
            pages.append(_align(row["id"], as_page((folder / row["html_path"]).read_bytes()), blocks))
    return pages


def _align(page_id: str, page: Page, blocks: list[dict]) -> GoldPage:
    bounds = token_bounds(page)
    partitions, n_gold, n_aligned = {}, {}, {}
    for level in LEVELS:
        ids = np.full(len(page.tokens), -1, np.int32)
        n_gold[level] = n_aligned[level] = 0
        spans = []
        for number, block in enumerate(blocks):
            if block["level"] != level:
                continue
            text = tokenize(block["text"])
            start, end = _span(page, bounds, block["xpath"], text)
            spans.append((start - end, start, end, number))
            n_gold[level] += len(text)
            n_aligned[level] += _shared(text, page.tokens[start:end])
        for _, start, end, number in sorted(spans):  # the largest first: inner blocks overwrite outer ones
            ids[start:end] = number
        partitions[level] = ids
    return GoldPage(page_id, page, partitions, n_gold, n_aligned)


def token_bounds(page: Page) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Int64 (n_nodes,) twice: the first token in each node, and the first behind it."""
    tokens = run_tokens(page)
    first, behind = node_runs(page)
    return tokens[first], tokens[behind]


def _span(page: Page, bounds: tuple, xpath: str, text: list[str]) -> tuple[int, int]:
    node = resolve(page, xpath)
    if node >= 0:
        start, end = int(bounds[0][node]), int(bounds[1][node])
        if not text or _shared(text, page.tokens[start:end]) >= MIN_ALIKE * len(text):
            return start, end
    for start in range(len(page.tokens) - len(text) + 1) if text else ():
        if page.tokens[start] == text[0] and page.tokens[start : start + len(text)] == text:
            return start, start + len(text)
    return 0, 0


def resolve(page: Page, xpath: str) -> int:
    """The node that an absolute XPath of child steps names, -1 if there is none with text."""
    steps = _STEP.findall(xpath)
    if not steps or steps[0][0] != "html":
        return -1
    node = 0
    for tag, ordinal in steps[1:]:
        left, child = int(ordinal or 1), node + 1
        while child < page.ends[node]:
            left -= page.tags[child] == tag
            if not left:
                break
            child = int(page.ends[child])
        else:
            return -1
        node = child
    return node


def _shared(first: list[str], second: list[str]) -> int:
    return (Counter(first) & Counter(second)).total()


def reference(gold: GoldPage, level: str) -> Segmentation:
    """The gold blocks of a level as a segmentation."""
    ids = gold.partitions[level]
    return from_tokens(gold.page.tokens, ids, np.ones(len(ids)), lambda number: Naming(number, f"gold {number}"))

"""Rows of results and of gold: JSON lines as sitegrain writes them, matched page by page."""

from __future__ import annotations

import gzip
import json
import math
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from sitegrain.blocks.segmentation import NO_BLOCK
from sitegrain.errors import SourceError

if TYPE_CHECKING:
    import os
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

Row = dict[str, Any]
NAMES = ("id", "path", "url")  # what a page is known by, in this order


def read_rows(path: str | os.PathLike[str]) -> list[Row]:
    """The objects of a .jsonl or .jsonl.gz file; SourceError names the line that is none."""
    place = Path(path)
    opened = gzip.open if place.suffix == ".gz" else open
    rows = []
    try:
        with opened(place, "rt", encoding="utf-8") as lines:
            for number, line in enumerate(lines, 1):
                if line.strip():
                    rows.append(_object(line, f"{place}#{number}"))
    except (OSError, UnicodeDecodeError, EOFError) as error:
        if isinstance(error, SourceError):
            raise
        raise SourceError(f"cannot read {place}: {getattr(error, 'strerror', None) or error}".lower()) from error
    return rows


def _object(line: str, name: str) -> Row:
    try:
        row = json.loads(line)
    except ValueError as error:
        raise SourceError(f"{name}: not JSON: {error}") from error
    if not isinstance(row, dict):
        raise SourceError(f"{name}: a row must be an object, got {type(row).__name__}")
    return row


def name_of(row: Row) -> str:
    """What a page is called in messages."""
    return next((str(row[name]) for name in NAMES if row.get(name) is not None), "a page without a name")


def pair_rows(gold: Sequence[Row], found: Sequence[Row]) -> Iterator[tuple[Row, Row | None]]:
    """Each gold row with the row that was found for its page, None where there is none."""
    index = {(name, row[name]): row for row in found for name in NAMES if _is_name(row.get(name))}
    for row in gold:
        keys = ((name, row[name]) for name in NAMES if _is_name(row.get(name)))
        yield row, next((index[key] for key in keys if key in index), None)


def _is_name(value: object) -> bool:
    return isinstance(value, str | int) and value != ""


def block_ids_of(row: Row) -> NDArray[np.int32]:
    """Int32 (n_tokens,): the block of each token of a row that `sitegrain segment` wrote, NO_BLOCK for none."""
    ids = np.full(_n_tokens(row), NO_BLOCK, np.int32)
    for number, block in enumerate(row.get("blocks", ())):
        for start, end in _spans(block, row):
            ids[start:end] = number
    return ids


def template_of(row: Row, below: float) -> NDArray[np.bool_]:
    """Bool (n_tokens,): the token's block weighs at most `below`; a token of no block is not template."""
    mask = np.zeros(_n_tokens(row), bool)
    for block in row.get("blocks", ()):
        weight = block.get("weight")
        if not isinstance(weight, int | float) or math.isnan(weight):
            raise SourceError(f"{name_of(row)}: a block has no weight")
        for start, end in _spans(block, row):
            mask[start:end] = weight <= below
    return mask


def _n_tokens(row: Row) -> int:
    n_tokens = row.get("n_tokens")
    if not isinstance(n_tokens, int) or n_tokens < 0:
        raise SourceError(f"{name_of(row)}: no n_tokens; rows must be those of `sitegrain segment`")
    return n_tokens


def _spans(block: Row, row: Row) -> Iterator[tuple[int, int]]:
    for span in block.get("spans", ()):
        start, end = span
        if not 0 <= start < end <= row["n_tokens"]:
            raise SourceError(f"{name_of(row)}: span {span} is not within its {row['n_tokens']} tokens")
        yield start, end

"""The columns of an output row, and a row as bytes."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

Row = Mapping[str, Any]

# One row a page; the columns of ON_REQUEST only if they were asked for.
COLUMNS = (
    "id path url canonical site layout kind kind_reason title author date description lang text confidence selector"
    " notes markdown html xml blocks dropped skipped".split()
)
ON_REQUEST = ("markdown", "html", "xml", "blocks", "dropped")
PIECE_COLUMNS = (
    "text",
    "block_class",
    "support",
    "weight",
    "score",
    "reasons",
    "images",
)  # of an entry of `blocks` and `dropped`

IMAGE_COLUMNS = ("src", "alt", "caption", "text", "width", "height")  # of an entry of a piece's `images`

_SURROGATES = re.compile("[\ud800-\udfff]")


def to_bytes(text: str) -> bytes:
    """UTF-8; what it cannot hold becomes U+FFFD."""
    try:
        return text.encode()
    except UnicodeEncodeError:
        return _SURROGATES.sub("\ufffd", text).encode()


def to_json(row: Row) -> bytes:
    """One line of JSON."""
    return to_bytes(json.dumps(row, ensure_ascii=False, separators=(", ", ": "))) + b"\n"


def without_surrogates(value: Any) -> Any:
    """The same value with U+FFFD for each surrogate in its texts."""
    if isinstance(value, str):
        return _SURROGATES.sub("\ufffd", value)
    if isinstance(value, Mapping):
        return {key: without_surrogates(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [without_surrogates(item) for item in value]
    return value

"""Compiled loops: bytes in, flat arrays out. No policy, no thresholds."""

from sitegrain.kernel._apply import (
    Forest,
    PlaceTable,
    close_gaps,
    complete_boxes,
    first_words,
    gather_rows,
    inherit,
    like_siblings,
    plain_text,
    read_keys,
    text_hash,
)
from sitegrain.kernel._html import TAG_NAMES, Axis, Column, Roles, Tree, read_axis, read_tokens, read_tree

__all__ = [
    "TAG_NAMES",
    "Axis",
    "Column",
    "Forest",
    "PlaceTable",
    "Roles",
    "Tree",
    "close_gaps",
    "complete_boxes",
    "first_words",
    "gather_rows",
    "inherit",
    "like_siblings",
    "plain_text",
    "read_axis",
    "read_keys",
    "read_tokens",
    "read_tree",
    "text_hash",
]

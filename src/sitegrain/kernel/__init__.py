"""Compiled loops: bytes in, flat arrays out. No policy, no thresholds."""

from sitegrain.kernel._apply import (
    PlaceTable,
    add_changes,
    add_leaves,
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
    "PlaceTable",
    "Roles",
    "Tree",
    "add_changes",
    "add_leaves",
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

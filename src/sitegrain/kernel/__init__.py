"""Compiled loops: bytes in, flat arrays out. No policy, no thresholds."""

from sitegrain.kernel._html import Axis, Column, Roles, Tree, hash_tokens, read_axis, read_tokens, read_tree
from sitegrain.kernel._text import (
    TEXT_COLUMNS,
    Counts,
    TextRules,
    declared_overlaps,
    earlier_copies,
    fingerprints,
    hash_numbers,
    placed_keys,
    repetition,
    target_hash,
    text_columns,
    text_votes,
    title_overlap,
    unit_targets,
)

__all__ = [
    "TEXT_COLUMNS",
    "Axis",
    "Column",
    "Counts",
    "Roles",
    "TextRules",
    "Tree",
    "declared_overlaps",
    "earlier_copies",
    "fingerprints",
    "hash_numbers",
    "hash_tokens",
    "placed_keys",
    "read_axis",
    "read_tokens",
    "read_tree",
    "repetition",
    "target_hash",
    "text_columns",
    "text_votes",
    "title_overlap",
    "unit_targets",
]

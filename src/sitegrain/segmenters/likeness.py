"""How alike two sets are."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet


def jaccard(a: AbstractSet[object], b: AbstractSet[object]) -> float:
    """What both have over what either has, in [0, 1]; 1 for two empty sets."""
    return len(a & b) / len(a | b) if a or b else 1.0

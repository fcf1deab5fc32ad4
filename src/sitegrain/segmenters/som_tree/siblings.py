"""Which child of a place is which: by number among equals as published, by look-up, or by alignment."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Protocol

from sitegrain.segmenters.som_tree.som import NO_PLACE, Som

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sitegrain.segmenters.som_tree.page_tree import Key, TreeNode

MAX_ORDINAL = 8  # siblings beyond are taken for the last


class Siblings(Protocol):
    """Finds the places of the children of a page's element."""

    def place(self, som: Som, parent: int, children: Sequence[TreeNode], *, may_add: bool) -> list[int]:
        """The place of each child, NO_PLACE where there is none and none may be added."""
        ...


class Numbered:
    """Equal siblings get running numbers, where there are two of them (dissertation, section 3.3)."""

    def place(self, som: Som, parent: int, children: Sequence[TreeNode], *, may_add: bool) -> list[int]:
        n_equal = Counter(child.key for child in children)
        seen: Counter[Key] = Counter()
        places = []
        for child in children:
            key = child.key
            if n_equal[key] > 1:
                seen[key] += 1
                key = f"{seen[key]}/{_flat(key)}"
            places.append(som.add(parent, key) if may_add else som.find(parent, key))
        return places


class LookedUp:
    """Equal siblings are one place; on a site without names elements of some tags are numbered up to MAX_ORDINAL.

    numbered_tags: names of these elements
    """

    def __init__(self, numbered_tags: frozenset[str] = frozenset()) -> None:
        self.numbered_tags = numbered_tags

    def place(self, som: Som, parent: int, children: Sequence[TreeNode], *, may_add: bool) -> list[int]:
        seen: Counter[str] = Counter()
        places = []
        for child in children:
            key: Key = child.key
            if child.tag in self.numbered_tags:
                seen[child.tag] += 1
                key = f"{min(seen[child.tag], MAX_ORDINAL)}/{_flat(key)}"
            places.append(som.add(parent, key) if may_add else som.find(parent, key))
        return places


def _flat(key: Key) -> str:
    return key if isinstance(key, str) else "+".join(key)


__all__ = ["NO_PLACE", "LookedUp", "Numbered", "Siblings"]

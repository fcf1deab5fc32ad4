"""Which child of a place is which: by number among equals as published, by look-up, or by alignment."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Protocol

from sitegrain.segmenters.som_tree.page_tree import key_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sitegrain.segmenters.som_tree.page_tree import Key, TreeNode
    from sitegrain.segmenters.som_tree.som import Som


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
                key = f"{seen[key]}/{key_text(key)}"
            places.append(som.add(parent, key) if may_add else som.find(parent, key))
        return places


class LookedUp:
    """Equal siblings are one place."""

    def place(self, som: Som, parent: int, children: Sequence[TreeNode], *, may_add: bool) -> list[int]:
        find = som.add if may_add else som.find
        return [find(parent, child.key) for child in children]

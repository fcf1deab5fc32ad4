"""The SOM tree itself: places with the pages that have them, and the adjustment that makes places block classes.

Insertion by labels and the two adjustment tests are those of the dissertation, sections 3.3 and 3.4.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sitegrain.segmenters.som_tree.page_tree import key_text

if TYPE_CHECKING:
    from sitegrain.segmenters.som_tree.page_tree import Key

NO_PLACE = -1
MIN_OWN_SHARE = 0.1  # of a place's pages that must have text right there, for it to take in what is below


class Som:
    """Places as rows, a parent before its children.

    parents, keys, depths: of each place; freq: pages that have it; docs: pages with text right at it
    """

    def __init__(self) -> None:
        self.parents: list[int] = []
        self.keys: list[Key] = []
        self.depths: list[int] = []
        self.freq: list[int] = []
        self.docs: list[set[int]] = []
        self._table: dict[tuple[int, Key], int] = {}

    def __len__(self) -> int:
        return len(self.parents)

    def find(self, parent: int, key: Key) -> int:
        """The place of a key below a place, NO_PLACE if there is none."""
        return self._table.get((parent, key), NO_PLACE)

    def add(self, parent: int, key: Key) -> int:
        """The place of a key below a place, made if it is new."""
        found = self._table.setdefault((parent, key), len(self.parents))
        if found == len(self.parents):
            self.append(parent, key)
        return found

    def append(self, parent: int, key: Key) -> int:
        """A new place, whatever others there are."""
        self.parents.append(parent)
        self.keys.append(key)
        self.depths.append(self.depths[parent] + 1 if parent >= 0 else 0)
        self.freq.append(0)
        self.docs.append(set())
        return len(self.parents) - 1

    def forget_pages(self) -> None:
        """Keep the places, and forget which pages have them."""
        self.freq = [0] * len(self)
        self.docs = [set() for _ in self.docs]

    def label(self, place: int) -> str:
        """The keys from a place up to the root, child first: `1/div/id/body/html`."""
        parts = []
        while place >= 0:
            parts.append(key_text(self.keys[place]))
            place = self.parents[place]
        return "/".join(parts)

    def adjust(self, alpha: int, beta: int, *, needs_share: bool) -> list[int]:
        """For each place the place that stands for its block class, NO_PLACE where no text is.

        alpha:       a place with text takes in the text less than so many levels below
        beta:        a place whose children all have fewer pages takes them in
        needs_share: a place of which hardly a page has text right there does not take in what is below
        """
        n = len(self)
        docs = [set(own) for own in self.docs]
        stands_for = list(range(n))
        children: list[list[int]] = [[] for _ in range(n)]
        for place, parent in enumerate(self.parents):
            if parent >= 0:
                children[parent].append(place)
        for place in range(n - 1, -1, -1):
            least = max(2, MIN_OWN_SHARE * self.freq[place]) if needs_share else 1
            if len(docs[place]) >= least:
                self._take(place, alpha - 1, children, docs, stands_for)
            if children[place] and all(self.freq[child] < beta for child in children[place]):
                self._take(place, n, children, docs, stands_for)
                children[place] = []
        for place in range(n):  # whom a place stands for is above it, and final already
            stands_for[place] = stands_for[stands_for[place]]
        return [stands_for[place] if self.docs[place] else NO_PLACE for place in range(n)]

    def _take(
        self, place: int, levels: int, children: list[list[int]], docs: list[set[int]], stands_for: list[int]
    ) -> None:
        """Move the text of all places at most so many levels below to a place."""
        pending = [(child, 1) for child in children[place]]
        while pending:
            below, level = pending.pop()
            if docs[below]:
                if len(docs[below]) > len(docs[place]):
                    docs[below], docs[place] = docs[place], docs[below]
                docs[place] |= docs[below]
                docs[below] = set()
                stands_for[below] = place
            if level < levels:
                pending.extend((child, level + 1) for child in children[below])

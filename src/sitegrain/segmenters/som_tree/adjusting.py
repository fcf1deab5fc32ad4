"""The adjustment of a SOM tree: one walk from the leaves upward with two tests at each place (section 3.4)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

SUPPORTED = 0.1  # share of a place's pages that must have text right at it, to take in what is below
IN_FLOW = 0.1  # share of a place's pages on which it must stand in flowing text; 0.02 and 0.3 measured the same
LEAST_PAGES = 2  # with either


@dataclass(frozen=True, slots=True)
class Rules:
    """What the adjustment takes in.

    alpha:  text fewer than this many levels below a place with text joins it (test 1)
    beta:   children that are all on fewer pages than this join their parent (test 2)
    nested: where test 1 applies: "always", "supported" (text right at the place on LEAST_PAGES and SUPPORTED of its
            pages), "flow" (a place takes in its flowing text, however deep), "never"
    """

    alpha: int
    beta: int
    nested: str


@dataclass(frozen=True, slots=True)
class Counts:
    """What the pages say about each place: on how many it is, has text right at it, stands in flowing text."""

    n_pages: Sequence[int]
    n_docs: Sequence[int]
    n_flow: Sequence[int]


def adjust(parents: Sequence[int], counts: Counts, rules: Rules) -> list[int]:
    """The place that holds the text of each place after the adjustment, itself where it stays.

    parents: of each place, a parent before its children
    """
    return _Adjustment(parents, counts, rules).run()


class _Adjustment:
    """The tree stays as it is: places that go are only left out of `children`."""

    def __init__(self, parents: Sequence[int], counts: Counts, rules: Rules) -> None:
        self.counts, self.rules = counts, rules
        self.has_docs = [docs > 0 for docs in counts.n_docs]
        self.heads = list(range(len(parents)))
        self.children: list[list[int]] = [[] for _ in parents]  # those that are still there
        for place, parent in enumerate(parents):
            if parent >= 0:
                self.children[parent].append(place)

    def run(self) -> list[int]:
        for place in range(len(self.heads) - 1, -1, -1):  # every place after all that are below it
            if self.children[place]:
                self._settle(place)
        for place, head in enumerate(self.heads):
            self.heads[place] = self.heads[head]  # heads are above, so settled already
        return self.heads

    def _settle(self, place: int) -> None:
        """Both tests at one place."""
        if self.rules.nested == "flow":
            self._take(place, self._flow_below(place))
        elif self._is_nested(place):
            self._take_near(place)
        children = self.children[place]
        if all(self._is_rare(child) for child in children):
            self._take(place, children)

    def _is_rare(self, place: int) -> bool:
        return self.counts.n_pages[place] < self.rules.beta

    def _is_nested(self, place: int) -> bool:
        n_docs = self.counts.n_docs[place]
        if self.rules.nested == "supported":
            return n_docs >= max(LEAST_PAGES, SUPPORTED * self.counts.n_pages[place])
        return self.rules.nested == "always" and n_docs > 0

    def _flow_below(self, place: int) -> list[int]:
        """The children in a flow, if they are several and one is not rare; then also rare text outside of it."""
        n_flow, n_pages = self.counts.n_flow, self.counts.n_pages
        children = self.children[place]
        flow = {child for child in children if n_flow[child] >= max(LEAST_PAGES, IN_FLOW * n_pages[child])}
        if len(flow) < 2 or all(self._is_rare(child) for child in flow):
            return []
        return [c for c in children if c in flow or (self._is_rare(c) and (n_flow[c] or not self.children[c]))]

    def _take_near(self, place: int) -> None:
        """Take in the text of all places fewer than alpha levels below, and drop those left empty."""
        levels = [[place]]
        while len(levels) < self.rules.alpha and levels[-1]:
            levels.append([child for above in levels[-1] for child in self.children[above]])
        for level in reversed(levels):
            for near in level:
                self.children[near] = [c for c in self.children[near] if self.children[c] or self.has_docs[c]]
                if near != place and (self.has_docs[near] or not self.children[near]):
                    self.has_docs[near] = False
                    self.heads[near] = place

    def _take(self, place: int, children: list[int]) -> None:
        """Take in these children and everything below them."""
        taken = set(children)
        self.children[place] = [child for child in self.children[place] if child not in taken]
        stack = list(children)
        while stack:
            below = stack.pop()
            self.heads[below] = place
            self.has_docs[place] |= self.has_docs[below]
            stack.extend(self.children[below])
            self.children[below] = []

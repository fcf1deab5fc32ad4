"""Which nodes of a tag tree have a match in another one.

`positional` pairs children one by one from the left, as published; one that is put in unmatches all behind it.
`aligned` pairs them in the order-preserving way that matches most nodes (restricted top-down matching).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sitegrain.segmenters.data_rich_section.tag_tree import TagTree

MAX_CELLS = 2_500  # of the table of one alignment; larger ones pair equal subtrees only
MAX_PAIRS = 2_000  # of nodes of two pages that are weighed; beyond, a pair weighs what a match of itself alone does

Matching = Literal["aligned", "positional"]


def match_trees(target: TagTree, sample: TagTree, how: Matching) -> list[bool]:
    """For each node of the target whether it has a match: itself and all that is below it."""
    n = len(target.labels)
    is_paired = [False] * n
    weigher = _Weigher(target, sample)
    pending = [(0, 0)] if n and sample.labels and target.labels[0] == sample.labels[0] else []
    while pending:
        a, b = pending.pop()
        is_paired[a] = True
        first, second = target.children[a], sample.children[b]
        if how == "positional":
            pairs = [(c, d) for c, d in zip(first, second, strict=False) if target.labels[c] == sample.labels[d]]
        else:
            pairs = weigher.align(first, second)
        pending.extend(pairs)
    matched = is_paired
    for number in range(n - 1, -1, -1):
        matched[number] = matched[number] and all(matched[child] for child in target.children[number])
    return matched


class _Weigher:
    """How many nodes of two subtrees match at most, remembered for each pair."""

    def __init__(self, target: TagTree, sample: TagTree) -> None:
        self.target, self.sample = target, sample
        self._weights: dict[tuple[bool, int, int], int] = {}

    def align(self, first: Sequence[int], second: Sequence[int]) -> list[tuple[int, int]]:
        """The pairs of children that match most nodes in order."""
        start, end = self._equal_ends(first, second)
        pairs = list(zip(first[:start], second[:start], strict=True))
        pairs += list(zip(first[len(first) - end :], second[len(second) - end :], strict=True)) if end else []
        inner_first, inner_second = first[start : len(first) - end], second[start : len(second) - end]
        for pair in self._candidates(inner_first, inner_second):
            self._weigh(*pair)
        return pairs + self._best(inner_first, inner_second)[1]

    def _equal_ends(self, first: Sequence[int], second: Sequence[int]) -> tuple[int, int]:
        """How many children are equal subtrees from the left, and from the right."""
        hashes, others = self.target.hashes, self.sample.hashes
        start, least = 0, min(len(first), len(second))
        while start < least and hashes[first[start]] == others[second[start]]:
            start += 1
        end = 0
        while end < least - start and hashes[first[-1 - end]] == others[second[-1 - end]]:
            end += 1
        return start, end

    def _candidates(self, first: Sequence[int], second: Sequence[int]) -> list[tuple[int, int]]:
        """Pairs whose weight is not known and must be found by what is below them."""
        if len(first) * len(second) > MAX_CELLS:
            return []
        labels, others = self.target.labels, self.sample.labels
        found = []
        for a in first:
            label = labels[a]
            for b in second:
                if label == others[b]:
                    _, pair = self._follow(a, b)
                    if pair is not None and self._key(*pair) not in self._weights:
                        found.append(pair)
        return found

    def _follow(self, a: int, b: int) -> tuple[int, tuple[int, int] | None]:
        """Go down as long as both nodes have a single child: nodes that match, and the pair that must be weighed."""
        target, sample = self.target, self.sample
        weight = 0
        while target.labels[a] == sample.labels[b]:
            if target.hashes[a] == sample.hashes[b]:
                return weight + target.sizes[a], None
            first, second = target.children[a], sample.children[b]
            if not first or not second:
                return weight + 1, None
            if len(first) > 1 or len(second) > 1:
                return weight, (a, b)
            weight += 1
            a, b = first[0], second[0]
        return weight, None

    def _key(self, a: int, b: int) -> tuple[bool, int, int]:
        """What the weight of a pair depends on: small subtrees without a text, link or image in common on their shapes.

        Items of lists are mostly of few shapes, so that a pair of each is weighed instead of every pair.
        """
        own, other = self.target.own[a], self.sample.own[b]
        if own is not None and other is not None and own.isdisjoint(other):
            return True, self.target.shapes[a], self.sample.shapes[b]
        return False, a, b

    def _weigh(self, a: int, b: int) -> None:
        """Find the weight of a pair: 1 and the best alignment of its children; pairs below come first, by a stack."""
        pending = [(a, b)]
        while pending:
            pair = pending[-1]
            key = self._key(*pair)
            if key in self._weights:
                pending.pop()
                continue
            first, second = self.target.children[pair[0]], self.sample.children[pair[1]]
            start, end = self._equal_ends(first, second)
            inner = first[start : len(first) - end], second[start : len(second) - end]
            missing = self._candidates(*inner) if len(self._weights) < MAX_PAIRS else []
            if missing:
                pending.extend(missing)
                continue
            pending.pop()
            equal = first[:start] + (first[len(first) - end :] if end else [])
            self._weights[key] = 1 + sum(self.target.sizes[child] for child in equal) + self._best(*inner)[0]

    def _weight(self, a: int, b: int) -> int:
        """The weight of a pair; 0 if it cannot match."""
        weight, pair = self._follow(a, b)
        return weight if pair is None else weight + self._weights.get(self._key(*pair), 1)

    def _best(self, first: Sequence[int], second: Sequence[int]) -> tuple[int, list[tuple[int, int]]]:
        """The heaviest order-preserving pairs, and their weight."""
        n, m = len(first), len(second)
        if n * m > MAX_CELLS:
            return self._equal_only(first, second)
        best = [[0] * (m + 1) for _ in range(n + 1)]
        weights = [[self._weight(a, b) for b in second] for a in first]
        for i in range(n):
            row, following, own = best[i], best[i + 1], weights[i]
            for j, weight in enumerate(own):
                match = row[j] + weight if weight else 0
                following[j + 1] = max(row[j + 1], following[j], match)
        pairs = []
        i, j = n, m
        while i and j:
            own_weight = weights[i - 1][j - 1]
            if own_weight and best[i][j] == best[i - 1][j - 1] + own_weight:
                i, j = i - 1, j - 1
                pairs.append((first[i], second[j]))
            elif best[i][j] == best[i - 1][j]:
                i -= 1
            else:
                j -= 1
        return best[n][m], pairs

    def _equal_only(self, first: Sequence[int], second: Sequence[int]) -> tuple[int, list[tuple[int, int]]]:
        """Equal subtrees in order, each taken at the first place where it is free."""
        places: dict[int, list[int]] = {}
        for j in range(len(second) - 1, -1, -1):
            places.setdefault(self.sample.hashes[second[j]], []).append(j)
        pairs, last, weight = [], -1, 0
        for a in first:
            own = places.get(self.target.hashes[a], [])
            while own and own[-1] <= last:
                own.pop()
            if own:
                last = own.pop()
                pairs.append((a, second[last]))
                weight += self.target.sizes[a]
        return weight, pairs

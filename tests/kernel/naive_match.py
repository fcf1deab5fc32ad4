"""Restricted top-down alignment of two trees, by trying all pairs of children."""

from functools import lru_cache


def children(ends, node):
    """The children of a node of a tree in document order."""
    found, child = [], node + 1
    while child < ends[node]:
        found.append(child)
        child = ends[child]
    return found


def most_pairs(labels, ends, other_labels, other_ends):
    """How many nodes of two trees can be paired at most, order and parents kept."""

    @lru_cache(None)
    def weight(a, b):
        if labels[a] != other_labels[b]:
            return 0
        return 1 + aligned(tuple(children(ends, a)), tuple(children(other_ends, b)))

    @lru_cache(None)
    def aligned(first, second):
        if not first or not second:
            return 0
        own = weight(first[0], second[0])
        both = own + aligned(first[1:], second[1:]) if own else 0
        return max(aligned(first[1:], second), aligned(first, second[1:]), both)

    return weight(0, 0)


def positional(labels, ends, other_labels, other_ends):
    """The partners of nodes that are compared one by one from the left."""
    partners = [-1] * len(ends)
    pending = [(0, 0)] if labels[0] == other_labels[0] else []
    while pending:
        a, b = pending.pop()
        partners[a] = b
        pairs = zip(children(ends, a), children(other_ends, b), strict=False)
        pending += [(c, d) for c, d in pairs if labels[c] == other_labels[d]]
    return partners

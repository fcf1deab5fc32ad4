"""The heaviest common subsequence of two lists, given the pairs that may match."""

from __future__ import annotations

from itertools import pairwise


def heaviest_chain(candidates: list[list[tuple[int, float]]], n_slots: int) -> list[int]:
    """For each element the slot it is matched with, -1 for none; matches keep both orders and weigh most in sum.

    candidates: for each element (slot, weight > 0) of those it may match; slots in [0, n_slots), rising.
    O(pairs * log n_slots).
    """
    if all(len(own) < 2 for own in candidates):  # as mostly: where they are in order already, all of them match
        only = [own[0][0] if own else -1 for own in candidates]
        found_slots = [slot for slot in only if slot >= 0]
        if all(a < b for a, b in pairwise(found_slots)):
            return only
    pairs: list[tuple[int, int, int]] = []  # element, slot, the pair before it or -1
    tree: list[tuple[float, int]] = [(0.0, -1)] * (n_slots + 1)  # Fenwick tree: the best chain that ends at a slot
    for element, own in enumerate(candidates):
        found = []
        for slot, weight in own:
            total, before = _best(tree, slot)
            found.append((slot, total + weight, len(pairs)))
            pairs.append((element, slot, before))
        for slot, total, pair in found:  # only now: an element matches once
            _raise(tree, slot + 1, (total, pair))
    matches = [-1] * len(candidates)
    _, pair = _best(tree, n_slots)
    while pair >= 0:
        element, slot, pair = pairs[pair]
        matches[element] = slot
    return matches


def _best(tree: list[tuple[float, int]], n: int) -> tuple[float, int]:
    """The best chain among those that end at one of the first n slots."""
    best = tree[0]
    while n > 0:
        if tree[n][0] > best[0]:
            best = tree[n]
        n &= n - 1
    return best


def _raise(tree: list[tuple[float, int]], n: int, chain: tuple[float, int]) -> None:
    while n < len(tree):
        if chain[0] > tree[n][0]:
            tree[n] = chain
        n += n & -n

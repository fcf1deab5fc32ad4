"""What the streams of several pages have in common, merged pair by pair up a tree."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sitegrain.segmenters.alignment_template.lcs import align
from sitegrain.segmenters.likeness import jaccard

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sitegrain.segmenters.alignment_template.streams import Token


@dataclass(frozen=True, slots=True)
class Profile:
    """Tokens in order with the number of pages that have each."""

    tokens: list[Token]
    support: list[int]
    n_pages: int


def strict(first: Profile, second: Profile) -> Profile:
    """The tokens that both have (Geraci and Maggini)."""
    pairs = align(first.tokens, second.tokens)
    n_pages = first.n_pages + second.n_pages
    return Profile([first.tokens[i] for i, _ in pairs], [n_pages] * len(pairs), n_pages)


def majority(first: Profile, second: Profile, least: int, n_all: int) -> Profile:
    """All tokens of both, those they share once; without those that can no longer be on `least` of all pages."""
    n_pages = first.n_pages + second.n_pages
    needed = least - (n_all - n_pages)
    tokens: list[Token] = []
    support: list[int] = []
    i = j = 0
    for a, b in [*align(first.tokens, second.tokens), (len(first.tokens), len(second.tokens))]:
        for own, start, end in ((first, i, a), (second, j, b)):
            for k in range(start, end):
                if own.support[k] >= needed:
                    tokens.append(own.tokens[k])
                    support.append(own.support[k])
        if a < len(first.tokens) and b < len(second.tokens):
            both = first.support[a] + second.support[b]
            if both >= needed:
                tokens.append(first.tokens[a])
                support.append(both)
        i, j = a + 1, b + 1
    return Profile(tokens, support, n_pages)


def merge_all(streams: Sequence[list[Token]], *, is_strict: bool, tau: float) -> Profile:
    """The consensus of all streams, the most alike first."""
    profiles = [Profile(list(tokens), [1] * len(tokens), 1) for tokens in streams]
    sets = [frozenset(tokens) for tokens in streams]
    n_all = len(profiles)
    least = _least(tau, n_all)
    while len(profiles) > 1:
        pairs = ((i, j) for i in range(len(profiles)) for j in range(i))
        i, j = max(pairs, key=lambda pair: jaccard(sets[pair[0]], sets[pair[1]]))
        first, second = profiles[j], profiles[i]
        merged = strict(first, second) if is_strict else majority(first, second, least, n_all)
        for number in (i, j):
            del profiles[number], sets[number]
        profiles.append(merged)
        sets.append(frozenset(merged.tokens))
    found = profiles[0]
    if is_strict:
        return found
    kept = [k for k, n in enumerate(found.support) if n >= least]
    return Profile([found.tokens[k] for k in kept], [found.support[k] for k in kept], n_all)


def _least(tau: float, n: int) -> int:
    """Pages of n that are a share of tau at least; two where there are two."""
    return max(min(2, n), math.ceil(tau * n))

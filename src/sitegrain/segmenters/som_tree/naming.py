"""Names that say nothing: sites whose elements get new made-up names on every page.

With digits masked some of such names recur by chance, and then tear places apart instead of telling them.
"""

from __future__ import annotations

from collections import Counter
from itertools import compress
from typing import TYPE_CHECKING

import numpy as np

from sitegrain.segmenters.som_tree.places import LookUp, ordinal_keys
from sitegrain.sites.keys import ORDINAL_TAGS, STABLE_SHARE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sitegrain.segmenters.som_tree.page_tree import PageTree

CROWDED_SHARE = 0.75  # of the tokens, from which names are in doubt; on 113 of 119 sites it is less, mostly under 0.1
CHANCE_RATIO = 0.65  # synthetic sites of made-up names have 0.3 to 0.5, the 6 real ones in doubt 0.79 and more


def crowded_share(trees: Sequence[PageTree]) -> float:
    """The share of all tokens inside containers without a name that have a sibling of the same tag without a name."""
    n_inside = n_tokens = 0
    for tree in trees:
        is_bare = [tag in ORDINAL_TAGS and key == tag for key, tag in zip(tree.keys, tree.tags, strict=True)]
        counts = Counter(compress(zip(tree.parents, tree.keys, strict=True), is_bare))
        inside: list[bool] = []
        for parent, key, bare in zip(tree.parents, tree.keys, is_bare, strict=True):
            inside.append((parent >= 0 and inside[parent]) or (bare and counts[parent, key] > 1))
        n_inside += int(np.array(inside)[tree.owners].sum())
        n_tokens += len(tree.owners)
    return n_inside / max(n_tokens, 1)


def are_by_chance(named: Sequence[PageTree], nameless: Sequence[PageTree]) -> bool:
    """Whether the places of a site recur much less with the names of its elements than without any.

    named, nameless: the trees of the same pages with keys of either kind
    """
    return supported_share(named) < CHANCE_RATIO * supported_share(nameless)


def supported_share(trees: Sequence[PageTree]) -> float:
    """The share of all tokens at places that STABLE_SHARE of the pages have."""
    all_places = LookUp(ordinal_keys).learn(trees)
    n_pages = Counter(place for places in all_places for place in set(places))
    least = max(2, STABLE_SHARE * len(trees))
    n_supported = n_tokens = 0
    for tree, places in zip(trees, all_places, strict=True):
        is_supported = np.array([place >= 0 and n_pages[place] >= least for place in places])
        n_supported += int(is_supported[tree.owners].sum())
        n_tokens += len(tree.owners)
    return n_supported / max(n_tokens, 1)

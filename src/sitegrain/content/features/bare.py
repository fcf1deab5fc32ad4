"""The blocks without running text that a unit stands in: menus, boxes of links, tables of navigation."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sitegrain.content.features.context import Columns, depths
from sitegrain.content.features.text import plain_words
from sitegrain.sites.tree import subtree_sums

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sitegrain.pages.page import Page

MIN_PROSE = 15  # words outside links, from which a unit is running text
MOSTLY_LINKS = 0.5
MAX_STEPS = 8


def bare_blocks(page: Page) -> NDArray[np.int32]:
    """Int32 (n_units,): the largest block around each unit that holds no running text; -1 for running text itself."""
    return _outermost(page, subtree_sums(page, plain_words(page, MIN_PROSE)) <= 0)[page.unit_nodes]


def bare_features(page: Page, block: NDArray[np.int32]) -> Columns:
    """What is told by the block without running text around each unit, and by the largest that is mostly links.

    block: int32 (n_units,) what `bare_blocks` gives
    """
    words, links = subtree_sums(page, page.unit_words), subtree_sums(page, page.unit_link_words)
    plain = plain_words(page, MIN_PROSE)
    prose = subtree_sums(page, plain)
    units = subtree_sums(page, np.ones(page.n_units))
    linked = _outermost(page, links > MOSTLY_LINKS * np.maximum(words, 1))[page.unit_nodes]
    depth = depths(page)
    is_bare, is_linked = block >= 0, linked >= 0
    steps = depth[page.unit_nodes] - depth[block]
    total = max(float(page.unit_words.sum()), 1.0)
    return {
        "bare_words": np.where(is_bare, np.log1p(words[block]), 0.0),
        "bare_units": np.where(is_bare, np.log1p(units[block]), 0.0),
        "bare_links": np.where(is_bare, links[block] / np.maximum(words[block], 1), 0.0),
        "bare_share": np.where(is_bare, words[block] / total, 0.0),
        "bare_steps": np.where(is_bare, np.minimum(steps, MAX_STEPS), MAX_STEPS).astype(np.float64),
        "linked_words": np.where(is_linked, np.log1p(words[linked]), 0.0),
        "linked_prose": np.where(is_linked, prose[linked] / max(float(plain.sum()), 1.0), 0.0),
        "linked_share": np.where(is_linked, words[linked] / total, 0.0),
    }


def block_means(page: Page, block: NDArray[np.int32], values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Float64 (n_units,): the mean over the words of each unit's block; the unit's own value where it has none."""
    sums = subtree_sums(page, values * page.unit_words)[block]
    words = subtree_sums(page, page.unit_words)[block]
    return np.where((block >= 0) & (words > 0), sums / np.maximum(words, 1), values)


def _outermost(page: Page, holds: NDArray[np.bool_]) -> NDArray[np.int32]:
    """Int32 (n_nodes,): the highest ancestor-or-self up to which a property holds without a break; -1 for none."""
    parents, has = page.parents.tolist(), holds.tolist()
    top = [-1] * page.n_nodes
    for node, parent in enumerate(parents):
        if has[node]:
            top[node] = top[parent] if parent >= 0 and has[parent] else node
    return np.array(top, np.int32)

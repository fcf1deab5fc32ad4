"""What stands around a unit: its neighbours, the title, the section, the containers."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from sitegrain.content.features.text import LONG_WORDS, plain_words
from sitegrain.kernel import TAG_NAMES, hash_tokens, title_overlap
from sitegrain.pages.elements import HEADINGS
from sitegrain.sites.tree import subtree_sums

if TYPE_CHECKING:
    from sitegrain.pages.page import Page

Columns = dict[str, NDArray[np.float64]]
MAX_STEPS = 6  # ancestors looked at
MAX_DISTANCE = 60  # units
MAX_TITLE_WORDS = 60  # of a unit that can be the title
TITLE_TAG_BONUS, TITLE_LINK_MALUS = 0.3, 0.2  # beside the share of the words that unit and title have in common
TITLE_FADES = 30.0  # units after the title, over which its nearness falls to 1 / e
_TAG_BONUS = np.array([TITLE_TAG_BONUS * (tag in ("h1", "h2")) for tag in TAG_NAMES] + [0.0])


def window_mean(values: NDArray[np.float64], weights: NDArray[np.float64], width: int) -> NDArray[np.float64]:
    """Float64 (n_units,): weighted mean over the units from i - width to i + width."""
    index = np.arange(len(values))
    low, high = np.maximum(0, index - width), np.minimum(len(values), index + width + 1)
    weighted = np.concatenate(([0.0], np.cumsum(values * weights)))
    total = np.concatenate(([0.0], np.cumsum(weights)))
    return np.asarray((weighted[high] - weighted[low]) / np.maximum(total[high] - total[low], 1e-9))


def shifted(values: NDArray[np.float64], by: int, fill: float = 0.0) -> NDArray[np.float64]:
    """The value of the unit `by` places later; `fill` beyond the page."""
    out = np.full(len(values), fill)
    if by > 0:
        out[:-by] = values[by:]
    else:
        out[-by:] = values[:by]
    return out


def title_features(page: Page) -> Columns:
    """Where the unit stands to the one that repeats the page's title."""
    axis, n = page.axis, page.n_units
    tags = np.asarray(axis.tag_ids)[page.unit_nodes]
    bonus = np.empty((2, n))
    np.take(_TAG_BONUS, tags, mode="clip", out=bonus[0])
    np.multiply(page.unit_link_words == page.unit_words, TITLE_LINK_MALUS, out=bonus[1])
    overlap, is_title, before, after, no_title = np.zeros((5, n))
    title = hash_tokens(page.head.title)
    at = title_overlap(axis.token_hashes, axis.unit_tokens, bonus, title, MAX_TITLE_WORDS, overlap)
    if at >= 0:
        is_title[at] = 1.0
        before[:at] = 1.0
        np.exp(np.arange(1, n - at) / -TITLE_FADES, out=after[at + 1 :])
    else:
        no_title[:] = 1.0
    return {
        "title_overlap": overlap,
        "is_title": is_title,
        "before_title": before,
        "after_title": after,
        "no_title": no_title,
    }


def heading_features(page: Page) -> Columns:
    """The section a unit stands in: from one heading to the next."""
    n = page.n_units
    tags = [page.tags[node] for node in page.unit_nodes.tolist()]
    is_heading = np.array([tag in HEADINGS for tag in tags], bool)
    levels = np.array([int(tag[1]) if tag in HEADINGS else 0 for tag in tags], np.float64)
    section = np.cumsum(is_heading)
    index = np.arange(n)
    last = np.maximum.accumulate(np.where(is_heading, index, -1))
    sums = [np.bincount(section, weights=v, minlength=n + 1) for v in (page.unit_words, page.unit_link_words)]
    plain = plain_words(page)
    share = np.bincount(section, weights=plain, minlength=n + 1) / max(plain.sum(), 1)
    return {
        "heading_level": levels,
        "heading_distance": np.minimum(np.where(last >= 0, index - last, MAX_DISTANCE), MAX_DISTANCE) * 1.0,
        "section_level": np.where(last >= 0, levels[last], 0),
        "section_words": np.log1p(sums[0][section]),
        "section_links": sums[1][section] / np.maximum(sums[0][section], 1),
        "section_share": share[section],
    }


def prose_features(page: Page) -> Columns:
    """How far the running text of the page is, and how much of it lies before and after."""
    n = page.n_units
    plain = plain_words(page)
    total = max(plain.sum(), 1.0)
    is_long = plain >= LONG_WORDS
    index = np.arange(n)
    last = np.maximum.accumulate(np.where(is_long, index, -MAX_DISTANCE))
    following = np.minimum.accumulate(np.where(is_long, index, n + MAX_DISTANCE)[::-1])[::-1]
    before = np.cumsum(plain) - plain
    n_long = max(int(is_long.sum()), 1)
    words = np.cumsum(page.unit_words) - page.unit_words
    return {
        "prose_before": before / total,
        "prose_after": (total - before - plain) / total,
        "long_before": (np.cumsum(is_long) - is_long) / n_long,
        "since_long": np.minimum(index - last, MAX_DISTANCE) * 1.0,
        "until_long": np.minimum(following - index, MAX_DISTANCE) * 1.0,
        "words_before": words / max(len(page.tokens), 1),
        "units_before": index / max(n, 1),
    }


def steps_up(
    node_values: NDArray[np.float64], nodes: NDArray[np.int32], page: Page, least: float
) -> NDArray[np.float64]:
    """Float64 (n_units,): ancestors up to the first whose value is at least `least`, capped at MAX_STEPS."""
    steps = np.full(len(nodes), float(MAX_STEPS))
    current = nodes.copy()
    for step in range(MAX_STEPS):
        reached = (node_values[current] >= least) & (steps == MAX_STEPS)
        steps[reached] = step
        current = np.maximum(page.parents[current], 0)
    return steps


def depths(page: Page) -> NDArray[np.int32]:
    """Int32 (n_nodes,): how many elements are around each."""
    found = [0] * page.n_nodes
    for node, parent in enumerate(page.parents.tolist()):
        if parent >= 0:
            found[node] = found[parent] + 1
    return np.array(found, np.int32)


def block_parents(page: Page) -> NDArray[np.int32]:
    """Int32 (n_units,): the parent of each unit's block element, the root's own for the root."""
    return np.maximum(page.parents[page.unit_nodes], 0)


def container_features(page: Page) -> Columns:
    """How much of the page's running text the containers around a unit hold."""
    plain = plain_words(page)
    share = subtree_sums(page, plain) / max(plain.sum(), 1.0)
    parents = block_parents(page)
    grand = np.maximum(page.parents[parents], 0)
    return {
        "page_share_parent": np.sqrt(share[parents]),
        "page_share_grandparent": np.sqrt(share[grand]),
        "page_steps_50": steps_up(share, page.unit_nodes, page, 0.5),
        "page_steps_25": steps_up(share, page.unit_nodes, page, 0.25),
        "page_steps_80": steps_up(share, page.unit_nodes, page, 0.8),
    } | _sibling_features(page, plain, parents)


def _sibling_features(page: Page, plain: NDArray[np.float64], parents: NDArray[np.int32]) -> Columns:
    """Running text right beside the unit, under the same parent, and at the same tag below like parents."""
    n_nodes = page.n_nodes
    words = np.bincount(parents, weights=page.unit_words, minlength=n_nodes)
    links = np.bincount(parents, weights=page.unit_link_words, minlength=n_nodes)
    count = np.bincount(parents, weights=plain > 0, minlength=n_nodes)
    n_units = np.bincount(parents, minlength=n_nodes)
    below_words, below_links = subtree_sums(page, page.unit_words), subtree_sums(page, page.unit_link_words)
    grand = np.maximum(page.parents[parents], 0)
    same = Counter[tuple[int, int]]()
    paths = list(
        zip(page.node_descriptors[page.unit_nodes].tolist(), page.node_descriptors[parents].tolist(), strict=True)
    )
    for path, value in zip(paths, plain.tolist(), strict=True):
        same[path] += int(value)
    return {
        "sibling_units": np.log1p(n_units[parents]),
        "sibling_prose": np.log1p(count[parents]),
        "sibling_words": np.log1p(words[parents]),
        "sibling_links": links[parents] / np.maximum(words[parents], 1),
        "parent_links": below_links[parents] / np.maximum(below_words[parents], 1),
        "grandparent_links": below_links[grand] / np.maximum(below_words[grand], 1),
        "path_share": np.array([same[path] for path in paths], np.float64) / max(plain.sum(), 1.0),
    }


def link_run_features(page: Page, links: NDArray[np.float64]) -> Columns:
    """Length of the run of mostly linked units that a unit stands in."""
    is_link = links >= 0.7
    starts = np.flatnonzero(np.diff(np.concatenate(([False], is_link, [False])).astype(np.int8)))
    length = np.zeros(page.n_units)
    for start, end in zip(starts[::2], starts[1::2], strict=True):
        length[start:end] = end - start
    return {"link_run": np.minimum(length, 20)}

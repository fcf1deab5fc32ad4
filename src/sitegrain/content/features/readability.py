"""The container that the running text votes for, and repeated siblings."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import numpy as np

from sitegrain.content.features.context import Columns, depths, steps_up
from sitegrain.content.features.text import plain_words, unit_votes
from sitegrain.pages.page import BLOCK, Page
from sitegrain.pages.tokens import mask_digits
from sitegrain.sites.tree import subtree_sums

if TYPE_CHECKING:
    from numpy.typing import NDArray

_LEAF_TAGS = frozenset("p pre td span font li dd".split())
MIN_REPEATS = 3
MIN_ITEM_WORDS = 8  # for li and tr to count as repeated items


def readability_features(page: Page) -> Columns:
    """Units of at least 8 words outside links vote for their container; links take votes away."""
    score = container_scores(page)
    best = int(score.argmax()) if len(score) else 0
    top = max(float(score[best]), 1e-9) if len(score) else 1.0
    on_chain = np.zeros(page.n_nodes)
    node = best
    while node >= 0 and page.n_nodes:
        on_chain[node] = 1.0
        node = int(page.parents[node])
    units = page.unit_nodes
    inside = (units >= best) & (units < page.ends[best]) if page.n_nodes else np.zeros(0, bool)
    return {
        "in_best": inside.astype(np.float64),
        "steps_to_best": steps_up(on_chain, units, page, 0.5),
        "score_own": score[units] / top,
        "score_parent": score[np.maximum(page.parents[units], 0)] / top,
    }


def container_scores(page: Page) -> NDArray[np.float64]:
    """Float64 (n_nodes,): the votes of each element, less the share of its words in links."""
    votes = np.zeros(page.n_nodes)
    plain = page.unit_words - page.unit_link_words
    of_units = unit_votes(page)
    for unit in np.flatnonzero(plain >= 8).tolist():
        vote = of_units[unit]
        node = int(page.unit_nodes[unit])
        if page.tags[node] in _LEAF_TAGS:
            node = max(int(page.parents[node]), 0)
        votes[node] += vote
        votes[max(int(page.parents[node]), 0)] += vote / 2
    words, links = subtree_sums(page, page.unit_words), subtree_sums(page, page.unit_link_words)
    return votes * (1 - links / np.maximum(words, 1))


def repeat_features(page: Page) -> Columns:
    """The largest group of like siblings that a unit stands in: records, teasers, comments."""
    counts, items = _repeats(page)
    units = page.unit_nodes
    item = items[units]
    words, links = subtree_sums(page, page.unit_words), subtree_sums(page, page.unit_link_words)
    has_item = item >= 0
    item_words = np.where(has_item, words[item], 0)
    depth = depths(page)
    steps = np.where(has_item, np.minimum(depth[units] - depth[item], 6), 6)
    return {
        "repeats": np.log1p(counts[units]),
        "repeat_steps": steps.astype(np.float64),
        "repeat_words": np.log1p(item_words),
        "repeat_links": np.where(has_item, links[item] / np.maximum(words[item], 1), 0.0),
    }


def _repeats(page: Page) -> tuple[NDArray[np.float64], NDArray[np.int32]]:
    """For each node the size of the largest group of like siblings at or above it, and its item there."""
    words = subtree_sums(page, page.unit_words).tolist()
    counts: Counter[tuple[int, int]] = Counter()
    keys: list[tuple[int, int] | None] = []
    descriptors, parents, flags = page.node_descriptors.tolist(), page.parents.tolist(), page.flags.tolist()
    shapes = _descriptor_shapes(page)
    for node in range(page.n_nodes):
        least = MIN_ITEM_WORDS if page.tags[node] in ("li", "tr") else 1
        if flags[node] & BLOCK and words[node] >= least:
            key = (parents[node], shapes[descriptors[node]])
            counts[key] += 1
            keys.append(key)
        else:
            keys.append(None)
    sizes, items = [0] * page.n_nodes, [-1] * page.n_nodes
    for node, group in enumerate(keys):
        parent = parents[node]
        if parent >= 0:
            sizes[node], items[node] = sizes[parent], items[parent]
        if group is not None and counts[group] >= MIN_REPEATS and counts[group] > sizes[node]:
            sizes[node], items[node] = counts[group], node
    return np.array(sizes, np.float64), np.array(items, np.int32)


def _descriptor_shapes(page: Page) -> list[int]:
    """Number the descriptors so that those of equal tag and first three class tokens are one."""
    ids: dict[tuple[str, ...], int] = {}
    shapes = []
    for tag, classes, *_ in page.descriptors:
        first = mask_digits(classes).split()[:3] if classes else ()
        shapes.append(ids.setdefault((tag, *first), len(ids)))
    return shapes


def article_features(page: Page) -> Columns:
    """Which of the page's <article> elements a unit is in, and how much of the running text that one has."""
    plain = plain_words(page)
    share = subtree_sums(page, plain) / max(plain.sum(), 1.0)
    article_of, n_articles = _innermost_articles(page)
    numbers = article_of[page.unit_nodes, 1]
    inside = article_of[page.unit_nodes, 0]
    own = np.where(inside >= 0, share[inside], 0.0)
    largest = own.max(initial=0.0)
    return {
        "article_ordinal": np.minimum(numbers, 10).astype(np.float64),
        "n_articles": np.full(page.n_units, min(n_articles, 10) * 1.0),
        "article_share": own,
        "in_largest_article": ((own == largest) & (numbers > 0)).astype(np.float64),
    }


def _innermost_articles(page: Page) -> tuple[NDArray[np.int32], int]:
    """Int32 (n_nodes, 2): the innermost <article> around each node and its number from 1; (-1, 0) for none."""
    found = [(-1, 0)] * page.n_nodes
    n_articles = 0
    for node, parent in enumerate(page.parents.tolist()):
        if page.tags[node] == "article":
            n_articles += 1
            found[node] = (node, n_articles)
        elif parent >= 0:
            found[node] = found[parent]
    return np.array(found, np.int32).reshape(-1, 2), n_articles

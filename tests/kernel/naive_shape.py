"""Columns that follow from the structure of a page, in numpy and loops over nodes: what the kernel's are compared with.

A page is any object with the arrays of sitegrain.pages.page.Page that are read here, with `looks` of its descriptors
and `votes` of its units.
"""

from collections import Counter

import numpy as np

from sitegrain.content.features.ancestry import BITS, NAMES
from sitegrain.pages.elements import HEADINGS
from sitegrain.pages.page import BLOCK
from sitegrain.sites.keys import MAX_ORDINAL, ORDINAL_TAGS

NAME_BITS = sum(BITS[name] for name in NAMES)
LONG_WORDS, MAX_STEPS, MAX_DISTANCE = 25, 6, 60
MIN_REPEATS, MIN_ITEM_WORDS, MIN_PROSE, MOSTLY_LINKS = 3, 8, 15, 0.5
_LEAF_TAGS = frozenset("p pre td span font li dd".split())


def subtree_sums(page, unit_values):
    """Float64 (n_nodes,): for each node the sum of a value over the units below it."""
    own = np.bincount(page.unit_nodes, weights=unit_values, minlength=page.n_nodes)
    running = np.concatenate(([0.0], np.cumsum(own)))
    return running[page.ends] - running[:-1]


def sibling_ordinals(page):
    """For each node its number among the same-tag siblings that hold text, from 1, capped; 0 where none is used."""
    words = subtree_sums(page, page.unit_words)
    ordinals = [0] * page.n_nodes
    seen = Counter()
    for node, (tag, parent) in enumerate(zip(page.tags, page.parents.tolist(), strict=True)):
        if tag in ORDINAL_TAGS and words[node]:
            seen[parent, tag] += 1
            ordinals[node] = min(seen[parent, tag], MAX_ORDINAL)
    return ordinals


def plain_words(page, least=10):
    """Float64 (n_units,): words outside links, 0 where they are fewer than `least`."""
    plain = (page.unit_words - page.unit_link_words).astype(np.float64)
    return np.where(plain >= least, plain, 0.0)


def window_mean(values, weights, width):
    """Float64 (n_units,): weighted mean over the units from i - width to i + width."""
    index = np.arange(len(values))
    low, high = (np.maximum(0, index - width), np.minimum(len(values), index + width + 1))
    weighted = np.concatenate(([0.0], np.cumsum(values * weights)))
    total = np.concatenate(([0.0], np.cumsum(weights)))
    return np.asarray((weighted[high] - weighted[low]) / np.maximum(total[high] - total[low], 1e-09))


def heading_features(page):
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
        "section_words": (sums[0][section]),
        "section_links": sums[1][section] / np.maximum(sums[0][section], 1),
        "section_share": share[section],
    }


def prose_features(page):
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


def steps_up(node_values, nodes, page, least):
    """Float64 (n_units,): ancestors up to the first whose value is at least `least`, capped at MAX_STEPS."""
    steps = np.full(len(nodes), float(MAX_STEPS))
    current = nodes.copy()
    for step in range(MAX_STEPS):
        reached = (node_values[current] >= least) & (steps == MAX_STEPS)
        steps[reached] = step
        current = np.maximum(page.parents[current], 0)
    return steps


def depths(page):
    """Int32 (n_nodes,): how many elements are around each."""
    found = [0] * page.n_nodes
    for node, parent in enumerate(page.parents.tolist()):
        if parent >= 0:
            found[node] = found[parent] + 1
    return np.array(found, np.int32)


def block_parents(page):
    """Int32 (n_units,): the parent of each unit's block element, the root's own for the root."""
    return np.maximum(page.parents[page.unit_nodes], 0)


def container_features(page):
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


def _sibling_features(page, plain, parents):
    """Running text right beside the unit, under the same parent, and at the same tag below like parents."""
    n_nodes = page.n_nodes
    words = np.bincount(parents, weights=page.unit_words, minlength=n_nodes)
    links = np.bincount(parents, weights=page.unit_link_words, minlength=n_nodes)
    count = np.bincount(parents, weights=plain > 0, minlength=n_nodes)
    n_units = np.bincount(parents, minlength=n_nodes)
    below_words, below_links = (subtree_sums(page, page.unit_words), subtree_sums(page, page.unit_link_words))
    grand = np.maximum(page.parents[parents], 0)
    same = Counter()
    paths = list(
        zip(page.node_descriptors[page.unit_nodes].tolist(), page.node_descriptors[parents].tolist(), strict=True)
    )
    for path, value in zip(paths, plain.tolist(), strict=True):
        same[path] += int(value)
    return {
        "sibling_units": (n_units[parents]),
        "sibling_prose": (count[parents]),
        "sibling_words": (words[parents]),
        "sibling_links": links[parents] / np.maximum(words[parents], 1),
        "parent_links": below_links[parents] / np.maximum(below_words[parents], 1),
        "grandparent_links": below_links[grand] / np.maximum(below_words[grand], 1),
        "path_share": np.array([same[path] for path in paths], np.float64) / max(plain.sum(), 1.0),
    }


def link_run_features(page, links):
    """Length of the run of mostly linked units that a unit stands in."""
    is_link = links >= 0.7
    starts = np.flatnonzero(np.diff(np.concatenate(([False], is_link, [False])).astype(np.int8)))
    length = np.zeros(page.n_units)
    for start, end in zip(starts[::2], starts[1::2], strict=True):
        length[start:end] = end - start
    return {"link_run": np.minimum(length, 20)}


def readability_features(page):
    """Units of at least 8 words outside links vote for their container; links take votes away."""
    score = container_scores(page)
    best = int(score.argmax()) if len(score) else 0
    top = max(float(score[best]), 1e-09) if len(score) else 1.0
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


def container_scores(page):
    """Float64 (n_nodes,): the votes of each element, less the share of its words in links."""
    votes = np.zeros(page.n_nodes)
    for unit, vote in enumerate(page.votes.tolist()):
        if page.unit_words[unit] - page.unit_link_words[unit] < 8:
            continue
        node = int(page.unit_nodes[unit])
        if page.tags[node] in _LEAF_TAGS:
            node = max(int(page.parents[node]), 0)
        votes[node] += vote
        votes[max(int(page.parents[node]), 0)] += vote / 2
    words, links = (subtree_sums(page, page.unit_words), subtree_sums(page, page.unit_link_words))
    return votes * (1 - links / np.maximum(words, 1))


def repeat_features(page):
    """The largest group of like siblings that a unit stands in: records, teasers, comments."""
    counts, items = _repeats(page)
    units = page.unit_nodes
    item = items[units]
    words, links = (subtree_sums(page, page.unit_words), subtree_sums(page, page.unit_link_words))
    has_item = item >= 0
    item_words = np.where(has_item, words[item], 0)
    depth = depths(page)
    steps = np.where(has_item, np.minimum(depth[units] - depth[item], MAX_STEPS), MAX_STEPS)
    return {
        "repeats": (counts[units]),
        "repeat_steps": steps.astype(np.float64),
        "repeat_words": (item_words),
        "repeat_links": np.where(has_item, links[item] / np.maximum(words[item], 1), 0.0),
    }


def _repeats(page):
    """For each node the size of the largest group of like siblings at or above it, and its item there."""
    words = subtree_sums(page, page.unit_words).tolist()
    counts = Counter()
    keys = []
    descriptors, parents, flags = (page.node_descriptors.tolist(), page.parents.tolist(), page.flags.tolist())
    shapes = page.looks.tolist()
    for node in range(page.n_nodes):
        least = MIN_ITEM_WORDS if page.tags[node] in ("li", "tr") else 1
        if flags[node] & BLOCK and words[node] >= least:
            key = (parents[node], shapes[descriptors[node]])
            counts[key] += 1
            keys.append(key)
        else:
            keys.append(None)
    sizes, items = ([0] * page.n_nodes, [-1] * page.n_nodes)
    for node, group in enumerate(keys):
        parent = parents[node]
        if parent >= 0:
            sizes[node], items[node] = (sizes[parent], items[parent])
        if group is not None and counts[group] >= MIN_REPEATS and (counts[group] > sizes[node]):
            sizes[node], items[node] = (counts[group], node)
    return (np.array(sizes, np.float64), np.array(items, np.int32))


def article_features(page):
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


def _innermost_articles(page):
    """Int32 (n_nodes, 2): the innermost <article> around each node and its number from 1; (-1, 0) for none."""
    found = [(-1, 0)] * page.n_nodes
    n_articles = 0
    for node, parent in enumerate(page.parents.tolist()):
        if page.tags[node] == "article":
            n_articles += 1
            found[node] = (node, n_articles)
        elif parent >= 0:
            found[node] = found[parent]
    return (np.array(found, np.int32).reshape(-1, 2), n_articles)


def inherited_bits(page, own):
    """Int64 (n_nodes,): the bits of an element and of all around it."""
    bits = own.tolist()
    for node, parent in enumerate(page.parents.tolist()):
        if parent >= 0:
            bits[node] |= bits[parent]
    return np.array(bits, np.int64)


def named_features(page, bits):
    """For each naming habit how narrow the innermost element of that name is: 1 less its share of the running text.

    A wrapper of the whole page says nothing by its name, a small box says much. 0 where no element has the name.
    bits: int64 (n_nodes,) what `own_bits` gives
    """
    plain = plain_words(page)
    narrow = (1 - subtree_sums(page, plain) / max(plain.sum(), 1.0)).tolist()
    own = (bits & NAME_BITS).tolist()
    rows = [[0.0] * len(NAMES)]
    row_of = [0] * page.n_nodes
    for node, parent in enumerate(page.parents.tolist()):
        row = row_of[parent] if parent >= 0 else 0
        if own[node]:
            values = rows[row].copy()
            for i, name in enumerate(NAMES):
                if own[node] & BITS[name]:
                    values[i] = narrow[node]
            row = len(rows)
            rows.append(values)
        row_of[node] = row
    table = np.array(rows)[np.array(row_of, np.intp)[page.unit_nodes]]
    return {f"{name}_narrow": table[:, i] for i, name in enumerate(NAMES)}


def bare_blocks(page):
    return _outermost(page, subtree_sums(page, plain_words(page, MIN_PROSE)) <= 0)[page.unit_nodes]


def bare_features(page, block):
    """What is told by the block without running text around each unit, and by the largest that is mostly links.

    block: int32 (n_units,) what `bare_blocks` gives
    """
    words, links = (subtree_sums(page, page.unit_words), subtree_sums(page, page.unit_link_words))
    plain = plain_words(page, MIN_PROSE)
    prose = subtree_sums(page, plain)
    units = subtree_sums(page, np.ones(page.n_units))
    linked = _outermost(page, links > MOSTLY_LINKS * np.maximum(words, 1))[page.unit_nodes]
    depth = depths(page)
    is_bare, is_linked = (block >= 0, linked >= 0)
    steps = depth[page.unit_nodes] - depth[block]
    total = max(float(page.unit_words.sum()), 1.0)
    return {
        "bare_words": np.where(is_bare, (words[block]), 0.0),
        "bare_units": np.where(is_bare, (units[block]), 0.0),
        "bare_links": np.where(is_bare, links[block] / np.maximum(words[block], 1), 0.0),
        "bare_share": np.where(is_bare, words[block] / total, 0.0),
        "bare_steps": np.where(is_bare, np.minimum(steps, 8), 8).astype(np.float64),
        "linked_words": np.where(is_linked, (words[linked]), 0.0),
        "linked_prose": np.where(is_linked, prose[linked] / max(float(plain.sum()), 1.0), 0.0),
        "linked_share": np.where(is_linked, words[linked] / total, 0.0),
    }


def _outermost(page, holds):
    """Int32 (n_nodes,): the highest ancestor-or-self up to which a property holds without a break; -1 for none."""
    parents, has = (page.parents.tolist(), holds.tolist())
    top = [-1] * page.n_nodes
    for node, parent in enumerate(parents):
        if has[node]:
            top[node] = top[parent] if parent >= 0 and has[parent] else node
    return np.array(top, np.int32)

"""The choice of units step by step in numpy and Python: what the kernel's is compared with."""

import numpy as np

from sitegrain.content import choosing
from sitegrain.pages.elements import HEADINGS


def cut(scores, words, beta, is_article):
    """Keep the units that make the expected F of the kept words largest.

    Returns bool (n_units,) and the expected F, in [0, 1]; nothing is kept where next to no word can be expected.
    """
    mass = scores * words
    total = mass.sum()
    if total <= 0:
        return np.zeros(len(scores), bool), 0.0
    order = np.argsort(-scores, kind="stable")
    square = beta * beta
    expected = (1 + square) * np.cumsum(mass[order]) / (np.cumsum(words[order]) + square * total)
    best = int(expected.argmax())
    largest = float(min(expected[best], 1.0))
    if total < choosing.MIN_MASS and largest < choosing.MIN_EXPECTED:
        return np.zeros(len(scores), bool), largest
    kept = scores >= scores[order[best]]
    if is_article and beta == 1.0:
        kept &= scores >= choosing.ARTICLE_CUT * largest
    return kept, largest


def repeated_text(page, kept):
    """Bool (n_units,): kept sentences that were kept before, word by word; code, tables and lists may repeat."""
    repeated, seen = np.zeros(page.n_units, bool), set()
    for unit in np.flatnonzero(kept & (page.unit_words >= choosing.REPEATED_WORDS)).tolist():
        if page.tags[page.unit_nodes[unit]] not in ("pre", "td", "th", "li"):
            repeated[unit] = page.unit_texts[unit] in seen
            seen.add(page.unit_texts[unit])
    return repeated


def idle_headings(page, kept, recurs):
    """Bool (n_units,): kept headings that most pages of the site have too, with no text kept in their section.

    A section goes on to the next heading of the same or a higher level.
    """
    idle = np.zeros(page.n_units, bool)
    tags = [page.tags[node] for node in page.unit_nodes.tolist()]
    is_heading = np.array([tag in HEADINGS for tag in tags], bool)
    texts = np.concatenate(([0], np.cumsum(kept & ~is_heading)))
    ends = []  # the headings below, of levels that rise from the last to the first
    for unit in np.flatnonzero(is_heading)[::-1].tolist():
        while ends and ends[-1][1] > tags[unit]:
            ends.pop()
        end = ends[-1][0] if ends else page.n_units
        idle[unit] = kept[unit] and recurs[unit] >= choosing.IDLE_RECURS and texts[end] == texts[unit]
        ends.append((unit, tags[unit]))
    return idle


def unit_interval(page, node):
    """The units at or below a node, half open; they stand together in document order."""
    end = int(page.ends[node])
    bounds = np.array([node, end], page.run_positions.dtype)  # of another type, all positions would be converted
    first, last = np.searchsorted(page.run_positions, bounds, side="right").tolist()
    while last > first and not node <= page.run_nodes[last - 1] < end:  # texts after the node, before the next element
        last -= 1
    return (int(page.run_units[first]), int(page.run_units[last - 1]) + 1) if first < last else (0, 0)


def item_headings(page, kept, items):
    """Bool (n_units,): the headings of the items that have kept text: what an item is called belongs to it."""
    found = np.zeros(page.n_units, bool)
    for start, end in items:
        if kept[start:end].any():
            found[start:end] = [page.tags[node] in HEADINGS for node in page.unit_nodes[start:end].tolist()]
    return found


def other_articles(page, is_title):
    """Bool (n_units,): in an <article> beside the one that the page's title names.

    A page that loads the next stories below its own carries them as siblings, each with a heading of its own.
    """
    others = np.zeros(page.n_units, bool)
    titles = np.flatnonzero(is_title > 0)
    node = int(page.unit_nodes[titles[0]]) if len(titles) else -1
    while node >= 0 and page.tags[node] != "article":
        node = int(page.parents[node])
    if node < 0 or page.tags[page.unit_nodes[titles[0]]] not in HEADINGS:
        return others
    for sibling in np.flatnonzero(page.parents == page.parents[node]).tolist():
        if sibling > node and page.node_descriptors[sibling] == page.node_descriptors[node]:
            start, end = unit_interval(page, sibling)
            others[start:end] = page.tags[page.unit_nodes[titles[0]]] in page.tags[sibling : page.ends[sibling]]
    return others


def expected_f1(scores, words, kept):
    """The F1 to expect of a choice, if every unit is content with the probability of its score."""
    total = float((scores * words).sum()) + float(words[kept].sum())
    return float(2 * (scores * words)[kept].sum() / total) if total else 0.0

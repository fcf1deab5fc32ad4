"""Lists kept whole and gaps that are closed, against the same in numpy."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sitegrain.content.choosing import (
    GAP_LINKS,
    GAP_SCORE,
    GAP_UNITS,
    LIST_SCORE,
    MAX_CLIMB,
    complete_lists,
    fill_gaps,
)
from sitegrain.kernel import close_gaps, complete_boxes
from sitegrain.pages.parse import parse
from sitegrain.sites.tree import subtree_sums
from tests.kernel.naive_shape import plain_words
from tests.kernel.soup import SOUP

_WHOLES = dict.fromkeys(("td", "th"), ("table",)) | dict.fromkeys(("li", "dt", "dd"), ("ul", "ol", "dl"))
_LISTS = frozenset(("table", "ul", "ol", "dl"))


def naive_lists(page, kept, scores):
    """Keep a table or list without running text whole, if part of it is kept and it is nearly as likely."""
    if not kept.any() or kept.all() or not _LISTS.intersection(page.tags):
        return kept
    lists = _innermost_lists(page)[page.unit_nodes]
    inside = (subtree_sums(page, plain_words(page, 15))[page.unit_nodes] <= 0) & (lists >= 0)
    if not inside.any():
        return kept
    _, box = np.unique(lists[inside], return_inverse=True)
    words = np.maximum(page.unit_words[inside], 0.5)
    total = np.bincount(box, weights=words)
    mean = np.bincount(box, weights=words * scores[inside]) / total
    share = np.bincount(box, weights=words * kept[inside]) / total
    is_completed = (share > 0) & (mean >= LIST_SCORE * float(scores[kept].min()))
    completed = kept.copy()
    completed[np.flatnonzero(inside)[is_completed[box]]] = True
    return completed


def _innermost_lists(page):
    """Int32 (n_nodes,): the innermost table or list at or above each node, -1 for none."""
    found = [-1] * page.n_nodes
    for node, parent in enumerate(page.parents.tolist()):
        found[node] = node if page.tags[node] in _LISTS else found[parent] if parent >= 0 else -1
    return np.array(found, np.int32)


def naive_gaps(page, kept, scores):
    """Keep also the short stretches between kept units of one container that were left out by little.

    A list or heading in the middle of the content then stays, however short it is. Hidden text and links do not.
    """
    filled = kept.copy()
    units = np.flatnonzero(kept)
    if len(units) < 2:
        return filled
    least = GAP_SCORE * float(scores[kept].min())
    gaps = np.flatnonzero(np.diff(units) > 1)
    for before, after in zip(units[gaps].tolist(), units[gaps + 1].tolist(), strict=True):
        if after - before <= GAP_UNITS + 1 and _is_gap(page, scores, before, after, least):
            filled[before + 1 : after] = True
    return filled


def _is_gap(page, scores, before, after, least):
    """Whether all between two kept units lies in the container of one of them and could be content."""
    gap = slice(before + 1, after)
    words = np.maximum(page.unit_words[gap], 0.5)
    if (scores[gap] * words).sum() < least * words.sum() or page.unit_hidden[gap].any():
        return False
    if page.unit_link_words[gap].sum() > GAP_LINKS * page.unit_words[gap].sum():
        return False
    nodes = page.unit_nodes[before : after + 1]
    containers = (_container(page, unit) for unit in (before, after))
    return any(node >= 0 and bool(((nodes >= node) & (nodes < page.ends[node])).all()) for node in containers)


def _container(page, unit):
    """The element that holds a unit's block: of a cell the table, of an item the list; -1 for the root."""
    node = int(page.unit_nodes[unit])
    wanted = _WHOLES.get(page.tags[node])
    node = above = int(page.parents[node])
    for _ in range(MAX_CLIMB):
        if wanted is None or above < 0:
            break
        if page.tags[above] in wanted:
            return above
        above = int(page.parents[above])
    return node


_TEXTS = ("a ", "b c d ", "<a href=/>e</a>", "word " * 15, "<b hidden>h</b>", "\u2026")
_PARTS = "<p> <li> <ul> </ul> <ol> </ol> <table> <tr> <td> </table> <div> </div> <dl> <dt> <dd> </dl> <h2> <section>"
_HTML = st.lists(st.sampled_from([*_TEXTS, *_TEXTS, *_PARTS.split(), "<p>", "<li>", "<td>"]), min_size=5, max_size=60)


@st.composite
def choices(draw):
    """Draw a page, a choice of its units and their scores, of which some are equal."""
    page = parse(draw(_HTML.map("".join) | SOUP))
    n = page.n_units
    kept = draw(st.lists(st.booleans(), min_size=n, max_size=n))
    some = st.sampled_from((0.1, 0.3, 0.45, 0.5, 0.55, 0.6)) | st.floats(0, 1)
    return page, np.array(kept, bool), np.array(draw(st.lists(some, min_size=n, max_size=n)), np.float64)


@settings(max_examples=300, deadline=None)
@given(choices())
def test_lists_are_completed_as_by_numpy(choice):
    assert complete_lists(*choice).tolist() == naive_lists(*choice).tolist()


@settings(max_examples=300, deadline=None)
@given(choices())
def test_gaps_are_filled_as_by_numpy(choice):
    assert fill_gaps(*choice).tolist() == naive_gaps(*choice).tolist()


@pytest.mark.parametrize(
    ("middle", "score", "is_filled"),
    [
        ("<p>b", 0.6, True),  # 0.6 of the lowest kept score, which is 1
        ("<p>b", 0.59, False),
        ("<p><a href=/>b</a>", 1.0, False),  # all links
        ("<p hidden>b", 1.0, False),
        ("<p>b" * 30, 1.0, True),
        ("<p>b" * 31, 1.0, False),
    ],
)
def test_a_gap_is_filled_if_it_is_short_and_likely(middle, score, is_filled):
    page = parse(f"<div><p>a{middle}<p>c</div>")
    kept = np.zeros(page.n_units, bool)
    kept[[0, -1]] = True

    assert fill_gaps(page, kept, np.where(kept, 1.0, score)).all() == is_filled


def test_wrong_sizes_are_refused():
    page, none = parse("<p>a"), np.zeros(1, np.uint8)

    with pytest.raises(ValueError, match="every unit"):
        complete_boxes(page.axis, np.zeros(2), none, none, min_prose=15, least=0.9)
    with pytest.raises(ValueError, match="at most 128"):
        close_gaps(page.axis, np.zeros(1), none, none, none, max_units=129, least=0.6, max_links=0.5, max_climb=4)

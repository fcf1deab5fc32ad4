"""The items of a listing, against grouping in Python."""

from collections import defaultdict

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sitegrain.content.kinds import find_items
from sitegrain.kernel import like_siblings
from sitegrain.pages.page import BLOCK
from sitegrain.pages.parse import parse
from sitegrain.pages.tokens import mask_digits
from sitegrain.sites.tree import subtree_sums
from tests.kernel.naive_choice import unit_interval
from tests.kernel.soup import SOUP


def naive_items(page, kept):
    """The unit intervals of the like siblings that hold most of the kept words; () if none are a listing's items.

    Of groups that hold as much, the finest.
    """
    words = subtree_sums(page, page.unit_words * kept)
    is_link = (page.unit_link_words >= page.unit_words) & (page.unit_words > 0)
    best = ()
    most = (0.5 * float(words[0]) if page.n_nodes else 0.0, 0)
    for nodes in _alike(page, words):
        held = (float(words[nodes].sum()), len(nodes))
        if len(nodes) < 3 or held <= most:
            continue
        intervals = tuple(unit_interval(page, node) for node in nodes)
        n_leads = sum(is_link[start : min(end, start + 3)].any() for start, end in intervals)
        if n_leads >= 0.8 * len(nodes):
            best, most = intervals, held
    return best


def _alike(page, words):
    """Groups of blocks with text: siblings of equal tag, or cousins such as the cells of a grid's rows."""
    groups = defaultdict(list)
    parents, flags, held = page.parents.tolist(), page.flags.tolist(), words.tolist()
    for node, descriptor in enumerate(page.node_descriptors.tolist()):
        parent = parents[node]
        if parent < 0 or not flags[node] & BLOCK or held[node] <= 0:
            continue
        tag, classes, *_ = page.descriptors[descriptor]
        first = mask_digits(classes.split()[0]) if classes.strip() else ""
        groups[parent, tag, f".{first}"].append(node)
        groups[parent, tag, "*"].append(node)
        groups[parents[parent], f"{page.tags[parent]} > {tag}", "*"].append(node)
    return groups.values()


_ITEM = st.builds(
    lambda tag, name, text: f"<{tag} class='{name}'>{text}</{tag}>",
    st.sampled_from(("div", "li", "tr", "td", "x-y")),
    st.sampled_from(("", "a", "a b", "b", "a1", "a2 c")),
    st.recursive(
        st.sampled_from(
            ("<a href=/>one</a>", "two", "<a href=/>one</a> two three", "<h2><a href=/>x</a></h2><p>y z</p>")
        ),
        lambda inner: st.lists(inner, min_size=2, max_size=4).map(
            lambda parts: "".join(f"<div class=r>{part}</div>" for part in parts)
        ),
        max_leaves=8,
    ),
)
_LISTINGS = st.lists(_ITEM, min_size=1, max_size=8).map(lambda items: "<main>" + "".join(items) + "</main>tail<p>end")


@settings(max_examples=300, deadline=None)
@given(_LISTINGS | SOUP, st.data())
def test_items_agree_with_grouping_by_dictionaries(html, data):
    page = parse(html)
    is_kept = st.sampled_from((True, True, True, False))
    kept = np.array(data.draw(st.lists(is_kept, min_size=page.n_units, max_size=page.n_units)), bool)

    assert find_items(page, kept) == naive_items(page, kept)


def test_three_like_links_are_items():
    """Of the units, 0 is the heading; each <li> holds the link and the text below it."""
    page = parse("<h1>t</h1><ul>" + "<li><a href=/>one</a><p>two</p></li>" * 3 + "</ul>")

    assert find_items(page, np.ones(page.n_units, bool)) == ((1, 3), (3, 5), (5, 7))


def test_deep_pages_take_linear_time():
    """50,000 levels that all end at one place, and as many texts behind them."""
    page = parse("<div>" * 50_000 + "<a href=/>x</a>" + "</div>a" * 50_000)

    assert find_items(page, np.ones(page.n_units, bool)) == ()


def test_wrong_sizes_are_refused():
    page = parse("<p>a")

    with pytest.raises(ValueError, match="every descriptor"):
        like_siblings(
            page.axis, np.ones(1, bool), np.zeros(9, np.uint64),
            block=BLOCK, min_items=3, min_share=0.5, min_leads=0.8, n_first=3,
        )  # fmt: skip

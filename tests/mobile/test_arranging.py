"""Where the parts of a page go on a small screen."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitegrain.blocks.segmentation import Naming, from_tokens, no_blocks
from sitegrain.errors import UsageError
from sitegrain.mobile import arrange
from sitegrain.pages.parse import parse

PLACES = ("title", "main", "further", "folded", "menu")
# The site of the worked example of segrank: three blocks, and what they weigh.
NAV = "<nav><a href=/>home</a> <a href=/n>news</a> <a href=/c>contact</a></nav>"
EXAMPLE = f"{NAV}<h1>bridge vote</h1><p>The bridge vote passed today</p>"
OMEGA = {"nav": 0.0, "h1": 1.9379, "p": 1.2248}


def segmented(html, weights):
    """A page with a block for each unit, weighing what its element's name, or its number, says."""
    page = parse(html)
    units = np.repeat(np.arange(page.n_units), page.unit_words)
    names = [page.tags[node] for node in page.unit_nodes.tolist()]
    of_unit = np.array([weights[name] if isinstance(weights, dict) else weights[i] for i, name in enumerate(names)])
    return page, from_tokens(page.tokens, units, of_unit[units].astype(float), lambda unit: Naming(None, names[unit]))


def places(page, view):
    return {name: [page.unit_texts[u] for u in np.flatnonzero(getattr(view, name))] for name in PLACES}


def test_the_view_of_the_worked_example_is_title_body_and_folded_menu():
    page, segmentation = segmented(EXAMPLE, OMEGA)

    view = arrange(page, segmentation, title="Bridge vote")

    assert places(page, view) == {
        "title": ["bridge vote"],
        "main": ["The bridge vote passed today"],
        "further": [],
        "folded": [],
        "menu": ["home news contact"],
    }


def test_without_a_title_the_heaviest_block_is_the_main_content():
    """1.9379 * sqrt(2) = 2.7406 for the heading, 1.2248 * sqrt(5) = 2.7387 for the text."""
    page, segmentation = segmented(EXAMPLE, OMEGA)

    found = places(page, arrange(page, segmentation))

    assert found["main"] == ["bridge vote"]
    assert found["further"] == ["The bridge vote passed today"]


@pytest.mark.parametrize(
    ("budget", "further", "folded"),
    [
        (20, ["one two", "three", "four five six seven"], []),
        # Ranks: 1 / 2^.25 = 0.84, 0.9 / 1 = 0.9, 2 / 4^.25 = 1.41. The main content has ten words.
        (15, ["three", "four five six seven"], ["one two"]),
        (14, ["four five six seven"], ["one two", "three"]),
        (13, [], ["one two", "three", "four five six seven"]),
        (0, [], ["one two", "three", "four five six seven"]),
    ],
)
def test_further_blocks_are_taken_by_rank_while_the_budget_lasts(budget, further, folded):
    html = f"<p>one two<p>{'main ' * 10}<p>three<p>four five six seven<p>template words"
    page, segmentation = segmented(html, [1, 5, 0.9, 2, 0.24])

    found = places(page, arrange(page, segmentation, budget=budget))

    assert (found["further"], found["folded"]) == (further, folded)
    assert found["main"] == [("main " * 10).strip()]


def test_links_are_never_the_main_content_and_a_menu_only_if_they_are_template():
    html = "<p><a href=a>many words of a link here</a><p>two words<p><a href=b>menu words</a>"
    page, segmentation = segmented(html, [3, 1, 0.2])

    found = places(page, arrange(page, segmentation))

    assert found["main"] == ["two words"]
    assert found["further"] == ["many words of a link here"]
    assert found["menu"] == ["menu words"]


def test_a_page_of_links_alone_is_shown_whole():
    page, segmentation = segmented("<p><a href=a>one</a><p><a href=b>two</a>", [1, 2])

    assert places(page, arrange(page, segmentation))["main"] == ["one", "two"]


def test_a_page_without_blocks_is_shown_whole():
    page = parse("<h1>Title</h1><p>text")

    found = places(page, arrange(page, no_blocks(page.tokens, "nothing known"), title="Title"))

    assert (found["title"], found["main"]) == (["Title"], ["text"])


def test_known_content_is_the_main_content():
    page, segmentation = segmented("<p>a b c<p>d<p>e", [1, 2, 1])

    found = places(page, arrange(page, segmentation, content=np.array([False, True, False])))

    assert (found["main"], found["further"]) == (["d"], ["a b c", "e"])


def test_where_weights_say_nothing_what_is_no_content_is_folded():
    page, segmentation = segmented("<p>a b c<p>d<p><a href=e>e</a>", [1, 1, 1])

    found = places(page, arrange(page, segmentation, content=np.array([False, True, False])))

    assert (found["further"], found["folded"], found["menu"]) == ([], ["a b c"], ["e"])


def test_hidden_text_is_not_shown_unless_it_is_content_and_a_menu_is_said_once():
    html = "<p>main words here<p hidden>secret<nav><a href=a>Home</a></nav><nav hidden><a href=a>Home</a></nav>"
    page, segmentation = segmented(html, [1, 1, 0, 0])

    found = places(page, arrange(page, segmentation))

    assert (found["further"], found["folded"], found["menu"]) == ([], [], ["Home"])


def test_a_budget_below_zero_is_refused():
    page, segmentation = segmented("<p>a", [1])

    with pytest.raises(UsageError, match="at least 0 words, got -1"):
        arrange(page, segmentation, budget=-1)


@given(
    st.lists(
        st.tuples(st.sampled_from(["<p>one two", "<p><a href=x>a b</a>", "<h1>T</h1>", "<p>***", "<p hidden>h"]),
                  st.sampled_from([0, 0.2, 0.3, 1, 2.5])),
        min_size=1, max_size=12,
    ),
    st.integers(0, 20),
)  # fmt: skip
def test_no_unit_is_in_two_places_and_none_of_weight_is_lost(parts, budget):
    page, segmentation = segmented("".join(html for html, _ in parts), [weight for _, weight in parts])

    view = arrange(page, segmentation, title="T", budget=budget)

    counts = sum(getattr(view, name).astype(int) for name in PLACES)
    weights = np.array([weight for _, weight in parts], float)
    has_words = page.unit_words > 0
    assert (counts <= 1).all()
    assert view.main.any() or view.title.all()
    if np.ptp(weights[has_words]) > 0 if has_words.any() else False:
        assert (counts[(weights >= 0.25) & has_words & ~page.unit_hidden] == 1).all()

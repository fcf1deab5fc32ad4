"""The parts of SomTree: page trees, regular regions, labels, adjustment, alignment."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitegrain.pages.parse import parse
from sitegrain.segmenters.som_tree.adjusting import Counts, Rules, adjust
from sitegrain.segmenters.som_tree.aligning import typical_first
from sitegrain.segmenters.som_tree.chains import heaviest_chain
from sitegrain.segmenters.som_tree.flow import Flows
from sitegrain.segmenters.som_tree.naming import are_by_chance, crowded_share, supported_share
from sitegrain.segmenters.som_tree.page_tree import swallowed_tree, unit_tree, unwrapped
from sitegrain.segmenters.som_tree.places import LookUp, ordinal_keys, running_keys
from sitegrain.segmenters.som_tree.reading import name_keys
from sitegrain.segmenters.som_tree.regions import prune_published, prune_repaired


def published(html):
    page = parse(html)
    return swallowed_tree(page, name_keys(page))


def repaired(html):
    """Keys are tags, and classes where there are any."""
    page = parse(html)
    keys = [".".join(filter(None, page.descriptors[d][:2])) for d in page.node_descriptors]
    return unit_tree(page, keys)


def below_body(tree):
    """Keys of the rows below body, indented by their depth."""
    depths = [0]
    for parent in tree.parents[1:]:
        depths.append(depths[parent] + 1)
    return [" " * (depth - 2) + key for depth, key in zip(depths, tree.keys, strict=True)][2:]


def test_text_beside_elements_takes_them_in_as_in_figure_3_2():
    tree = published("<div>SkinnyGuy Writes <i>a lot</i> <b><u>daily</u></b></div>")

    assert tree.keys == ["html", "body", "div"]
    assert tree.owners.tolist() == [2] * 5


def test_the_outermost_element_with_text_wins():
    tree = published("<ul><li>one <p>two <b>three</b></p><li><p>four <b>five</b></ul>")

    assert below_body(tree) == ["ul", " li", " li", "  p"]
    assert tree.owners.tolist() == [3, 3, 3, 5, 5]


def test_a_menu_becomes_the_text_of_its_list_as_in_figure_3_4():
    """A region of all children is handed to their parent; the repaired form keeps the place of one item."""
    menu = "<ul><li><a>World</a><li><a>Sport</a><li><a>Money</a></ul>"

    assert below_body(prune_published(published(menu))) == ["ul"]
    assert below_body(prune_repaired(repaired(menu))) == ["ul", " li"]


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<p>a<p>b<pre>c</pre>", ["p*", "pre"]),
        ("<h2>a</h2><p>b</p><h2>c</h2><p>d</p><pre>e</pre>", ["h2+p*", "pre"]),
        ("<div><p>a</div><div><p>b</div><div><p>c<p>d</div><hr>", ["div*", "div", "hr"]),  # c d are below the third
        ("<div><img></div><div><img></div><p>a", ["div", " img", "div", " img", "p"]),  # without text
    ],
)
def test_regions_as_published_are_two_equal_items(html, expected):
    assert below_body(prune_published(published(html))) == expected


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<p>a<p>b<pre>c</pre>", ["p", "pre"]),  # p needs two
        ("<pre>a</pre><pre>b</pre><p>c", ["pre", "pre", "p"]),  # others three
        ("<pre>a</pre><pre>b</pre><pre>c</pre><p>d", ["pre", "p"]),
        ("<dl><dt>a<dd>b<dt>c<dd>d</dl>", ["dl", " dt+dd"]),
        ("<article>a</article><article>b</article><article>c</article>", ["article"] * 3),
        ("<h2>a</h2><h2>b</h2><h2>c</h2>", ["h2"] * 3),
        ("<div class=x><p>a</div>" * 2 + "<div class=x><h4>c</h4><p>d", ["div.x", " p"] * 2 + ["div.x", " h4", " p"]),
        ("<div class=x><h4>a</h4><p>b</div>" * 3 + "<p>c", ["div.x", "p"]),
    ],
)  # fmt: skip
def test_regions_as_repaired_are_like_items_that_are_no_landmarks(html, expected):
    assert below_body(prune_repaired(repaired(html))) == expected


def test_containers_without_names_must_be_equal_but_for_repetitions():
    """Key paths h4, p and pre of sections that say different things are too much alike."""
    item = "<div><h4>a</h4><div><p>b</p>{}</div></div>"
    equal = item.format("") + item.format("<p>c") + item.format("<p>d<p>e")
    unlike = item.format("<pre>c</pre>") + item.format("<p>d<pre>f</pre><p>h") + item.format("<pre>g</pre><p>i")

    assert below_body(prune_repaired(repaired(equal))) == ["div"]
    assert below_body(prune_repaired(repaired(unlike))).count("div") == 3


def test_labels_are_those_of_figure_3_5():
    html = (
        "<html><body bgcolor=a><table width=1></table>"
        "<div id=b><p>x</div><div id=c><img border=0><p>y</div></body></html>"
    )
    finder = LookUp(running_keys)

    finder.learn([published(html)])

    labels = ["/".join(finder.places.path(place)) for place in range(len(finder.places))]
    assert labels == [
        "html",
        "body/bgcolor/html",
        "table/width/body/bgcolor/html",
        "1/div/id/body/bgcolor/html",
        "p/1/div/id/body/bgcolor/html",
        "2/div/id/body/bgcolor/html",
        "img/border/2/div/id/body/bgcolor/html",
        "p/2/div/id/body/bgcolor/html",
    ]


def test_a_lone_element_and_the_first_of_two_have_different_labels_as_published():
    """B.8 row 2."""
    finder = LookUp(running_keys)

    one, two = finder.learn([published("<div>a</div>"), published("<div>a</div><div><p>b</div>")])

    assert one[2] not in two


def test_pages_with_equal_labels_share_places_as_in_figure_3_6():
    finder = LookUp(running_keys)
    first, second = published("<div id=a><p>x<h2>y</h2></div>"), published("<div id=a><p>z<pre>w</pre></div>")

    places = finder.learn([first, second])

    assert places == [[0, 1, 2, 3, 4], [0, 1, 2, 3, 5]]
    assert finder.find(published("<div id=q><ul><li>new</ul></div>"), []) == [0, 1, 2, -1, -1]


def test_containers_of_nameless_sites_are_numbered_by_tag():
    tree = repaired("<div><p>a<p>b</div><section>c</section><div>d</div>")

    assert ordinal_keys(tree)[2:] == ["div:1", "p", "p", "section:1", "div:2"]


def test_a_page_is_crowded_where_nameless_containers_stand_side_by_side():
    """Four of five tokens lie in the two divs."""
    assert crowded_share([repaired("<div>a b</div><p>x</p><div><p>c<p>d</div>")]) == 0.8
    assert crowded_share([repaired("<div class=a>a</div><div class=b>b</div><div>c</div>")]) == 0


def test_names_that_make_places_rarer_are_by_chance():
    """Four of eight tokens are at a place of 2 pages with the names, all eight without."""
    named = [repaired(f"<div class={name}>a b</div>") for name in "xxyz"]
    nameless = [repaired("<div>a b</div>")] * 4

    assert supported_share(named) == 0.5
    assert are_by_chance(named, nameless)
    assert not are_by_chance(nameless, named)


def test_nameless_wrappers_are_taken_off():
    tree = unwrapped(repaired("<div><div><div><p>a</p></div><p>b</p></div></div><div class=x><div>c</div></div>"))

    assert below_body(tree) == ["div", " div", "  p", " p", "div.x", " div"]
    assert tree.owners.tolist() == [4, 5, 7]


@pytest.mark.parametrize(
    ("n_pages", "expected"),
    [
        ([12, 7, 5], [0, 0, 0]),  # Fig. 3.8 (a): a and b are both rare
        ([92, 80, 7, 5], [0, 1, 2, 3]),  # Fig. 3.8 (b): pre is not
    ],
)
def test_rare_children_join_their_parent_if_all_are_rare(n_pages, expected):
    counts = Counts(n_pages, [0, *n_pages[1:]], [0] * len(n_pages))

    assert adjust([-1, 0, 0, 0][: len(n_pages)], counts, Rules(6, 8, "always")) == expected


def test_text_joins_text_above_it_that_is_fewer_than_alpha_levels_away():
    """A chain of seven places; 5 levels below the first joins it, 6 levels below does not."""
    parents, n_pages = [-1, 0, 1, 2, 3, 4, 5], [9] * 7
    counts = Counts(n_pages, [9, 0, 0, 0, 0, 9, 9], [0] * 7)

    assert adjust(parents, counts, Rules(7, 8, "always"))[5:] == [0, 0]
    assert adjust([-1, 0, 1, 2, 3, 4, 4], counts, Rules(6, 8, "always"))[5:] == [0, 0]
    deep = Counts(n_pages, [9, 0, 0, 0, 0, 0, 9], [0] * 7)
    assert adjust(parents, deep, Rules(6, 8, "always")) == [0, 1, 2, 3, 4, 5, 6]


def test_chained_merges_may_exceed_alpha():
    """B.8 row 7: 6 joins 3, and 3 with it joins 0, six levels up."""
    counts = Counts([9] * 7, [9, 0, 0, 9, 0, 0, 9], [0] * 7)

    assert adjust([-1, 0, 1, 2, 3, 4, 5], counts, Rules(6, 8, "always"))[6] == 0


def test_emptied_places_are_gone_before_the_second_test():
    """1 and its only child 2 are taken in, so that 3 is all that is left, and rare."""
    counts = Counts([20, 12, 12, 3], [2, 0, 12, 3], [0] * 4)

    assert adjust([-1, 0, 1, 0], counts, Rules(6, 8, "always")) == [0, 0, 0, 0]


def test_a_place_takes_in_its_flow_and_rare_text_beside_it():
    """1 and 2 flow, 3 is rare text, 4 is not rare and flows on none of its pages, 5 is below the flow."""
    counts = Counts([20, 20, 12, 3, 15, 12], [0, 20, 0, 3, 15, 12], [0, 18, 2, 0, 0, 0])

    assert adjust([-1, 0, 0, 0, 0, 2], counts, Rules(6, 8, "flow")) == [0, 0, 0, 0, 4, 0]


def test_flowing_text_stands_between_text_of_one_key():
    """h1 is before it, the div behind it; the second flow has too many containers."""
    tree = repaired(
        "<h1>a</h1><p>b</p><pre>c</pre><p>d</p><div>e</div><table><td><p>f<div>g</div><div>h</div><p>i<dl>j"
    )

    flow = Flows([tree], [parse("x").tokens]).rows(0)

    assert [tree.keys[row] for row in flow] == ["p", "pre", "p", "p", "div", "div", "p"]
    crowded = repaired("<p>a</p>" + "<div class=x>b</div><div class=y>c</div><div class=z>d</div>" + "<p>e</p>")
    assert Flows([crowded], [list("abcde")]).rows(0) == []


def test_pages_are_taken_most_typical_first():
    common, odd = "<div class=a><p>x</div><pre>y</pre>", "<table><td>z</table>"
    trees = [repaired(html) for html in (odd, common, common, common + "<h2>x</h2>")]

    assert typical_first(trees) == [1, 2, 3, 0]


def naive_chain(candidates):
    """The weight of the heaviest chain, by trying every choice for each element in turn."""
    best = {-1: 0.0}  # last slot used -> weight
    for own in candidates:
        longer = dict(best)
        for slot, weight in own:
            found = max((total for last, total in best.items() if last < slot), default=0) + weight
            longer[slot] = max(longer.get(slot, 0), found)
        best = longer
    return max(best.values())


@given(st.lists(st.dictionaries(st.integers(0, 7), st.sampled_from([1.0, 1.25, 1.5]), max_size=5), max_size=8))
def test_the_chain_keeps_both_orders_and_is_the_heaviest(drawn):
    candidates = [sorted(own.items()) for own in drawn]

    matches = heaviest_chain(candidates, 8)

    used = [slot for slot in matches if slot >= 0]
    assert used == sorted(set(used))
    weights = [dict(own)[slot] for own, slot in zip(candidates, matches, strict=True) if slot >= 0]
    np.testing.assert_allclose(sum(weights), naive_chain(candidates))

"""Block classes of a site tree."""

from sitegrain.blocks.classes import beta, fold_places, learn_classes
from sitegrain.blocks.runs import find_runs
from sitegrain.pages.parse import parse
from sitegrain.sites.keys import NodeKeys
from sitegrain.sites.statistics import place_units
from sitegrain.sites.tree import SiteTree


def grow(*pages):
    parsed = [parse(html) for html in pages]
    tree = SiteTree(NodeKeys.learn(parsed))
    return tree, [place_units(page, tree.insert(page)) for page in parsed]


def labels(tree, placed):
    classes = learn_classes(tree, placed)
    return sorted({tree.label(classes.heads[classes.class_of_place[p]]) for one in placed for p in one.unit_places})


def test_menu_entries_are_one_block():
    page = "<ul class=nav><li><a href=1>a</a><li><a href=2>b</a></ul><div class=main><p>x</div>"
    tree, placed = grow(page, page)

    assert labels(tree, placed) == ["body > div.main > p", "body > ul.nav > li"]


def test_siblings_of_unlike_structure_are_no_run():
    tree, placed = grow("<div><div><p>a</div><div><ul><li>b<li>c</ul></div><div><table><tr><td>d</table></div></div>")

    runs = {tree.label(run[0]) for run in find_runs(placed[0])}

    assert runs == {"body > div:1 > div:2 > ul:1 > li"}


def test_a_period_of_two_siblings_is_one_run():
    tree, placed = grow("<dl class=d><dt>a<dd>b<dt>c<dd>d<dt>e<dd>f</dl>")

    assert [[tree.keys[p] for p in run] for run in find_runs(placed[0])] == [["dt", "dd"]]


def test_landmarks_and_headings_are_never_merged_with_each_other():
    _, placed = grow("<section>a</section><section>b</section><section>c</section><h2>d</h2><h2>e</h2><h2>f</h2>")

    assert find_runs(placed[0]) == []


def test_a_place_takes_in_children_that_are_all_rare():
    """12 pages: `a` on 7, `b` on 5 of them, both under beta = 8, join their parent."""
    pages = ["<div class=m><section class=a>x</section></div>"] * 7 + [
        "<div class=m><aside class=b>y</aside></div>"
    ] * 5
    tree, placed = grow(*pages)
    support = [sum(place in one.places.exact for one in placed) for place in range(len(tree))]

    import numpy as np

    heads = fold_places(tree, placed, np.array(support, float))

    assert beta(32) == 8
    assert beta(12) == 3
    assert len(set(heads.tolist())) == len(tree)  # both are on at least 3 pages


def test_a_rare_sibling_stays_if_another_is_frequent():
    pages = ["<div class=m><p>x</p></div>"] * 8 + ["<div class=m><p>x</p><pre>y</pre></div>"]
    tree, placed = grow(*pages)

    assert labels(tree, placed) == ["body > div.m > p", "body > div.m > pre"]


def test_a_rare_pair_of_siblings_joins_its_parent():
    pages = ["<div class=m>t</div>"] * 10 + ["<div class=m>t<pre>y</pre></div>", "<div class=m>t<h4>y</h4></div>"]
    tree, placed = grow(*pages)

    assert labels(tree, placed) == ["body > div.m"]

"""SomTree: the examples of the dissertation and of methods.md B, then its claims on synthetic sites."""

import time

import numpy as np
import pytest
from hypothesis import given, settings

from benchmarks.reproduce.synthetic import gold_pages, score_site
from sitegrain.errors import FitError, UsageError
from sitegrain.pages.parse import parse
from sitegrain.segmenters import SomTree
from sitegrain.segmenters.som_tree.page_tree import AS_PUBLISHED, Rules, read_tree
from sitegrain.segmenters.som_tree.som import NO_PLACE, Som
from tests.kernel.soup import SOUP
from tests.synthetic.presets import blog_site, docs_site, hashed_site, nameless_site, news_site


def tree_of(html, rules=AS_PUBLISHED, *, names=False):
    page = parse(html)
    keys = page.tags
    if names:
        keys = ["/".join((tag, *sorted(own))) for tag, own in zip(page.tags, page.attributes, strict=True)]
    return page, read_tree(page, keys, keys, rules)


def shape(page, node):
    """A tree as text: `tag*[text](children)`."""
    text = " ".join(" ".join(page.tokens[a:b]) for a, b in node.spans)
    inner = " ".join(shape(page, child) for child in node.children)
    name = node.key if isinstance(node.key, str) else "+".join(node.key)
    return name + "*" * node.star + (f"[{text}]" if text else "") + (f"({inner})" if inner else "")


def labels(segmenter):
    """Class label -> pages that have a block of it."""
    return {segmenter.som_.label(place): n for place, n in segmenter._support.items()}


def test_text_right_inside_an_element_takes_in_what_is_below():
    """Dissertation, figure 3.2."""
    page, root = tree_of("<div>SkinnyGuy Writes <i>a lot</i> <b><u>daily</u></b></div>")

    assert shape(page, root) == "html(body(div[skinnyguy writes a lot daily]))"


def test_stray_text_collapses_a_page_as_published_only():
    html = "<body>| <div>x</div><div>y</div>"

    assert shape(*tree_of(html)) == "html(body[x y])"
    assert shape(*tree_of(html, Rules())) == "html(body(div[x] div[y]))"  # a separator is blank
    stray = "<body>some words<div>x</div><div>y</div>"
    assert shape(*tree_of(stray, Rules())) == "html(body(#text[some words] div[x] div[y]))"


def test_a_run_that_covers_all_children_is_its_parent():
    assert shape(*tree_of("<ul><li>a<li>b<li>c</ul>")) == "html(body(ul*[a b c]))"
    page, root = tree_of("<div><h2>t</h2><li>a<li>b</div>", Rules(joins_flow=False))
    assert shape(page, root) == "html(body(div(h2[t] li*[a b])))"


def test_groups_of_siblings_that_recur_are_one_region():
    page, root = tree_of("<dl><dt>a<dd>b<dt>c<dd>d</dl><p>x")

    assert shape(page, root) == "html(body(dl*[a b c d] p[x]))"


def test_one_paragraph_and_three_are_at_the_same_place():
    """The star child of single items carries the key of an item."""
    one, three = ("<div id=x><h1>t</h1>" + "<p>a" * n for n in (1, 3))

    segmenter = SomTree(alpha=1).fit([one, three] * 10)

    assert labels(segmenter) == {"h1/div#x/body/html": 20, "p/div#x/body/html": 20}


def test_labels_of_the_dissertation():
    """Figure 3.5: child first, attribute names, numbers from the second equal sibling on."""
    html = (
        "<html><body bgcolor=white><table width=1><tr><td>t</table>"
        "<div id=a><b>one</b></div><div id=b><img border=0><b>two</b></div></body></html>"
    )
    segmenter = SomTree.as_published(alpha=1, beta=1).fit([html, html])

    found = {segmenter.som_.label(place) for place in range(len(segmenter.som_))}
    assert {"table/width/body/bgcolor/html", "1/div/id/body/bgcolor/html", "2/div/id/body/bgcolor/html"} <= found


def _som(*places):
    """Rows (parent, key, frequency, pages with text)."""
    som = Som()
    for parent, key, freq, docs in places:
        place = som.add(parent, key)
        som.freq[place], som.docs[place] = freq, set(docs)
    return som


def test_rare_places_join_their_parent():
    """12 pages, a on 7 and b on 5: both below 8."""
    som = _som((-1, "div", 12, ()), (0, "a", 7, range(7)), (0, "b", 5, range(7, 12)))

    assert som.adjust(6, 8, needs_share=False) == [NO_PLACE, 0, 0]


def test_rare_siblings_of_a_frequent_place_stay():
    """Figure 3.8b: 92 pages, pre 80, b 7, a 5."""
    som = _som((-1, "div", 92, ()), (0, "pre", 80, range(80)), (0, "b", 7, range(7)), (0, "a", 5, range(5)))

    assert som.adjust(6, 8, needs_share=False) == [NO_PLACE, 1, 2, 3]


def test_a_page_with_bare_text_makes_nested_places_one_class():
    """Figure 3.7: ten pages, one with text right in the div, nine with p and h2 inside."""
    rows = [(-1, "div/id", 10, [9]), (0, "p", 9, range(9)), (0, "h2", 9, range(9))]

    assert _som(*rows).adjust(6, 8, needs_share=False) == [0, 0, 0]
    assert _som(*rows).adjust(6, 8, needs_share=True) == [0, 1, 2]  # one page does not decide for nine


def test_nesting_reaches_less_than_alpha_levels():
    rows = [(-1, "k0", 9, range(9)), *((i, f"k{i + 1}", 9, range(9) if i == 5 else ()) for i in range(6))]

    assert _som(*rows).adjust(6, 1, needs_share=False)[6] == 6
    assert _som(*rows).adjust(7, 1, needs_share=False)[6] == 0


def _site_1(n=20):
    return [
        f"<body><div class=nav>Home News</div>{'<div class=promo>Buy now</div>' if i % 2 else ''}"
        f"<div class=main>story {'abcdefghijklmnopqrstuvw'[i]} text</div><div class=foot>Imprint</div></body>"
        for i in range(n)
    ]


def test_an_optional_sibling_does_not_rename_those_after_it():
    """methods.md 1.5, site 1: nav 20, promo 10, main 20, foot 20."""
    for siblings in ("lookup", "aligned"):
        found = labels(SomTree(siblings=siblings).fit(_site_1()))
        assert sorted(found.values()) == [10, 20, 20, 20]


def test_as_published_it_does():
    found = labels(SomTree.as_published().fit(_site_1()))

    assert found["2/div/class/body/html"] == 20  # main on half of the pages, promo on the others
    assert found["4/div/class/body/html"] == 10


def test_widgets_of_one_class_are_told_apart_by_alignment():
    """methods.md 1.5, site 2: Search 12, Sponsored 4, Archive 11, Tags 12."""
    pages = [
        "<aside>"
        + "<div class=widget>Search this site</div>"
        + ("<div class=widget>Sponsored link here</div>" if i % 3 == 0 else "")
        + ("" if i == 9 else "<div class=widget>Archive of months</div>")
        + "<div class=widget>Tags and topics</div></aside><main><p>"
        + f"text {'abcdefghijkl'[i]}</main>"
        for i in range(12)
    ]
    segmenter = SomTree(siblings="aligned", alpha=1, beta=1)
    segmenter.fit(pages)

    found = segmenter.segment(pages[0])
    assert len(found.blocks) >= 2  # the like widgets are one region of the page


def test_few_pages_do_not_collapse_the_tree():
    """methods.md B.8, row 6: five pages, beta 8."""
    pages = [f"<div class=a>menu</div><div class=b>text {i}</div>" for i in "abcde"]

    assert len(labels(SomTree.as_published().fit(pages))) == 1
    assert len(labels(SomTree().fit(pages))) == 2


def test_a_new_page_is_segmented_by_what_is_known():
    segmenter = SomTree().fit(_site_1())

    found = segmenter.segment("<body><div class=nav>Home News</div><div class=new>other</div><div class=main>x y</div>")

    by_label = {block.label: block for block in found.blocks}
    assert by_label["div.nav/body/html"].support == 20
    assert by_label["div/body/html"].block_class is None
    assert segmenter.coverage("<body><div class=main>a b c</div><p>d</p>") == 0.75


def test_menus_weigh_nothing_and_the_mean_is_one():
    segmenter = SomTree().fit(_site_1())
    weights, n = 0.0, 0
    for page in _site_1():
        found = segmenter.segment(page)
        weights, n = weights + found.weights.sum(), n + len(found.tokens)
        nav = next(block for block in found.blocks if "nav" in block.label)
        assert found.weights[nav.spans[0][0]] == 0

    assert weights / n == pytest.approx(1)


def test_pages_can_be_added():
    pages = _site_1()
    whole, grown = SomTree().fit(pages), SomTree().fit(pages[:12]).partial_fit(pages[12:])

    assert grown.n_pages_ == 20
    assert grown.som_.freq == whole.som_.freq


def test_bad_uses():
    with pytest.raises(FitError, match="SomTree learns from at least 2 pages with text, got 1 of 1"):
        SomTree().fit(["<p>a"])
    with pytest.raises(FitError, match="call fit first"):
        SomTree().segment("<p>a")
    for wrong, message in (({"alpha": 0}, "alpha"), ({"beta": 0}, "beta"), ({"siblings": "x"}, "siblings")):
        with pytest.raises(UsageError, match=message):
            SomTree(**wrong)
    assert SomTree().fit(["<p>a", "<p>b"]).segment("<img>").reason == "no text on the page"


def test_deep_pages():
    deep = "<div>" * 100_000 + "text"

    assert len(SomTree().fit([deep, deep]).segment(deep).blocks) == 1


@settings(max_examples=60, deadline=None)
@given(SOUP, SOUP)
def test_any_pages_are_segmented_the_same_way_twice(first, second):
    pages = [parse("<p>x" + html) for html in (first, second)]
    for make in (SomTree, SomTree.as_published, lambda: SomTree(siblings="aligned")):
        segmenter = make().fit(pages)
        for page in pages:
            found, again = segmenter.segment(page), segmenter.segment(page)
            assert found.block_ids.tolist() == again.block_ids.tolist()
            covered = sorted(t for block in found.blocks for span in block.spans for t in range(*span))
            assert covered == np.flatnonzero(found.block_ids >= 0).tolist()


@pytest.mark.parametrize("preset", [blog_site, docs_site, hashed_site, nameless_site, news_site])
def test_by_default_it_is_at_least_as_good_as_published(preset):
    pages = list(gold_pages(preset(30, 21)))

    ours, published = (
        np.mean([score.ari for score in score_site(make(), pages)]) for make in (SomTree, SomTree.as_published)
    )

    assert ours >= published - 0.005
    assert ours > 0.9


def test_time_grows_with_the_pages():
    def seconds(n):
        pages = [one.page for one in gold_pages(news_site(n, 5))]
        start = time.process_time()
        segmenter = SomTree().fit(pages)
        for page in pages:
            segmenter.segment(page)
        return time.process_time() - start

    assert seconds(120) < 4 * 1.6 * seconds(30)

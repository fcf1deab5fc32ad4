"""SomTree: the examples of the dissertation (chapter 3), what goes wrong as published, and the repairs."""

import time
from contextlib import suppress
from timeit import repeat

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sitegrain.errors import FitError, UsageError
from sitegrain.pages.parse import parse
from sitegrain.segmenters import SomTree
from tests.kernel.soup import SOUP

FORMS = [SomTree.as_published(), SomTree(), SomTree(siblings="aligned")]
NAMES = ["published", "default", "aligned"]
every_form = pytest.mark.parametrize("form", FORMS, ids=NAMES)


def supports(model):
    return dict(zip(model.labels_, model.classes_.supports.tolist(), strict=True))


def texts(segmentation):
    """The words of each block."""
    return [" ".join(" ".join(segmentation.tokens[a:b]) for a, b in block.spans) for block in segmentation.blocks]


def unique_words(number, n=6):
    return " ".join(f"{chr(97 + number)}x{i}" for i in range(n))


def page_with_promo(number):
    """The first site of methods 1.5: 20 pages, a promo on odd ones, every region a <div class>."""
    promo = "<div class=promo><p>Buy cheap sponsored stuff today</p></div>" if number % 2 else ""
    return (
        "<div class=nav><ul><li><a href=/>Home</a><li><a href=/n>News</a></ul></div>"
        f"{promo}<div class=main><h1>{unique_words(number, 2)}</h1><p>{unique_words(number)}</p></div>"
        "<div class=foot>All rights reserved</div>"
    )


def page_with_widgets(number):
    """The second site of methods 1.5: 12 pages, Sponsored on every third, Archive missing on page 9."""
    widgets = [
        "<h3>Search</h3><p>all of these pages",
        "<h3>Sponsored</h3><pre>buy cheap stuff</pre>" if number % 3 == 0 else "",
        "<h3>Archive</h3><ol><li>January<li>February</ol>" if number != 9 else "",
        "<h3>Tags</h3><ul><li>red<li>green</ul>",
    ]
    return "".join(f"<div class=widget>{widget}</div>" for widget in widgets if widget)


def test_aligned_siblings_keep_the_classes_of_a_site_with_an_optional_block():
    """Methods 1.5, site 1: nav 20 pages, promo 10, main 20, foot 20."""
    model = SomTree(keys="names", siblings="aligned").fit(page_with_promo(i) for i in range(20))

    found = [(block.support, text) for block, text in read(model, page_with_promo(1))]

    assert found == [
        (20, "home news"),
        (10, "buy cheap sponsored stuff today"),
        (20, f"{unique_words(1, 2)} {unique_words(1)}"),
        (20, "all rights reserved"),
    ]
    assert sorted(model.classes_.supports) == [10, 20, 20, 20]


def read(model, page):
    segmentation = model.segment(page)
    return list(zip(segmentation.blocks, texts(segmentation), strict=True))


def test_ordinals_as_published_rename_what_follows_an_optional_block():
    """Methods 1.5: main shares 2/div/class with the promo, the foot 3/div/class with main, which it takes in."""
    model = SomTree.as_published(beta=1).fit(page_with_promo(i) for i in range(20))

    labels = {
        (number, text): block.label.split("/body")[0]
        for number in (0, 1)
        for block, text in read(model, page_with_promo(number))
    }

    assert labels[1, "buy cheap sponsored stuff today"] == labels[0, unique_words(0)] == "p/2/div/class"
    assert labels[0, "all rights reserved"] == labels[1, f"{unique_words(1, 2)} {unique_words(1)}"] == "3/div/class"
    assert labels[1, "all rights reserved"] == "4/div/class"


def test_aligned_widgets_of_equal_keys_keep_apart():
    """Methods 1.5, site 2: Search 12 pages, Sponsored 4, Archive 11, Tags 12."""
    model = SomTree(siblings="aligned").fit(page_with_widgets(i) for i in range(12))

    first = [(block.support, text.split()[0]) for block, text in read(model, page_with_widgets(0))]

    assert first == [(12, "search"), (4, "sponsored"), (11, "archive"), (12, "tags")]
    assert sorted(model.classes_.supports) == [4, 11, 12, 12]


def test_all_ten_pages_of_figure_3_7_have_their_text_at_the_div():
    """One page with bare text in the div, nine with p and h2 in it; the parser adds nothing, html ends the label."""
    pages = ["<div id=c>bare text</div>"] + [f"<div id=c><p>{unique_words(i)}</p><h2>two</h2></div>" for i in range(9)]

    model = SomTree.as_published().fit(pages)

    assert supports(model) == {"div/id/body/html": 10}


def test_one_page_of_bare_text_collapses_nothing_in_the_repaired_forms():
    """B.8 row 5: the text of that page is a block of the div's class, what is below stays."""
    body = "<div class=a>{}</div><div class=b>{}</div>"
    pages = ["<div id=c>bare text</div>"] + [
        f"<div id=c>{body.format(unique_words(i), 'the same')}</div>" for i in range(11)
    ]

    always = SomTree.as_published().fit(pages)
    repaired = [SomTree(nested=nested).fit(pages) for nested in ("flow", "supported", "never")]

    assert list(supports(always).values()) == [12]
    kept = {"body > div#c": 1, "body > div#c > div.a": 11, "body > div#c > div.b": 11}
    assert [supports(model) for model in repaired] == [kept] * 3


def test_a_stray_separator_makes_one_block_of_the_page_as_published_only():
    """B.8 row 4: `| x y`."""
    page = "<body>| <div class=a>x</div><div class=b><p>y</p></div>"

    published = SomTree.as_published(beta=1).fit([page] * 8).segment(page)
    repaired = SomTree().fit([page] * 8).segment(page)

    assert texts(published) == ["x y"]
    assert texts(repaired) == ["x", "y"]


def test_stray_text_is_a_block_of_its_own():
    page = "<body>Note <div class=a>x</div> that <div class=b>y</div>"

    found = SomTree().fit([page] * 8).segment(page)

    assert [block.label for block in found.blocks] == ["body > #text", "body > div.a", "body > div.b"]
    assert texts(found) == ["note that", "x", "y"]


def test_names_of_attributes_make_a_region_of_the_whole_page_as_published():
    """B.3: three divs with a class each are three like items; with the values of the class they are not."""
    page = "<div class=nav>Home</div><div class=main>Words</div><div class=foot>Rights</div>"

    published = SomTree.as_published(beta=1).fit([page] * 8).segment(page)
    repaired = SomTree().fit([page] * 8).segment(page)

    assert texts(published) == ["home words rights"]
    assert texts(repaired) == ["home", "words", "rights"]


def test_one_paragraph_and_three_are_one_class_in_the_repaired_form():
    """B.3, canonical label: as published 20 pages split 10 and 10, here beside a heading of its own element."""
    few = "<div id=d><ul><li>one<li>two</ul><p>alone</div>"
    many = "<div id=d><ul><li>one<li>two</ul><p>first<p>second<p>third</div>"

    published = SomTree.as_published().fit([few, many] * 10)
    repaired = SomTree().fit([few, many] * 10)

    assert supports(published) == {"ul/div/id/body/html": 20, "p/div/id/body/html": 10, "p*/div/id/body/html": 10}
    assert supports(repaired) == {"body > div#d > ul > li": 20, "body > div#d > p": 20}


def test_a_small_site_collapses_with_the_published_beta():
    """B.8 row 6: five pages, beta 8, one class html; a quarter of the pages, at least 2, keeps the classes."""
    pages = [f"<div class=a>same</div><div class=b><p>{unique_words(i)}</p></div>" for i in range(5)]

    assert supports(SomTree.as_published().fit(pages)) == {"html": 5}
    model = SomTree().fit(pages)
    assert supports(model) == {"body > div.a": 5, "body > div.b > p": 5}
    assert model.beta_ == 2


def test_pages_with_nothing_in_common_are_one_block_and_say_so():
    pages = [f"<{tag}>{tag} words</{tag}>" for tag in ("p", "pre", "address", "blockquote")]

    found = SomTree().fit(pages).segment(pages[0])

    assert [block.label for block in found.blocks] == ["body"]
    assert found.reason.startswith("the pages learned from have no blocks in common")


def test_weights_are_those_of_the_worked_example_of_segrank():
    """D.5: importance 0, 0.7324, 0.4629 over the token-weighted mean 0.3779."""
    news = [
        ("bridge vote", "The bridge vote passed today"),
        ("storm warning", "A storm warning for coast"),
        ("cup final", "The cup final ends today"),
    ]
    pages = [f"<ul><li>home<li>news<li>contact</ul><h1>{t}</h1><div class=b>{b}</div>" for t, b in news]

    found = SomTree().fit(pages).segment(pages[0])

    np.testing.assert_allclose(found.weights[[0, 3, 5]], [0, 1.9379, 1.2248], atol=1e-4)
    assert [block.support for block in found.blocks] == [3, 3, 3]


FLOW = [
    "<p>{0}<h2>one</h2><p>{1}<ul><li>x{1}<li>y{0}</ul><p>{2}",
    "<p>{0}<pre>{2}</pre><p>{1}<h2>two</h2><p>{2}",
    "<h2>three</h2><p>{0}<h2>four</h2><p>{1}<ul><li>z{0}<li>{2}</ul>",
]


def flowing_page(number, extra=""):
    words = [unique_words(number, 3), unique_words(number + 5, 4), unique_words(number + 9, 5)]
    return f"<div class=top>menu</div><div class=body>{FLOW[number % 3].format(*words)}{extra}</div>"


def test_flowing_text_is_one_block_without_a_page_of_nothing_but_paragraphs():
    model = SomTree().fit(flowing_page(i) for i in range(12))
    never = SomTree(nested="never").fit(flowing_page(i) for i in range(12))

    assert supports(model) == {"body > div.top": 12, "body > div.body": 12}
    assert len(never.labels_) > 3


def test_an_unknown_element_in_flowing_text_joins_it():
    model = SomTree().fit(flowing_page(i) for i in range(12))

    found = model.segment(flowing_page(2, extra="<blockquote>never seen</blockquote>"))

    assert [block.label for block in found.blocks] == ["body > div.top", "body > div.body"]


def test_a_container_with_the_same_text_on_other_pages_is_in_no_flow():
    promo = "<div class=promo><h4>Buy</h4><div>this or that</div></div><p>go on {}"
    model = SomTree().fit(flowing_page(i, promo.format(unique_words(i))) for i in range(12))

    assert {label: n for label, n in supports(model).items() if "promo" in label} == {"body > div.body > div.promo": 12}


def test_a_heading_and_the_one_text_under_it_are_one_block():
    page = "<div class=a><h2>Latest</h2><ul><li>one<li>two</ul></div><div class=b><h2>Other</h2><p>x<table><td>y</div>"

    found = SomTree().fit([page] * 8).segment(page)

    assert texts(found) == ["latest one two", "other", "x", "y"]


def test_a_new_page_leaves_the_tree_as_it_is():
    pages = [page_with_promo(i) for i in range(20)]
    new = "<div class=nav><p>other</div><section><p>far away</section>"
    for form in (SomTree.as_published(), SomTree(), SomTree(siblings="aligned")):
        model = form.fit(pages)
        before = model.n_places_, model.labels_, model.segment(pages[3]).block_ids.tolist()

        model.segment(new)

        assert (len(model._finder.places), model.labels_, model.segment(pages[3]).block_ids.tolist()) == before


def test_unknown_text_has_a_label_and_no_class_and_weighs_as_much_as_what_is_around():
    """Below body: nav and foot 0, title and text of the unique words, so 1 on average over the tokens of the site."""
    model = SomTree().fit(page_with_promo(i) for i in range(20))

    found = model.segment("<div class=nav><ul><li>Home<li>News</ul></div><section><p>far away</section>")

    assert [(block.block_class is None, block.label) for block in found.blocks] == [
        (False, "body > div.nav > ul > li"),
        (True, "body > section > p"),
    ]
    np.testing.assert_allclose(found.weights, [0, 0, 1, 1])


def test_unknown_text_joins_the_class_above_it_within_alpha_levels():
    page = "<div class=a>words</div><div class=b>more</div>"
    deep = "<div class=a>" + "<section>" * 3 + "new" + "</section>" * 3 + "</div><div class=b>more</div>"

    near, far = (SomTree(alpha=alpha).fit([page] * 8).segment(deep) for alpha in (4, 3))

    assert near.blocks[0].label == "body > div.a"
    assert far.blocks[0].block_class is None


def test_coverage_is_the_share_of_tokens_at_known_places():
    """Three of four tokens, then one of four, of which the segmentation says so."""
    page = "<div class=a>one two three</div><div class=b>four</div>"
    model = SomTree().fit([page] * 8)

    assert model.coverage(page.replace("class=b", "class=c")) == 0.75
    assert model.segment(page).reason == ""
    assert model.segment(page.replace("class=a", "class=c")).reason == (
        "only 25% of the words are in block classes of the pages learned from"
    )
    assert model.coverage("") == 0.0


@every_form
def test_a_page_without_text_has_no_blocks_and_a_reason(form):
    found = form.fit(page_with_promo(i) for i in range(20)).segment("<div><img></div>")

    assert (found.blocks, found.reason) == ((), "the page has no text")


def test_what_cannot_be_is_an_error_that_names_it():
    with pytest.raises(FitError, match="SomTree learns from at least 2 pages with text, got 1 of 2"):
        SomTree().fit(["<p>one", ""])
    with pytest.raises(FitError, match="fit first"):
        SomTree().segment("<p>one")
    with pytest.raises(UsageError, match="keys must be one of stable, names, got 'full'"):
        SomTree(keys="full").fit(["a", "b"])
    with pytest.raises(UsageError, match="alpha must be at least 1, got 0"):
        SomTree(alpha=0).fit(["a", "b"])
    with pytest.raises(UsageError, match="beta must be at least 1, got 0"):
        SomTree(beta=0).fit(["a", "b"])


@pytest.mark.parametrize("nested", ["flow", "never", "supported", "always"])
@pytest.mark.parametrize("pruning", ["repaired", "published"])
@pytest.mark.parametrize("siblings", ["equal", "ordinals", "aligned"])
@pytest.mark.parametrize("keys", ["stable", "names"])
def test_every_choice_goes_with_every_other(keys, siblings, pruning, nested):
    model = SomTree(keys=keys, siblings=siblings, pruning=pruning, nested=nested)

    found = model.fit(page_with_promo(i) for i in range(8)).segment(page_with_promo(1))

    assert (found.block_ids >= 0).all()
    assert found.blocks[0].support == 8


@every_form
@settings(max_examples=60, deadline=None)
@given(pages=st.lists(SOUP, min_size=2, max_size=4), new=SOUP)
def test_any_soup_is_segmented_whole_and_the_same_way_twice(form, pages, new):
    """Every token is in one block; spans are disjoint by that."""
    try:
        model = form.fit(pages)
    except FitError:
        return
    for page in [*pages, new]:
        first, second = model.segment(page), model.segment(page)

        assert (first.block_ids >= 0).all()
        assert sum(b - a for block in first.blocks for a, b in block.spans) == len(first.tokens)
        assert first.block_ids.tolist() == second.block_ids.tolist()
        assert (first.weights >= 0).all()


@every_form
@settings(max_examples=40, deadline=None)
@given(pages=st.lists(SOUP, min_size=2, max_size=5))
def test_a_second_fit_forgets_the_first(form, pages):
    site = [page_with_promo(i) for i in range(8)]
    expected = form.fit(site).labels_
    with suppress(FitError):
        form.fit(pages)

    assert form.fit(site).labels_ == expected


@pytest.mark.parametrize("form", FORMS[:2], ids=NAMES[:2])
@settings(max_examples=40, deadline=None)
@given(pages=st.lists(SOUP, min_size=2, max_size=5))
def test_look_up_does_not_depend_on_the_order_of_the_pages(form, pages):
    pages = [page for page in pages if parse(page).axis.n_tokens]
    if len(pages) < 2:
        return
    found = [form.fit(order).segment(pages[0]) for order in (pages, pages[::-1])]

    assert [block.spans for block in found[0].blocks] == [block.spans for block in found[1].blocks]
    assert [block.label for block in found[0].blocks] == [block.label for block in found[1].blocks]


@every_form
@pytest.mark.parametrize("tag", ["div", "b", "section"])
def test_pages_nest_as_deep_as_they_like(form, tag):
    deep = f"<{tag}>" * 100_000 + "word" + f"</{tag}>" * 100_000

    found = form.fit([deep, deep, "<p>other"]).segment(deep)

    assert found.tokens == ["word"]
    assert len(found.blocks) == 1


def test_text_deeper_than_is_learned_is_put_out_without_a_class():
    deep = "<section>" * 1000 + "word"

    found = SomTree().fit([deep, deep]).segment(deep)

    assert [(block.block_class, block.spans) for block in found.blocks] == [(None, ((0, 1),))]
    assert found.reason == "only 0% of the words are in block classes of the pages learned from"


@every_form
def test_wide_pages_take_time_in_proportion(form):
    """Four times the siblings, unlike ones of one key among them, take less than ten times as long."""
    item = "<div><p>a</div><div><pre>b</pre><p>c</div><p class=k{}>d</p><article>e</article>"

    def seconds(n_items):
        pages = [parse("".join(item.format(i) for i in range(n_items)))] * 2
        return min(repeat(lambda: form.fit(pages).segment(pages[0]), timer=time.process_time, number=1, repeat=3))

    assert seconds(4000) < 10 * seconds(1000)

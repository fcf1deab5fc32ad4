"""DataRichSection: the examples of methods.md H.2 and H.3, then any pages."""

import numpy as np
import pytest
from hypothesis import given, settings

from benchmarks.reproduce.synthetic import gold_pages
from sitegrain.errors import FitError, UsageError
from sitegrain.pages.given import as_page
from sitegrain.pages.parse import parse
from sitegrain.pages.raw import RawPage
from sitegrain.segmenters import DataRichSection
from sitegrain.segmenters.data_rich_section.data_rich_section import address_likeness
from sitegrain.segmenters.data_rich_section.matching import match_trees
from sitegrain.segmenters.data_rich_section.tag_tree import image_name, read_tag_tree, target_of
from tests.kernel.soup import SOUP
from tests.synthetic.presets import blog_site


def page(heading, text, extra="", colour="white"):
    return (
        f"<body bgcolor={colour}><table><tr><td><a href=/>Home</a><a href=/n>News</a></td>"
        f"<td><h2>{heading}</h2><p>{text}</p>{extra}</td></tr></table><p>(c) Acme</p></body>"
    )


TARGET = page("Bridge", "Vote passed")
SAMPLE = page("Storm", "Coast warned", "<p>Stay home</p>", "grey")


def remaining(html, other, how):
    """The tags of the target's nodes without a match, `text` for texts."""
    page = parse(html)
    tree = read_tag_tree(page)
    matched = match_trees(tree, read_tag_tree(parse(other)), how)
    return ["text" if node < 0 else page.tags[node] for node in tree.elements[~matched]]


@pytest.mark.parametrize("how", ["aligned", "positional"])
def test_what_a_sample_does_not_have_remains(how):
    """The headings are dropped, their text stays; the full parser adds html and tbody."""
    assert remaining(TARGET, SAMPLE, how) == ["html", "body", "table", "tbody", "tr", "td", "text", "p", "text"]


def test_dropped_tags_join_the_texts_around_them():
    """One text in <p>, one behind the link; <b> and <font> are not there."""
    page = parse("<p>a <b>b<font> c</font></b> d <a href=x>e</a> <i>f</i> g</p>")
    tree = read_tag_tree(page)

    names = ["text" if node < 0 else page.tags[node] for node in tree.elements]
    assert names == ["html", "body", "p", "text", "a", "text", "text"]
    assert tree.ends.tolist() == [7, 7, 7, 4, 6, 6, 7]
    assert tree.n_tokens.tolist() == [4, 1, 2]


@pytest.mark.parametrize(
    ("first", "second", "are_equal"),
    [
        ("<p>a b", "<p>A  b", True),
        ("<p>a b", "<p>b a", False),
        ("<p>a a b", "<p>a b", False),
        ("<p>12", "<p>13", False),
        ("<a href=/x?utm_source=1>t</a>", "<a href=/x>t</a>", True),
        ("<a href=/x>t</a>", "<a href=/y>t</a>", False),
        ("<a>t</a>", "<a href=/y>t</a>", False),
        ("<img src=/a/p.jpg>", "<img data-src=/b/p-30x20.jpg src=q.gif>", True),
        ("<p class=x>a", "<p id=y>a", True),
        ("<p>a", "<div>a", False),
    ],
)
def test_what_makes_two_subtrees_equal(first, second, are_equal):
    trees = [read_tag_tree(as_page(RawPage(html, url="http://ex.com/n/1.html"))) for html in (first, second)]

    assert (trees[0].hashes[0] == trees[1].hashes[0]) == are_equal


def test_the_data_rich_root_is_where_more_than_one_part_remains():
    target = parse(TARGET)

    found = DataRichSection(n_samples=1).fit([target, SAMPLE]).read(target)

    assert target.tags[found.root] == "td"
    assert target.parents[found.root] == target.tags.index("tr")
    assert [target.tokens[i] for i in np.flatnonzero(~found.is_shared)] == ["bridge", "vote", "passed"]


def test_the_section_is_a_block_and_what_is_shared_weighs_nothing():
    found = DataRichSection(n_samples=1).fit([TARGET, SAMPLE]).segment(TARGET)

    assert [block.spans for block in found.blocks] == [((0, 1),), ((1, 4),), ((4, 6),)]
    assert found.weights.tolist() == [0, 2, 2, 2, 0, 0]


def test_one_more_sibling_unmatches_all_behind_it_as_published():
    first = "<div>Advert</div><ul><li>Home</ul><p>own words</p><p>foot</p>"
    second = "<ul><li>Home</ul><p>other text</p><p>foot</p>"

    assert "ul" in remaining(first, second, "positional")
    assert remaining(first, second, "aligned") == ["html", "body", "div", "text", "p", "text"]


@pytest.mark.parametrize(
    ("other", "likeness"),
    [
        ("http://ex.com/news/2026/11/storm.html", 0.90),
        ("http://ex.com/news/2026/10/cup.html", 0.85),
        ("http://shop.ex.com/news/2026/11/x.html", 0.45),
        ("http://ex.com/news/", 0.40),
        ("http://ex.com/", 0.20),
        ("http://ex.com/about", 0.20),
        ("http://other.org/news/2026/11/x.html", 0),
        ("http://ex.com/news/2026/11/bridge.html?print=1", 0),
    ],
)
def test_likeness_of_addresses(other, likeness):
    assert address_likeness("http://ex.com/news/2026/11/bridge.html", other) == pytest.approx(likeness)


def test_two_names_of_one_site_are_alike():
    """eventguide is in both names."""
    first, second = "http://theeventguide.com/a/12.html", "http://fort.lauderdale.eventguide.com/a/13.html"

    assert address_likeness(first, second) == pytest.approx(0.5 * 0.9)
    assert address_likeness(first, "http://fort.lauderdale.eventguide.com/other/x/y") == 0


def test_the_likest_stored_pages_are_the_samples():
    pages = [
        RawPage(page(word, word + " text"), url=f"http://ex.com/{section}/{word}.html")
        for section, words in (("news", "bridge storm cup"), ("shop", "shoe hat"))
        for word in words.split()
    ]

    found = DataRichSection().fit(pages).read(pages[0])

    assert found.samples == ("http://ex.com/news/storm.html", "http://ex.com/news/cup.html")


def test_links_of_the_page_are_fetched():
    links = "<a href=3.html>c</a> <a href=2.html#x>b</a> <a href=http://other.org/>d</a>"
    target, sample = (html.replace("(c)", links) for html in (TARGET, SAMPLE))
    pages = {"http://ex.com/news/2.html": RawPage(sample), "http://ex.com/news/3.html": None}
    asked = []

    def fetch(address):
        asked.append(address)
        return pages[address]

    segmenter = DataRichSection(n_samples=1, fetch=fetch)

    assert not segmenter.needs_site
    assert segmenter.read(RawPage(target, url="http://ex.com/news/1.html")).samples == ("http://ex.com/news/2.html",)
    assert asked == ["http://ex.com/news/3.html", "http://ex.com/news/2.html"]


def test_samples_that_share_nothing_or_everything_are_rejected():
    other = "<h1>quite</h1><form>another page</form>"
    found = DataRichSection().fit([TARGET, other]).segment(TARGET)

    assert found.blocks == ()
    assert "no page like it to compare with" in found.reason


def test_images_and_links_are_compared_by_what_they_are():
    assert image_name("/a/pic-300x200.jpg?w=3") == image_name("pic@2x.jpg") == "pic.jpg"
    assert target_of("http://a.b/c/", "x.html?utm_source=1#top") == "http://a.b/c/x.html"


def test_bad_uses():
    with pytest.raises(FitError, match="at least 2 pages with text, got 1"):
        DataRichSection().fit(["<p>a"])
    with pytest.raises(UsageError, match="call fit, or give it a fetch function"):
        DataRichSection().segment("<p>a")
    for wrong, message in (({"n_samples": 0}, "n_samples"), ({"matching": "x"}, "matching"), ({"needs": "x"}, "needs")):
        with pytest.raises(UsageError, match=message):
            DataRichSection(**wrong)
    assert DataRichSection().fit([TARGET, SAMPLE]).segment("<img>").reason == "no text on the page"


def test_deep_and_broad_pages():
    for pages in (
        ["<div>" * 5_000 + f"<p>same<p>{word}" for word in ("one", "two")],
        ["".join(f"<p>{i}</p>" for i in range(3_000)) + word for word in ("one", "two")],
        ["<ul>" + "".join(f"<li><a href={word}{i}>{word} {i}</a>" for i in range(190)) + "</ul>same" for word in "ab"],
    ):
        assert DataRichSection(n_samples=1).fit(pages).segment(pages[0]) is not None


@settings(max_examples=60, deadline=None)
@given(SOUP, SOUP)
def test_any_two_pages_can_be_compared(first, second):
    pages = [parse("<p>x" + html) for html in (first, second)]
    for how in ("aligned", "positional"):
        trees = [read_tag_tree(one) for one in pages]
        assert all(match_trees(trees[0], trees[0], how))
        assert len(match_trees(*trees, how)) == len(trees[0].labels)
        found = DataRichSection(matching=how).fit(pages).segment(pages[0])
        assert len(found.block_ids) == pages[0].axis.n_tokens


def test_on_a_site_the_content_is_kept():
    pages = [one for one in gold_pages(blog_site(24, 9)) if one.gold.kind == "article"]
    segmenter = DataRichSection().fit([one.page for one in pages])

    kept = []
    for one in pages:
        gold = np.isin(one.blocks, [block.number for block in one.gold.blocks if block.is_content])
        kept.append((segmenter.read(one.page).is_shared[gold] == 0).mean())
    assert np.mean(kept) > 0.95

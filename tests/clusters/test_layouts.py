"""Layouts as clusters: each page's, what tells it, how far from its leader it is."""

import pytest

from sitegrain.clusters import find_layouts
from sitegrain.clusters.layouts import tell_apart
from sitegrain.pages.raw import RawPage, Skipped
from tests.synthetic.presets import shop_site
from tests.synthetic.site import generate


def test_the_keys_that_few_others_have_tell_a_layout():
    """Four pages: `div.x` is on both of group a alone, ln(5/2); `i` on one, ln(5) / 2; `p` on all tells nothing."""
    counts = {"a": {"p": 2, "div.x": 2, "i": 1}, "b": {"p": 2, "table": 2}}

    assert tell_apart(counts, {"a": 2, "b": 2}) == {"a": ["div.x", "i"], "b": ["table"]}


def test_where_nothing_tells_the_keys_of_all_do():
    assert tell_apart({"a": {"p": 2, "div": 2}}, {"a": 2}) == {"a": ["div", "p"]}


def test_pages_of_one_template_are_one_cluster():
    site = generate(shop_site(30, seed=5))
    rows = list(find_layouts(RawPage(page.html, url=page.url) for page in site.pages))

    pairs = {(page.layout, row["cluster"]) for page, row in zip(site.pages, rows, strict=True)}
    assert len(pairs) == len({layout for layout, _ in pairs}) == len({cluster for _, cluster in pairs})
    assert all(0 <= row["distance"] <= 1 for row in rows)
    assert {tuple(row["terms"]) for row in rows if row["cluster"] == rows[0]["cluster"]} == {tuple(rows[0]["terms"])}
    assert list(rows[0]) == ["id", "path", "url", "site", "title", "cluster", "terms", "distance"]


def test_a_page_without_a_site_has_no_layout():
    rows = list(find_layouts([RawPage("<p>one"), Skipped("not HTML")]))

    assert rows[0]["cluster"] is None
    assert rows[0]["reason"] == "nothing was learned for its site"
    assert rows[1]["skipped"] == "not HTML"


@pytest.mark.parametrize("n_pages", [1, 2])
def test_a_site_needs_two_pages(n_pages):
    raws = [RawPage(f"<main><h1>{word}</h1><p>{word}", url=f"http://a.example/{word}") for word in "xy"[:n_pages]]

    assert [row["cluster"] for row in find_layouts(raws)] == ([None] if n_pages == 1 else ["layout-1"] * 2)

"""LayoutTables: genuine tables and the content cell, with methods.md's worked examples."""

import time
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings

from sitegrain.errors import UsageError
from sitegrain.pages.given import as_page
from sitegrain.pages.tokens import tokenize
from sitegrain.segmenters import LayoutTables
from sitegrain.segmenters.layout_tables.choosing import Content, Refusal, score, volume
from sitegrain.segmenters.layout_tables.grid import Texts, read_grids
from tests.kernel.soup import SOUP
from tests.segmenters.table_pages import MODELS, links, rows, words
from tests.synthetic.presets import table_site
from tests.synthetic.site import generate


def read(html, **options):
    """The scores and volumes of the first grid's cells, and where the content is."""
    page = as_page(html)
    texts, grid = Texts(page), read_grids(page)[0]
    scores = [round(score(cell, grid, texts), 1) for cell in grid.cells]
    found = LayoutTables(**options).read(page).found
    nodes = [cell.node for cell in grid.cells]
    return scores, [volume(texts, node) for node in nodes], found, nodes


BESIDE_A_MENU = (
    f"<table><tr><td rowspan=2>{links(8)}</td><td>Site title</td></tr><tr><td><p>{words(120)}</p></td></tr></table>"
)
BETWEEN_TWO = (
    f"<table><tr><td colspan=3>Title row</td></tr><tr><td>{links(10)}</td><td><h1>Head</h1><p>{words(90)}</p></td>"
    f"<td><p>{words(12)}</p>{links(6)}</td></tr></table>"
)
IN_TWO_CELLS = (
    f"<table><tr><td rowspan=3>{links(8)}</td><td><h1>T</h1><p>{words(60)}</p></td></tr>"
    f"<tr><td><p>{words(55)}</p><p>{words(20)}</p></td></tr><tr><td>{links(5)}</td></tr></table>"
)
CATALOGUE = rows([[f"<img src=x><b><a href=/p>Phone</a></b><br>{words(20 + 2 * i)}" for i in range(3)]] * 2)


@pytest.mark.parametrize("classifier", ["trained", "rules"])
def test_the_large_cell_beside_a_menu(classifier):
    """methods.md A.5, example a: the title scores 2 x .85, the text 120 x .85."""
    scores, volumes, found, nodes = read(BESIDE_A_MENU, classifier=classifier)

    assert volumes == [0, 2, 120]
    assert scores == [0.0, 1.7, 102.0]
    assert isinstance(found, Content)
    assert found.nodes == (nodes[2],)


@pytest.mark.parametrize("classifier", ["trained", "rules"])
def test_the_middle_of_three_columns(classifier):
    scores, volumes, found, nodes = read(BETWEEN_TWO, classifier=classifier)

    assert volumes == [2, 0, 91, 12]
    assert scores[2] == 84.2
    assert isinstance(found, Content)
    assert found.nodes == (nodes[2],)


def test_an_article_in_two_cells_is_joined_and_the_row_of_links_is_not():
    _, volumes, found, nodes = read(IN_TWO_CELLS)

    assert volumes == [0, 61, 75, 0]
    assert isinstance(found, Content)
    assert found.nodes == (nodes[1], nodes[2])


def test_a_catalogue_is_refused_and_its_cells_are_blocks():
    _, volumes, found, nodes = read(CATALOGUE)

    assert volumes == [20, 22, 24] * 2
    assert isinstance(found, Refusal)
    assert found.nodes == tuple(nodes)
    segmentation = LayoutTables().segment(CATALOGUE)
    assert segmentation.reason == "catalogue: 6 like cells are things of their own"
    assert len(segmentation.blocks) == 6
    assert not LayoutTables().content(CATALOGUE).any()


def test_a_genuine_table_inside_of_the_content_stays_in_it():
    html = f"<table><tr><td><p>{words(50)}</p>{rows(MODELS)}</td><td>{links(3)}</td></tr></table>"
    page = as_page(html)
    tables = LayoutTables(classifier="rules").read(page)

    assert tables.is_genuine == (False, True)
    assert isinstance(tables.found, Content)
    assert tables.found.nodes == (tables.grids[0].cells[0].node,)
    assert LayoutTables().content(page).tolist() == [True] * (50 + 11) + [False] * 3


def test_a_layout_table_that_fills_the_chosen_cell_is_looked_into():
    inner = f"<table><tr><td>{links(4)}</td><td><p>{words(80)}</p></td></tr></table>"
    page = as_page(f"<table><tr><td>{links(5)}</td><td>{inner}</td></tr></table>")

    assert LayoutTables().content(page).tolist() == [False] * 9 + [True] * 80


def test_columns_of_block_elements_are_cells():
    html = f"<div><div>{links(30)}</div><div><p>{words(60)}</p></div></div>"

    assert LayoutTables().content(html).tolist() == [False] * 30 + [True] * 60
    assert LayoutTables(columns=False).segment(html).reason == (
        "no layout table or columns with a cell of running text"
    )


def test_the_content_cell_is_a_block_with_all_the_weight():
    found = LayoutTables().segment(BESIDE_A_MENU)

    assert found.weights.tolist() == pytest.approx([0] * 10 + [130 / 120] * 120)
    assert len(set(found.block_ids[10:].tolist())) == 1
    assert set(found.block_ids[10:].tolist()).isdisjoint(found.block_ids[:10].tolist())


@pytest.mark.parametrize("classifier", ["trained", "rules"])
@pytest.mark.parametrize(
    ("html", "is_genuine"),
    [
        (rows([*MODELS, ("Delta", "140 g", "299"), ("Omega", "128 g", "189")]), True),
        (rows(MODELS).replace("<td>Model<td>Weight<td>Price", "<th>Model<th>Weight<th>Price"), True),
        (rows([(links(12), f"<p>{words(200)}</p>", links(6))]), False),
        (rows([(f"<form><input>{words(3)}</form>", links(3))]), False),
        (rows([("one",)]), False),
    ],
)
def test_genuine_and_layout_tables(html, is_genuine, classifier):
    assert LayoutTables(classifier=classifier).read(html).is_genuine == (is_genuine,)


@pytest.mark.parametrize(("role", "is_genuine"), [("presentation", False), ("table", True)])
def test_the_markup_says_what_a_table_is(role, is_genuine):
    html = rows(MODELS).replace("<table>", f"<table role={role}>")

    assert LayoutTables(classifier="rules").read(html).is_genuine == (is_genuine,)


def test_pages_without_text_or_tables():
    assert LayoutTables().segment("<p>").reason == "no text on the page"
    assert LayoutTables().segment("<p>a b c").reason == "no layout table or columns with a cell of running text"
    assert LayoutTables().read("<table></table>").found is None
    with pytest.raises(UsageError, match="classifier must be trained or rules, got 'x'"):
        LayoutTables(classifier="x")


@pytest.mark.parametrize(
    "html",
    [
        rows([[f"<p>{words(16)}</p>"] * 4] * 1000),
        "<table><tr><td>a" * 3000,
        "<div>" * 20_000 + words(100),
        "<table>" * 20_000,
    ],
)
def test_large_and_deep_pages_take_little_time(html):
    started = time.perf_counter()
    LayoutTables().segment(html)

    assert time.perf_counter() - started < 10


@settings(max_examples=100, deadline=None)
@given(SOUP, SOUP)
def test_any_page_is_segmented(first, second):
    page = as_page(f"{first}<table><tr><td>{words(20)}<td>{second}<tr><td colspan=2>{first}</table>")
    segmenter = LayoutTables()
    found = segmenter.segment(page)
    content = segmenter.content(page)

    assert len(found.block_ids) == len(content) == page.axis.n_tokens
    if not found.reason:
        assert found.weights.mean() == pytest.approx(1)
        assert np.array_equal(found.weights > 0, content)


def teasers(n):
    return "".join(f"<div><a href=/{i}>a title {i}</a></div><p>{words(20)}</p>" for i in range(n))


def test_texts_under_linked_titles_are_no_running_text():
    """The teasers have 100 words outside of links, the article 60."""
    html = f"<table><tr><td><p>{words(60)}</p></td><td>{teasers(5)}</td></tr></table>"
    _, volumes, found, nodes = read(html)

    assert volumes == [60, 100]
    assert isinstance(found, Content)
    assert found.nodes == (nodes[0],)


def test_a_catalogue_deep_in_the_page_is_refused_though_a_cell_beside_it_is_larger():
    offers = rows([[f"<div><a href=/p>an offer</a></div><p>{words(20)}</p>"] * 2] * 2)
    html = f"<table><tr><td><table><tr><td><td>{offers}</table></td><td>{teasers(9)}</td></tr></table>"
    tables = LayoutTables(classifier="rules").read(html)

    assert isinstance(tables.found, Refusal)
    assert tables.found.nodes == tuple(cell.node for cell in tables.grids[2].cells)


def test_a_large_text_that_is_mostly_links_is_content_where_there_is_little_other_text():
    """As on index pages: 40 of 200 words are outside of links, in the menu none."""
    index = " ".join(f"<a href=/{i}>a b c d</a> word" for i in range(40))
    html = f"<table><tr><td>{links(30)}</td><td><p>{index}</p></td></tr></table>"

    assert LayoutTables().content(html).tolist() == [False] * 30 + [True] * 200


def test_the_title_and_lead_above_the_content_belong_to_it():
    html = rows([("The shop",), ("<h1>Head line</h1>",), (links(4),), ("one lead",), (f"<p>{words(80)}</p>",)])
    page = as_page(html)
    kept = [token for token, is_content in zip(page.tokens, LayoutTables().content(page), strict=True) if is_content]

    assert kept[:4] == ["head", "line", "one", "lead"]
    assert len(kept) == 84


def test_elements_side_by_side_that_are_all_text_are_sections_of_one_text():
    sections = "".join(f"<div><h2>Part</h2><p>{words(40)}</p></div>" for _ in range(3))
    html = f"<body><div>{links(5)}</div><div>{sections}</div>"

    assert LayoutTables().content(html).tolist() == [False] * 5 + [True] * 123


def test_a_table_of_links_and_pictures_is_layout():
    html = rows([[f"<a href=/{i}>go {i}</a>", "<img src=x>", "<a href=/>up</a>"] for i in range(3)])

    assert LayoutTables(classifier="rules").read(html).is_genuine == (False,)


def test_tables_count_as_a_frame_only_where_they_hold_much_of_the_page():
    """A small table in an article is part of its text: methods.md would have it cut the text in two."""
    html = f"<div>{links(9)}</div><div><p>{words(60)}</p><table><tr><td>a b</table><p>{words(60)}</p></div>"

    assert LayoutTables().content(html).tolist() == [False] * 9 + [True] * 122


@pytest.mark.parametrize("classifier", ["trained", "rules"])
@pytest.mark.parametrize("html", [rows([["Weight", "5 oz", "Price", "3"]]), rows([["", "a box"], ["", "of code"]])])
def test_one_line_is_no_grid(html, classifier):
    assert LayoutTables(classifier=classifier).read(html).is_genuine == (False,)


def test_a_cell_that_says_the_title_of_the_page_is_its_title():
    """As on old news sites: a title without a heading, a date, the text; the name of the site is above the title."""
    html = "<title>Harbour bridge opened - Site</title>" + rows(
        [["The news of today"], ["<b>Harbour bridge opened</b>"], ["1 May 2012"], [f"<p>{words(80)}</p>"]]
    )

    assert LayoutTables().content(html).tolist() == [False] * 4 + [True] * 86


def test_a_table_around_a_title_is_passed_by():
    """The text below it is in a table too, which is looked into."""
    title = rows([["<h1>Head</h1>"]])
    html = title + rows([[rows([[links(30), f"<p>{words(80)}</p>"]])]])

    assert LayoutTables().content(html).tolist() == [True] + [False] * 30 + [True] * 80


def test_a_page_of_one_text_is_one_cell():
    assert LayoutTables().content("".join(f"<p>{words(9)}</p>" for _ in range(20))).all()


@pytest.mark.parametrize("seed", [3, 4])
def test_the_articles_of_old_table_sites_are_found_and_the_catalogues_refused(seed):
    segmenter = LayoutTables()
    for page in generate(table_site(20, seed)).pages:
        parsed = as_page(page.html)
        if page.kind == "catalogue":
            assert isinstance(segmenter.read(parsed).found, Refusal)
        elif page.kind == "article":
            found = Counter(token for token, own in zip(parsed.tokens, segmenter.content(parsed), strict=True) if own)
            gold = Counter(tokenize(page.text))
            assert (found & gold).total() >= 0.9 * gold.total()

"""LayoutTables: grids, their features and characters, with methods.md's worked examples."""

import time

import pytest
from hypothesis import given, settings

from sitegrain.pages.given import as_page
from sitegrain.segmenters.layout_tables.choosing import centrality
from sitegrain.segmenters.layout_tables.features import TableFeatures
from sitegrain.segmenters.layout_tables.grid import MAX_SLOTS, Texts, read_grids
from tests.kernel.soup import SOUP
from tests.segmenters.table_pages import MODELS, rows, words


def test_cells_take_the_first_free_place():
    """B spans two rows, so that of the second row D stands in the first and E in the third column."""
    page = as_page("<table><tr><td>A<td rowspan=2>B<td>C<tr><td>D<td>E<tr><td colspan=3>F</table>")
    grid = read_grids(page)[0]

    places = [(cell.row, cell.column, cell.n_rows, cell.n_columns) for cell in grid.cells]
    assert places == [(0, 0, 1, 1), (0, 1, 2, 1), (0, 2, 1, 1), (1, 0, 1, 1), (1, 2, 1, 1), (2, 0, 1, 3)]
    assert grid.rows == ((0, 1, 2), (1, 3, 4), (5,))
    assert grid.columns == ((0, 3, 5), (1, 5), (2, 4, 5))


@pytest.mark.parametrize(
    ("spans", "size"),
    [
        ("colspan=0", (1, 1)),
        ("colspan=-3", (1, 1)),
        ("colspan=x", (1, 1)),
        ("colspan='2.7'", (1, 2)),
        ("colspan=99999999999", (1, 1000)),
        ("rowspan=9", (2, 1)),
        ("rowspan=0", (2, 1)),
    ],
)
def test_spans_are_read_as_browsers_do(spans, size):
    page = as_page(f"<table><tr><td {spans}>a<tr><td>b</table>")
    cell = read_grids(page)[0].cells[0]

    assert (cell.n_rows, cell.n_columns) == size


def test_a_table_of_wide_spans_has_bounded_memory():
    html = "<table>" + "<tr>" + "<td rowspan=1000 colspan=1000>a" * 400 + "<tr><td>b" * 1000
    started = time.perf_counter()
    grid = read_grids(as_page(html))[0]

    assert sum(map(len, grid.rows)) <= MAX_SLOTS + len(grid.cells)
    assert time.perf_counter() - started < 5


def test_the_features_of_a_small_table():
    """methods.md: nine cells; mean length 4.67; by columns 1.174 and 5/3, by rows 1.006 and 5/3."""
    page = as_page(rows(MODELS))
    features = TableFeatures(read_grids(page)[0], Texts(page))

    assert features.values[:4] == (3, 0, 3, 0)
    assert features.lengths == [5, 6, 5, 5, 5, 3, 5, 5, 3]
    assert features.mean_length == pytest.approx(42 / 9)
    assert features.types == ["alphabetical"] * 4 + ["digit"] * 2 + ["alphabetical"] + ["digit"] * 2
    assert features.values[7:14] == pytest.approx((0, 0, 0, 5 / 9, 4 / 9, 0, 0))
    assert features.type_consistency == pytest.approx((5 / 3, 5 / 3))
    assert features.values[5] == pytest.approx(0.943, abs=5e-4)
    assert features.length_consistency == pytest.approx((1.006, 1.174), abs=5e-4)


def test_the_features_of_a_small_layout_table():
    """methods.md A.3: links of 9 characters over two rows, beside a title of 11 and 24 words of 135."""
    sentence = " ".join(["words"] * 16 + ["word"] * 8)
    html = f"<tr><td rowspan=2><a href=/>Home</a> <a href=/>News</a><td>Daily Bugle<tr><td>{sentence}"
    page = as_page(f"<table>{html}</table>")
    features = TableFeatures(read_grids(page)[0], Texts(page))

    assert features.lengths == [9, 11, 135]
    assert features.values[:6] == pytest.approx((2, 0, 1.5, 0.5, 51.667, 58.931), abs=5e-4)
    assert features.length_consistency == pytest.approx((0.025, -0.099), abs=5e-4)
    assert features.type_consistency == (0, 1.5)


def test_no_cell_reaches_over_its_row_group():
    page = as_page("<table><thead><tr><td rowspan=0>a<td>b<tbody><tr><td rowspan=5>c<td>d<tr><td>e</table>")
    grid = read_grids(page)[0]

    assert [(cell.row, cell.n_rows) for cell in grid.cells] == [(0, 1), (0, 1), (1, 2), (1, 1), (2, 1)]


def test_widths_say_where_the_middle_is():
    """Of three columns of 70, 20 and 10 per cent the first has the middle of the page."""
    html = f"<table><tr><td width=70%>{words(20)}<td style='width:20%'>{words(20)}<td width=10%>c</table>"
    page = as_page(html)
    grid = read_grids(page)[0]

    assert grid.edges == pytest.approx((0, 0.7, 0.9, 1))
    assert [round(centrality(cell, grid), 2) for cell in grid.cells] == [0.85, 0.7, 0.55]
    assert read_grids(as_page(html.replace("70%", "700")))[0].edges == ()


@pytest.mark.parametrize(
    ("html", "n_lines"),
    [
        (rows([["a", "b"], ["c", "d"]]), (2, 2)),
        (rows([["", "", ""], ["", "int x = 1;", ""], ["", "", ""]]), (1, 1)),  # the corners of a box
        ("<table><tr><td colspan=3>a<tr><td colspan=3>b<tr><td colspan=3>c</table>", (3, 1)),
        (rows([["<img src=x>", "a"], ["<img src=y>", "b"]]), (2, 1)),
        ("<table><tr><td rowspan=2>a<td>b<tr></table>", (2, 2)),
    ],
)
def test_lines_count_once_and_only_with_text(html, n_lines):
    page = as_page(html)

    assert TableFeatures(read_grids(page)[0], Texts(page)).n_lines == n_lines


@settings(max_examples=100, deadline=None)
@given(SOUP)
def test_lengths_are_those_of_folded_texts(html):
    page = as_page(html)
    texts = Texts(page)

    for node in range(page.n_nodes):
        inside = page.run_texts[texts.first[node] : texts.behind[node]]
        assert texts.characters.length(node) == len(" ".join("".join(inside).split()))
        assert texts.characters.letters[node] == sum(map(str.isalpha, "".join(inside)))

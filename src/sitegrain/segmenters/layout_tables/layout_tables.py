"""The content cell of a page that tables lay out.

Source 0, a textbook chapter, names the problem and the criteria (size, central place, joining of cells, refusal of
catalogues); the features that tell genuine tables from layout are those of Wang and Hu (WWW 2002). Numbers are ours
(methods.md A). A page without tables is read as columns of block elements.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

from sitegrain.blocks.labelling import Labeller
from sitegrain.blocks.segmentation import Segmentation, no_blocks
from sitegrain.errors import UsageError
from sitegrain.pages.given import as_page
from sitegrain.pages.nesting import ancestors, children
from sitegrain.pages.page import BLOCK
from sitegrain.pages.runs import token_nodes
from sitegrain.segmenters.layout_tables.choosing import (
    CATALOGUE_SHARE,
    OPENED,
    Content,
    Refusal,
    choose_cells,
    refuse_catalogue,
    running_volume,
    volume,
)
from sitegrain.segmenters.layout_tables.classifying import by_regression, by_rules
from sitegrain.segmenters.layout_tables.features import TableFeatures
from sitegrain.segmenters.layout_tables.grid import Cell, Grid, Texts, read_grids

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from sitegrain.pages.given import AnyPage
    from sitegrain.pages.page import Page

FRAME_SHARE = 0.15  # of the page's words, from which tables lay it out
TEXT_TAGS = frozenset("p h1 h2 h3 h4 h5 h6 ul ol dl pre blockquote table".split())  # which are no columns
NARROWED = 0.75  # of an element's words, that the one child has into which the search for columns goes
ALL_TEXT = 0.5  # running words of all of them, from which elements are sections of one text and no columns
COLUMN_SHARE = 0.15  # of the words, that each of two columns of block elements has at least
MAX_ROUNDS = 50  # tables inside of tables that are looked into


@dataclass(frozen=True, slots=True, eq=False)
class PageTables:
    """The tables of a page.

    grids, features, is_genuine: one each a table, outer ones before inner ones
    found:                       where the content is, None if nothing could be it
    cells:                       the cells, or columns, that were chosen from
    """

    grids: tuple[Grid, ...]
    features: tuple[TableFeatures, ...]
    is_genuine: tuple[bool, ...]
    found: Content | Refusal | None
    cells: tuple[int, ...]


class LayoutTables:
    """Finds the cells that hold a page's content.

    classifier: `trained`, or `rules`: how genuine tables are told from layout
    columns:    read block elements side by side as cells where there is no layout table
    """

    def __init__(self, *, classifier: Literal["trained", "rules"] = "trained", columns: bool = True) -> None:
        if classifier not in ("trained", "rules"):
            raise UsageError(f"classifier must be trained or rules, got {classifier!r}")
        self.classifier, self.columns = classifier, columns

    def segment(self, page: AnyPage | Page) -> Segmentation:
        """The content cells are one block, every other cell one of weight 0; a catalogue's cells are blocks each."""
        page = as_page(page)
        if not page.axis.n_tokens:
            return no_blocks(page.tokens, "no text on the page")
        tables = self.read(page)
        if tables.found is None:
            return no_blocks(page.tokens, "no layout table or columns with a cell of running text")
        nodes = tables.found.nodes
        blocks = np.full(page.n_nodes, 0, np.int64)
        for node in tables.cells:
            blocks[node : page.ends[node]] = node
        is_content = np.zeros(page.n_nodes, bool)
        for node in nodes:
            blocks[node : page.ends[node]] = page.n_nodes if isinstance(tables.found, Content) else node
            is_content[node : page.ends[node]] = True
        owners = token_nodes(page)
        weights = is_content[owners].astype(np.float64)
        if isinstance(tables.found, Refusal):
            found = Labeller().segmentation(page, blocks[owners])
            return Segmentation(found.tokens, found.blocks, found.block_ids, found.weights, tables.found.reason)
        return Labeller().segmentation(page, blocks[owners], weights / weights.mean() if weights.any() else weights)

    def content(self, page: AnyPage | Page) -> NDArray[np.bool_]:
        """Bool (n_tokens,): the tokens of the content cells; none on a page that is refused."""
        page = as_page(page)
        found = self.read(page).found
        is_content = np.zeros(page.n_nodes, bool)
        for node in found.nodes if isinstance(found, Content) else ():
            is_content[node : page.ends[node]] = True
        return np.asarray(is_content[token_nodes(page)])

    def read(self, page: AnyPage | Page) -> PageTables:
        """The tables of a page with their features and verdicts, and where its content is."""
        page = as_page(page)
        texts = Texts(page)
        grids = read_grids(page)
        features = [TableFeatures(grid, texts) for grid in grids]
        judge = by_regression if self.classifier == "trained" else by_rules
        genuine = [judge(page, grid, own, texts) for grid, own in zip(grids, features, strict=True)]
        layout = {grid.node: grid for grid, is_genuine in zip(grids, genuine, strict=True) if not is_genuine}
        found, cells = self._find(page, layout, texts)
        return PageTables(tuple(grids), tuple(features), tuple(genuine), found, cells)

    def _find(
        self, page: Page, layout: dict[int, Grid], texts: Texts
    ) -> tuple[Content | Refusal | None, tuple[int, ...]]:
        """Where the content is, and what it was chosen from."""
        refusal = _catalogue(page, layout, texts)
        if refusal is not None:
            return refusal, refusal.nodes
        top = _whole_page(page, layout, texts)
        if top is None and self.columns:
            top = _columns(page, texts)
        return (None, ()) if top is None else _look_into(page, top, layout, texts)


def _catalogue(page: Page, layout: dict[int, Grid], texts: Texts) -> Refusal | None:
    """A grid of like things that is larger than all running text beside it."""
    for grid in layout.values():
        if min(len(grid.rows), len(grid.columns)) < 2:
            continue
        beside = running_volume(texts, 0) - running_volume(texts, grid.node)
        if volume(texts, grid.node) < CATALOGUE_SHARE * beside:
            continue
        refusal = refuse_catalogue(page, grid, texts)
        if refusal is not None:
            return refusal
    return None


def _look_into(
    page: Page, grid: Grid, layout: dict[int, Grid], texts: Texts
) -> tuple[Content | Refusal | None, tuple[int, ...]]:
    """Choose, and choose again inside of a layout table that makes up most of the chosen cells."""
    found = choose_cells(page, grid, texts)
    cells = [cell.node for cell in grid.cells]
    for _ in range(MAX_ROUNDS):
        if not isinstance(found, Content):
            break
        node = max(found.nodes, key=lambda node: volume(texts, node))
        is_main = volume(texts, node) >= OPENED * sum(volume(texts, own) for own in found.nodes)
        inner = _inner(page, node, layout, texts) if is_main else None
        if inner is None:
            break
        layout = {table: own for table, own in layout.items() if table != inner.node}
        deeper = choose_cells(page, inner, texts)
        if deeper is None:
            continue
        cells += [cell.node for cell in inner.cells]
        if isinstance(deeper, Refusal):
            return deeper, tuple(cells)
        found = Content(tuple(part for own in found.nodes for part in (deeper.nodes if own == node else (own,))))
    return found, tuple(cells)


def _inner(page: Page, node: int, layout: dict[int, Grid], texts: Texts) -> Grid | None:
    """The outermost layout table in a cell that has most of its words outside of links."""
    for table, grid in layout.items():
        if node <= table < page.ends[node] and volume(texts, table) >= OPENED * volume(texts, node):
            return grid
    return None


def _whole_page(page: Page, layout: dict[int, Grid], texts: Texts) -> Grid | None:
    """The layout table that is not in another one; of several, and of the text between them, a column."""
    outer, end = [], -1
    for table in layout:
        if table >= end:
            outer.append(table)
            end = int(page.ends[table])
    outer = [table for table in outer if texts.words[table] >= FRAME_SHARE * page.axis.n_tokens]
    if not outer:
        return None
    parts = [part for part in _parts(page, outer, texts) if texts.words[part]]
    if len(parts) == 1 and parts[0] in layout:
        return layout[parts[0]]
    return _stacked(0, parts)


def _parts(page: Page, tables: list[int], texts: Texts) -> list[int]:
    """The largest elements that hold no such table, or are one, in document order."""
    holds = np.zeros(page.n_nodes, bool)
    for table in tables:
        for node in ancestors(page, table):
            if holds[node]:
                break
            holds[node] = True
    found, node = [], 0
    while node < page.n_nodes:
        if holds[node]:
            node += 1
            continue
        if page.flags[node] & BLOCK or texts.words[node]:
            found.append(node)
        node = int(page.ends[node])
    return found


def _columns(page: Page, texts: Texts) -> Grid:
    """A pseudo grid of a page without layout tables.

    Its cells are the children of the outermost element that has two or more of some size side by side, unless all are
    running text, as sections are. Where there is no such element, they are the parts above and below the innermost one
    that holds most of the text; the whole page where it is one text.
    """
    total = page.axis.n_tokens
    found, node = _stacked(0, [0]), 0
    while True:
        below = [child for child in children(page, node) if page.flags[child] & BLOCK and texts.words[child]]
        large = [child for child in below if texts.words[child] >= COLUMN_SHARE * total]
        if _are_columns(page, texts, large):
            return _side_by_side(node, below)
        if len(large) != 1 or texts.words[large[0]] < NARROWED * texts.words[node]:
            return found
        if len(below) > 1:
            found = _stacked(node, below)
        node = large[0]


def _are_columns(page: Page, texts: Texts, nodes: Sequence[int]) -> bool:
    """Whether siblings are two or more containers, and not all of them running text."""
    n_containers = sum(page.tags[node] not in TEXT_TAGS for node in nodes)
    return n_containers >= 2 and any(running_volume(texts, node) < ALL_TEXT * texts.words[node] for node in nodes)


def _stacked(node: int, parts: Sequence[int]) -> Grid:
    """A pseudo grid of one column."""
    cells = tuple(Cell(part, row, 0) for row, part in enumerate(parts))
    return Grid(node, cells, tuple((i,) for i in range(len(cells))), (tuple(range(len(cells))),))


def _side_by_side(node: int, parts: Sequence[int]) -> Grid:
    """A pseudo grid of one row."""
    cells = tuple(Cell(part, 0, column) for column, part in enumerate(parts))
    return Grid(node, cells, (tuple(range(len(cells))),), tuple((i,) for i in range(len(cells))))

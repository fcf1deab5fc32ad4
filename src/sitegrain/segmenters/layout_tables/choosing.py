"""Which cells of a layout table hold the content: large, central, not links; or a catalogue, which has no such cell."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from sitegrain.pages.elements import HEADINGS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sitegrain.pages.page import Page
    from sitegrain.segmenters.layout_tables.grid import Cell, Grid, Texts

CENTRAL = 0.3  # how much the place of a cell counts
MIN_WORDS = 15  # outside of links, that a content cell has
MAX_LINKED = 0.5  # share of linked words of a content cell
DOMINANT, RATIO = 0.5, 2.0  # share of all such words, and times the second largest cell, of a single content cell
CATALOGUE_CELLS = 4
CATALOGUE_SHARE = 0.5  # words of a catalogue, by those of the running text beside it
MIN_ITEM_WORDS = 5  # outside of links, of a thing in a catalogue
ALIKE, MOST_SPREAD, WITH_LEAD = 0.7, 0.7, 0.8  # of the cells of a catalogue
OPENED = 0.8  # share of a chosen cell's words that a table in it must have, to be looked into
MAX_COMPARED = 40  # cells of which each two are compared
MIN_TITLE = 3  # words of a title
LEADS = HEADINGS | {"a", "img", "b", "strong"}


@dataclass(frozen=True, slots=True)
class Content:
    """The cells, or other elements, that hold the content."""

    nodes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Refusal:
    """No element holds the content; why, and the cells that are things of their own."""

    reason: str
    nodes: tuple[int, ...]


def volume(texts: Texts, node: int) -> int:
    """Words that are not in links."""
    return int(texts.words[node] - texts.link_words[node])


def running_volume(texts: Texts, node: int) -> int:
    """Words that are neither in links nor in short texts under linked titles."""
    return volume(texts, node) - int(texts.teaser_words[node])


def centrality(cell: Cell, grid: Grid) -> float:
    """How near the middle of the grid a cell is, in [0, 1]."""
    n_rows, n_columns = len(grid.rows), len(grid.columns)
    middle = (cell.column + cell.n_columns / 2) / n_columns
    if grid.edges:
        middle = (grid.edges[cell.column] + grid.edges[cell.column + cell.n_columns]) / 2
    across = abs(middle - 0.5)
    down = abs((cell.row + cell.n_rows / 2) / n_rows - 0.5)
    return max(0.0, 1 - (across + down))


def score(cell: Cell, grid: Grid, texts: Texts) -> float:
    """Words outside of links, less in the corners."""
    return running_volume(texts, cell.node) * (1 - CENTRAL + CENTRAL * centrality(cell, grid))


def choose_cells(page: Page, grid: Grid, texts: Texts) -> Content | Refusal | None:
    """The content cells of one table; None if no cell could be one."""
    refusal = refuse_catalogue(page, grid, texts)
    if refusal is not None:
        return refusal
    total = sum(running_volume(texts, cell.node) for cell in grid.cells)
    possible = [cell for cell in grid.cells if _is_possible(texts, cell.node, total)]
    if not possible:
        return None
    best = max(possible, key=lambda cell: score(cell, grid, texts))
    own = running_volume(texts, best.node)
    second = max((running_volume(texts, cell.node) for cell in possible if cell is not best), default=0)
    if own >= DOMINANT * total and (len(possible) == 1 or own >= RATIO * second):
        return Content(_with_lead(page, grid, texts, [best]))
    return Content(_with_lead(page, grid, texts, _joined(possible, best)))


def _is_possible(texts: Texts, node: int, total: int) -> bool:
    """Enough running text, and not mostly links unless it is the most of such text that there is."""
    own = running_volume(texts, node)
    few_links = texts.link_words[node] <= MAX_LINKED * texts.words[node]
    return own >= MIN_WORDS and bool(few_links or own >= DOMINANT * total)


def _with_lead(page: Page, grid: Grid, texts: Texts, chosen: list[Cell]) -> tuple[int, ...]:
    """The chosen cells, with those above the first in its column back to the page's title, but for cells of links."""
    first = chosen[0]
    above = [c for c in grid.cells if c.column == first.column and c.n_columns == first.n_columns and c.row < first.row]
    title = next((cell for cell in reversed(above) if _is_title(page, texts, cell.node)), None)
    lead = [cell for cell in above if title is not None and title.row <= cell.row and texts.words[cell.node]]
    lead = [cell for cell in lead if texts.link_words[cell.node] <= MAX_LINKED * texts.words[cell.node]]
    return tuple(cell.node for cell in (*lead, *chosen))


def _is_title(page: Page, texts: Texts, node: int) -> bool:
    """Whether an element has the <h1>, or says no more than the page's <title>."""
    words = page.tokens[texts.starts[node] : texts.ends[node]]
    return "h1" in page.tags[node : page.ends[node]] or (len(words) >= MIN_TITLE and not Counter(words) - texts.title)


def _joined(cells: Sequence[Cell], start: Cell) -> list[Cell]:
    """The cells that are connected with one by common borders, in reading order."""
    places = {place: cell for cell in reversed(cells) for place in _covered(cell)}
    found, pending = {start}, [start]
    while pending:
        for place in _beside(pending.pop()):
            other = places.get(place)
            if other is not None and other not in found:
                found.add(other)
                pending.append(other)
    return sorted(found, key=lambda cell: (cell.row, cell.column))


def _covered(cell: Cell) -> list[tuple[int, int]]:
    rows, columns = range(cell.row, cell.row + cell.n_rows), range(cell.column, cell.column + cell.n_columns)
    return [(row, column) for row in rows for column in columns]


def _beside(cell: Cell) -> list[tuple[int, int]]:
    """The places that have a border with a cell."""
    right, below = cell.column + cell.n_columns, cell.row + cell.n_rows
    across = [(row, column) for row in range(cell.row, below) for column in (cell.column - 1, right)]
    down = [(row, column) for column in range(cell.column, right) for row in (cell.row - 1, below)]
    return across + down


def refuse_catalogue(page: Page, grid: Grid, texts: Texts) -> Refusal | None:
    """The refusal of a catalogue, by those of its cells that could be things of their own; None if it is none."""
    with_text = [cell for cell in grid.cells if volume(texts, cell.node) >= MIN_ITEM_WORDS]
    items = [cell for cell in with_text if texts.link_words[cell.node] <= MAX_LINKED * texts.words[cell.node]]
    if not is_catalogue(page, items, texts):
        return None
    reason = f"catalogue: {len(items)} like cells are things of their own"
    return Refusal(reason, tuple(cell.node for cell in items))


def is_catalogue(page: Page, cells: Sequence[Cell], texts: Texts) -> bool:
    """Whether cells are many, alike in structure and size, and each has a lead of its own."""
    if len(cells) < CATALOGUE_CELLS:
        return False
    volumes = np.array([volume(texts, cell.node) for cell in cells], np.float64)
    if volumes.std() > MOST_SPREAD * volumes.mean():
        return False
    with_lead = sum(any(tag in LEADS for tag in page.tags[c.node + 1 : page.ends[c.node]]) for c in cells)
    return with_lead >= WITH_LEAD * len(cells) and likeness(page, cells) >= ALIKE


def likeness(page: Page, cells: Sequence[Cell]) -> float:
    """The mean Dice coefficient of each two cells' bags of tag paths."""
    bags = [_paths(page, cell.node) for cell in cells[:MAX_COMPARED]]
    found = [_dice(a, b) for i, a in enumerate(bags) for b in bags[:i]]
    return float(np.mean(found)) if found else 1.0


def _paths(page: Page, node: int) -> Counter[tuple[str, ...]]:
    paths: dict[int, tuple[str, ...]] = {node: ()}
    for inner in range(node + 1, int(page.ends[node])):
        above = paths[int(page.parents[inner])]
        paths[inner] = (*above[-5:], page.tags[inner])
    return Counter(path for path in paths.values() if path)


def _dice(a: Counter[tuple[str, ...]], b: Counter[tuple[str, ...]]) -> float:
    total = a.total() + b.total()
    return 2 * (a & b).total() / total if total else 1.0

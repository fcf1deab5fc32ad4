"""Which tables of a page are tables: the others only lay the page out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sitegrain.content.rendering.visible import Visible

_LAYOUT_ROLES = frozenset(("presentation", "none"))
_SECTIONS = frozenset(("thead", "tbody", "tfoot"))
_CELLS = frozenset(("td", "th"))


@dataclass(slots=True)
class Shape:
    """What is kept of a table.

    n_rows:    rows with kept text
    n_columns: most cells with kept text in a row
    is_layout: the table is marked as layout, or kept text lies in a table inside it
    """

    n_rows: int = 0
    n_columns: int = 0
    is_layout: bool = False

    @property
    def is_grid(self) -> bool:
        return not self.is_layout and self.n_rows > 1 and self.n_columns > 1


def find_tables(visible: Visible) -> dict[int, Shape]:
    """The shape of every table with kept text, by its node."""
    page, counts = visible.page, visible.run_counts
    tags = page.tags
    if "table" not in tags:
        return {}
    parents, ends = page.parents.tolist(), page.ends.tolist()
    shapes: dict[int, Shape] = {}
    table_of_row: dict[int, int] = {}
    n_cells: dict[int, int] = {}
    open_tables: list[int] = []
    for node in visible.nodes:
        while open_tables and ends[open_tables[-1]] <= node:
            open_tables.pop()
        tag, parent = tags[node], parents[node]
        if tag == "table":
            if open_tables and counts[node]:
                shapes[open_tables[-1]].is_layout = True
            role = page.attributes[node].get("role") or ""
            shapes[node] = Shape(is_layout=role.strip().lower() in _LAYOUT_ROLES)
            open_tables.append(node)
        elif tag == "tr" and counts[node]:
            table = parents[parent] if tags[parent] in _SECTIONS else parent
            if table in shapes:
                table_of_row[node] = table
                shapes[table].n_rows += 1
        elif tag in _CELLS and counts[node] and parent in table_of_row:
            n_cells[parent] = n_cells.get(parent, 0) + 1
            shape = shapes[table_of_row[parent]]
            shape.n_columns = max(shape.n_columns, n_cells[parent])
    return shapes

"""Which tables of a page are tables: the others only lay the page out."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
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
    tags, parents = page.tags, page.parents
    if "table" not in tags:
        return {}
    nodes = [node for node in visible.nodes if counts[node]]
    tables = [node for node in nodes if tags[node] == "table"]
    shapes = {table: Shape(is_layout=_has_layout_role(visible, table)) for table in tables}
    for table, following in pairwise(tables):
        shapes[table].is_layout |= following < page.ends[table]
    n_cells = {node: 0 for node in nodes if tags[node] == "tr"}
    for node in nodes:
        parent = int(parents[node])
        if tags[node] in _CELLS and parent in n_cells:
            n_cells[parent] += 1
    for row, number in n_cells.items():
        parent = int(parents[row])
        shape = shapes.get(int(parents[parent]) if tags[parent] in _SECTIONS else parent)
        if shape:
            shape.n_rows += 1
            shape.n_columns = max(shape.n_columns, number)
    return shapes


def _has_layout_role(visible: Visible, table: int) -> bool:
    role = visible.page.attributes[table].get("role") or ""
    return role.strip().lower() in _LAYOUT_ROLES

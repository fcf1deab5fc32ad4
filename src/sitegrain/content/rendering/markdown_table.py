"""A table of an outline to a pipe table: every cell on one line, spans of columns and rows filled with empty cells."""

from __future__ import annotations

from dataclasses import dataclass, field

from sitegrain.content.rendering.markdown_inline import code_span, inline
from sitegrain.content.rendering.outline import Kind, Step

MAX_COLUMNS = 64  # beyond, column and row spans are not filled
_CELLS = frozenset(("td", "th"))


@dataclass(slots=True)
class _Row:
    is_head: bool
    cells: list[str] = field(default_factory=list)


class PipeTable:
    """Takes the steps between a table's opening and its end."""

    def __init__(self) -> None:
        self.rows: list[_Row] = []
        self.parts: list[str] = []  # of the open cell
        self.begins_item = False
        self.span = (1, 1)  # columns and rows of the open cell
        self.below: dict[int, int] = {}  # column: rows still taken by a cell above

    def add(self, step: Step) -> None:
        if step.kind is Kind.LEAF:
            self.add_leaf(step)
        elif step.kind is Kind.OPEN and step.name == "tr":
            self.rows.append(_Row(bool(step.attributes)))
        elif step.kind is Kind.OPEN and step.name in _CELLS:
            self.parts = []
            self.span = int(step.attributes.get("colspan", 1)), int(step.attributes.get("rowspan", 1))
        elif step.kind is Kind.CLOSE and step.name in _CELLS:
            self.end_cell()
        elif step.kind is Kind.OPEN and step.name == "li":
            self.begins_item = True

    def add_leaf(self, step: Step) -> None:
        if step.name == "pre":
            text = "<br>".join(code_span(line.strip()) for line in step.spans[0].text.split("\n") if line.strip())
        else:
            text = inline(step.spans).replace("\n", "<br>")
        self.parts.append(("- " if self.begins_item else "") + text.replace("|", "\\|"))
        self.begins_item = False

    def end_cell(self) -> None:
        cells = self.rows[-1].cells
        n_columns, n_rows = self.span
        while self.below.get(len(cells), 0):
            self.skip_taken(cells)
        if len(cells) + n_columns > MAX_COLUMNS:
            n_columns, n_rows = 1, 1
        if n_rows > 1:
            for column in range(len(cells), len(cells) + n_columns):
                self.below[column] = n_rows - 1
        cells += ["<br>".join(self.parts)] + [""] * (n_columns - 1)
        self.parts = []

    def skip_taken(self, cells: list[str]) -> None:
        self.below[len(cells)] -= 1
        cells.append("")

    def lines(self) -> list[str]:
        """The table's lines; without a row of headings its head is empty, as the syntax demands one."""
        rows = [row for row in self.rows if any(row.cells)]
        if not rows:
            return []
        n_columns = max(len(row.cells) for row in rows)
        head = rows.pop(0).cells if rows[0].is_head else []
        lines = [_line(head + [""] * (n_columns - len(head))), _line(["---"] * n_columns)]
        return lines + [_line(row.cells) for row in rows]


def _line(cells: list[str]) -> str:
    return "| " + " | ".join(cells) + " |"

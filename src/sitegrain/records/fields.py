"""The fields of records: columns that all records of a region share, with names."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sitegrain.records.cells import Cell, CellReader, Column, is_label
from sitegrain.records.names import Namer, as_name, choose_class, distinct, headers

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from sitegrain.pages.page import Page
    from sitegrain.records.outline import Outline

MAX_COLUMNS = 200  # of a region, the most frequent; what records have beyond comes as one list
MORE: Column = ((), "more")  # its column
ITEMS = "items"  # name of a list that nothing names
CONSTANT = 0.8  # share of the records with a label in which it must be the same
MIN_RECORDS = 2

Value = Any  # text, None, or a list of texts or of mappings from names to values


@dataclass(frozen=True, slots=True)
class Fields:
    """The records of a region as a table.

    names: of the columns, in the order of the page
    rows:  one mapping a record, with all names; None where a record has no such field. A column that records have
           several times is a list: of texts, or of mappings where its entries have several fields
    """

    names: tuple[str, ...]
    rows: tuple[Mapping[str, Value], ...]


def read_fields(page: Page, outline: Outline, records: Sequence[tuple[int, int]]) -> Fields:
    """The fields of records, which are intervals of items."""
    reader = CellReader(page, outline, records)
    cells = [list(reader.cells(record)) for record in records]
    namer = Namer(page, outline, _tops(outline, records))
    table = _Table(namer, headers(outline, records))
    return table.read(cells)


def _tops(outline: Outline, records: Iterable[tuple[int, int]]) -> Iterable[int]:
    for first, behind in records:
        item = first
        while item < behind:
            yield item
            item = outline.ends[item]


class _Table:
    def __init__(self, namer: Namer, header: Mapping[int, str]) -> None:
        self.namer, self.header = namer, header

    def read(self, cells: Sequence[Sequence[Cell]]) -> Fields:
        """Columns of single values and of lists, in the order they have in most records."""
        columns: list[Column] = _in_order([[_column_of(cell) for cell in own] for own in cells])
        labels = self._labels(cells)
        columns = [column for column in columns if column not in labels]
        counts = Counter(column for own in cells for column in {_column_of(cell) for cell in own})
        kept = set(sorted(columns, key=lambda column: -counts[column])[:MAX_COLUMNS])
        rare = set(columns) - kept
        columns = [column for column in columns if column in kept] + ([MORE] if rare else [])
        examples = {_column_of(cell): cell for own in reversed(cells) for cell in reversed(own)}
        names = dict(zip(columns, distinct(self._names(columns, examples, labels)), strict=True))
        is_list = {_column_of(cell) for own in cells for cell in own if cell.entry is not None} & kept
        lists = self._lists(cells, is_list)
        rows = []
        for own in cells:
            values: dict[Column, Value] = {}
            for cell in own:
                column = _column_of(cell)
                if column in rare:
                    values[MORE] = [*values.get(MORE, []), cell.value]
                elif cell.entry is None and column in names:
                    values[column] = _joined(values.get(column), cell.value)
            for column in is_list:
                values[column] = lists[column].entries(own) or None
            rows.append({name: values.get(column) for column, name in names.items()})
        return Fields(tuple(names.values()), tuple(rows))

    def _lists(self, cells: Sequence[Sequence[Cell]], columns: Iterable[Column]) -> dict[Column, _List]:
        found = {}
        within: dict[Column, list[Cell]] = {column: [] for column in columns}
        for cell in (cell for own in cells for cell in own if cell.entry is not None):
            if _column_of(cell) in within:
                within[_column_of(cell)].append(cell)
        for column, inner in within.items():
            inner_columns = list(dict.fromkeys(cell.column for cell in inner))
            examples = {cell.column: cell for cell in reversed(inner)}
            names = distinct(self._names(inner_columns, examples, {}))
            found[column] = _List(column, dict(zip(inner_columns, names, strict=True)))
        return found

    def _labels(self, cells: Sequence[Sequence[Cell]]) -> dict[Column, str]:
        """Columns that hold a label, and what it says."""
        texts: dict[Column, Counter[str]] = defaultdict(Counter)
        for own in cells:
            for cell in own:
                if cell.entry is None and cell.column[1] == "text":
                    texts[cell.column][cell.value] += 1
        found = {}
        for column, values in texts.items():
            ((text, n), *_) = values.most_common(1)
            is_head = any(step.startswith("th:") for step in column[0])
            least = max(1 if is_head else MIN_RECORDS, CONSTANT * values.total())
            if n >= least and (is_head or is_label(text)):
                found[column] = text
        return found

    def _names(
        self, columns: Sequence[Column], examples: Mapping[Column, Cell], labels: Mapping[Column, str]
    ) -> list[str]:
        own = {column: self.namer.own(examples[column].item) for column in columns if column != MORE}
        uses = Counter(name for _, classes in own.values() for name in set(classes))
        announced = self._announced(examples, labels)
        names = []
        for column in columns:
            if column == MORE:
                names.append("more")
                continue
            (path, kind), (itemprop, classes) = column, own[column]
            header = next((self.header[n] for step in path if (n := _cell_number(step)) in self.header), "")
            name = as_name(itemprop) or as_name(header) or announced.get(column, "") or choose_class(classes, uses)
            if kind in {"image", "alt"}:
                base = name or "image"
                names.append(base if kind == "image" else f"{base}_alt")
            elif kind == "url":
                names.append(f"{name or 'link'}_url")
            else:
                names.append(name or (ITEMS if kind == "list" else self.namer.place(examples[column].item)))
        return names

    def _announced(self, examples: Mapping[Column, Cell], labels: Mapping[Column, str]) -> dict[Column, str]:
        """What a label names: the next column, as far as that has no label before it."""
        found: dict[Column, str] = {}
        at = {cell.item: column for column, cell in examples.items()}
        label = ""
        for item in sorted(at):
            column = at[item]
            if column in labels:
                label = as_name(labels[column])
            elif label:
                found[column] = label
                if column[1] == "text":
                    label = ""
        return found


@dataclass(frozen=True, slots=True)
class _List:
    """A column that is a list, and the names of what its entries hold."""

    column: Column
    names: Mapping[Column, str]

    def entries(self, cells: Sequence[Cell]) -> list[Value]:
        """The entries in one record: texts if they never hold more than one value, else mappings."""
        found: dict[int, dict[str, Value]] = {}
        for cell in cells:
            if cell.entry is not None and _column_of(cell) == self.column:
                own = found.setdefault(cell.entry[1], dict.fromkeys(self.names.values()))
                name = self.names[cell.column]
                own[name] = _joined(own[name], cell.value)
        if len(self.names) == 1:
            return [value for own in found.values() for value in own.values()]
        return list(found.values())


def _column_of(cell: Cell) -> Column:
    return cell.column if cell.entry is None else (cell.entry[0], "list")


def _joined(value: Value, more: str) -> Value:
    """A second value of a field makes a list of it."""
    if value is None:
        return more
    return [*value, more] if isinstance(value, list) else [value, more]


def _in_order(rows: Sequence[Sequence[Column]]) -> list[Column]:
    """The columns by their mean place in the records that have them."""
    places: dict[Column, list[float]] = defaultdict(list)
    for row in rows:
        for place, column in enumerate(dict.fromkeys(row)):
            places[column].append(place / max(len(row), 1))
    return sorted(places, key=lambda column: sum(places[column]) / len(places[column]))


def _cell_number(step: str) -> int:
    """The number of a table's column, 0 for other steps of a path."""
    kind, _, number = step.partition(":")
    return int(number) if kind in ("td", "th") and number.isdigit() else 0

"""Records that hold lists, as one row an entry of the list."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from sitegrain.records.fields import Fields
from sitegrain.records.names import distinct

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sitegrain.records.fields import Value


def flatten(fields: Fields) -> Fields:
    """One row for each entry of the list that has most entries, with the other fields of its record.

    A record without entries keeps its row. Fields of entries that are named like a field of the record get a number.
    Without a list nothing changes.
    """
    sizes = Counter(
        {name: sum(len(row[name]) for row in fields.rows if isinstance(row[name], list)) for name in fields.names}
    )
    chosen = max(fields.names, key=lambda name: sizes[name], default="")
    if not sizes[chosen]:
        return fields
    entries = [_entries(row[chosen], chosen) for row in fields.rows]
    inner = list(dict.fromkeys(name for own in entries for entry in own for name in entry))
    at = fields.names.index(chosen)
    outer = [*fields.names[:at], *fields.names[at + 1 :]]
    names = distinct([*outer[:at], *outer[at:], *inner])
    given = dict(zip(inner, names[len(outer) :], strict=True))
    rows = [
        {name: row[name] for name in outer} | {new: entry.get(name) for name, new in given.items()}
        for row, own in zip(fields.rows, entries, strict=True)
        for entry in own or [{}]
    ]
    order = [*names[:at], *names[len(outer) :], *names[at : len(outer)]]
    return Fields(tuple(order), tuple({name: row[name] for name in order} for row in rows))


def _entries(value: Value, name: str) -> list[Mapping[str, Value]]:
    if value is None:
        return []
    values = value if isinstance(value, list) else [value]
    return [entry if isinstance(entry, dict) else {name: entry} for entry in values]

"""Judgements and runs in the formats of TREC: `query 0 page relevance` and `query Q0 page rank score tag`."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from sitegrain.errors import SourceError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

QRELS_FIELDS, RUN_FIELDS = 4, 6


def read_qrels(path: Path) -> dict[str, set[str]]:
    """Query -> relevant pages; a page is relevant if its number is above 0."""
    relevant: dict[str, set[str]] = {}
    for name, fields in _lines(path, QRELS_FIELDS, "query 0 page relevance"):
        own = relevant.setdefault(fields[0], set())
        if _number(fields[3], name) > 0:
            own.add(fields[2])
    return relevant


def read_run(path: Path) -> dict[str, dict[str, float]]:
    """Query -> page -> score; the score ranks, the written rank does not, as in trec_eval."""
    run: dict[str, dict[str, float]] = {}
    for name, fields in _lines(path, RUN_FIELDS, "query Q0 page rank score tag"):
        run.setdefault(fields[0], {})[fields[2]] = _number(fields[4], name)
    return run


def _lines(path: Path, n_fields: int, form: str) -> Iterator[tuple[str, list[str]]]:
    try:
        lines = path.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise SourceError(f"cannot read {path}: {getattr(error, 'strerror', None) or error}".lower()) from error
    for number, line in enumerate(lines, 1):
        fields = line.split()
        if fields and len(fields) != n_fields:
            raise SourceError(f"{path}#{number}: {len(fields)} fields, expected `{form}`")
        if fields:
            yield f"{path}#{number}", fields


def _number(text: str, name: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if math.isnan(value):
        raise SourceError(f"{name}: {text!r} is not a number")
    return value

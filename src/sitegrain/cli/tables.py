"""Rows for people on a terminal, for programs in a pipe."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from collections.abc import Sequence

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")


def show_table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """A table on a terminal; in a pipe tab-separated values, with a header."""
    if not sys.stdout.isatty():
        for row in (columns, *rows):
            click.echo(tab_separated(row))
        return
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(*(name.replace("_", " ") for name in columns))
    for row in rows:
        table.add_row(*(Text(without_controls(value)) for value in row))  # as it stands: rich has markup of its own
    Console().print(table)


def tab_separated(row: Sequence[str]) -> str:
    """A row as one line of a pipe."""
    return "\t".join(" ".join(value.split()) for value in row)


def without_controls(text: str) -> str:
    """A text that cannot move the cursor of a terminal."""
    return _CONTROL.sub(" ", text)

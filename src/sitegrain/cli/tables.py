"""Rows for people on a terminal, for programs in a pipe."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from collections.abc import Sequence


def show_table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """A table on a terminal; in a pipe tab-separated values, with a header."""
    if not sys.stdout.isatty():
        for row in (columns, *rows):
            click.echo("\t".join(" ".join(value.split()) for value in row))
        return
    from rich.console import Console
    from rich.table import Table

    table = Table(*(name.replace("_", " ") for name in columns))
    for row in rows:
        table.add_row(*row)
    Console().print(table)

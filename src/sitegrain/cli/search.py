"""`sitegrain search`."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sitegrain.cli.tables import tab_separated, without_controls

if TYPE_CHECKING:
    from collections.abc import Callable

    from rich.text import Text

    from sitegrain.search import Hit

_START, _END = "\x02", "\x03"  # around a marked word, until it is shown


@click.command(short_help="Search in an index.")
@click.argument("index", type=click.Path(path_type=Path))
@click.argument("query", nargs=-1, required=True)
@click.option("-n", "n", type=click.IntRange(1), default=10, show_default=True, metavar="N", help="Results at most.")
@click.option("--json", "as_json", is_flag=True, help="JSON lines: path, url, site, title, score, snippet.")
@click.option("--plain", is_flag=True, help="Rank by plain BM25, without the weights of blocks, for comparison.")
@click.option("--everywhere", is_flag=True, help="Also pages that have the words only in what all pages share.")
def search(index: Path, query: tuple[str, ...], n: int, as_json: bool, plain: bool, everywhere: bool) -> int:
    """Find the pages of INDEX that say most about QUERY.

    Any word may match, but a page must have "words in quotes", one right after the other; a word that ends in * stands
    for all that begin so. Pages that have the words only in a menu or another part that the site's pages share are
    shown if there are no others. A table on a terminal; in a pipe tab-separated score, address, title and snippet,
    without a header. Exit status 1 if nothing was found.

    \b
    sitegrain search site.index opening hours
    sitegrain search site.index '"site tree" align*' -n 3 --json
    """  # noqa: D301  click reads the backspace
    from sitegrain.search import Index

    with Index(index, weighs=not plain) as opened:
        hits = opened.search(" ".join(query), n, everywhere=everywhere, mark=_mark(as_json=as_json))
    if as_json:
        for hit in hits:
            click.echo(json.dumps(hit.to_row(), ensure_ascii=False))
    else:
        _show(hits)
    if not hits:
        click.echo("sitegrain: nothing found", err=True)
    return 0 if hits else 1


def _mark(*, as_json: bool) -> Callable[[str], str]:
    """How the words that were searched for are marked in snippets."""
    if not as_json and sys.stdout.isatty():
        return lambda word: f"{_START}{word}{_END}"
    return lambda word: f"**{word}**"


def _show(hits: list[Hit]) -> None:
    if not sys.stdout.isatty():
        for hit in hits:
            click.echo(tab_separated((f"{hit.score:.2f}", hit.url or hit.path or "", hit.title, hit.snippet)))
        return
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table("score", "page", "text", show_lines=True)
    for hit in hits:
        page = Text(without_controls(hit.title) + "\n" + without_controls(hit.url or hit.path or ""))
        table.add_row(f"{hit.score:.2f}", page, styled(hit.snippet))
    Console().print(table)


def styled(snippet: str) -> Text:
    """A snippet for a terminal: marked words bold, everything else as it stands, without control characters."""
    from rich.text import Text

    text = Text()
    for number, part in enumerate(re.split(f"[{_START}{_END}]", snippet)):
        text.append(without_controls(part), style="bold" if number % 2 else "")
    return text

"""Extract the small newspaper beside this file with the `sitegrain` command, and show its pages before and after."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.columns import Columns
from rich.console import Console
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from sitegrain.pages.parse import parse
from sitegrain.pages.tokens import tokenize

SITE = Path(__file__).resolve().parent / "harbour-gazette"
COMMAND = Path(sys.executable).parent / "sitegrain"  # installed beside the interpreter
SHOWN = ("lighthouse-lamp.html", "ferry-timetable.html")
REASONS = 5  # most words first

Row = dict[str, Any]


def main() -> None:
    """Run the command on the whole site, then show what it did."""
    console = Console()
    rows = extract(SITE, console)
    texts = {row["path"]: units(SITE / row["path"]) for row in rows}
    console.print(summary(rows, texts))
    console.print("Two of them. Left the whole page, struck out what the site repeats; right what the page says.\n")
    for row in rows:
        if row["path"] in SHOWN:
            console.print(before_and_after(row, texts[row["path"]], console.width))
            console.print(dropped(row))


def extract(site: Path, console: Console) -> list[Row]:
    """Run `sitegrain extract` and read its JSON lines."""
    with TemporaryDirectory() as folder:
        out = Path(folder) / "pages.jsonl"
        console.print(f"[bold]$ sitegrain extract {site.parent.name}/{site.name} -o pages.jsonl --with dropped[/]")
        subprocess.run([COMMAND, "extract", site, "-o", out, "--with", "dropped"], check=True)
        return [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]


def units(path: Path) -> list[str]:
    """List the texts of a page in its order: all there is to see on it."""
    return parse(path.read_text(encoding="utf-8")).unit_texts


def summary(rows: list[Row], texts: dict[str, list[str]]) -> Table:
    """Count the words on each page, and those of what it says."""
    table = Table(title="What the pages say", title_justify="left", box=SIMPLE_HEAD, pad_edge=False)
    table.add_column("page", min_width=max(map(len, texts)))
    table.add_column("kind", min_width=max(len(row["kind"]) for row in rows))
    table.add_column("title", overflow="ellipsis", no_wrap=True, max_width=14)
    for name in ("words", "kept", "gone"):
        table.add_column(name, justify="right", min_width=len(name))
    for row in rows:
        n_before, n_after = n_words(" ".join(texts[row["path"]])), n_words(row["text"])
        share = f"{1 - n_after / n_before:.0%}" if n_before else ""
        table.add_row(row["path"], row["kind"], row["title"] or "", str(n_before), str(n_after), share)
    return table


def before_and_after(row: Row, page: list[str], width: int) -> Columns:
    """Set the page, with its template struck out, beside its text."""
    after = " ".join(row["text"].split())
    before = Text("\n").join(Text(unit, style="" if unit in after else "dim red strike") for unit in page)
    half = max(36, width // 2 - 1)
    left = Panel(before, title=f"{row['path']}: {n_words(before.plain)} words", width=half)
    right = Panel(row["text"], title=f"kept: {n_words(row['text'])} words", border_style="green", width=half)
    return Columns([left, right])


def dropped(row: Row) -> Table:
    """Say why the longest of the dropped blocks went."""
    table = Table(title=f"Dropped from {row['path']}, and why", title_justify="left")
    table.add_column("text", overflow="ellipsis", no_wrap=True, max_width=44)
    table.add_column("reasons")
    for piece in sorted(row["dropped"], key=lambda piece: -n_words(piece["text"]))[:REASONS]:
        table.add_row(" ".join(piece["text"].split()), "; ".join(piece["reasons"]))
    return table


def n_words(text: str) -> int:
    """Count words as sitegrain counts them."""
    return len(tokenize(text))


if __name__ == "__main__":
    main()

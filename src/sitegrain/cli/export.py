"""`sitegrain export`."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sitegrain.writers.temporary import as_write_error, whole_file

if TYPE_CHECKING:
    from collections.abc import Iterator


@click.command(short_help="A search index for OpenSearch or Elasticsearch.")
@click.argument("index", type=click.Path(path_type=Path))
@click.option("-o", "--out", metavar="OUT", type=click.Path(path_type=Path, dir_okay=False), help="A file.")
@click.option("--name", default="sitegrain", show_default=True, help="Name of the search engine's index.")
@click.option("--settings", is_flag=True, help="Only what that index is to be made with: ranking, analysis, fields.")
@click.option("--query", metavar="QUERY", help="Only the body of a search for QUERY.")
@click.option(
    "-n", "n", type=click.IntRange(1), default=10, show_default=True, metavar="N", help="Results of a search."
)
def export(index: Path, out: Path | None, name: str, settings: bool, query: str | None, n: int) -> int:
    """Give the pages of INDEX as lines for the bulk interface of OpenSearch (3.2 or newer) or Elasticsearch (7.13).

    Words keep the weights of their blocks: those of like weight are a field, and the query adds them up with a boost
    for each. docs/search.md shows the three requests.

    \b
    sitegrain export site.index --settings -o settings.json
    sitegrain export site.index -o pages.ndjson
    sitegrain export site.index --query "opening hours"
    """  # noqa: D301  click reads the backspace
    from sitegrain.search import export_query, export_settings

    if settings and query is not None:
        raise click.UsageError("--settings and --query exclude each other.")
    if settings:
        lines = iter([json.dumps(export_settings(index), indent=2)])
    elif query is not None:
        lines = iter([json.dumps(export_query(index, query, n), ensure_ascii=False, indent=2)])
    else:
        lines = _bulk(index, name)
    if out is None:
        for line in lines:
            sys.stdout.write(line + "\n")
        return 0
    with whole_file(out) as path, as_write_error(out), path.open("w", encoding="utf-8") as file:
        file.writelines(line + "\n" for line in lines)
    return 0


def _bulk(index: Path, name: str) -> Iterator[str]:
    """Two lines a page: what to do, and the page."""
    from sitegrain.search import export_pages
    from sitegrain.search.export import document_id

    for page in export_pages(index):
        action: dict[str, Any] = {"index": {"_index": name, "_id": document_id(page["url"] or page["path"])}}
        yield json.dumps(action, ensure_ascii=False)
        yield json.dumps(page, ensure_ascii=False)

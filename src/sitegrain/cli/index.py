"""`sitegrain index`."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sitegrain.cli.options import group_by_option, method_option, model_option, run_options, set_option, source_argument

if TYPE_CHECKING:
    from sitegrain.search import Changes


@click.command(short_help="Make or update a search index.")
@source_argument
@click.option(
    "-o",
    "--out",
    metavar="INDEX",
    type=click.Path(path_type=Path, dir_okay=False),
    required=True,
    help="The index, one file; made if it is not there, else brought up to date.",
)
@model_option
@click.option("--anchors", is_flag=True, help="The texts of links count for the pages they lead to.")
@click.option("--prune", is_flag=True, help="Remove the pages of INDEX that SOURCE does not have.")
@method_option
@set_option
@group_by_option
@run_options
def index(source: str, out: Path, anchors: bool, prune: bool, **values: Any) -> int:
    """Put the pages of SOURCE into a search index, in which words weigh what their blocks tell.

    Pages are known by their URL, else by their path. Those that have not changed are skipped, others replaced. Sites
    are learned from SOURCE when they come first; their classes are weighed anew when a tenth of their pages has
    changed. An index can be searched while it is written; if writing is interrupted it stays as it was. With --method
    the blocks are those of a published method, for comparison; such an index is made anew each time.

    \b
    sitegrain index site/ -o site.index
    sitegrain index crawl.warc.gz -o crawl.index --jobs 2 --anchors
    sitegrain search site.index "opening hours"
    """  # noqa: D301  click reads the backspace
    from sitegrain.cli.session import Session, choose_method, choose_plan
    from sitegrain.readers import read
    from sitegrain.search import Indexing, build_index

    if prune and values["limit"] is not None:
        raise click.UsageError("--prune would remove what --limit leaves unread: give one of them.")
    plan, method, pages = choose_plan(values), choose_method(values), read(source, limit=values["limit"])
    session = Session("index", source, values, out)
    changes: Changes | None = None
    indexing = Indexing(method, anchors, prune)
    with session, closing(build_index(pages, out, indexing=indexing, plan=plan, listener=session)) as rows:
        for row in rows:
            if isinstance(row, dict):
                session.count(row)
            else:
                changes = row
    if changes is not None:
        session.say(
            f"{out}: {changes.added} added, {changes.replaced} replaced, {changes.removed} removed, "
            f"{changes.unchanged} unchanged"
        )
    return session.finish("indexed")

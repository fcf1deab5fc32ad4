"""`sitegrain duplicates`."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING, Any

import click

from sitegrain.cli.options import (
    content_options,
    group_by_option,
    model_option,
    row_options,
    run_options,
    source_argument,
)
from sitegrain.cli.tables import show_table

if TYPE_CHECKING:
    from collections.abc import Generator

    from sitegrain.cli.session import Session
    from sitegrain.crawl import Row

_COLUMNS = ("group", "likeness", "site", "page", "title")


@click.command(short_help="Pages that say nearly the same.")
@source_argument
@click.option(
    "--threshold",
    type=click.FloatRange(0, 1, min_open=True),
    default=0.5,
    show_default=True,
    metavar="T",
    help="Least likeness of duplicates: share of their pairs of neighbouring words that both pages have. With 5 % of "
    "the words changed it is about 0.8.",
)
@row_options
@model_option
@content_options
@group_by_option
@run_options
def duplicates(source: str, out: str | None, threshold: float, **values: Any) -> int:
    """Find the pages of SOURCE that say nearly the same as an earlier one, on the same site or another.

    Only what is content counts: two articles in one frame are no duplicates, one article in two frames is.

    Prints a table of the groups. With --json or -o, one JSON object a page: id, path, url, site, title, n_words, group
    (a number; null for a page without duplicates), duplicate_of (the first page of the group: its id, else path, else
    url; null for that page itself) and likeness to it. Pages like a third one are of one group. The rows without
    duplicate_of are SOURCE without its duplicates.

    \b
    sitegrain duplicates crawl.warc.gz
    sitegrain duplicates crawl.warc.gz --threshold 0.8 -o duplicates.jsonl --jobs 2
    """  # noqa: D301  click reads the backspace
    from sitegrain.cli.session import UNWANTED, Session, choose_content, choose_plan, row_writer, write_each
    from sitegrain.clusters import find_duplicates, sign_content
    from sitegrain.readers import read

    writer = row_writer(out, "duplicates") if out is not None or values["as_json"] else None
    work, plan = choose_content(sign_content, values), choose_plan(values)
    pages = read(source, limit=values["limit"])
    session = Session("duplicates", source, values, out)
    found = _Found()
    rows = found.count(find_duplicates(pages, threshold=threshold, work=work, plan=plan, listener=session))
    if writer is None:
        _show(session, rows)
    elif not write_each(session, rows, writer):
        return UNWANTED
    session.say(f"{found.n_copies} page{' repeats' if found.n_copies == 1 else 's repeat'} what an earlier one says")
    return session.finish("compared")


class _Found:
    """Counts what goes by."""

    def __init__(self) -> None:
        self.n_copies = 0

    def count(self, rows: Generator[Row, None, None]) -> Generator[Row, None, None]:
        for row in rows:
            self.n_copies += row.get("duplicate_of") is not None
            yield row


def _show(session: Session, rows: Generator[Row, None, None]) -> None:
    """A row for each page that is in a group, group by group."""
    members = []
    with session, closing(rows):
        for row in rows:
            session.count(row)
            if row.get("group") is not None:
                likeness = "" if row["likeness"] is None else f"{row['likeness']:.2f}"
                page = row["url"] or row["path"] or ""
                members.append((row["group"], likeness, row["site"] or "", page, row["title"] or ""))
    members.sort(key=lambda member: member[0])  # within a group the order is that of the pages
    show_table(_COLUMNS, [(str(group), *rest) for group, *rest in members])

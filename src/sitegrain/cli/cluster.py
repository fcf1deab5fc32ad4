"""`sitegrain cluster`."""

from __future__ import annotations

from collections import Counter
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
    from sitegrain.readers import Source

_COLUMNS = ("site", "cluster", "pages", "terms", "most typical page")


@click.command(short_help="Pages by topic or by layout.")
@source_argument
@click.option(
    "--by",
    type=click.Choice(("topic", "layout")),
    default="topic",
    show_default=True,
    help="What pages are about, by their content, over all sites; or the template they share on their site.",
)
@click.option("-k", "k", type=click.IntRange(1), metavar="K", help="Topics. Default: so many as keep them best apart.")
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="Of the random numbers.")
@row_options
@model_option
@content_options
@group_by_option
@run_options
def cluster(source: str, out: str | None, **values: Any) -> int:
    """Put the pages of SOURCE that belong together into clusters.

    By topic: what of a page is content counts, and neither its template nor the comments of readers; words weigh by how
    few pages have them. By layout: as sites are learned.

    Prints a table of the clusters. With --json or -o, one JSON object a page: id, path, url, site, title, cluster,
    terms (what tells the cluster from others), distance (0 is its middle) and, where a page is in none, the reason.

    \b
    sitegrain cluster site/
    sitegrain cluster crawl.warc.gz -k 12 -o topics.jsonl
    sitegrain cluster site/ --by layout
    """  # noqa: D301  click reads the backspace
    from sitegrain.cli.session import UNWANTED, Session, row_writer, write_each
    from sitegrain.readers import read

    writer = row_writer(out, "clusters") if out is not None or values["as_json"] else None
    pages = read(source, limit=values["limit"])
    session = Session("cluster", source, values, out)
    reasons: Counter[str] = Counter()
    rows = _count_reasons(_rows(pages, session, values), reasons)
    if writer is None:
        _show(session, rows)
    elif not write_each(session, rows, writer):
        return UNWANTED
    for reason, n in reasons.most_common():
        session.say(f"{n} in no cluster: {reason}")
    return session.finish("clustered")


def _rows(pages: Source, session: Session, values: dict[str, Any]) -> Generator[Row, None, None]:
    from sitegrain.cli.session import choose_content, choose_plan
    from sitegrain.clusters import count_words, find_layouts, find_topics

    if values["by"] == "layout":
        if any(values[name] for name in ("k", "method", "parameters", "weigh", "whole")):
            raise click.UsageError("-k, --method, --set, --weigh and --whole are for topics, not for layouts.")
        return find_layouts(pages, plan=choose_plan(values), listener=session)
    work = choose_content(count_words, values)
    return find_topics(pages, k=values["k"], seed=values["seed"], work=work, plan=choose_plan(values), listener=session)


def _count_reasons(rows: Generator[Row, None, None], reasons: Counter[str]) -> Generator[Row, None, None]:
    """The rows as they are; counts why pages are in no cluster."""
    for row in rows:
        if "skipped" not in row and row["cluster"] is None:
            reasons[row["reason"]] += 1
        yield row


def _show(session: Session, rows: Generator[Row, None, None]) -> None:
    """A row a cluster: how many pages, what tells it apart, the page next to its middle."""
    sizes: Counter[tuple[str, str | int]] = Counter()
    typical: dict[tuple[str, str | int], Row] = {}
    with session, closing(rows):
        for row in rows:
            session.count(row)
            if row.get("cluster") is None:
                continue
            key = (row["site"] or "" if isinstance(row["cluster"], str) else "", row["cluster"])
            sizes[key] += 1
            if key not in typical or row["distance"] < typical[key]["distance"]:
                typical[key] = row
    show_table(
        _COLUMNS,
        [
            (site, str(name), str(sizes[site, name]), ", ".join(row["terms"]), row["title"] or row["path"] or "")
            for (site, name), row in sorted(typical.items())
        ],
    )

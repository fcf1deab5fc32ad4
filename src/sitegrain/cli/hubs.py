"""`sitegrain hubs`."""

from __future__ import annotations

import json
from contextlib import closing
from typing import TYPE_CHECKING, Any

import click

from sitegrain.cli.options import compose, group_by_option, method_options, model_option, run_options, source_argument

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sitegrain.cli.session import Session
    from sitegrain.crawl import Row
    from sitegrain.links import Collection, Found, LinkedPage
    from sitegrain.links.work import LinkWork, MethodLinkWork

MIN_WEIGHT = 0.0  # as sitegrain.links.work has it, which is not read before it is needed
COLUMNS = ("hub", "authority", "pagerank", "in", "out", "page", "title")

_graph_options = compose(
    click.option(
        "--links",
        type=click.Choice(("content", "all")),
        default="content",
        show_default=True,
        help="Links in content blocks, or all of the page.",
    ),
    click.option(
        "--min-weight",
        type=click.FloatRange(0),
        default=MIN_WEIGHT,
        show_default=True,
        metavar="W",
        help="A link is content if its words weigh more than W on average: 0 is template, the site's mean is 1.",
    ),
    click.option(
        "--repeated",
        type=click.Choice(("auto", "once", "count")),
        default="auto",
        show_default=True,
        help="once: links within a site count nothing, and all links of a site to a page count as one; count: every "
        "link counts; auto: once where at least half of the pages that link to others link to other sites.",
    ),
    click.option(
        "--roots",
        type=click.IntRange(1),
        default=200,
        show_default=True,
        metavar="N",
        help="Best pages for QUERY that the search for hubs begins with.",
    ),
    click.option(
        "--max-in",
        type=click.IntRange(0),
        default=50,
        show_default=True,
        metavar="N",
        help="Pages that link to one of these and are taken too, at most.",
    ),
    click.option(
        "--max-out",
        type=click.IntRange(0),
        default=200,
        show_default=True,
        metavar="N",
        help="Pages that one of these links to and are taken too, at most.",
    ),
)


@click.command(short_help="Hubs and authorities of a query.")
@source_argument
@click.argument("query", nargs=-1, required=True)
@click.option("-n", "n", type=click.IntRange(1), default=10, show_default=True, metavar="N", help="Pages at most.")
@click.option("--json", "as_json", is_flag=True, help="JSON lines instead of a table.")
@click.option(
    "--by",
    type=click.Choice(("hubs", "authorities", "pagerank")),
    default="hubs",
    show_default=True,
    help="What the pages are ranked by.",
)
@_graph_options
@model_option
@method_options
@group_by_option
@run_options
def hubs(source: str, query: tuple[str, ...], n: int, as_json: bool, by: str, **values: Any) -> int:
    """Find the pages of SOURCE that link to most of what is about QUERY (hubs), or are linked to most (authorities).

    The pages that say most about QUERY, those that they link to and some that link to them are the base set; its links
    are scored by HITS, those of all pages by PageRank. QUERY is written as for `sitegrain search`. A table on a
    terminal, tab-separated values in a pipe; with --json path, url, site, title, hub, authority, pagerank, score (how
    much the page is about QUERY, 0 if it came in by links) and in_links, out_links (pages of the base set). Edges
    before and after template links were left out go to standard error. Exit status 1 if nothing was found.

    \b
    sitegrain hubs site/ opening hours
    sitegrain hubs crawl.warc.gz "site tree" --by authorities --json
    sitegrain hubs crawl.jsonl bridges --links all --repeated once
    """  # noqa: D301  click reads the backspace
    from sitegrain.cli.session import Session, choose_plan
    from sitegrain.crawl import extract_rows
    from sitegrain.links import FindOptions, collect, find
    from sitegrain.links.sparse import check_scipy
    from sitegrain.readers import read

    check_scipy()
    options = FindOptions(values["links"], values["repeated"], values["roots"], values["max_in"], values["max_out"])
    plan, pages, work = choose_plan(values), read(source, limit=values["limit"]), _work(" ".join(query), values)
    session = Session("hubs", source, values, None)
    with session, closing(extract_rows(pages, work, plan=plan, listener=session)) as rows:
        collection = collect(_counted(rows, session))
    with collection:
        status = session.finish("read")
        _tell_links(session, collection, values["links"])
        found = find(collection, options)
        _tell_base_set(session, found)
        best = found.best(collection, by, n)
    if as_json:
        for page in best:
            click.echo(json.dumps(page.to_row(), ensure_ascii=False))
    elif best:
        _show(best)
    if not best:
        session.say(_why_nothing(found, by))
    return status if best else 1


def _work(query: str, values: dict[str, Any]) -> LinkWork | MethodLinkWork:
    from sitegrain.cli.session import choose_method
    from sitegrain.links.work import LinkWork, MethodLinkWork
    from sitegrain.search.query import parse_query

    method, parsed = choose_method(values), parse_query(query)
    if method is None:
        return LinkWork(parsed, values["min_weight"])
    return MethodLinkWork(method.name, method.parameters, method.weighs, parsed, values["min_weight"])


def _counted(rows: Iterator[Row], session: Session) -> Iterator[Row]:
    for row in rows:
        session.count(row)
        yield row


def _tell_links(session: Session, collection: Collection, links: str) -> None:
    counts, before, after = collection.counts, collection.before.n_edges, collection.after.n_edges
    session.say(
        f"links: {before} edges between pages, {after} of them from content blocks; {links} taken; "
        f"{counts.outside} to pages that are not in the source, {counts.not_followed} not to be followed"
    )
    if counts.not_weighed and links == "content":
        session.say(f"{_pages(counts.not_weighed)} without weights of blocks: all links there are content")
    if counts.same_address:
        session.say(f"{_pages(counts.same_address)} at the address of an earlier one: links there are left out")


def _pages(n: int) -> str:
    return f"{n} page{'' if n == 1 else 's'}"


def _tell_base_set(session: Session, found: Found) -> None:
    from sitegrain.links.hits import TOLERANCE as HITS_TOLERANCE
    from sitegrain.links.pagerank import TOLERANCE as PAGERANK_TOLERANCE

    session.say(
        f"base set: {_pages(len(found.base))}, {found.n_roots} of them roots of {found.n_relevant} about the query; "
        f"{found.before} edges before, {found.after} after" + _how_repeated(found)
    )
    for name, result, least in (
        ("HITS", found.hits, HITS_TOLERANCE),
        ("PageRank", found.pagerank, PAGERANK_TOLERANCE),
    ):
        if not result.is_converged:
            session.say(
                f"{name} still changed by {result.change:.1e} after {result.n_rounds} rounds, which should be below "
                f"{least:g}: the order of close pages may be wrong"
            )


def _how_repeated(found: Found) -> str:
    if found.is_once:
        return f"; every site counts once, {found.n_merged} near duplicates merged"
    return f"; {found.between} of these from site to site, every link counts" if found.between else ""


def _why_nothing(found: Found, by: str) -> str:
    if not found.n_roots:
        return "nothing found: no page is about the query"
    return f"nothing to rank by {by}: no page links to another among the {len(found.base)} of the base set"


def _show(best: list[LinkedPage]) -> None:
    from sitegrain.cli.tables import show_table

    rows = [
        (
            f"{page.hub:.4f}",
            f"{page.authority:.4f}",
            f"{page.pagerank:.6f}",
            str(page.in_links),
            str(page.out_links),
            page.url or page.path or "",
            page.title,
        )
        for page in best
    ]
    show_table(COLUMNS, rows)

"""`sitegrain extract`."""

from __future__ import annotations

from typing import Any

import click

from sitegrain.cli.options import (
    ADDITIONS,
    FORMATS,
    KINDS,
    choice_options,
    group_by_option,
    list_of,
    model_option,
    run_options,
    source_argument,
)


@click.command(short_help="What each page says: text, Markdown, HTML, metadata.")
@source_argument
@model_option
@click.option(
    "-o",
    "--out",
    metavar="OUT",
    help="File, or folder for one file a page (a name ending in /). Default: standard output.",
)
@click.option(
    "-f",
    "--format",
    "file_format",
    type=click.Choice(FORMATS),
    help="Default: by the suffix of OUT; jsonl on standard output, text in a folder.",
)
@click.option(
    "--with",
    "additions",
    multiple=True,
    callback=list_of(ADDITIONS),
    metavar="LIST",
    help=f"Columns to add to JSON lines and Parquet, separated by commas: {', '.join(ADDITIONS)}.",
)
@click.option(
    "--kind",
    "kinds",
    multiple=True,
    callback=list_of(KINDS),
    metavar="LIST",
    help=f"Give only pages of these kinds, separated by commas: {', '.join(KINDS)}.",
)
@group_by_option
@choice_options
@click.option("--overwrite", is_flag=True, help="Write into a folder that has something in it.")
@run_options
def extract(source: str, out: str | None, file_format: str | None, **values: Any) -> int:
    """Give back what each page of SOURCE says, without what its site repeats.

    Every page gets a row: its text, title, author, date, language, kind, and how sure that is; a page that cannot be
    used gets one with the reason. Rows come in the order read.

    \b
    sitegrain extract site/ -o site.jsonl
    sitegrain extract crawl.warc.gz -o crawl.parquet --with markdown --jobs 4
    sitegrain extract site/ --kind article,thread --precision
    curl -s https://example.com/ | sitegrain extract - -f text
    """  # noqa: D301  click reads the backspace
    from sitegrain.cli.session import UNWANTED, Session, choose_options, choose_plan, write_rows
    from sitegrain.crawl import ExtractWork
    from sitegrain.readers import read
    from sitegrain.writers import format_of, open_writer

    options, plan, pages = choose_options(values), choose_plan(values), read(source, limit=values["limit"])
    additions, form = values["additions"], format_of(out, file_format)
    if additions and form not in ("jsonl", "parquet"):
        raise click.UsageError(f"--with adds columns to JSON lines and Parquet; {form} has no columns.")
    is_lone = pages.is_lone_page or values["limit"] == 1
    writer = open_writer(out, form, many=not is_lone, extras=additions, overwrite=values["overwrite"])
    if form in ADDITIONS:
        additions = tuple(dict.fromkeys((*additions, form)))
    session = Session("extract", source, values, out)
    work = ExtractWork(options, additions)
    if not write_rows(session, pages, work, plan, writer, kinds=values["kinds"]):
        return UNWANTED
    n_alone = session.tally.unknown_site
    if n_alone and not pages.is_lone_page and values["group_by"] != "none" and values["model"] is None:
        session.say(
            f"{n_alone} page{' has' if n_alone == 1 else 's have'} neither url nor host and stand alone; "
            "--group-by folder takes them as one site"
        )
    return session.finish("extracted")

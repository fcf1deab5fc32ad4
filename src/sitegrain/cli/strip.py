"""`sitegrain strip`."""

from __future__ import annotations

from typing import Any

import click

from sitegrain.cli.options import choice_options, group_by_option, model_option, run_options, source_argument


@click.command(short_help="Each page's own HTML with the template taken off.")
@source_argument
@click.option(
    "-o", "--out", metavar="DIR", required=True, help="Folder for the pages, at the same places as below SOURCE."
)
@model_option
@group_by_option
@choice_options
@click.option("--overwrite", is_flag=True, help="Write into a folder that has something in it.")
@run_options
def strip(source: str, out: str, **values: Any) -> int:
    """Write each page of SOURCE as its own HTML with the template taken off.

    What is left is the page's head, its content, and the elements around it. Pages that cannot be used are listed in
    skipped.jsonl.

    \b
    sitegrain strip site/ -o bare/
    """  # noqa: D301  click reads the backspace
    from sitegrain.cli.session import UNWANTED, Session, choose_options, choose_plan, write_rows
    from sitegrain.crawl import StripWork
    from sitegrain.readers import read
    from sitegrain.writers import open_writer

    options, plan, pages = choose_options(values), choose_plan(values), read(source, limit=values["limit"])
    writer = open_writer(out.rstrip("/") + "/", "html", overwrite=values["overwrite"])
    session = Session("strip", source, values, out)
    if not write_rows(session, pages, StripWork(options), plan, writer):
        return UNWANTED
    return session.finish("stripped")

"""`sitegrain segment`."""

from __future__ import annotations

from typing import Any

import click

from sitegrain.cli.options import group_by_option, method_options, model_option, run_options, source_argument


@click.command(short_help="Blocks, block classes and weights as JSON lines.")
@source_argument
@model_option
@click.option("-o", "--out", metavar="OUT", help="A .jsonl or .jsonl.gz file. Default: standard output.")
@method_options
@group_by_option
@run_options
def segment(source: str, out: str | None, **values: Any) -> int:
    """Cut each page of SOURCE into blocks, tell the class of each on its site, and weigh it.

    One JSON object a page: path, url, site, layout, n_tokens, weights (how they are spread over the page's words) and
    blocks with class, label, support (sample pages that have the class), weight (0 is template, the site's mean is 1),
    spans (intervals of the page's words) and text. Where a method can say nothing of a page there are no blocks but a
    reason.

    \b
    sitegrain segment site/ -o blocks.jsonl
    sitegrain segment page.html -m site.grain
    sitegrain segment site/ --method som-tree --set alpha=4
    sitegrain segment site/ --method block-fusion --weigh
    """  # noqa: D301  click reads the backspace
    from sitegrain.cli.session import UNWANTED, Session, choose_method, choose_plan, row_writer, write_rows
    from sitegrain.crawl import SegmentWork
    from sitegrain.readers import read

    plan, pages = choose_plan(values), read(source, limit=values["limit"])
    writer = row_writer(out, "blocks")
    session = Session("segment", source, values, out)
    if not write_rows(session, pages, choose_method(values) or SegmentWork(), plan, writer):
        return UNWANTED
    return session.finish("segmented")

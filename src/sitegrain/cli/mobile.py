"""`sitegrain mobile`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from sitegrain.cli.options import (
    choice_options,
    group_by_option,
    method_options,
    model_option,
    run_options,
    source_argument,
)

if TYPE_CHECKING:
    from pathlib import Path

    from sitegrain.crawl import Work
    from sitegrain.readers import Source

BUDGET_WORDS = 800  # of `mobile.arranging`; said here so that the help needs nothing loaded


@click.command(short_help="Each page for a small screen.")
@source_argument
@click.option(
    "-o", "--out", metavar="DIR", required=True, help="Folder for the pages, at the same places as below SOURCE."
)
@click.option(
    "--budget",
    type=click.IntRange(0),
    metavar="WORDS",
    default=BUDGET_WORDS,
    show_default=True,
    help="Words of title, main content and further blocks. Main content is shown whole; what else has weight and no "
    "room is folded.",
)
@model_option
@method_options
@group_by_option
@choice_options
@click.option("--overwrite", is_flag=True, help="Write into a folder that has something in it.")
@run_options
def mobile(source: str, out: str, **values: Any) -> int:
    """Write each page of SOURCE as a page that a small screen reads without sideways scrolling.

    Title and main content come first, then blocks by weight; the menu is folded, the rest of the template left out, and
    so are scripts, forms and embedded media. Links among the pages lead to the new files. Pages that cannot be used are
    listed in skipped.jsonl.

    \b
    sitegrain mobile site/ -o small/
    sitegrain mobile crawl.warc.gz -o small/ --budget 300
    sitegrain mobile site/ -o small/ --method som-tree
    """  # noqa: D301  click reads the backspace
    from sitegrain.cli.session import UNWANTED, Session, choose_plan, write_rows
    from sitegrain.mobile.writer import MobileWriter
    from sitegrain.readers import read

    work, plan, pages = _work(values), choose_plan(values), read(source, limit=values["limit"])
    writer = MobileWriter(out, source=_folder(pages), overwrite=values["overwrite"])
    session = Session("mobile", source, values, out)
    if not write_rows(session, pages, work, plan, writer):
        return UNWANTED
    return session.finish("made small")


def _folder(source: Source) -> Path | None:
    """The folder that the paths of a source's pages start in; None for a source that is no folder and no page."""
    from sitegrain.readers.file import FileSource
    from sitegrain.readers.folder import FolderSource

    if isinstance(source, FolderSource):
        return source.path
    return source.path.parent if isinstance(source, FileSource) else None


def _work(values: dict[str, Any]) -> Work:
    """By sitegrain's own content and weights, or those of a published method."""
    from sitegrain.cli.session import choose_method, choose_options
    from sitegrain.mobile import MobileMethodWork, MobileWork, Screen

    screen, options, method = Screen(values["budget"]), choose_options(values), choose_method(values)
    if method is None:
        return MobileWork(options, screen)
    if options != type(options)():
        raise click.UsageError("options that choose the content are not for a --method, which has no content.")
    return MobileMethodWork(method.name, method.parameters, method.weighs, screen)

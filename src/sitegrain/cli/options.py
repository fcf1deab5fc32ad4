"""Options that several commands share, as decorators."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])

KINDS = ("article", "listing", "thread", "documentation", "product", "service", "other")
ADDITIONS = ("markdown", "html", "xml", "blocks", "dropped")
FORMATS = ("jsonl", "parquet", "text", "markdown", "html", "xml")
GROUP_BY = ("host", "folder", "none")
METHODS = (
    "som-tree",
    "style-tree",
    "alignment-template",
    "data-rich-section",
    "head-tail",
    "layout-tables",
    "block-fusion",
    "content-distance",
    "correlation-clustering",
    "vips",
)
COMMENTS = ("auto", "keep", "drop")


def list_of(words: tuple[str, ...]) -> Callable[[click.Context, click.Parameter, tuple[str, ...]], tuple[str, ...]]:
    """A callback for a repeatable option that takes some of the words, separated by commas; each counts once."""

    def split(context: click.Context, parameter: click.Parameter, values: tuple[str, ...]) -> tuple[str, ...]:
        chosen = [word.strip() for value in values for word in value.split(",") if word.strip()]
        unknown = [word for word in chosen if word not in words]
        if unknown:
            raise click.BadParameter(f"{unknown[0]!r} is not one of {', '.join(words)}.", context, parameter)
        return tuple(dict.fromkeys(chosen))

    return split


def compose(*decorators: Callable[[Any], Any]) -> Callable[[F], F]:
    """Several decorators as one; the first is listed first in the help."""

    def decorate(function: F) -> F:
        for decorator in reversed(decorators):
            function = decorator(function)
        return function

    return decorate


def read_parameters(
    context: click.Context, parameter: click.Parameter, values: tuple[str, ...]
) -> dict[str, bool | float | int | str | None]:
    """A callback for a repeatable NAME=VALUE; a value is JSON where it can be, else text."""
    found = {}
    for value in values:
        name, is_given, text = value.partition("=")
        if not is_given or not name.isidentifier():
            raise click.BadParameter(f"{value!r} is not of the form NAME=VALUE.", context, parameter)
        try:
            found[name] = json.loads(text)
        except ValueError:
            found[name] = text
    return found


source_argument = click.argument("source")

group_by_option = click.option(
    "--group-by",
    type=click.Choice(GROUP_BY),
    help="What a site is: a host, the first level of folders below SOURCE (any other file as a whole), or nothing: "
    "each page alone. Default: the host where URLs are known; a folder without URLs is one site, unless all its "
    "first-level names look like host names.",
)
model_option = click.option(
    "-m",
    "--model",
    metavar="MODEL",
    type=click.Path(path_type=Path),
    help="A model that `learn` saved: a file for all pages, or a folder with a file a site. Sites without one are "
    "learned from SOURCE. Without -m, all sites are.",
)
limit_option = click.option("--limit", type=click.IntRange(1), metavar="N", help="Stop reading after N usable pages.")
jobs_option = click.option(
    "-j", "--jobs", type=click.IntRange(1), metavar="N", default=1, show_default=True, help="Processes that work."
)
page_timeout_option = click.option(
    "--page-timeout",
    type=click.FloatRange(0, min_open=True),
    metavar="SECONDS",
    help="Give up a page that takes longer; it is then skipped.",
)
run_options = compose(
    limit_option,
    jobs_option,
    page_timeout_option,
    click.option(
        "--report",
        metavar="FILE",
        type=click.Path(path_type=Path),
        help="Write counts by reason, kind and site, seconds and versions to FILE as JSON.",
    ),
    click.option("--strict", is_flag=True, help="Exit with status 1 if any page was skipped."),
    click.option("-v", "--verbose", is_flag=True, help="Name every skipped page on standard error."),
)
method_option = click.option(
    "--method",
    type=click.Choice(METHODS),
    help="A published method instead of sitegrain's own; docs/methods/ has a page on each.",
)
set_option = click.option(
    "--set",
    "parameters",
    multiple=True,
    metavar="NAME=VALUE",
    callback=read_parameters,
    help="A parameter of the method. Repeatable.",
)
method_options = compose(
    method_option,
    set_option,
    click.option("--weigh", is_flag=True, help="Weigh the method's block classes over their site by segrank."),
)
content_options = compose(
    method_options,
    click.option(
        "--whole", is_flag=True, help="Compare whole pages, template and all, to see what taking it off is worth."
    ),
)
row_options = compose(
    click.option("-o", "--out", metavar="OUT", help="A .jsonl or .jsonl.gz file that gets a row a page."),
    click.option("--json", "as_json", is_flag=True, help="Print a row a page instead of a table."),
)
rule_options = compose(
    click.option(
        "--keep",
        multiple=True,
        metavar="SELECTOR",
        help="CSS selector of elements that are always content. Repeatable.",
    ),
    click.option(
        "--drop",
        multiple=True,
        metavar="SELECTOR",
        help="CSS selector of elements that are never content; wins over --keep. Repeatable.",
    ),
)
thorough_option = click.option(
    "--thorough",
    is_flag=True,
    help="Learn sites and score pages with a larger scorer: a little better, and slower. A model keeps its own.",
)
choice_options = compose(
    thorough_option,
    click.option("--precision", is_flag=True, help="Keep less: only what is content for sure."),
    click.option("--recall", is_flag=True, help="Keep more: all that could be content."),
    click.option(
        "--comments",
        type=click.Choice(COMMENTS),
        default="auto",
        show_default=True,
        help="Readers' comments; auto: dropped on articles, kept on threads.",
    ),
    rule_options,
)

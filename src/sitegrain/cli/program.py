"""The command `sitegrain`: its commands, and how every one of them ends."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

import click

import sitegrain
from sitegrain.cli.cluster import cluster
from sitegrain.cli.duplicates import duplicates
from sitegrain.cli.evaluate import evaluate
from sitegrain.cli.explain import explain
from sitegrain.cli.export import export
from sitegrain.cli.extract import extract
from sitegrain.cli.hubs import hubs
from sitegrain.cli.index import index
from sitegrain.cli.learn import learn
from sitegrain.cli.mobile import mobile
from sitegrain.cli.records import records
from sitegrain.cli.search import search
from sitegrain.cli.segment import segment
from sitegrain.cli.strip import strip
from sitegrain.errors import SitegrainError
from sitegrain.writers.temporary import terminate_as_exit

if TYPE_CHECKING:
    from collections.abc import Sequence

WRONG_USE = 2
INTERRUPTED = 130  # as a shell says it of a program that Ctrl-C ended
TERMINATED = 143


class Program(click.Group):
    """A group of commands that ends with one line for an error, and a status that says what happened."""

    def main(  # type: ignore[override]
        self, args: Sequence[str] | None = None, prog_name: str | None = None, **extra: Any
    ) -> Any:
        """Run a command and exit: 0 done, 1 pages missing, 2 wrong use, 130 and 143 interrupted."""
        if not extra.pop("standalone_mode", True):
            return super().main(args, prog_name, standalone_mode=False, **extra)
        if sys.stderr is None:  # it was closed before we were started: nobody wants to be told
            sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
        try:
            with terminate_as_exit():
                status = super().main(args, prog_name or "sitegrain", standalone_mode=False, **extra)
        except click.exceptions.NoArgsIsHelpError as error:
            error.show()
            status = WRONG_USE
        except click.ClickException as error:
            status = _complain(_with_hint(error))
        except click.Abort:
            status = _complain("interrupted", INTERRUPTED)
        except (SitegrainError, OSError) as error:
            status = _complain(str(error))
        except SystemExit as stop:
            status = _complain("terminated", TERMINATED) if stop.code == TERMINATED else stop.code
        _flush()
        sys.exit(status)


def _complain(message: str, status: int = WRONG_USE) -> int:
    click.echo(f"sitegrain: {' '.join(message.split())}", err=True)
    return status


def _with_hint(error: click.ClickException) -> str:
    message = error.format_message()
    context = error.ctx if isinstance(error, click.UsageError) else None
    return f"{message} See `{context.command_path} --help`." if context else message


def _flush() -> None:
    """Write out what is held back; whoever read our output may have gone, which is no error."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@click.group(
    name="sitegrain",
    cls=Program,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    no_args_is_help=True,
)
@click.version_option(sitegrain.__version__, "--version", prog_name="sitegrain")
def main() -> None:
    """Learn what the pages of a web site share, and give back what each page says.

    \b
    sitegrain extract site/ -o site.jsonl        one JSON object a page
    sitegrain extract site/ -o out/ -f markdown  one Markdown file a page
    sitegrain extract page.html -f text          one page by itself
    sitegrain learn site/ -o site.grain          learn once ...
    sitegrain extract new/ -m site.grain         ... and use it on new pages
    sitegrain explain site/a.html --site site/   why each block was kept or dropped

    A SOURCE is a folder of HTML files, one file, - for standard input, a .warc(.gz), .wacz, .jsonl(.gz) or .parquet
    file, or a URL. Pages of many sites may be mixed: every site is learned by itself.

    Data goes to standard output, messages to standard error. Exit status: 0 done, 1 no usable page (with --strict: any
    page skipped), 2 wrong use.
    """  # noqa: D301  click reads the backspace


for _command in (
    extract,
    learn,
    segment,
    strip,
    mobile,
    explain,
    records,
    index,
    search,
    export,
    hubs,
    cluster,
    duplicates,
    evaluate,
):
    main.add_command(_command)

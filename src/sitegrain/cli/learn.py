"""`sitegrain learn`."""

from __future__ import annotations

import os
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sitegrain.cli.options import group_by_option, rule_options, run_options, source_argument, thorough_option
from sitegrain.cli.tables import show_table
from sitegrain.errors import WriteError

if TYPE_CHECKING:
    from sitegrain.crawl import Learned

COLUMNS = ("site", "pages", "sampled", "layouts", "classes", "template_share")


@click.command(short_help="Learn sites and save their models.")
@source_argument
@click.option(
    "-o",
    "--out",
    metavar="MODEL",
    type=click.Path(path_type=Path),
    required=True,
    help="A file ending in .grain for one site, or a folder that gets a file a site.",
)
@group_by_option
@thorough_option
@rule_options
@run_options
def learn(source: str, out: Path, **values: Any) -> int:
    """Learn every site of SOURCE and save its model, to be used on pages that are not there yet.

    Prints for each site its pages, those learned from, its layouts and block classes, and the share of its words that
    is template. The rules of --keep and --drop are saved with the models. A site of one page is not learned.

    \b
    sitegrain learn site/ -o site.grain
    sitegrain learn crawl.warc.gz -o models/ --jobs 4
    sitegrain learn site/ -o site.grain --drop .newsletter
    """  # noqa: D301  click reads the backspace
    from sitegrain.cli.session import INCOMPLETE, Session, choose_plan
    from sitegrain.content.extraction import Options
    from sitegrain.crawl import learn_sites
    from sitegrain.readers import read

    rules, plan = Options(keep=values["keep"], drop=values["drop"], thorough=values["thorough"]), choose_plan(values)
    pages = read(source, limit=values["limit"])
    prepare(out)
    session = Session("learn", source, values, out)
    found: list[Learned] = []
    with session, closing(learn_sites(pages, out, rules=rules, plan=plan, listener=session)) as sites:
        for learned in sites:
            session.tally.done += learned.n_pages
            session.tally.sites[learned.site] += learned.n_pages
            found.append(learned)
            if learned.failure:
                session.say(f"{learned.site}: no model: {learned.failure}")
    models = [learned for learned in found if learned.failure is None]
    show(models)
    status = session.finish("read")
    return status if models and not (values["strict"] and len(models) < len(found)) else INCOMPLETE


def prepare(out: Path) -> None:
    """Make the folder, or see that the file can be written; WriteError if not."""
    is_file = out.suffix == ".grain" and not out.is_dir()
    try:
        folder = out.absolute().parent if is_file else out
        if not is_file:
            out.mkdir(parents=True, exist_ok=True)
        if not folder.is_dir():
            raise WriteError(f"cannot write {out}: {folder} is no folder")
        if not os.access(folder, os.W_OK):
            raise WriteError(f"cannot write {out}: permission denied")
    except FileExistsError as error:
        raise WriteError(
            f"cannot write {out}: a file that is no folder, and its name does not end in .grain"
        ) from error
    except OSError as error:
        if isinstance(error, WriteError):
            raise
        raise WriteError(f"cannot write {out}: {(error.strerror or str(error)).lower()}") from error


def show(models: list[Learned]) -> None:
    """A row for each model."""
    rows = [
        (m.site, str(m.n_pages), str(m.n_sampled), str(m.n_layouts), str(m.n_classes), f"{m.template_share:.2f}")
        for m in models
    ]
    show_table(COLUMNS, rows)

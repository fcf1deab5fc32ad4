"""`sitegrain records`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from sitegrain.cli.options import model_option, set_option

if TYPE_CHECKING:
    from pathlib import Path

    from sitegrain.pages.page import Page
    from sitegrain.pages.raw import RawPage
    from sitegrain.readers import Source
    from sitegrain.records import Region, Section
    from sitegrain.records.fields import Fields

METHODS = ("tree", "iepad")  # those of sitegrain.records.methods, which is not imported for --help


@click.command(short_help="The records of a page: rows of a table, results of a search.")
@click.argument("page")
@click.option("-o", "--out", metavar="OUT", help="A .jsonl, .jsonl.gz, .csv or .parquet file. Default: JSON lines.")
@click.option(
    "--method",
    type=click.Choice(METHODS),
    default="tree",
    show_default=True,
    help="tree: siblings that are alike. iepad: repeated patterns of tags, as published.",
)
@set_option
@click.option("--region", type=click.IntRange(1), metavar="N", help="The Nth region instead of the first.")
@click.option("--all", "takes_all", is_flag=True, help="The records of all regions, one region after the other.")
@click.option("--flat", is_flag=True, help="One row for each entry of a list in the records.")
@model_option
@click.option("--site", metavar="SOURCE", help="Pages of the same site, to learn it from; instead of -m.")
@click.option("--section", is_flag=True, help="Only the data-rich section: what pages of --site do not share.")
def records(page: str, out: str | None, takes_all: bool, flat: bool, **values: Any) -> int:
    """Find what recurs on PAGE, a file, - or a URL, and take it apart into fields.

    One JSON object a record: path, url, region, record (its number), span (of the page's words) and fields. Fields are
    named by itemprop, the header of a table, a label or a class, else by what they are; one that a record has not is
    null, one that records have several times is a list. Addresses are absolute where that of the page is
    known. CSV and Parquet have a column a field. Of several regions the first is what the page is most likely about.
    Exit status 1 if there are no records.

    \b
    sitegrain records results.html
    sitegrain records results.html --site site/ -o results.csv
    sitegrain records results.html --all --flat -o results.parquet
    sitegrain records results.html --method iepad --set tags=block
    """  # noqa: D301  click reads the backspace
    from sitegrain.cli.session import INCOMPLETE
    from sitegrain.pages.given import parse_raw
    from sitegrain.pages.raw import Skipped
    from sitegrain.readers import read
    from sitegrain.records.methods import make_finder

    finder, source = make_finder(values["method"], values["parameters"]), read(page)
    _check(page, out, source, values)
    row: RawPage | Skipped = next(source.records())
    if isinstance(row, Skipped):
        click.echo(f"sitegrain: {page}: skipped: {row.reason}", err=True)
        return INCOMPLETE
    parsed = parse_raw(row)
    section = _section(parsed, row, source, values)
    regions = finder.find(parsed, section)
    if not regions:
        click.echo(f"sitegrain: {page}: no records: nothing on the page recurs", err=True)
        return INCOMPLETE
    number = values["region"] or 1
    if number > len(regions):
        raise click.UsageError(f"--region {number}: {page} has {len(regions)} region{'s' * (len(regions) > 1)}.")
    chosen = list(enumerate(regions, 1)) if takes_all else [(number, regions[number - 1])]
    _write(out, row, chosen, flat=flat)
    n_records = sum(len(region.records) for _, region in chosen)
    click.echo(f"sitegrain: {n_records} records, {_describe(chosen, len(regions))}", err=True)
    return 0


def _check(page: str, out: str | None, source: Source, values: dict[str, Any]) -> None:
    """Refuse options that do not go together, before anything is read."""
    from sitegrain.writers import format_of, is_table

    if not source.is_lone_page and not page.lower().startswith(("http://", "https://")):
        raise click.UsageError(f"PAGE is one page, {page} holds many: give one file and --site {page}.")
    if values["model"] is not None and (values["site"] is not None or values["section"]):
        raise click.UsageError("-m and --site exclude each other, and so do -m and --section.")
    if values["section"] and values["site"] is None and source.is_lone_page:
        raise click.UsageError("--section compares PAGE with other pages of its site: give --site.")
    if not is_table(out) and format_of(out, None) != "jsonl":
        raise click.UsageError(
            f"records are written as JSON lines or tables: {out} must end in .jsonl, .csv or .parquet."
        )


def _section(page: Page, raw: RawPage, source: Source, values: dict[str, Any]) -> Section | None:
    """What is known of the page by its site."""
    from sitegrain.cli.explain import find_model
    from sitegrain.readers import read
    from sitegrain.records import data_rich, on_site
    from sitegrain.segmenters import DataRichSection

    model: Path | None = values["model"]
    if values["section"]:
        method = DataRichSection().fit(source if values["site"] is None else read(values["site"]))
        found = data_rich(page, method)
        if found is None:
            click.echo("sitegrain: no page to compare with is like it: the whole page counts", err=True)
        return found
    known = find_model(raw, source, model, values["site"], thorough=False)
    return on_site(page, known) if known is not None else None


def _write(out: str | None, row: RawPage, regions: list[tuple[int, Region]], *, flat: bool) -> None:
    from sitegrain.records.names import distinct
    from sitegrain.writers import is_table, open_writer, write_table

    if out is not None and is_table(out):
        tables = [(number, _fields(region, flat=flat)) for number, region in regions]
        wanted = list(dict.fromkeys(name for _, table in tables for name in table.names))
        columns = dict(zip(wanted, distinct(["region", "record", *wanted])[2:], strict=True))
        rows = [
            {"region": number, "record": i} | {columns[name]: value for name, value in fields.items()}
            for number, table in tables
            for i, fields in enumerate(table.rows, 1)
        ]
        write_table(out, ["region", "record", *columns.values()], rows)
        return
    with open_writer(out, "jsonl") as writer:
        for number, region in regions:
            about = {"path": row.path, "url": row.url, "region": number}
            if flat:
                for i, fields in enumerate(_fields(region, flat=True).rows, 1):
                    writer.write(about | {"record": i, "fields": fields})
                continue
            for i, record in enumerate(region.records, 1):
                writer.write(about | {"record": i, "span": list(record.span), "fields": record.fields})


def _fields(region: Region, *, flat: bool) -> Fields:
    from sitegrain.records.fields import Fields
    from sitegrain.records.flattening import flatten

    fields = Fields(region.columns, tuple(record.fields for record in region.records))
    return flatten(fields) if flat else fields


def _describe(chosen: list[tuple[int, Region]], n_regions: int) -> str:
    if len(chosen) > 1:
        return f"{n_regions} regions"
    ((number, region),) = chosen
    return f"region {number} of {n_regions}: {region.label}"

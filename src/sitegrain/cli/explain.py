"""`sitegrain explain`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from sitegrain.cli.options import choice_options, model_option

if TYPE_CHECKING:
    from pathlib import Path

    from sitegrain.content.document import Document, Piece
    from sitegrain.model import SiteModel
    from sitegrain.pages.raw import RawPage, Skipped
    from sitegrain.readers import Source

TEXT_CHARS = 160  # of a block's text; --json has all of it


@click.command(short_help="Why each block of a page was kept or dropped.")
@click.argument("page")
@model_option
@click.option("--site", metavar="SOURCE", help="Pages of the same site, to learn it from; instead of -m.")
@choice_options
@click.option("--json", "is_json", is_flag=True, help="One JSON object instead of lines to read.")
def explain(page: str, model: Path | None, site: str | None, is_json: bool, **values: Any) -> int:
    """Tell for each block of PAGE, a file, - or a URL, why it was kept or dropped.

    For each block in the page's order: its class on the site, on how many sample pages it is (support), its weight
    (0 is template, the site's mean is 1), its score and the three strongest reasons; + speaks for content, - against
    it. A URL's site is learned from a few sibling pages that are fetched too.

    \b
    sitegrain explain site/a.html --site site/
    sitegrain explain site/a.html -m site.grain
    sitegrain explain https://example.com/news/a.html --json
    """  # noqa: D301  click reads the backspace
    from sitegrain.cli.session import INCOMPLETE, choose_options
    from sitegrain.crawl.works import extract_document
    from sitegrain.pages.raw import Skipped
    from sitegrain.readers import read

    options, source = choose_options(values), read(page)
    if not source.is_lone_page and not page.lower().startswith(("http://", "https://")):
        raise click.UsageError(f"PAGE is one page, {page} holds many: give one file and --site {page}.")
    if model is not None and site is not None:
        raise click.UsageError("-m and --site exclude each other.")
    row: RawPage | Skipped = next(source.records())
    if isinstance(row, Skipped):
        click.echo(f"sitegrain: {page}: skipped: {row.reason}", err=True)
        return INCOMPLETE
    known = find_model(row, source, model, site, thorough=options.thorough)
    document = extract_document(row, known.name_ if known else None, known, options)
    if is_json:
        click.echo(json.dumps(to_json(document, known), ensure_ascii=False, indent=2))
    else:
        for line in to_lines(document, known):
            click.echo(line)
    return 0


def find_model(
    row: RawPage, source: Source, model: Path | None, site: str | None, *, thorough: bool
) -> SiteModel | None:
    """The model to use: the one given, the one learned from `site`, or from the source itself if it has many pages."""
    from sitegrain.crawl import ModelCache, open_store
    from sitegrain.model import SiteModel
    from sitegrain.pages.urls import host_of
    from sitegrain.readers import read
    from sitegrain.sites.grouping import choose_grouping

    if model is not None:
        store = open_store(model)
        known = ModelCache(store).get(host_of(row.url) if row.url else None)
        if known is None:
            raise click.UsageError(
                f"{model} has many models, and none for {row.url or row.path}: give the model's file."
            )
        return known
    if site is None and source.is_lone_page:
        return None
    pages = source if site is None else read(site)
    grouping = choose_grouping(pages)
    name = grouping.whole or grouping.site(row) or site
    is_mixed = grouping.whole is None and grouping.site(row) is not None
    own = (p for p in pages if not is_mixed or grouping.site(p) == name)
    fitted = SiteModel(thorough=thorough).fit(own, name=name)
    return fitted if fitted.n_pages_ > 1 else None


def to_json(document: Document, model: SiteModel | None) -> dict[str, Any]:
    """All that is known, as plain values."""
    row = document.to_row()
    about = {name: row[name] for name in ("path", "url", "site", "layout", "kind", "kind_reason", "title")}
    about |= {name: row[name] for name in ("confidence", "selector", "notes")}
    about["sample_pages"] = model.site_.pool.n_pages if model else None
    about["blocks"] = [{"kept": piece.is_kept} | piece.to_row() for piece in document.pieces()]
    return about


def to_lines(document: Document, model: SiteModel | None) -> list[str]:
    """The same to be read by people."""
    n_sample = model.site_.pool.n_pages if model else 0
    site = f"{document.site or '?'}, {document.layout or 'fits no layout'}, learned from {n_sample} pages"
    about = {
        "page": document.url or document.path or "?",
        "title": document.title or "-",
        "site": site if model else "unknown: the page alone",
        "kind": f"{document.kind}: {document.kind_reason}",
        "confidence": f"{document.confidence:.2f}",
        "selector": document.selector or "-",
        "notes": "; ".join(document.notes) or "-",
    }
    lines = [f"{name:<11} {value}" for name, value in about.items()]
    for piece in document.pieces():
        lines += ["", *_piece_lines(piece, n_sample)]
    return lines


def _piece_lines(piece: Piece, n_sample: int) -> list[str]:
    verdict = click.style("kept   ", fg="green", bold=True) if piece.is_kept else click.style("dropped", fg="red")
    numbers = f"score {piece.score:.2f}"
    if piece.support is not None and piece.weight is not None:
        numbers += f"  support {piece.support}/{n_sample}  weight {piece.weight:.2f}"
    text = " ".join(piece.text.split())
    shown = text if len(text) <= TEXT_CHARS else text[: TEXT_CHARS - 1].rstrip() + "…"
    lines = [f"{verdict}  {numbers}", f"    {shown}", f"    {'; '.join(piece.reasons) or 'no strong reason'}"]
    return lines if piece.block_class is None else [*lines[:1], f"    {piece.block_class}", *lines[1:]]

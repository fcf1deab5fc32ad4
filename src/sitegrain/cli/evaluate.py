"""`sitegrain evaluate`: results against gold, with plots."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sitegrain.cli.options import compose, group_by_option, method_option, run_options, set_option, source_argument
from sitegrain.cli.tables import show_table

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from sitegrain.measures.evaluating import Evaluation

FILE = click.Path(path_type=Path)
ROUNDED = 4

evaluate_options = compose(
    click.argument("gold", type=FILE),
    click.argument("found", type=FILE, nargs=-1, required=True),
    click.option("--json", "as_json", is_flag=True, help="Print one JSON object a file instead of a table."),
    click.option(
        "--curves",
        metavar="FILE",
        type=FILE,
        help="Write the sorted values of each file as CSV: name, rank, value.",
    ),
    click.option("--plot", metavar="FILE", type=FILE, help="Draw these curves as a .svg or .png file."),
)


@click.group(short_help="Results against gold, with plots.")
def evaluate() -> None:
    """Measure results against gold: one GOLD file, and a FOUND file for each method.

    Prints the mean of every figure over the pages that have gold, the share of pages below 0.5, 0.6 and 0.7, and with
    more than one FOUND a sign test of each against the first. Pages are matched by id, else path, else url.

    \b
    sitegrain segment site/ -o ours.jsonl
    sitegrain segment site/ --method block-fusion -o fusion.jsonl
    sitegrain evaluate segmentation gold.jsonl ours.jsonl fusion.jsonl --plot ari.svg
    """  # noqa: D301  click reads the backspace


@evaluate.command()
@evaluate_options
def segmentation(gold: Path, found: tuple[Path, ...], **values: Any) -> int:
    """Blocks against reference blocks.

    All files have rows as `sitegrain segment` writes them. Compared are token occurrences: adjusted Rand index, mutual
    information, Rand index, B-cubed; `covered` is the share of the tokens that are in a block. Tokens outside of the
    reference do not count; those that a method leaves out are a block for each run of them.
    """
    from sitegrain.measures.evaluating import evaluate_segmentations
    from sitegrain.measures.rows import read_rows

    reference = read_rows(gold)
    return _report(
        found, lambda path: evaluate_segmentations(reference, read_rows(path)), "adjusted Rand index", values
    )


@evaluate.command()
@evaluate_options
@click.option(
    "--below",
    type=click.FloatRange(0),
    default=0.0,
    show_default=True,
    metavar="WEIGHT",
    help="A block of FOUND is template if it weighs at most this; in GOLD it is if it weighs 0.",
)
def template(gold: Path, found: tuple[Path, ...], below: float, **values: Any) -> int:
    """The words that are template against those of a reference.

    All files have rows as `sitegrain segment` writes them; template is what blocks of weight 0 hold.
    """
    from sitegrain.measures.evaluating import evaluate_templates
    from sitegrain.measures.rows import read_rows

    reference = read_rows(gold)
    return _report(
        found, lambda path: evaluate_templates(reference, read_rows(path), below=below), "F1 of template words", values
    )


@evaluate.command()
@evaluate_options
@click.option("--by", metavar="FIELD", help="Average the pages of each value of a field of GOLD first, such as site.")
def extraction(gold: Path, found: tuple[Path, ...], by: str | None, **values: Any) -> int:
    """Extracted texts against gold texts.

    Rows have a text. Precision, recall and F1 over the bag of words; `shingle` is the F1 of runs of four words. A page
    that was not found counts as empty.
    """
    from sitegrain.measures.evaluating import evaluate_texts
    from sitegrain.measures.rows import read_rows

    reference = read_rows(gold)
    return _report(found, lambda path: evaluate_texts(reference, read_rows(path), by=by), "F1 of words", values)


@evaluate.command()
@evaluate_options
def ranking(gold: Path, found: tuple[Path, ...], **values: Any) -> int:
    """Rankings against judgements, both in the formats of TREC.

    GOLD has lines `query 0 page relevance`, FOUND `query Q0 page rank score tag`. Mean average precision, with ties by
    name and with relevant pages last of a tie, and precision at ten. Queries without a relevant page are left out.
    """
    from sitegrain.measures.evaluating import evaluate_rankings
    from sitegrain.measures.trec import read_qrels, read_run

    qrels = read_qrels(gold)
    return _report(found, lambda path: evaluate_rankings(qrels, read_run(path)), "average precision", values)


@evaluate.command()
@source_argument
@click.option("-o", "--out", metavar="DIR", type=FILE, required=True, help="A new or empty folder.")
@method_option
@set_option
@group_by_option
def propose(source: str, out: Path, method: str | None, parameters: dict[str, Any], group_by: str | None) -> int:
    """Propose reference blocks for each layout of a site, to be corrected by a person.

    Groups the pages of SOURCE by layout, segments one page of each by the method (default: som-tree), and writes for
    each layout a .json file with the blocks as CSS selectors, and an .html file that shows them on that page. Correct
    the .json files, then let all pages follow.

    \b
    sitegrain evaluate propose site/ -o blocks/ --method style-tree
    sitegrain evaluate follow blocks/ site/ -o reference.jsonl
    sitegrain evaluate segmentation reference.jsonl ours.jsonl
    """  # noqa: D301  click reads the backspace
    from sitegrain.measures.reference.sites import propose_sites
    from sitegrain.measures.reference.viewing import view
    from sitegrain.readers import read
    from sitegrain.segmenters.methods import make_method, need_extra
    from sitegrain.writers.names import safe_name
    from sitegrain.writers.temporary import as_write_error, whole_folder

    name = method or "som-tree"
    need_extra(name, parameters)
    n_layouts = n_pages = 0
    with whole_folder(out) as part, as_write_error(out):
        for proposal in propose_sites(read(source), lambda: make_method(name, parameters), name, group_by=group_by):
            reference = proposal.reference
            stem = safe_name(f"{reference.site or 'pages'}-{reference.layout}")
            (part / f"{stem}.json").write_text(reference.to_json(), "utf-8")
            (part / f"{stem}.html").write_text(view(reference, proposal.example), "utf-8")
            n_layouts, n_pages = n_layouts + 1, n_pages + len(reference.pages)
    click.echo(f"sitegrain: {n_pages} pages: {n_layouts} layouts", err=True)
    return 0 if n_layouts else 1


@evaluate.command(name="follow")
@click.argument("blocks", type=FILE)
@source_argument
@click.option("-o", "--out", metavar="OUT", help="A .jsonl or .jsonl.gz file. Default: standard output.")
@run_options
def follow_blocks(blocks: Path, source: str, out: str | None, **values: Any) -> int:
    """Segment the pages of SOURCE by the corrected reference blocks of their layouts.

    BLOCKS is the folder that `propose` wrote. The rows are those of `sitegrain segment`: what the other commands of
    evaluate read. A page that is of none of the layouts has no blocks but a reason.
    """
    from sitegrain.cli.session import UNWANTED, Session, write_rows
    from sitegrain.crawl import Plan
    from sitegrain.measures.reference import read_references
    from sitegrain.measures.reference.following import FollowWork
    from sitegrain.readers import read
    from sitegrain.writers import open_writer

    work = FollowWork(tuple(read_references(blocks)))
    plan = Plan("none", None, values["jobs"], values["page_timeout"])
    session = Session("evaluate follow", source, values, out)
    if not write_rows(session, read(source, limit=values["limit"]), work, plan, open_writer(out, "jsonl")):
        return UNWANTED
    return session.finish("segmented")


def _report(found: tuple[Path, ...], measure: Callable[[Path], Evaluation], of: str, values: Mapping[str, Any]) -> int:
    """Measure every file, print, write and draw; exit status 1 if nothing could be compared."""
    from sitegrain.measures.plotting import check_plot, draw_curves
    from sitegrain.writers.temporary import as_write_error, whole_file

    if values["plot"] is not None:
        check_plot(values["plot"])
    results = {name: measure(path) for name, path in _names(found).items()}
    summaries = _summaries(results)
    _print(summaries, as_json=values["as_json"])
    if values["curves"] is not None:
        with whole_file(values["curves"]) as part, as_write_error(values["curves"]):
            _write_curves(results, part)
    if values["plot"] is not None:
        from sitegrain.measures.curves import sorted_curve

        curves = {name: sorted_curve(result.first().values()) for name, result in results.items()}
        with whole_file(values["plot"]) as part, as_write_error(values["plot"]):
            draw_curves(curves, of, part, suffix=values["plot"].suffix)
    for name, result in results.items():
        for reason, count in result.left_out.items():
            click.echo(f"sitegrain: {name}: {count} {reason}", err=True)
    return 0 if any(result.pages for result in results.values()) else 1


def _names(found: tuple[Path, ...]) -> dict[str, Path]:
    """Files by the shortest names that tell them apart."""
    stems = [path.name.removesuffix(".gz").rsplit(".", 1)[0] for path in found]
    names = stems if len(set(stems)) == len(stems) else [str(path) for path in found]
    if len(set(names)) < len(names):
        raise click.UsageError("the same file is given twice.")
    return dict(zip(names, found, strict=True))


def _summaries(results: Mapping[str, Evaluation]) -> list[dict[str, Any]]:
    """For each file its means, shares of low pages, and how it stands against the first."""
    from sitegrain.measures.curves import BELOW, compare_pages, sorted_curve

    first = next(iter(results.values())).first()
    summaries = []
    for number, (name, result) in enumerate(results.items()):
        own = result.first()
        curve = sorted_curve(own.values())
        summary: dict[str, Any] = {"name": name, "pages": len(result.pages), **result.means()}
        summary |= {f"below_{limit}": curve.share_below(limit) for limit in BELOW}
        if number:
            both = [page for page in own if page in first]
            test = compare_pages([own[page] for page in both], [first[page] for page in both])
            summary |= {"wins": test.wins, "losses": test.losses, "p_value": test.p_value}
        if result.groups:
            summary["groups"] = {
                group: dict(zip(result.columns, row, strict=True)) for group, row in result.group_means().items()
            }
        summaries.append(summary)
    return summaries


def _print(summaries: list[dict[str, Any]], *, as_json: bool) -> None:
    """JSON lines, a table on a terminal, or tab-separated values in a pipe."""
    if as_json:
        for summary in summaries:
            click.echo(json.dumps(_rounded(summary), ensure_ascii=False))
        return
    columns = [name for name in max(summaries, key=len) if name != "groups"]
    rows = [[_cell(summary.get(name)) for name in columns] for summary in summaries]
    show_table(columns, rows)


def _rounded(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _rounded(inner) for name, inner in value.items()}
    return round(value, ROUNDED) if isinstance(value, float) else value


def _cell(value: Any) -> str:
    if value is None:
        return "-"
    return f"{value:.{ROUNDED}f}" if isinstance(value, float) else str(value)


def _write_curves(results: Mapping[str, Evaluation], path: Path) -> None:
    from sitegrain.measures.curves import sorted_curve

    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(("name", "rank", "value"))
        for name, result in results.items():
            for number, value in enumerate(sorted_curve(result.first().values()).values.tolist(), 1):
                writer.writerow((name, number, round(value, 6)))

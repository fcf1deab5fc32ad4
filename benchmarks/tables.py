"""Make the README's tables and docs/results/accuracy.md from the committed results.

    python -m benchmarks.tables [--check]

The README's tables stand between `<!-- NAME:begin -->` and `<!-- NAME:end -->`. With --check nothing is written; the
exit status is 1 where one of the files does not hold what the results say.
"""

from __future__ import annotations

import argparse
import re
import sys
from typing import TYPE_CHECKING

from benchmarks.datasets import REAL_SETS, REPOSITORY
from benchmarks.details import DETAILS, details
from benchmarks.machine import load_results
from benchmarks.markdown import LABELS, f1_cell, markdown
from benchmarks.peers import PEERS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

README = REPOSITORY / "README.md"
COMMANDS = {
    "sitegrain_command": "`sitegrain extract`, start to end",
    "sitegrain_command_2": "`sitegrain extract --jobs 2`, start to end",
    "trafilatura_2": "trafilatura, two processes",
}


def accuracy_table(plain: Mapping[str, Mapping], stripped: Mapping[str, Mapping]) -> str:
    """Lay out word F1 by extractor and data set, on pages as they are and on stripped ones; the best is bold."""
    names = [name for name in REAL_SETS if name in plain] or list(plain)  # synthetic sites stand in, not beside
    columns = [(name, results) for results in (plain, stripped) for name in names if name in results]
    peers = [peer for peer in PEERS if any(peer in results[name] for name, results in columns)]
    head = ["extractor", "version"] + [name if results is plain else f"{name}, stripped" for name, results in columns]
    f1 = {peer: [results[name].get(peer, {}).get("f1") for name, results in columns] for peer in peers}
    best = [max((row[number] or 0.0 for row in f1.values()), default=0.0) for number in range(len(columns))]
    rows = [
        [_label(peer), _version(peer, columns)]
        + [f1_cell(results[name].get(peer), top) for (name, results), top in zip(columns, best, strict=True)]
        for peer in peers
    ]
    table = markdown(head, rows)
    return f"{table}\n\n† trained on these very pages: no comparison" if "†" in table else table


def speed_table(speed: Mapping[str, object], memory: Mapping[str, object]) -> str:
    """Lay out pages a second, the ratio to trafilatura, and peak memory; then what was measured, on what."""
    rows = speed.get("rows", {})
    if not rows:
        return "Not measured yet."
    order = [name for name in (*PEERS, *COMMANDS) if name in rows]
    table = markdown(
        ["extractor", "pages/s", "times trafilatura", "peak memory, MiB"],
        [[_label(name), *_speed_figures(rows[name])] for name in order],
    )
    return "\n\n".join([table, *_speed_notes(speed), *_memory_notes(memory)])


def render(readme: str, tables: Mapping[str, str]) -> str:
    """Put each table between its markers; a README without the markers is an error."""
    for name, table in tables.items():
        begin, end = f"<!-- {name}:begin -->", f"<!-- {name}:end -->"
        if readme.count(begin) != 1 or readme.count(end) != 1:
            raise ValueError(f"README.md must hold {begin} and {end} once each")
        between = re.compile(f"(?<={re.escape(begin)}\n).*?(?={re.escape(end)})", re.DOTALL)
        readme = between.sub(lambda _, table=table: f"{table}\n", readme)
    return readme


def current_tables() -> dict[str, str]:
    """Make the tables from the results as they are."""
    return {
        "accuracy": accuracy_table(load_results("accuracy"), load_results("accuracy-stripped")),
        "speed": speed_table(load_results("speed"), load_results("memory")),
    }


def current_details() -> str:
    """Make docs/results/accuracy.md from the results as they are."""
    names = ("accuracy", "accuracy-stripped", "calibration", "sample_curve")
    return details(*map(load_results, names))


def main(arguments: list[str] | None = None) -> None:
    """Rewrite the tables, or check them."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.tables", description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 if a file is out of date")
    options = parser.parse_args(arguments)
    try:
        wanted = {README: render(README.read_text(encoding="utf-8"), current_tables()), DETAILS: current_details()}
    except ValueError as error:
        sys.exit(str(error))
    for path, text in wanted.items():
        is_current = path.exists() and path.read_text(encoding="utf-8") == text
        if options.check and not is_current:
            sys.exit(f"{path.relative_to(REPOSITORY)} is out of date, run `python -m benchmarks.tables`")
        if not is_current:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")


def _label(peer: str) -> str:
    return LABELS.get(peer) or COMMANDS[peer]


def _version(peer: str, columns: Sequence[tuple[str, Mapping]]) -> str:
    found = {results[name][peer]["version"] for name, results in columns if "version" in results[name].get(peer, {})}
    return "" if peer == "whole_page" else ", ".join(sorted(found))


def _speed_figures(row: Mapping) -> list[str]:
    if "failed" in row:
        return ["failed", "", ""]
    rate = row["pages_per_second"]
    return [f"{rate:.0f}", f"{row['ratio']:.2f}" if "ratio" in row else "", str(row["peak_mib"])]


def _speed_notes(speed: Mapping) -> list[str]:
    if not speed:
        return []
    sample = speed["sample"]
    pages = f"{sample['pages']} pages of {sample['sites']} sites ({', '.join(sample['sets'])}; mean {_kb(sample)} KB)"
    has_two = "sitegrain_command_2" in speed["rows"]
    against = " `--jobs 2` is compared with two processes of trafilatura." if has_two else ""
    machine = f"Python {speed['python']}, {speed['cpu']}, one core unless said"
    return [f"{pages}, medians of {speed['repeats']}; {machine}.{against}"]


def _memory_notes(memory: Mapping) -> list[str]:
    if not memory:
        return []
    size = f"{memory['pages']:,} pages of one synthetic site ({memory['source_mib']} MiB)"
    return [
        f"{size}: peak {memory['peak_mib']} MiB, {memory['pages_per_second']:.0f} pages/s on {memory['jobs']} core."
    ]


def _kb(sample: Mapping) -> int:
    return round(sample["mean_bytes"] / 1000)


if __name__ == "__main__":
    main()

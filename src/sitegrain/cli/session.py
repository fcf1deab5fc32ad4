"""What every command does around its work: count, show progress, tell, report, and choose the exit status."""

from __future__ import annotations

import json
import os
import platform
import sys
import time
from collections import Counter
from contextlib import closing
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Any, Self

import click

import sitegrain
from sitegrain.crawl import Listener, MethodWork, Plan, Row, Work, extract_rows
from sitegrain.errors import WriteError
from sitegrain.writers.temporary import as_write_error, whole_file

if TYPE_CHECKING:
    from collections.abc import Generator
    from pathlib import Path

    from rich.progress import Progress, TaskID

    from sitegrain.clusters.content import Reader
    from sitegrain.content.extraction import Options
    from sitegrain.pages.raw import Skipped
    from sitegrain.readers import Source
    from sitegrain.writers import Writer

INCOMPLETE = 1
UNWANTED = 141  # as a shell says it of a program whose reader has gone
_REFRESH_SECONDS = 0.1
_LIBRARIES = ("numpy", "pyarrow", "fastwarc", "httpx")


def choose_options(values: dict[str, Any]) -> Options:
    """The options that `choice_options` gathered; precision and recall exclude each other."""
    from sitegrain.content.extraction import Options

    if values["precision"] and values["recall"]:
        raise click.UsageError("--precision and --recall exclude each other.")
    focus = "precision" if values["precision"] else "recall" if values["recall"] else "balanced"
    return Options(focus, values["comments"], values["keep"], values["drop"], values["thorough"])


def choose_plan(values: dict[str, Any]) -> Plan:
    """The plan that `run_options`, `group_by_option` and `model_option` gathered."""
    return Plan(values["group_by"], values.get("model"), values["jobs"], values["page_timeout"])


def choose_method(values: dict[str, Any]) -> MethodWork | None:
    """The published method that `method_options` gathered; a wrong parameter is told before any page is read."""
    if values["method"] is None:
        if values["parameters"] or values.get("weigh"):
            raise click.UsageError("--set and --weigh are for a --method.")
        return None
    if values.get("model") is not None:
        raise click.UsageError("-m and --method exclude each other: only the default method has saved models.")
    work = MethodWork(values["method"], values["parameters"], values.get("weigh", False))
    work.make()
    return work


def choose_content(read: Reader, values: dict[str, Any]) -> Work:
    """What `read` makes of each page's words: those that `content_options` and `model_option` gathered."""
    from sitegrain.clusters import read_content

    method = choose_method(values)
    if values["whole"] and method is not None:
        raise click.UsageError("--method and --whole exclude each other.")
    if values["whole"] and values["model"] is not None:
        raise click.UsageError("-m and --whole exclude each other: only content needs a model.")
    name, parameters, weighs = (method.name, method.parameters, method.weighs) if method else (None, None, False)
    return read_content(read, method=name, parameters=parameters, weighs=weighs, whole=values["whole"])


def row_writer(out: str | None, what: str) -> Writer:
    """The writer of rows that have no text of their own."""
    from sitegrain.writers import format_of, open_writer

    if format_of(out, None) != "jsonl":
        raise click.UsageError(f"{what} are written as JSON lines: {out} must end in .jsonl or .jsonl.gz.")
    return open_writer(out, "jsonl")


@dataclass(slots=True)
class Tally:
    """Counts of a run.

    done:    pages whose row has what was asked for; filtered: those of a kind that was not asked for
    skipped: by kind of reason; unknown_site: pages of which nothing says where they are from
    """

    done: int = 0
    filtered: int = 0
    unknown_site: int = 0
    skipped: Counter[str] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)
    sites: Counter[str] = field(default_factory=Counter)

    @property
    def n_pages(self) -> int:
        return self.done + self.filtered + self.skipped.total()

    def line(self, verb: str) -> str:
        """All counts in one line."""
        parts = [f"{self.done} {verb}"]
        if self.filtered:
            parts.append(f"{self.filtered} of other kinds")
        if self.skipped:
            reasons = ", ".join(f"{reason} {n}" for reason, n in self.skipped.most_common())
            parts.append(f"{self.skipped.total()} skipped ({reasons})")
        return f"{self.n_pages} page{'' if self.n_pages == 1 else 's'}: " + ", ".join(parts)


class Session(Listener):
    """One run of a command; used in a `with` block, inside of which progress is shown on a terminal.

    out: where its output goes, None or - for standard output
    """

    def __init__(self, command: str, source: str, values: dict[str, Any], out: Path | str | None) -> None:
        self.command = command
        self.source = source
        self.report_path: Path | None = values["report"]
        _check_report(self.report_path, out)
        self.is_strict: bool = values["strict"]
        self.is_verbose: bool = values["verbose"]
        self.tally = Tally()
        self._start = time.monotonic()
        has_stdout_data = out in (None, "-") or command == "learn"
        self._shows_progress = sys.stderr.isatty() and not (has_stdout_data and sys.stdout.isatty())
        self._bar: Progress | None = None
        self._task: TaskID | None = None
        self._stage = ""
        self._shown_at = 0.0

    def __enter__(self) -> Self:
        if self._shows_progress:
            from rich.console import Console
            from rich.progress import Progress

            self._bar = Progress(console=Console(stderr=True), transient=True, auto_refresh=False)
            self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.stop()

    def progress(self, stage: str, done: int, total: int | None) -> None:
        now = time.monotonic()
        if self._bar is None or (now - self._shown_at < _REFRESH_SECONDS and stage == self._stage):
            return
        if stage != self._stage or self._task is None:
            if self._task is not None:
                self._bar.remove_task(self._task)
            self._task, self._stage = self._bar.add_task(stage, total=total), stage
        self._bar.update(self._task, completed=done, total=total, refresh=True)
        self._shown_at = now

    def notice(self, text: str) -> None:
        self.say(text)

    def skipped(self, row: Skipped) -> None:
        self.count_skipped(row.reason, row.path or row.url)

    def say(self, text: str) -> None:
        """One line on standard error, above the progress bar."""
        line = f"sitegrain: {text}"
        if self._bar is None:
            click.echo(line, err=True)
        else:
            self._bar.console.print(line, markup=False, highlight=False, soft_wrap=True)

    def count_skipped(self, reason: str, name: str | None) -> None:
        self.tally.skipped[reason.split(":", 1)[0]] += 1
        if self.is_verbose:
            self.say(f"{name or 'a page'}: skipped: {reason}")

    def count(self, row: Row, kinds: tuple[str, ...] = ()) -> bool:
        """Count a row, and say whether it is wanted."""
        if "skipped" in row:
            self.count_skipped(row["skipped"], row["path"] or row["url"])
            return True
        kind = row.get("kind")
        if kinds and kind not in kinds:
            self.tally.filtered += 1
            return False
        self.tally.done += 1
        self.tally.unknown_site += row["site"] is None
        self.tally.sites[row["site"] or ""] += 1
        if kind is not None:
            self.tally.kinds[kind] += 1
        return True

    def finish(self, verb: str) -> int:
        """Say what was done, write the report, and return the exit status."""
        is_all_skipped = self.tally.skipped.total() == self.tally.n_pages > 0
        self.say(self.tally.line(verb) + ("; -v says why" if is_all_skipped and not self.is_verbose else ""))
        if self.report_path is not None:
            self._write_report(self.report_path, verb)
        if self.tally.skipped.total() == self.tally.n_pages or (self.is_strict and self.tally.skipped):
            return INCOMPLETE
        return 0

    def _write_report(self, path: Path, verb: str) -> None:
        tally = self.tally
        report = {
            "command": self.command,
            "source": self.source,
            "seconds": round(time.monotonic() - self._start, 3),
            "pages": tally.n_pages,
            verb: tally.done,
            "other_kinds": tally.filtered,
            "skipped": dict(tally.skipped.most_common()),
            "kinds": dict(tally.kinds.most_common()),
            "sites": {site or None: n for site, n in tally.sites.most_common()},
            "versions": _versions(),
        }
        with whole_file(path) as part, as_write_error(path):
            part.write_text(json.dumps(report, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")


def _check_report(report: Path | None, out: Path | str | None) -> None:
    """Refuse a report that cannot be written, or would take the place of the output, before any work is done."""
    if report is None:
        return
    if out is not None and os.path.realpath(report) == os.path.realpath(out):
        raise click.UsageError(f"--report {report} is the output itself.")
    if report.is_dir():
        raise WriteError(f"cannot write {report}: is a directory")
    if not report.absolute().parent.is_dir():
        raise WriteError(f"cannot write {report}: no such file or directory")


def _versions() -> dict[str, str]:
    versions = {"sitegrain": sitegrain.__version__, "python": platform.python_version()}
    for name in _LIBRARIES:
        try:
            versions[name] = version(name)
        except PackageNotFoundError:
            continue
    return versions


def write_rows(
    session: Session, source: Source, work: Work, plan: Plan, writer: Writer, *, kinds: tuple[str, ...] = ()
) -> bool:
    """Write the rows of a source in order; False if whoever was reading them has gone."""
    return write_each(session, extract_rows(source, work, plan=plan, listener=session), writer, kinds=kinds)


def write_each(
    session: Session, rows: Generator[Row, None, None], writer: Writer, *, kinds: tuple[str, ...] = ()
) -> bool:
    """Count rows and write them; False if whoever was reading them has gone."""
    with session, writer, closing(rows):
        for row in rows:
            if session.count(row, kinds):
                writer.write(row)
            if not writer.is_wanted:
                return False
    return True

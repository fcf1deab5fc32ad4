"""Make docs/results/accuracy.md: F1 by data set, kind of page and language, calibration, and the sample curve."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from benchmarks.calibration import FIGURE as CALIBRATION_FIGURE
from benchmarks.calibration import MIN_RIGHT_SHARE, MIN_SURE_SHARE, SURE, reaches_goal
from benchmarks.datasets import REAL_SETS, REPOSITORY
from benchmarks.markdown import LABELS, f1_cell, markdown
from benchmarks.peers import PEERS
from benchmarks.sample_curve import FIGURE as CURVE_FIGURE
from benchmarks.sample_curve import MAX_LOSS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

DETAILS = REPOSITORY / "docs" / "results" / "accuracy.md"
OURS = ("sitegrain_site", "sitegrain_page")  # what was measured with the site counts; else the page alone
MAX_DEFICIT = 0.01  # of F1 below the best other extractor, before it is called out
MIN_SITES = 5  # of a group; fewer say little
FIELDS = {"page_type": "kind of page", "lang": "language"}
STATES = ("pages as they are", "no class or id attributes")
MODES = {
    "site": "with the site",
    "page": "one page alone",
    "site-stripped": "with the site, stripped",
    "page-stripped": "one page alone, stripped",
}
INTRODUCTION = """\
# Accuracy in detail

Made by `python -m benchmarks.tables` from `benchmarks/results/`; [how it is measured](../decisions/003-scorer.md).
Figures are word F1: of a data set the mean over its sites, of a kind or language the mean over its pages. Kinds and
languages are those that the data set names; numbers of sites are in brackets. Best other: the best that is not ours,
the whole page included; the difference is ours less that. Ours is learned from the site where the set has sites, else
from the page alone. A difference below −0.01 is bold if it rests on at least five sites."""
SAW_PAGES = "† trained on these very pages: no comparison"
NOT_MEASURED = "Not measured yet."


@dataclass(frozen=True, slots=True)
class Column:
    """F1 of every extractor on one group of pages.

    pages: the group in words, such as `daniel, zh`
    sites: how many it has; None where the results do not say
    rows:  extractor -> a row of the results with the group's `f1`, or with `failed`
    """

    title: str
    pages: str
    sites: int | None
    rows: Mapping[str, Mapping]

    @property
    def ours(self) -> float | None:
        """Our figure; None if we were not measured."""
        return next((self.rows[peer]["f1"] for peer in OURS if "f1" in self.rows.get(peer, {})), None)

    @property
    def best_other(self) -> str | None:
        """The best of the others."""
        others = [peer for peer in PEERS if peer not in OURS and "f1" in self.rows.get(peer, {})]
        return max(others, key=lambda peer: self.rows[peer]["f1"], default=None)

    @property
    def difference(self) -> float | None:
        """Our figure less the best other one."""
        if self.ours is None or self.best_other is None:
            return None
        return round(self.ours - self.rows[self.best_other]["f1"], 4)

    @property
    def is_behind(self) -> bool:
        """Whether we are clearly below the best other, on sites enough to tell."""
        is_large = self.sites is None or self.sites >= MIN_SITES
        return is_large and self.difference is not None and self.difference < -MAX_DEFICIT


def details(
    plain: Mapping[str, Mapping],
    stripped: Mapping[str, Mapping],
    calibration: Mapping[str, Mapping],
    curve: Mapping[str, Mapping],
) -> str:
    """Put the whole document together; `plain` and `stripped` are by data set and extractor."""
    parts, columns = [], []
    for name, divide in (("Data sets", set_columns), *((text, _divider(field)) for field, text in FIELDS.items())):
        for results, state in zip((plain, stripped), STATES, strict=True):
            for title, group in divide(results, state):
                columns += group
                parts += [f"## {name.capitalize()}{title}, {state}", comparison(group)]
    if not columns:
        parts = [NOT_MEASURED]
    behind = [f"## Where another extractor is more than {MAX_DEFICIT} better", deficits(columns)]
    learned = ["## Is the confidence true?", calibration_part(calibration)]
    learned += ["## How many pages to learn from", curve_part(curve)]
    text = "\n\n".join([INTRODUCTION, *behind, *parts, *learned])
    return f"{text}\n\n{SAW_PAGES}\n" if "†" in text else f"{text}\n"


def set_columns(results: Mapping[str, Mapping], state: str) -> list[tuple[str, list[Column]]]:
    """The data sets as one table of columns."""
    columns = [
        Column(_titled(name, _sites(rows)), f"{name}, {state}", _sites(rows), rows) for name, rows in _sets(results)
    ]
    return [("", columns)] if columns else []


def group_columns(results: Mapping[str, Mapping], field: str, state: str) -> list[tuple[str, list[Column]]]:
    """For each data set that has more than one kind or language a table, a column each."""
    tables = []
    for name, rows in _sets(results):
        groups = sorted({group for row in rows.values() for group in row.get(f"f1_by_{field}", {})})
        counts = next((row[f"sites_by_{field}"] for row in rows.values() if f"sites_by_{field}" in row), {})
        if len(groups) > 1:
            columns = [
                Column(
                    _titled(group, counts.get(group)),
                    f"{name}, {group}, {state}",
                    counts.get(group),
                    {peer: _of_group(row, field, group) for peer, row in rows.items() if _has(row, field, group)},
                )
                for group in groups
            ]
            tables.append((f": {name}", columns))
    return tables


def comparison(columns: Sequence[Column]) -> str:
    """Lay out the extractors under each other, then the best other one and our difference to it."""
    peers = [peer for peer in PEERS if any(peer in column.rows for column in columns)]
    best = [max((row.get("f1", 0.0) for row in column.rows.values()), default=0.0) for column in columns]
    rows = [
        [LABELS[peer], *(f1_cell(column.rows.get(peer), top) for column, top in zip(columns, best, strict=True))]
        for peer in peers
    ]
    rows.append(["best other", *(LABELS[column.best_other] if column.best_other else "–" for column in columns)])
    rows.append(["difference", *map(_difference, columns)])
    return markdown(["extractor", *(column.title for column in columns)], rows)


def deficits(columns: Sequence[Column]) -> str:
    """List the groups of pages on which we are behind, the worst first."""
    behind = sorted((column for column in columns if column.is_behind), key=lambda column: column.difference)
    if not behind:
        return f"On no group of at least {MIN_SITES} sites."
    rows = [
        [
            column.pages,
            "?" if column.sites is None else str(column.sites),
            f"{column.ours:.3f}",
            f"{LABELS[column.best_other]} {column.rows[column.best_other]['f1']:.3f}",
            _difference(column),
        ]
        for column in behind
    ]
    table = markdown(["pages", "sites", "sitegrain", "best other", "difference"], rows)
    return f"Of the groups below, those of at least {MIN_SITES} sites.\n\n{table}"


def calibration_part(calibration: Mapping[str, Mapping]) -> str:
    """The confidence beside the F1, as a table and a picture, and whether the goal is reached."""
    if not calibration:
        return NOT_MEASURED
    modes = {mode: calibration["modes"][mode] for mode in MODES if mode in calibration["modes"]}
    head = ["pages", "set", "number", "sure", "right of these", "mean confidence", "mean F1", "gap"]
    rows = [
        [MODES[mode], data, *_calibration_figures(figures)]
        for mode, found in modes.items()
        for data, figures in [*_sets(found["sets"]), ("all", found["all"])]
    ]
    reached = [MODES[mode] for mode, found in modes.items() if reaches_goal(found["all"])]
    text = (
        f"Each page counts once. Sure: confidence of at least {SURE}; right: word F1 of at least {SURE}; gap: mean "
        f"distance of the two means in ten bins by confidence. With the site, the single pages of wcxb are pages alone."
    )
    goal = f"Goal: at least {MIN_SURE_SHARE:.0%} of all pages sure, and at least {MIN_RIGHT_SHARE:.0%} of these right. "
    goal += f"Reached: {'; '.join(reached)}." if reached else "Not reached."
    picture = f"![Mean F1 against confidence, and pages in each bin]({CALIBRATION_FIGURE.name})"
    return "\n\n".join([text, goal, markdown(head, rows), *_saw(calibration), picture])


def curve_part(curve: Mapping[str, Mapping]) -> str:
    """F1 by number of pages learned from, as tables and a picture, and whether the goal is reached."""
    if not curve:
        return NOT_MEASURED
    text = (
        "Mean over sites of the F1 of pages that are not in the sample (`all`: the site's figures when every page is "
        "learned from). All figures of a line are of the same pages. One page alone says nothing of its site, so 1 is "
        "`alone`."
    )
    parts = [text]
    for more_than, cohort in sorted(curve["cohorts"].items(), key=lambda item: int(item[0])):
        rows = [
            [_titled(data, figures["sites"]), *(f"{one:.3f}" for one in figures["f1"])]
            for data, figures in [*_sets(cohort["sets"]), ("all", cohort["all"])]
        ]
        parts.append(f"Sites of more than {more_than} pages:")
        parts.append(markdown(["set", *map(str, cohort["learned_from"])], rows))
        loss = cohort["all"]["loss"]
        verdict = "reached" if loss <= MAX_LOSS else "not reached"
        parts.append(
            f"Goal: 8 pages at most {MAX_LOSS} below all. All less 8: {_signed(loss)} "
            f"(standard error {cohort['all']['loss_error']:.3f}), {verdict}."
        )
    return "\n\n".join([*parts, *_saw(curve), f"![F1 against pages learned from]({CURVE_FIGURE.name})"])


def _divider(field: str):
    return lambda results, state: group_columns(results, field, state)


def _sets(results: Mapping[str, Mapping]) -> list[tuple[str, Mapping]]:
    """The real data sets in order, else what stands in for them."""
    names = [name for name in REAL_SETS if name in results] or list(results)
    return [(name, results[name]) for name in names]


def _sites(rows: Mapping[str, Mapping]) -> int | None:
    return next((row["sites"] for row in rows.values() if "sites" in row), None)


def _has(row: Mapping, field: str, group: str) -> bool:
    return "failed" in row or group in row.get(f"f1_by_{field}", {})


def _of_group(row: Mapping, field: str, group: str) -> Mapping:
    return row if "failed" in row else {**row, "f1": row[f"f1_by_{field}"][group]}


def _titled(name: str, sites: int | None) -> str:
    return name if sites is None else f"{name} ({sites})"


def _difference(column: Column) -> str:
    if column.difference is None:
        return "–"
    return f"**{_signed(column.difference)}**" if column.is_behind else _signed(column.difference)


def _signed(value: float) -> str:
    return f"{value:+.3f}".replace("-", "−")


def _calibration_figures(figures: Mapping) -> list[str]:
    shares = ["–" if figures[name] is None else f"{figures[name]:.1%}" for name in ("sure_share", "right_share")]
    means = ["–" if figures[name] is None else f"{figures[name]:.3f}" for name in ("confidence", "f1", "gap")]
    return [str(figures["pages"]), *shares, *means]


def _saw(results: Mapping) -> list[str]:
    return [SAW_PAGES] if results.get("saw_pages") else []

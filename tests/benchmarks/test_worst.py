"""The list of worst pages; what aligns a page with its gold is not installed here and not needed for these parts."""

from __future__ import annotations

import numpy as np

from benchmarks.pages import PageRow
from benchmarks.worst import Failure, longest_units, report, worst_rows


def _row(path, f1, **known):
    return PageRow(path, "a", f1, 0.5, 0.25, 0.75, "article", **known)


def test_the_worst_pages_come_worst_first_and_equal_ones_by_path():
    rows = [_row("a/2", 0.4), _row("a/3", 0.9), _row("a/1", 0.4), _row("a/4", 0.0)]

    assert [row.path for row in worst_rows(rows, 3)] == ["a/4", "a/1", "a/2"]


def test_the_longest_chosen_units_are_shown_short_and_on_one_line():
    texts = ["one two", "x" * 100, "a b\nc", "not chosen at all"]

    shown = longest_units(texts, np.array([2, 1, 3, 4], np.int32), np.array([True, True, True, False]))

    assert shown == ("    3 a b c", "    2 one two", f"    1 {'x' * 80}")


def test_a_page_is_a_line_of_figures_then_what_was_wrongly_kept_and_lost():
    failure = Failure(
        _row("a/1.html", 0.3333, page_type="forum"), 40, 20, ("    9 Related stories",), ("   12 Dear all",)
    )

    assert report("wcxb", [failure]).splitlines()[1:] == [
        "0.333 0.500 0.250 0.750     40     20  article (gold: forum)  a/1.html",
        "    +     9 Related stories",
        "    -    12 Dear all",
    ]

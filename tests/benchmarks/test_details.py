"""The tables of docs/results/accuracy.md, from literal results."""

from __future__ import annotations

from benchmarks import tables
from benchmarks.details import DETAILS, NOT_MEASURED, Column, details

ROWS = {
    "sitegrain_site": {
        "f1": 0.9,
        "sites": 12,
        "f1_by_lang": {"el": 0.7, "zh": 0.8},
        "sites_by_lang": {"el": 4, "zh": 8},
    },
    "trafilatura": {"f1": 0.8, "sites": 12, "f1_by_lang": {"el": 0.9, "zh": 0.82}},
    "goose3": {"failed": "no module"},
}


def test_what_is_not_measured_yet_is_said_so():
    text = details({}, {}, {}, {})

    assert text.count(NOT_MEASURED) == 3
    assert text.endswith(f"{NOT_MEASURED}\n")


def test_each_group_has_a_column_with_the_best_other_and_our_difference_to_it():
    lines = details({"daniel": ROWS}, {}, {}, {}).splitlines()

    start = lines.index("## Language: daniel, pages as they are")
    assert lines[start + 2 : start + 9] == [
        "| extractor | el (4) | zh (8) |",
        "| --- | ---: | ---: |",
        "| **sitegrain**, learning from the site | 0.700 | 0.800 |",
        "| trafilatura | **0.900** | **0.820** |",
        "| goose3 | failed | failed |",
        "| best other | trafilatura | trafilatura |",
        "| difference | −0.200 | **−0.020** |",
    ]


def test_only_groups_of_five_sites_and_more_are_called_out():
    """Greek is worse by far, but of four sites."""
    lines = details({"daniel": ROWS}, {}, {}, {}).splitlines()

    called_out = [line for line in lines if line.startswith("| daniel, ")]
    assert called_out == ["| daniel, zh, pages as they are | 8 | 0.800 | trafilatura 0.820 | **−0.020** |"]


def test_a_set_of_one_language_has_no_table_of_languages():
    rows = {"trafilatura": {"f1": 0.8, "sites": 2, "f1_by_lang": {"en": 0.8}}}

    assert "## Language" not in details({"dragnet": rows}, {}, {}, {})


def test_we_are_measured_by_the_site_where_there_is_one_else_by_the_page():
    page, site, whole = ({"f1": value} for value in (0.7, 0.6, 0.65))

    assert Column("", "", 9, {"sitegrain_site": site, "sitegrain_page": page, "whole_page": whole}).difference == -0.05
    assert Column("", "", 9, {"sitegrain_page": page, "whole_page": whole}).difference == 0.05
    assert Column("", "", 9, {"sitegrain_page": page}).difference is None


def test_calibration_and_curve_say_whether_their_goals_are_reached():
    figures = {"pages": 4, "sure_share": 0.5, "right_share": None, "confidence": 0.8, "f1": 0.7, "gap": 0.1}
    calibration = {"modes": {"site": {"all": figures, "sets": {"daniel": figures}}}}
    means = {"sites": 3, "f1": [0.9, 0.925], "loss": 0.025, "loss_error": 0.01}
    curve = {"cohorts": {"8": {"learned_from": [8, "all"], "all": means, "sets": {"daniel": means}}}}

    lines = details({}, {}, calibration, curve).splitlines()

    assert "| with the site | daniel | 4 | 50.0% | – | 0.800 | 0.700 | 0.100 |" in lines
    assert "Goal: at least 50% of all pages sure, and at least 85% of these right. Not reached." in lines
    assert "| daniel (3) | 0.900 | 0.925 |" in lines
    assert any(line.endswith("All less 8: +0.025 (standard error 0.010), not reached.") for line in lines)


def test_the_document_is_that_of_the_committed_results():
    assert DETAILS.read_text(encoding="utf-8") == tables.current_details()

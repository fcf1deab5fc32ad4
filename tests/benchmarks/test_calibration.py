"""Confidence beside F1: bins, shares, the goal, and the picture of them."""

from __future__ import annotations

import pytest

from benchmarks.calibration import bins, calibrate, calibrate_mode, reaches_goal, summary
from benchmarks.figures import draw_calibration
from benchmarks.pages import PageRow, pages_path, write_pages


def _rows(*pairs):
    return [PageRow(f"a/{i}.html", "a", f1, f1, f1, confidence) for i, (confidence, f1) in enumerate(pairs)]


@pytest.mark.parametrize(
    ("confidence", "expected"), [(0.0, 0), (0.0999, 0), (0.1, 1), (0.3, 3), (0.6, 6), (0.7, 7), (0.9, 9), (1.0, 9)]
)
def test_a_bin_holds_its_lower_bound_and_the_last_one_holds_1(confidence, expected):
    found = bins(_rows((confidence, 0.5)))

    assert [number for number, one in enumerate(found) if one["pages"]] == [expected]


def test_a_bin_has_the_means_of_its_pages_and_an_empty_one_has_none():
    found = bins(_rows((0.92, 1.0), (0.98, 0.5), (0.5, 0.4)))

    assert len(found) == 10
    assert found[9] == {"from": 0.9, "pages": 2, "confidence": 0.95, "f1": 0.75}
    assert found[5] == {"from": 0.5, "pages": 1, "confidence": 0.5, "f1": 0.4}
    assert found[0] == {"from": 0.0, "pages": 0}


def test_shares_and_gap_are_of_pages():
    """Five pages, one without confidence. Sure: .95 and .9, so 2 of 5; right: one of the 2.

    Bins: .9 up holds (.95, 1) and (.9, .8): means .925 and .9, off by .025; .5 up: (.5, .7) off by .2; .2 up: (.2, .2).
    Gap: (2 * .025 + .2 + 0) / 4 = .0625.
    """
    figures = calibrate(_rows((0.95, 1.0), (0.9, 0.8), (0.5, 0.7), (0.2, 0.2), (None, 0.0)))

    assert (figures["pages"], figures["failed"]) == (5, 1)
    assert (figures["sure_share"], figures["right_share"]) == (0.4, 0.5)
    assert figures["gap"] == pytest.approx(0.0625, abs=1e-4)
    assert figures["f1"] == pytest.approx(2.7 / 5)


@pytest.mark.parametrize(
    ("sure", "right", "expected"), [(0.5, 0.85, True), (0.49, 1.0, False), (1.0, 0.84, False), (0.0, None, False)]
)
def test_the_goal_asks_for_sure_pages_and_for_right_ones(sure, right, expected):
    assert reaches_goal({"sure_share": sure, "right_share": right}) is expected


def test_with_the_site_single_pages_count_as_pages_alone(tmp_path):
    for data, peer, f1 in (("daniel", "sitegrain_site", 1.0), ("wcxb", "sitegrain_page", 0.5)):
        write_pages(pages_path(tmp_path, data, peer, is_stripped=False), _rows((0.95, f1)))

    found = calibrate_mode("site", tmp_path)

    assert {data: figures["f1"] for data, figures in found["sets"].items()} == {"daniel": 1.0, "wcxb": 0.5}
    assert found["all"]["f1"] == 0.75
    assert calibrate_mode("site-stripped", tmp_path) == {}


def test_the_picture_is_the_same_every_time(tmp_path):
    figures = calibrate(_rows((0.95, 1.0), (0.5, 0.7)))
    results = {"modes": {"site": {"all": figures, "sets": {"daniel": figures}}}}

    for name in ("a", "b"):
        draw_calibration(results, tmp_path / f"{name}.svg")

    drawn = (tmp_path / "a.svg").read_bytes()
    assert drawn == (tmp_path / "b.svg").read_bytes()
    assert b"<dc:date>" not in drawn


def test_the_summary_says_whether_the_goal_is_reached():
    figures = calibrate(_rows((0.95, 1.0), (0.5, 0.7)))

    lines = summary({"modes": {"site": {"all": figures, "sets": {"daniel": figures}}}}).splitlines()

    assert lines[1].split() == ["site", "daniel", "2", "0.500", "1.000", "0.725", "0.850", "0.125"]
    assert lines[-1] == "goal (50% sure, 85% of them right), site: reached"

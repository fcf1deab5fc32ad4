"""How a site's pages are divided into those learned from and those extracted, and what is averaged."""

from __future__ import annotations

import pytest

from benchmarks.figures import draw_sample_curve
from benchmarks.sample_curve import Curve, report, splits, summarize


def test_a_large_site_is_divided_once():
    (split,) = splits("a.org", 20, 8)

    assert (len(split.learned), len(split.extracted)) == (8, 12)
    assert sorted(split.learned + split.extracted) == list(range(20))


@pytest.mark.parametrize(("n_pages", "n_splits", "n_extracted"), [(9, 4, 4), (10, 2, 4), (11, 2, 6), (12, 1, 4)])
def test_a_small_site_is_divided_until_four_different_pages_were_extracted(n_pages, n_splits, n_extracted):
    """Of 11 pages 3 are left besides 8: two divisions, 6 pages."""
    found = splits("a.org", n_pages, 8)

    assert len(found) == n_splits
    assert len({page for split in found for page in split.extracted}) == n_extracted
    for split in found:
        assert sorted(split.learned + split.extracted) == list(range(n_pages))


def test_the_shuffle_depends_on_the_site_alone():
    assert splits("a.org", 40, 8) == splits("a.org", 40, 8)
    assert splits("a.org", 40, 8) != splits("b.org", 40, 8)
    assert splits("a.org", 40, 32)[0].learned[:8] == splits("a.org", 40, 8)[0].learned


def test_figures_are_means_over_sites_and_the_loss_is_paired():
    """Losses of the three sites: .1, 0 and .2; mean .1, deviation .1, standard error .1 / sqrt(3)."""
    curves = [Curve("daniel", "a", (0.8, 0.9)), Curve("daniel", "b", (0.6, 0.6)), Curve("sites", "c", (0.7, 0.9))]

    found = summarize(curves, (8, "all"))

    assert found["learned_from"] == [8, "all"]
    assert found["all"] == {"sites": 3, "f1": [0.7, 0.8], "loss": 0.1, "loss_error": 0.0577}
    assert found["sets"]["daniel"]["f1"] == [0.7, 0.75]
    assert found["sets"]["sites"] == {"sites": 1, "f1": [0.7, 0.9], "loss": 0.2, "loss_error": 0.0}


def test_the_report_says_whether_eight_pages_are_enough():
    cohort = summarize([Curve("daniel", "a", (0.8, 0.805))], (8, "all"))

    lines = report({"cohorts": {"8": cohort}, "seconds": 3}).splitlines()

    assert lines[0].split()[-2:] == ["8", "all"]
    assert lines[1].split() == ["daniel", "1", "sites", "0.8000", "0.8050"]
    assert lines[-2] == "goal (8 pages at most 0.01 below all): 0.0050 ± 0.0000, reached"


def test_the_picture_is_the_same_every_time(tmp_path):
    cohort = summarize([Curve("daniel", "a", (0.7, 0.8, 0.9))], ("alone", 8, "all"))

    for name in ("a", "b"):
        draw_sample_curve({"cohorts": {"8": cohort}}, tmp_path / f"{name}.svg")

    assert (tmp_path / "a.svg").read_bytes() == (tmp_path / "b.svg").read_bytes()

"""The rows of single pages that are kept beside the means."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks.datasets import DataSet, Sample, load
from benchmarks.pages import page_row, pages_path, read_pages, write_pages
from benchmarks.peers import Extracted
from benchmarks.trials import add_trial, parse_trial
from sitegrain.measures.extraction import Score


def _sample(path, **known):
    return Sample(path, path.split("/")[0], Path("x"), Path("y"), **known)


def test_pages_of_equal_ids_on_two_sites_are_told_apart_by_their_paths(tmp_path):
    rows = [
        {"id": "index", "site": site, "html_path": f"pages/{site}/index.html", "gold_path": f"gold/{site}/index.txt"}
        for site in ("a.org", "b.org")
    ]
    (tmp_path / "pages.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")

    data = load("sites", tmp_path)

    assert [sample.id for sample in data.samples] == ["a.org/index.html", "b.org/index.html"]


def test_a_row_tells_how_a_page_went_and_what_we_said_of_it():
    row = page_row(_sample("a.org/x.html", lang="el"), Score(0.5, 1.0, 2 / 3, 0.4), Extracted("t", 0.123456, "article"))

    assert (row.path, row.site, row.lang, row.page_type) == ("a.org/x.html", "a.org", "el", None)
    assert (row.f1, row.precision, row.recall) == (0.6667, 0.5, 1.0)
    assert (row.confidence, row.kind) == (0.1235, "article")


def test_a_page_that_failed_has_no_confidence():
    row = page_row(_sample("a.org/x.html"), Score(0.0, 0.0, 0.0, 0.0), None)

    assert (row.f1, row.confidence, row.kind) == (0.0, None, None)


def test_rows_are_read_as_they_were_written(tmp_path):
    path = pages_path(tmp_path / "new", "daniel", "sitegrain_site", is_stripped=True)
    rows = [page_row(_sample("ä.org/x.html", lang="de"), Score(1.0, 1.0, 1.0, 1.0), Extracted("t", 1.0, "other"))]

    write_pages(path, rows)

    assert path.name == "daniel-sitegrain_site-stripped.jsonl"
    assert read_pages(path) == rows
    assert read_pages(tmp_path / "none.jsonl") == []


def test_a_part_of_a_set_is_its_first_sites_whole():
    data = DataSet("sites", tuple(map(_sample, ("b/1", "a/1", "b/2", "c/1"))))

    assert [sample.id for sample in data.first(2).samples] == ["b/1", "a/1", "b/2"]
    assert data.first(None) == data


def test_a_part_of_the_pages_is_never_a_result(capsys):
    import argparse

    parser = argparse.ArgumentParser()
    add_trial(parser)

    with pytest.raises(SystemExit):
        parse_trial(parser, ["--limit", "3"])
    assert "needs --trial" in capsys.readouterr().err
    assert parse_trial(parser, ["--limit", "3", "--trial", "x"]).limit == 3

"""`sitegrain extract`: formats, filters, counts, exit status."""

import json

import pytest

from tests.cli.sites import write_page, write_site


def test_a_folder_comes_out_as_json_lines_in_the_order_of_its_names(sitegrain, site):
    ended = sitegrain("extract", site)

    assert ended.status == 0
    assert [row["path"] for row in ended.rows] == [f"{n}.html" for n in range(6)]
    assert {(row["site"], row["layout"]) for row in ended.rows} == {("site", "layout-1")}
    assert ended.err == "sitegrain: 6 pages: 6 extracted\n"


def test_a_file_is_a_page_by_itself(sitegrain, tmp_path):
    ended = sitegrain("extract", write_page(tmp_path / "page.html"), "-f", "text")

    assert "said the keeper" in ended.out
    assert ended.err == "sitegrain: 1 page: 1 extracted\n"


def test_blocks_fit_into_parquet(sitegrain, site, tmp_path):
    from pyarrow.parquet import read_table

    assert sitegrain("extract", site, "-o", tmp_path / "out.parquet", "--with", "blocks,dropped").status == 0

    dropped = read_table(tmp_path / "out.parquet").to_pylist()[0]["dropped"]
    assert dropped[0]["support"] == 6


def test_a_hyphen_as_out_is_standard_output(sitegrain, site):
    assert len(sitegrain("extract", site, "-o", "-").rows) == 6
    assert len(sitegrain("segment", site, "-o", "-").rows) == 6


def test_a_page_comes_in_on_standard_input(sitegrain, tmp_path):
    html = write_page(tmp_path / "page.html").read_text()

    assert sitegrain("extract", "-", stdin=html).rows[0]["path"] == "-"
    assert "said the keeper" in sitegrain("extract", "-", "-f", "markdown", stdin=html).out


@pytest.mark.parametrize(
    ("form", "name"), [("text", "0.txt"), ("markdown", "0.md"), ("html", "0.html"), ("xml", "0.xml")]
)
def test_a_folder_as_out_gets_a_file_a_page(sitegrain, site, tmp_path, form, name):
    assert sitegrain("extract", site, "-o", f"{tmp_path}/out/", "-f", form).status == 0

    assert len(list((tmp_path / "out").iterdir())) == 6
    assert "said the keeper" in (tmp_path / "out" / name).read_text()


def test_a_folder_with_something_in_it_is_kept_unless_told(sitegrain, site, tmp_path):
    kept = write_page(tmp_path / "out" / "mine.html") if (tmp_path / "out").mkdir() is None else None

    refused = sitegrain("extract", site, "-o", f"{tmp_path}/out/")
    written = sitegrain("extract", site, "-o", f"{tmp_path}/out/", "--overwrite")

    assert (refused.status, written.status) == (2, 0)
    assert kept.exists()
    assert (tmp_path / "out" / "0.txt").exists()


def test_parquet_has_the_columns_that_were_asked_for(sitegrain, site, tmp_path):
    from pyarrow import parquet

    sitegrain("extract", site, "-o", tmp_path / "out.parquet", "--with", "markdown")

    table = parquet.read_table(tmp_path / "out.parquet")
    assert table.num_rows == 6
    assert "markdown" in table.column_names


def test_additions_are_given_as_lists_or_repeated(sitegrain, site):
    once = sitegrain("extract", site, "--with", "markdown,dropped", "--limit", 1).rows
    twice = sitegrain("extract", site, "--with", "markdown", "--with", "dropped", "--limit", 1).rows

    assert once == twice
    assert once[0]["dropped"][0]["text"].startswith("Home")


def test_many_texts_do_not_go_to_standard_output(sitegrain, site):
    ended = sitegrain("extract", site, "-f", "text")

    assert (ended.status, ended.out) == (2, "")
    assert ended.err == (
        "sitegrain: text of many pages cannot go to standard output: "
        "give a folder as OUT, or --limit 1 for the first page alone\n"
    )


def test_limit_ends_the_reading(sitegrain, site):
    assert len(sitegrain("extract", site, "--limit", 2).rows) == 2
    assert "said the keeper" in sitegrain("extract", site, "--limit", 1, "-f", "text").out


def test_pages_of_other_kinds_are_left_out_and_counted(sitegrain, site):
    (site / "empty.html").write_bytes(b"")
    kinds = {row.get("kind") for row in sitegrain("extract", site).rows}

    other = sitegrain("extract", site, "--kind", "thread" if "thread" not in kinds else "product")

    assert [row["path"] for row in other.rows] == ["empty.html"]
    assert other.err == "sitegrain: 7 pages: 0 extracted, 6 of other kinds, 1 skipped (empty 1)\n"
    assert other.status == 0


def test_skipped_pages_are_rows_and_fail_a_strict_run(sitegrain, site):
    (site / "empty.html").write_bytes(b"")

    lenient, strict = sitegrain("extract", site, "-v"), sitegrain("extract", site, "--strict")

    assert (lenient.status, strict.status) == (0, 1)
    assert lenient.rows[-1]["skipped"] == "empty: 0 bytes"
    assert lenient.err.splitlines() == [
        "sitegrain: empty.html: skipped: empty: 0 bytes",
        "sitegrain: 7 pages: 6 extracted, 1 skipped (empty 1)",
    ]


def test_a_source_without_a_usable_page_fails(sitegrain, tmp_path):
    (tmp_path / "site").mkdir()
    nothing = sitegrain("extract", tmp_path / "site")
    (tmp_path / "site" / "a.html").write_bytes(b"")
    only_skipped = sitegrain("extract", tmp_path / "site")

    assert (nothing.status, only_skipped.status) == (1, 1)
    assert nothing.err == "sitegrain: 0 pages: 0 extracted\n"


def test_rules_of_the_user_win(sitegrain, site):
    kept = sitegrain("extract", site, "--keep", "footer").rows[0]["text"]
    dropped = sitegrain("extract", site, "--keep", "footer", "--drop", "h1", "--drop", "footer").rows[0]["text"]

    assert "All rights reserved" in kept
    assert "All rights reserved" not in dropped
    assert "Story 0" not in dropped


def test_the_report_counts_by_reason_kind_and_site(sitegrain, tmp_path):
    write_site(tmp_path / "crawl" / "a.example")
    write_site(tmp_path / "crawl" / "b.example", n_pages=2)
    (tmp_path / "crawl" / "b.example" / "x.html").write_bytes(b"%PDF-1.4")

    sitegrain("extract", tmp_path / "crawl", "--report", tmp_path / "report.json", "-o", tmp_path / "out.jsonl")

    report = json.loads((tmp_path / "report.json").read_text())
    assert report["sites"] == {"a.example": 6, "b.example": 2}
    assert (report["pages"], report["extracted"], report["skipped"]) == (9, 8, {"not html": 1})
    assert sum(report["kinds"].values()) == 8
    assert {"sitegrain", "python", "numpy"} <= set(report["versions"])


def test_pages_of_unknown_sites_are_told(sitegrain, tmp_path):
    source = tmp_path / "pages.jsonl"
    source.write_text(
        "".join(json.dumps({"html": f"<p>Page {n} says a few words of its own"}) + "\n" for n in range(2))
    )

    alone, together = sitegrain("extract", source), sitegrain("extract", source, "--group-by", "folder")

    assert "2 pages have neither url nor host and stand alone; --group-by folder takes them" in alone.err
    assert [row["site"] for row in together.rows] == ["pages", "pages"]
    assert [row["path"] for row in alone.rows] == ["pages.jsonl#1", "pages.jsonl#2"]


def test_processes_give_the_same_rows(sitegrain, site):
    assert sitegrain("extract", site, "--jobs", 2).out == sitegrain("extract", site).out


def test_a_larger_scorer_is_used_on_pages_alone_and_on_sites(sitegrain, site, tmp_path):
    def confidences(*arguments):
        return [row["confidence"] for row in sitegrain("extract", *arguments).rows]

    assert sitegrain("learn", site, "-o", tmp_path / "site.grain", "--thorough").status == 0
    with_model = confidences(site, "-m", tmp_path / "site.grain")

    assert confidences(site, "--thorough") == with_model != confidences(site)
    assert confidences(site, "--thorough", "--group-by", "none") != confidences(site, "--group-by", "none")


def test_a_model_is_used_instead_of_learning(sitegrain, site, tmp_path):
    sitegrain("learn", site, "-o", tmp_path / "site.grain")
    page = write_page(tmp_path / "new.html")

    row = sitegrain("extract", page, "-m", tmp_path / "site.grain").rows[0]

    assert (row["site"], row["layout"]) == ("site", "layout-1")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--precision", "--recall"], "--precision and --recall exclude each other."),
        (["--with", "markdown,colour"], "Invalid value for '--with': 'colour' is not one of markdown, html,"),
        (["--kind", "novel"], "Invalid value for '--kind': 'novel' is not one of article, listing,"),
        (["--keep", "p["], "p["),
        (["--jobs", "0"], "Invalid value for '-j' / '--jobs': 0 is not in the range x>=1."),
        (["--page-timeout", "0"], "'--page-timeout': 0.0 is not in the range x>0."),
        (["--colour"], "--colour"),
        (["-o", "out.xyz"], "out.xyz does not tell the format"),
        (["-f", "parquet"], "parquet cannot go to standard output"),
    ],
)
def test_wrong_use_is_one_line(sitegrain, site, arguments, message):
    ended = sitegrain("extract", site, *arguments)

    assert (ended.status, ended.out) == (2, "")
    assert ended.err.startswith("sitegrain: ")
    assert ended.err.count("\n") == 1
    assert message in ended.err


def test_columns_are_not_added_to_what_has_none(sitegrain, site, tmp_path):
    ended = sitegrain("extract", site, "-o", f"{tmp_path}/out/", "-f", "text", "--with", "markdown")

    assert ended.status == 2
    assert "text has no columns" in ended.err


def test_if_every_page_is_skipped_the_way_to_the_reasons_is_said(sitegrain, tmp_path):
    (tmp_path / "a.html").write_bytes(b"")

    assert sitegrain("extract", tmp_path / "a.html").err.endswith("1 skipped (empty 1); -v says why\n")
    assert "; -v says why" not in sitegrain("extract", tmp_path / "a.html", "-v").err

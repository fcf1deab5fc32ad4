"""`learn`, `segment`, `strip`, `explain`."""

import json

import pytest

from tests.cli.sites import write_page, write_site


def test_learning_one_site_prints_its_numbers(sitegrain, site, tmp_path):
    ended = sitegrain("learn", site, "-o", tmp_path / "site.grain")

    header, row = (line.split("\t") for line in ended.out.splitlines())
    assert header == ["site", "pages", "sampled", "layouts", "classes", "template_share"]
    assert row[:4] == ["site", "6", "6", "1"]
    assert ended.err == "sitegrain: 6 pages: 6 read\n"
    assert ended.status == 0


def test_a_folder_gets_a_model_a_site_and_gives_them_back(sitegrain, tmp_path):
    for name in ("a.example", "b.example"):
        write_site(tmp_path / "crawl" / name, name)
    write_site(tmp_path / "crawl" / "c.example", n_pages=1)

    learned = sitegrain("learn", tmp_path / "crawl", "-o", tmp_path / "models")
    used = sitegrain("extract", tmp_path / "crawl", "-m", tmp_path / "models")

    assert sorted(path.name for path in (tmp_path / "models").iterdir()) == ["a.example.grain", "b.example.grain"]
    assert "sitegrain: c.example: no model: one page is not enough to learn from" in learned.err
    assert learned.status == 0
    assert sitegrain("learn", tmp_path / "crawl", "-o", tmp_path / "models", "--strict").status == 1
    assert "no model for c.example; learned from the source" in used.err
    assert {row["layout"] for row in used.rows[:-1]} == {"layout-1"}


def test_rules_are_saved_with_the_model(sitegrain, site, tmp_path):
    sitegrain("learn", site, "-o", tmp_path / "site.grain", "--keep", "footer")

    assert "All rights reserved" in sitegrain("extract", site, "-m", tmp_path / "site.grain").rows[0]["text"]


def test_one_page_is_nothing_to_learn_from(sitegrain, tmp_path):
    one = sitegrain("learn", write_site(tmp_path / "one", n_pages=1), "-o", tmp_path / "one.grain")
    lone = sitegrain("learn", write_page(tmp_path / "lone.html"), "-o", tmp_path / "lone.grain")

    assert (one.status, lone.status) == (1, 2)
    assert not (tmp_path / "one.grain").exists()


def test_pages_of_no_site_are_told_when_learning(sitegrain, tmp_path):
    (tmp_path / "pages.jsonl").write_text('{"html": "<p>one"}\n{"html": "<p>two"}\n')

    ended = sitegrain("learn", tmp_path / "pages.jsonl", "-o", tmp_path / "site.grain")

    assert "2 pages have neither url nor host and belong to no site" in ended.err
    assert ended.status == 1


def test_blocks_come_with_class_support_and_weight(sitegrain, site):
    rows = sitegrain("segment", site).rows

    menu = rows[0]["blocks"][0]
    assert menu["text"].startswith("Home")
    assert (menu["support"], menu["weight"]) == (6, 0.0)
    assert rows[0]["weights"]["zero_share"] > 0


def test_blocks_are_json_lines_only(sitegrain, site, tmp_path):
    assert sitegrain("segment", site, "-o", tmp_path / "blocks.txt").status == 2
    assert sitegrain("segment", site, "-o", tmp_path / "blocks.jsonl").status == 0
    assert len((tmp_path / "blocks.jsonl").read_text().splitlines()) == 6


def test_stripped_pages_are_at_the_same_places(sitegrain, site, tmp_path):
    (site / "deep").mkdir()
    write_page(site / "deep" / "x.html")

    ended = sitegrain("strip", site, "-o", tmp_path / "bare")

    assert ended.err == "sitegrain: 7 pages: 7 stripped\n"
    stripped = (tmp_path / "bare" / "deep" / "x.html").read_text()
    assert "said the keeper" in stripped
    assert "News of" not in stripped


def test_explaining_tells_why_block_by_block(sitegrain, site):
    ended = sitegrain("explain", site / "2.html", "--site", site)

    lines = ended.out.splitlines()
    assert lines[0] == "page        2.html"
    assert "site        site, layout-1, learned from 6 pages" in lines
    assert any(line.startswith("dropped  score") and "support 6/6  weight 0.00" in line for line in lines)
    assert any(line.startswith("kept     score") for line in lines)
    assert any("said the keeper" in line or "…" in line for line in lines)


def test_explaining_as_json_has_every_block_with_its_reasons(sitegrain, site, tmp_path):
    sitegrain("learn", site, "-o", tmp_path / "site.grain")

    about = json.loads(sitegrain("explain", site / "2.html", "-m", tmp_path / "site.grain", "--json").out)

    assert about["sample_pages"] == 6
    assert about["selector"]
    assert {block["kept"] for block in about["blocks"]} == {True, False}
    assert all(block["reasons"] for block in about["blocks"])


def test_a_page_alone_is_explained_by_itself(sitegrain, tmp_path):
    ended = sitegrain("explain", "-", stdin=write_page(tmp_path / "a.html").read_text())

    assert "site        unknown: the page alone" in ended.out
    assert "support" not in ended.out


def test_explaining_wants_one_page_and_one_model(sitegrain, site, tmp_path):
    write_site(tmp_path / "crawl" / "a.example")
    write_site(tmp_path / "crawl" / "b.example")
    sitegrain("learn", tmp_path / "crawl", "-o", tmp_path / "models")
    page = site / "1.html"

    many = sitegrain("explain", site)
    both = sitegrain("explain", page, "--site", site, "-m", tmp_path / "models")
    which = sitegrain("explain", page, "-m", tmp_path / "models")

    assert [ended.status for ended in (many, both, which)] == [2, 2, 2]
    assert "PAGE is one page" in many.err
    assert "exclude each other" in both.err
    assert "has many models, and none for 1.html" in which.err


def test_a_page_that_cannot_be_used_is_not_explained(sitegrain, tmp_path):
    (tmp_path / "a.html").write_bytes(b"%PDF-1.4")

    ended = sitegrain("explain", tmp_path / "a.html")

    assert ended.status == 1
    assert "skipped: not html: starts with the signature of a PDF" in ended.err


@pytest.mark.parametrize("command", ["extract", "learn", "segment", "strip", "explain", "evaluate"])
def test_every_command_has_its_help(sitegrain, command):
    ended = sitegrain(command, "--help")

    assert ended.status == 0
    assert f"sitegrain {command}" in ended.out


def test_pages_are_segmented_by_a_published_method(sitegrain, site):
    rows = sitegrain("segment", site, "--method", "som-tree", "--set", "alpha=4").rows

    assert {row["method"] for row in rows} == {"som-tree"}
    assert rows[0]["blocks"][0]["support"] == 6


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--method", "som-tree", "--set", "alpha"], "not of the form NAME=VALUE"),
        (["--method", "som-tree", "--set", "gamma=1"], "som-tree has no parameter 'gamma'"),
        (["--method", "som-tree", "--set", "alpha=0"], "alpha must be at least 1, got 0"),
        (["--method", "som-tree", "--set", "alpha=x"], "alpha of som-tree must be int, got 'x'"),
        (["-o", "blocks.csv"], "blocks.csv must end in .jsonl or .jsonl.gz"),
        (["--set", "alpha=1"], "--set and --weigh are for a --method"),
        (["--method", "som-tree", "-m", "x.grain"], "-m and --method exclude each other"),
    ],
)
def test_a_method_that_cannot_be_used_is_told_before_any_page_is_read(sitegrain, site, options, message):
    ended = sitegrain("segment", site, *options)

    assert (ended.status, ended.out) == (2, "")
    assert message in ended.err


def test_reference_blocks_are_proposed_and_followed(sitegrain, site, tmp_path):
    proposed = sitegrain("evaluate", "propose", site, "-o", tmp_path / "blocks", "--method", "style-tree")
    followed = sitegrain("evaluate", "follow", tmp_path / "blocks", site, "-o", tmp_path / "reference.jsonl")
    sitegrain("segment", site, "-o", tmp_path / "ours.jsonl")
    ended = sitegrain("evaluate", "segmentation", tmp_path / "reference.jsonl", tmp_path / "ours.jsonl", "--json")

    assert "6 pages: " in proposed.err
    assert sorted(path.suffix for path in (tmp_path / "blocks").iterdir())[:1] == [".html"]
    assert followed.status == 0
    assert ended.rows[0]["pages"] == 6

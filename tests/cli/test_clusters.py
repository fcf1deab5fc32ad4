"""`sitegrain cluster` and `sitegrain duplicates`."""

import json
import re
import shlex
from pathlib import Path

import pytest

from sitegrain.cli.duplicates import duplicates
from sitegrain.clusters.duplicates import THRESHOLD
from tests.cli.sites import write_site

REPOSITORY = Path(__file__).resolve().parents[2]


@pytest.fixture
def copied(tmp_path):
    """A folder of two sites, of which the second has a page of the first in its own frame."""
    for name in ("a.example", "b.example"):
        write_site(tmp_path / "crawl" / name, name)
    story = (tmp_path / "crawl" / "a.example" / "2.html").read_text()
    start, end = story.index("<main>"), story.index("</main>")
    other = (tmp_path / "crawl" / "b.example" / "0.html").read_text()
    before, after = other.split("<main>")[0], other.split("</main>")[1]
    (tmp_path / "crawl" / "b.example" / "9.html").write_text(before + story[start:end] + "</main>" + after)
    (tmp_path / "crawl" / "b.example" / "empty.html").write_text("")
    return tmp_path / "crawl"


def own_numbers(rows):
    return {row["path"]: row for row in rows}


def test_an_article_in_two_frames_is_told_page_by_page(sitegrain, copied, tmp_path):
    ended = sitegrain("duplicates", copied, "-o", tmp_path / "out.jsonl")
    rows = own_numbers(map(json.loads, (tmp_path / "out.jsonl").read_text().splitlines()))

    assert ended.status == 0
    assert rows["b.example/9.html"]["duplicate_of"] == "a.example/2.html"
    assert rows["b.example/9.html"]["group"] == rows["a.example/2.html"]["group"]
    assert "skipped" in rows["b.example/empty.html"]
    assert ended.out == ""
    assert "7 pages repeat what an earlier one says" in ended.err  # the six of both sites, and the one that was copied
    assert "14 pages: 13 compared, 1 skipped" in ended.err


def test_the_table_has_the_groups_and_json_all_pages(sitegrain, copied):
    table = sitegrain("duplicates", copied)
    rows = sitegrain("duplicates", copied, "--json").rows

    header, *lines = (line.split("\t") for line in table.out.splitlines())
    assert header == ["group", "likeness", "site", "page", "title"]
    assert [line[3] for line in lines if line[3] in ("a.example/2.html", "b.example/9.html")] == [
        "a.example/2.html",
        "b.example/9.html",
    ]
    assert len(rows) == 14
    assert len(lines) == sum(row.get("group") is not None for row in rows)


@pytest.mark.parametrize(
    "options", [("--method", "head-tail"), ("--method", "som-tree", "--set", "alpha=4"), ("--whole",)]
)
def test_any_method_can_say_what_counts(sitegrain, copied, options):
    rows = own_numbers(sitegrain("duplicates", copied, "--json", *options).rows)

    assert rows["a.example/2.html"]["n_words"] > 40


def test_a_saved_model_is_used(sitegrain, site, tmp_path):
    sitegrain("learn", site, "-o", tmp_path / "site.grain")

    alike = sitegrain("duplicates", site, "-m", tmp_path / "site.grain", "--json")
    by_layout = sitegrain("cluster", site, "--by", "layout", "-m", tmp_path / "site.grain", "--json")

    assert alike.rows == sitegrain("duplicates", site, "--json").rows
    assert {row["cluster"] for row in by_layout.rows} == {"layout-1"}


def test_jobs_give_the_same_rows(sitegrain, copied):
    assert sitegrain("duplicates", copied, "--json", "-j", 2).rows == sitegrain("duplicates", copied, "--json").rows


def test_layouts_are_listed_with_what_tells_them(sitegrain, site):
    ended = sitegrain("cluster", site, "--by", "layout")

    header, *lines = (line.split("\t") for line in ended.out.splitlines())
    assert header == ["site", "cluster", "pages", "terms", "most typical page"]
    assert [line[:3] for line in lines] == [["site", "layout-1", "6"]]
    assert "6 pages: 6 clustered" in ended.err


def test_pages_in_no_cluster_are_told(sitegrain, tmp_path):
    (tmp_path / "one.html").write_text("<p>alone")

    ended = sitegrain("cluster", tmp_path / "one.html", "--by", "layout")

    assert "1 in no cluster: nothing was learned for its site" in ended.err
    assert ended.status == 0


def test_topics_of_pages(sitegrain, site):
    pytest.importorskip("sklearn", reason="the extra cluster is not installed")

    rows = sitegrain("cluster", site, "--json", "-k", 2).rows
    table = sitegrain("cluster", site, "-k", 2)

    assert {row["cluster"] for row in rows} == {1, 2}
    assert sitegrain("cluster", site, "--json", "-k", 2).rows == rows
    assert [line.split("\t")[1] for line in table.out.splitlines()[1:]] == ["1", "2"]


def test_more_topics_than_pages_are_refused(sitegrain, site):
    pytest.importorskip("sklearn", reason="the extra cluster is not installed")

    ended = sitegrain("cluster", site, "-k", 100)

    assert ended.status == 2
    assert "k must be at most 6" in ended.err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("duplicates", "--threshold", 0), "--threshold"),
        (("duplicates", "--threshold", 1.5), "--threshold"),
        (("duplicates", "--set", "alpha=4"), "--set and --weigh are for a --method"),
        (("duplicates", "--whole", "--method", "head-tail"), "--method and --whole exclude each other"),
        (("duplicates", "--method", "head-tail", "--set", "x=1"), "head-tail has no parameter 'x'"),
        (("duplicates", "--whole", "-m", "x.grain"), "-m and --whole exclude each other"),
        (("duplicates", "-o", "out.parquet"), "duplicates are written as JSON lines"),
        (("cluster", "-o", "out/"), "clusters are written as JSON lines"),
        (("cluster", "--by", "layout", "-k", 3), "are for topics, not for layouts"),
        (("cluster", "-k", 0), "-k"),
    ],
)
def test_wrong_use(sitegrain, site, arguments, message):
    command, *options = arguments
    ended = sitegrain(command, site, *options)

    assert ended.status == 2
    assert message in ended.err
    assert ended.out == ""


def _documented():
    text = (REPOSITORY / "docs" / "clusters.md").read_text("utf-8")
    blocks = re.findall(r"^```sh\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    return [shlex.split(line, comments=True)[1:] for block in blocks for line in block.splitlines()]


@pytest.mark.parametrize("arguments", _documented(), ids=" ".join)
def test_the_commands_of_the_documentation_run(sitegrain, tmp_path, monkeypatch, arguments):
    if arguments[0] == "cluster" and "layout" not in arguments:
        pytest.importorskip("sklearn", reason="the extra cluster is not installed")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "examples").symlink_to(REPOSITORY / "examples")

    ended = sitegrain(*arguments)

    assert ended.status == 0
    assert "13 pages: 13" in ended.err
    assert ended.out or len((tmp_path / arguments[-1]).read_text("utf-8").splitlines()) == 13


def test_the_threshold_of_the_command_is_that_of_the_library():
    threshold = next(option for option in duplicates.params if option.name == "threshold")

    assert threshold.default == THRESHOLD

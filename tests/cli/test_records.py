"""`sitegrain records`."""

import csv
import json
import re
import shlex
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parent.parent.parent
LIST = (
    "<ul>" + "".join(f"<li><a href=/{name}>{name}</a> <b>{number}</b>" for number, name in enumerate("abc")) + "</ul>"
)
GROUPS = "<h2>One</h2><ul><li>a<li>b</ul><h2>Two</h2><ul><li>c<li>d<li>e</ul>"


@pytest.fixture
def page(tmp_path):
    path = tmp_path / "page.html"
    path.write_text(f"<nav><a href=/x>x</a> | <a href=/y>y</a></nav><main>{LIST}</main>")
    return path


def test_one_line_a_record(sitegrain, page):
    ended = sitegrain("records", page)

    assert (ended.status, len(ended.rows)) == (0, 3)
    assert ended.rows[1] == {
        "path": "page.html",
        "url": None,
        "region": 1,
        "record": 2,
        "span": [4, 6],
        "fields": {"link_url": "/b", "link": "b", "text": "1"},
    }
    assert ended.err.startswith("sitegrain: 3 records, region 1 of ")


def test_a_table(sitegrain, page, tmp_path):
    assert sitegrain("records", page, "-o", tmp_path / "a.csv").status == 0

    with (tmp_path / "a.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert rows[2] == {"region": "1", "record": "3", "link_url": "/c", "link": "c", "text": "2"}


def test_a_parquet_file(sitegrain, page, tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet", reason="the extra parquet is not installed")

    sitegrain("records", page, "-o", tmp_path / "a.parquet")

    rows = parquet.read_table(tmp_path / "a.parquet").to_pylist()
    assert rows[0] == {"region": 1, "record": 1, "link_url": "/a", "link": "a", "text": "0"}


def test_lines_in_a_file(sitegrain, page, tmp_path):
    ended = sitegrain("records", page, "-o", tmp_path / "a.jsonl")

    assert ended.out == ""
    assert len((tmp_path / "a.jsonl").read_text().splitlines()) == 3


def test_flat_records(sitegrain):
    rows = sitegrain("records", "-", "--flat", stdin=GROUPS).rows

    assert [(row["fields"]["heading"], row["fields"]["items"]) for row in rows] == [
        ("One", "a"), ("One", "b"), ("Two", "c"), ("Two", "d"), ("Two", "e"),
    ]  # fmt: skip


def test_other_regions(sitegrain, tmp_path):
    html = LIST + "<table>" + "".join(f"<tr><td>{n}<td>{n}2<td>{n}3" for n in "uv") + "</table>"

    first, second, both = (
        sitegrain("records", "-", *options, stdin=html).rows for options in ((), ("--region", 2), ("--all",))
    )

    assert [row["region"] for row in both] == [1] * len(first) + [2] * len(second)
    assert [row["fields"] for row in both] == [row["fields"] for row in [*first, *second]]
    ended = sitegrain("records", "-", "--region", 3, stdin=html)
    assert (ended.status, ended.err) == (2, "sitegrain: --region 3: - has 2 regions. See `sitegrain records --help`.\n")


def test_by_patterns_of_tags(sitegrain, page):
    rows = sitegrain("records", page, "--method", "iepad", "--set", "min_occurrences=2").rows

    assert [row["fields"]["text"] for row in rows] == ["a", "b", "c"]


@pytest.mark.parametrize("options", [(), ("-o", "out.csv"), ("-o", "out.jsonl")])
def test_no_records(sitegrain, tmp_path, monkeypatch, options):
    """Status 1, one line, and no output file."""
    monkeypatch.chdir(tmp_path)

    ended = sitegrain("records", "-", *options, stdin="<p>Only one text")

    assert (ended.status, ended.out) == (1, "")
    assert ended.err == "sitegrain: -: no records: nothing on the page recurs\n"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("-o", "a.txt"), "records are written as JSON lines or tables: a.txt must end in .jsonl, .csv or .parquet."),
        (("-o", "a.what"), "records are written as JSON lines or tables: a.what must end in .jsonl, .csv or .parquet."),
        (("--section",), "--section compares PAGE with other pages of its site: give --site."),
        (("-m", "a.grain", "--site", "b"), "-m and --site exclude each other"),
        (("--set", "tags=all"), "tree has no parameter 'tags'; it has none"),
        (("--method", "iepad", "--set", "min_compactness=2"), "min_compactness must be in [0, 1), got 2"),
    ],
)
def test_wrong_use(sitegrain, page, options, message):
    ended = sitegrain("records", page, *options)

    assert (ended.status, ended.out) == (2, "")
    assert message in ended.err
    assert ended.err.count("\n") == 1


def test_a_folder_is_no_page(sitegrain, site):
    ended = sitegrain("records", site)

    assert ended.status == 2
    assert "PAGE is one page" in ended.err


def test_a_page_that_cannot_be_used(sitegrain, tmp_path):
    (tmp_path / "a.html").write_bytes(b"%PDF-1.7 ...")

    ended = sitegrain("records", tmp_path / "a.html")

    assert ended.status == 1
    assert "skipped" in ended.err


def test_with_a_site_and_its_model(sitegrain, tmp_path):
    gazette = REPOSITORY / "examples" / "harbour-gazette"
    sitegrain("learn", gazette, "-o", tmp_path / "gazette.grain")

    by_site = sitegrain("records", gazette / "index.html", "--site", gazette)
    by_model = sitegrain("records", gazette / "index.html", "-m", tmp_path / "gazette.grain")

    assert by_site.rows == by_model.rows
    assert by_site.rows[0]["fields"]["link"] == "The island ferry gets its evening boat back"


def test_in_the_data_rich_section(sitegrain):
    gazette = REPOSITORY / "examples" / "harbour-gazette"

    rows = sitegrain("records", gazette / "tides.html", "--site", gazette, "--section").rows

    assert [row["fields"]["day"] for row in rows][:2] == ["Monday 20 May", "Tuesday 21 May"]


def _documented():
    """The commands of docs/records.md."""
    text = (REPOSITORY / "docs" / "records.md").read_text("utf-8")
    for block in re.findall(r"^```sh\n(.*?)^```", text, re.DOTALL | re.MULTILINE):
        yield from (
            shlex.split(line, comments=True)[1:] for line in block.splitlines() if line.startswith("sitegrain ")
        )


@pytest.mark.parametrize("command", list(_documented()), ids=" ".join)
def test_the_documented_commands_run(sitegrain, command, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "examples").symlink_to(REPOSITORY / "examples")

    ended = sitegrain(*command)

    assert ended.status == 0, ended.err


def test_columns_that_would_be_taken_get_a_number(sitegrain, tmp_path):
    """The table has columns named region and record of its own."""
    html = "<table><tr><th>Region<th>Record" + "".join(f"<tr><td>{n}<td>{n}2" for n in "abc") + "</table>"

    sitegrain("records", "-", "-o", tmp_path / "a.csv", stdin=html)

    assert (tmp_path / "a.csv").read_text().splitlines()[:2] == ["region,record,region_2,record_2", "1,1,a,a2"]


def test_json_holds_what_the_table_holds(sitegrain, tmp_path):
    sitegrain("records", "-", "-o", tmp_path / "a.csv", stdin=GROUPS)

    with (tmp_path / "a.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert json.loads(rows[1]["items"]) == ["c", "d", "e"]

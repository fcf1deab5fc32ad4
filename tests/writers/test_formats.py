"""What each format holds."""

import gzip
import json

import pytest

from sitegrain.errors import UsageError
from sitegrain.writers import COLUMNS, open_writer
from sitegrain.writers.parquet import GROUP_ROWS

NO_PARQUET = "the extra parquet is not installed"
PIECE = {
    "text": "Menu",
    "block_class": "ul.nav",
    "support": 7,
    "weight": 0.0,
    "score": 0.1,
    "reasons": ["on every page"],
    "images": [{"src": "/a.png", "alt": None, "caption": "A", "text": "Menu", "width": 40, "height": None}],
}
ROWS = [
    {"path": "a.html", "title": "né \ud83d", "text": "x\ny", "confidence": 0.5, "notes": ["odd"], "dropped": [PIECE]},
    {"path": "b.png", "skipped": "not html: a .png file"},
]
CLEAN = json.loads(json.dumps(ROWS).replace("\\ud83d", "\\ufffd"))


def write(out, *rows, **options):
    with open_writer(out, **options) as writer:
        for row in rows:
            writer.write(row)


def test_json_lines_hold_the_rows_as_they_are(tmp_path):
    write(tmp_path / "a.jsonl", *ROWS)
    write(tmp_path / "a.jsonl.gz", *ROWS)

    lines = (tmp_path / "a.jsonl").read_bytes()
    assert [json.loads(line) for line in lines.splitlines()] == CLEAN
    assert lines.startswith('{"path": "a.html", "title": "né \ufffd"'.encode())
    assert gzip.decompress((tmp_path / "a.jsonl.gz").read_bytes()) == lines


def test_a_packed_file_is_the_same_each_time(tmp_path):
    write(tmp_path / "a.jsonl.gz", *ROWS)
    write(tmp_path / "b.jsonl.gz", *ROWS)

    assert (tmp_path / "a.jsonl.gz").read_bytes() == (tmp_path / "b.jsonl.gz").read_bytes()


def test_parquet_has_the_columns_of_the_design_and_those_asked_for(tmp_path):
    pq = pytest.importorskip("pyarrow.parquet", reason=NO_PARQUET)
    write(tmp_path / "a.parquet", *ROWS, extras=("dropped",))

    table = pq.read_table(tmp_path / "a.parquet")

    assert table.column_names == [c for c in COLUMNS if c not in ("markdown", "html", "xml", "blocks")]
    rows = [{key: value for key, value in row.items() if value is not None} for row in table.to_pylist()]
    assert rows == CLEAN


def test_parquet_is_written_by_row_groups_of_one_schema(tmp_path):
    """The second group holds skipped rows only; its types are those of the first."""
    pq = pytest.importorskip("pyarrow.parquet", reason=NO_PARQUET)
    skipped = [{"path": f"{i}", "skipped": "empty: 0 bytes"} for i in range(GROUP_ROWS)]
    write(tmp_path / "a.parquet", {"path": "a", "text": "x"}, *skipped)

    file = pq.ParquetFile(tmp_path / "a.parquet")

    assert file.num_row_groups == 2
    assert file.metadata.num_rows == GROUP_ROWS + 1


def test_a_column_that_parquet_does_not_have_is_not_lost_in_silence(tmp_path):
    pytest.importorskip("pyarrow", reason=NO_PARQUET)

    with pytest.raises(ValueError, match="no column for cause, markdown"):
        write(tmp_path / "a.parquet", {"path": "a", "markdown": "x", "dropped": [{"cause": "x"}]}, extras=("dropped",))


def test_parquet_without_rows_is_a_table_without_rows(tmp_path):
    pq = pytest.importorskip("pyarrow.parquet", reason=NO_PARQUET)
    write(tmp_path / "a.parquet")

    assert pq.read_table(tmp_path / "a.parquet").num_rows == 0


@pytest.mark.parametrize(("name", "column"), [("a.txt", "text"), ("a.md", "markdown"), ("a.html", "html")])
def test_one_page_is_written_as_it_is(tmp_path, name, column):
    write(tmp_path / name, {column: "né"}, many=False)

    assert (tmp_path / name).read_text(encoding="utf-8") == "né\n"


def test_a_second_page_does_not_fit_into_one_text(tmp_path):
    with pytest.raises(UsageError, match="give a folder as OUT"):
        write(tmp_path / "a.txt", {"text": "a"}, {"text": "b"}, many=False)


def test_a_skipped_page_leaves_no_text(tmp_path):
    write(tmp_path / "a.txt", {"skipped": "empty: 0 bytes"}, many=False)

    assert list(tmp_path.iterdir()) == []


def test_a_folder_holds_a_file_a_page_and_the_rows_of_the_rest(tmp_path):
    write(f"{tmp_path}/out/", *ROWS, {"path": "d/c.html", "text": ""})

    files = {str(p.relative_to(tmp_path / "out")): p.read_text() for p in (tmp_path / "out").rglob("*") if p.is_file()}
    assert files == {
        "a.txt": "x\ny\n",
        "d/c.txt": "",
        "skipped.jsonl": '{"path": "b.png", "skipped": "not html: a .png file"}\n',
    }


def test_a_folder_of_json_holds_one_object_a_file(tmp_path):
    write(f"{tmp_path}/out/", *ROWS, file_format="jsonl")

    assert json.loads((tmp_path / "out/a.json").read_text()) == CLEAN[0]

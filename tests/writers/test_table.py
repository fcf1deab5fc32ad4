"""Tables whose columns come with the rows."""

import pytest

from sitegrain.errors import UsageError, WriteError
from sitegrain.writers import is_table, write_table

ROWS = [{"a": 1, "b": "x,y"}, {"a": 2, "b": None}, {"a": 3, "b": [{"c": "ü"}]}]


def test_csv(tmp_path):
    write_table(str(tmp_path / "t.csv"), ["a", "b"], ROWS)

    assert (tmp_path / "t.csv").read_text("utf-8") == 'a,b\n1,"x,y"\n2,\n3,"[{""c"": ""ü""}]"\n'


def test_parquet(tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet", reason="the extra parquet is not installed")

    write_table(str(tmp_path / "t.parquet"), ["a", "b", "d"], ROWS)

    assert parquet.read_table(tmp_path / "t.parquet").to_pydict() == {
        "a": [1, 2, 3],
        "b": ["x,y", None, '[{"c": "ü"}]'],
        "d": [None, None, None],
    }


def test_half_a_character(tmp_path):
    """A lone surrogate becomes U+FFFD."""
    write_table(str(tmp_path / "t.csv"), ["a"], [{"a": "\ud800"}])

    assert (tmp_path / "t.csv").read_text("utf-8") == "a\n\ufffd\n"


@pytest.mark.parametrize(("name", "is_one"), [("a.csv", True), ("a.PARQUET", True), ("a.jsonl", False), (None, False)])
def test_names_of_tables(name, is_one):
    assert is_table(name) == is_one


def test_another_suffix(tmp_path):
    with pytest.raises(UsageError, match=r"t\.xls does not tell the format: one of \.csv \.parquet"):
        write_table(str(tmp_path / "t.xls"), ["a"], [])


def test_a_folder_that_does_not_exist(tmp_path):
    with pytest.raises(WriteError, match="cannot write"):
        write_table(str(tmp_path / "none" / "t.csv"), ["a"], [])
    assert list(tmp_path.iterdir()) == []

"""Parquet: column types, missing and empty values, damage."""

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from sitegrain.errors import SourceError
from sitegrain.pages.raw import RawPage
from sitegrain.readers import read

PAGE = "<p>Hello</p>"


def write(path, **columns):
    pq.write_table(pa.table(columns), path)
    return path


@pytest.mark.parametrize("kind", [pa.string(), pa.large_string(), pa.binary(), pa.large_binary()])
def test_html_is_text_or_bytes(tmp_path, kind):
    value = PAGE if "string" in str(kind) else PAGE.encode()
    path = write(tmp_path / "p.parquet", html=pa.array([value], kind), url=["http://a.org/"], id=[7], host=["a"])

    assert list(read(path)) == [RawPage(value, url="http://a.org/", path="p.parquet#1", id=7, host="a")]


def test_repeated_values_stored_as_a_dictionary_are_read(tmp_path):
    path = write(tmp_path / "p.parquet", html=pa.array([PAGE, PAGE]).dictionary_encode())

    assert [page.html for page in read(path)] == [PAGE, PAGE]


def test_a_missing_value_costs_its_page_only(tmp_path):
    path = write(tmp_path / "p.parquet", html=[PAGE, None, PAGE])

    rows = list(read(path).records())

    assert rows[1].reason == "no html: the field `html` is missing"
    assert [row.path for row in rows] == ["p.parquet#1", "p.parquet#2", "p.parquet#3"]


def test_text_that_is_not_utf8_comes_as_its_bytes(tmp_path):
    broken = pa.array([b"<p>caf\xe9"], pa.binary()).view(pa.string())

    assert [page.html for page in read(write(tmp_path / "p.parquet", html=broken))] == [b"<p>caf\xe9"]


def test_pages_are_read_by_batches(tmp_path):
    path = write(tmp_path / "p.parquet", html=[f"<p>{i}" for i in range(100)])

    assert [page.path for page in read(path, limit=33)][-1] == "p.parquet#33"


def test_a_file_without_html_names_the_columns_it_has(tmp_path):
    with pytest.raises(SourceError, match="has no column `html`; its columns are body, url"):
        read(write(tmp_path / "p.parquet", body=[PAGE], url=["x"]))


def test_html_of_another_type_is_refused(tmp_path):
    with pytest.raises(SourceError, match="the column `html` holds int64"):
        read(write(tmp_path / "p.parquet", html=[1]))


@pytest.mark.parametrize("data", [b"", b"PAR1 no", b"PAR1" + bytes(100) + b"PAR1"])
def test_a_file_that_is_no_parquet_is_one_clear_line(tmp_path, data):
    (tmp_path / "p.parquet").write_bytes(data)

    with pytest.raises(SourceError, match=r"p\.parquet: not a readable Parquet file"):
        read(tmp_path / "p.parquet")


def test_damage_inside_ends_the_reading_with_a_row(tmp_path):
    path = write(tmp_path / "p.parquet", html=[f"<p>{i} {'word ' * 50}" for i in range(200)])
    data = bytearray(path.read_bytes())
    data[10:200] = bytes(190)
    path.write_bytes(data)

    *_, last = read(path).records()

    assert last.kind == "corrupt"

"""WACZ: the WARC files inside, and what is no WACZ."""

import gzip
import zipfile

import pytest

from readers.warcs import PAGE, record
from sitegrain.errors import SourceError
from sitegrain.readers import read


def make(path, members, compression=zipfile.ZIP_STORED):
    with zipfile.ZipFile(path, "w", compression) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return path


@pytest.mark.parametrize("compression", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
def test_the_pages_of_all_inner_files_come_in_the_order_of_their_names(tmp_path, compression):
    one = gzip.compress(record())
    members = {"archive/b.warc.gz": one, "archive/a.warc": record(), "pages/pages.jsonl": b"{}", "indexes/i.gz": one}

    pages = list(read(make(tmp_path / "s.wacz", members, compression)))

    assert [page.path for page in pages] == ["s.wacz/archive/a.warc#0", "s.wacz/archive/b.warc.gz#0"]
    assert pages[0].html == PAGE


def test_damage_inside_one_file_leaves_the_others(tmp_path):
    one = gzip.compress(record())
    members = {"archive/a.warc.gz": b"junk", "archive/b.warc.gz": one + b"junk" + one, "archive/c.warc.gz": one}

    rows = list(read(make(tmp_path / "s.wacz", members)).records())

    kinds = [getattr(row, "kind", "page") for row in rows]
    assert kinds == ["not a WARC", "page", "corrupt", "page", "page"]


def test_a_wrong_checksum_is_a_row(tmp_path):
    path = make(tmp_path / "s.wacz", {"archive/a.warc": record() * 2, "archive/b.warc": record()})
    data = bytearray(path.read_bytes())
    data[data.index(PAGE) + 4] ^= 1
    path.write_bytes(data)

    rows = list(read(path).records())

    assert "s.wacz/archive/b.warc#0" in {row.path for row in rows}
    assert any(getattr(row, "kind", "") in ("corrupt", "unreadable") for row in rows)


@pytest.mark.parametrize(
    ("data", "reason"), [(b"no zip", "not a readable WACZ file"), (None, "not a WACZ file, it has no archive")]
)
def test_a_file_that_is_no_wacz_is_one_clear_line(tmp_path, data, reason):
    if data is None:
        make(tmp_path / "s.wacz", {"a.txt": "x"})
    else:
        (tmp_path / "s.wacz").write_bytes(data)

    with pytest.raises(SourceError, match=reason):
        read(tmp_path / "s.wacz")

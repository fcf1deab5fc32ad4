"""A folder as output: existing folders, names, collisions."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitegrain.errors import WriteError
from sitegrain.writers import open_writer
from sitegrain.writers.names import MAX_NAME_BYTES, page_name, safe_name


def write(out, *paths, **options):
    with open_writer(f"{out}/", **options) as writer:
        for i, path in enumerate(paths):
            writer.write({"path": path, "text": str(i)})


def files(root):
    return {str(path.relative_to(root)): path.read_text().strip() for path in root.rglob("*") if path.is_file()}


def test_pages_of_one_name_get_numbers(tmp_path):
    write(tmp_path / "out", "a.html", "a.php", "a.htm", "a-2.html")

    assert files(tmp_path / "out") == {"a.txt": "0", "a-2.txt": "1", "a-3.txt": "2", "a-2-2.txt": "3"}


def test_a_folder_that_has_the_name_of_a_page_does_not_lose_pages(tmp_path):
    write(tmp_path / "out", "a.txt", "a.txt/b.html", "a.txt.txt/x.html", "a.txt.html")

    assert sorted(files(tmp_path / "out").values()) == ["0", "1", "2", "3"]


def test_an_empty_folder_is_taken(tmp_path):
    (tmp_path / "out").mkdir()

    write(tmp_path / "out", "a.html")

    assert files(tmp_path / "out") == {"a.txt": "0"}


def test_a_folder_with_something_in_it_is_refused(tmp_path):
    (tmp_path / "mine.txt").touch()

    with pytest.raises(WriteError, match="the folder is not empty"):
        write(tmp_path, "a.html")

    assert files(tmp_path) == {"mine.txt": ""}


def test_overwriting_replaces_files_of_the_same_name_only(tmp_path):
    out = tmp_path / "out"
    write(out, "a.html", "d/b.html")
    (out / "mine").touch()

    write(out, "x.html", "d/b.html", overwrite=True)

    assert files(out) == {"a.txt": "0", "x.txt": "0", "d/b.txt": "1", "mine": ""}
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


@pytest.mark.parametrize(
    ("path", "url", "name"),
    [
        ("d/a.html", "http://a.org/x", "d/a"),
        ("d/a.html.gz", None, "d/a"),
        ("a.b", None, "a.b"),
        ("c.warc.gz#12", "http://a.org:80/news/x.php?id=3#top", "a.org_80/news/x_id=3"),
        ("p.jsonl#12", None, "p.jsonl#12"),
        ("http://a.org/x/", "http://a.org/x/", "a.org/x/index"),
        ("c.warc#1", "http://[::1", "http___[__1"),
        ("-", None, "page-7"),
        (None, None, "page-7"),
        ("../../etc/passwd", None, "__/__/etc/passwd"),
        ("/etc/passwd", None, "etc/passwd"),
        ("CON/aux.html", None, "_CON/_aux"),
        (".html", None, "_html"),
        ("/".join("abcdefghijklmnop"), None, "a/b/c/d/e/f/g/h/i/j/k/l_m_n_o_p"),
    ],
)
def test_a_page_is_named_by_its_place_or_its_address(path, url, name):
    assert page_name(path, url, 7) == name


def test_long_names_are_shortened_and_stay_different():
    first, second = safe_name("é" * 300 + "1"), safe_name("é" * 300 + "2")

    assert first != second
    assert len(first.encode()) <= MAX_NAME_BYTES


@given(st.none() | st.text(), st.none() | st.text())
def test_no_name_leads_out_of_the_folder(path, url):
    parts = page_name(path, url, 1).split("/")

    for part in parts:
        assert part not in ("", ".", "..")
        assert not part.startswith(".")
        assert "\0" not in part
        assert len(part.encode()) <= MAX_NAME_BYTES

"""A folder of pages: order, what gets a row, links, and names."""

import gzip
import os

import pytest

from sitegrain import readers
from sitegrain.errors import SourceError
from sitegrain.readers import folder, read

PAGE = b"<html><p>x</p></html>"


def make(root, *names, data=PAGE):
    for name in names:
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def rows(root):
    return {row.path: getattr(row, "reason", "page") for row in read(root).records()}


def test_pages_come_in_the_order_of_their_paths_with_slashes(tmp_path):
    make(tmp_path, "b/2.html", "b/1.htm", "a.xhtml", "c.php", "b/c/d.asp")

    assert [page.path for page in read(tmp_path)] == ["a.xhtml", "b/1.htm", "b/2.html", "b/c/d.asp", "c.php"]


def test_a_file_of_another_kind_is_a_row_with_its_reason(tmp_path):
    make(tmp_path, "a.css", "b.JSON", "c.gz")

    assert rows(tmp_path) == {
        "a.css": "not html: a .css file",
        "b.JSON": "not html: a .json file",
        "c.gz": "not html: a .gz file",
    }


def test_a_name_that_says_nothing_needs_markup(tmp_path):
    make(tmp_path, "index", "page.php?id=3", "v1.2")
    make(tmp_path, "README", data=b"no markup here")

    no_markup = "not html: no markup in the first bytes, nor a suffix of a page"
    assert rows(tmp_path) == {"README": no_markup, "index": "page", "page.php?id=3": "page", "v1.2": "page"}


def test_a_page_without_any_tag_is_still_a_page(tmp_path):
    make(tmp_path, "a.html", data=b"only words")

    assert rows(tmp_path) == {"a.html": "page"}


def test_packed_pages_are_read(tmp_path):
    make(tmp_path, "a.html.gz", data=gzip.compress(PAGE))

    assert next(iter(read(tmp_path))).html == PAGE


def test_hidden_files_and_folders_are_left_out(tmp_path):
    make(tmp_path, ".git/x.html", ".a.html", "b.html")

    assert rows(tmp_path) == {"b.html": "page"}
    assert read(tmp_path).first_level_names == ("b.html",)


def test_the_first_level_is_named_for_the_grouping(tmp_path):
    make(tmp_path, "b.example.org/x.html", "a.example.org/x.html", "note.html")

    source = read(tmp_path)

    assert source.first_level_names == ("a.example.org", "b.example.org", "note.html")
    assert source.first_level_folders == ("a.example.org", "b.example.org")
    assert not source.is_lone_page


def test_a_symlink_loop_is_a_row_and_ends(tmp_path):
    make(tmp_path, "a/b/x.html")
    (tmp_path / "a/b/up").symlink_to(tmp_path / "a")
    (tmp_path / "root").symlink_to(tmp_path)
    (tmp_path / "self").symlink_to(tmp_path / "self")

    assert rows(tmp_path) == {
        "a/b/up": "symlink loop: leads back to a",
        "a/b/x.html": "page",
        "root": "symlink loop: leads back to the source itself",
        "self": "symlink loop: too many levels of symbolic links",
    }


def test_links_that_lead_elsewhere_are_followed(tmp_path):
    make(tmp_path, "site/x.html", "elsewhere/y.html")
    (tmp_path / "site/more").symlink_to(tmp_path / "elsewhere")
    (tmp_path / "site/z.html").symlink_to(tmp_path / "elsewhere/y.html")
    (tmp_path / "site/gone.html").symlink_to("nowhere")

    assert rows(tmp_path / "site") == {
        "gone.html": "unreadable: a symbolic link to nothing, nowhere",
        "more/y.html": "page",
        "x.html": "page",
        "z.html": "page",
    }


def test_links_that_double_at_every_level_end(tmp_path, monkeypatch):
    """Thirty levels with two links each to the next are a billion paths."""
    monkeypatch.setattr(folder, "MAX_LINKED_VISITS", 3)
    for i in range(30):
        (tmp_path / f"d{i}").mkdir()
        (tmp_path / f"d{i}/a").symlink_to(tmp_path / f"d{i + 1}")
        (tmp_path / f"d{i}/b").symlink_to(tmp_path / f"d{i + 1}")

    assert len(list(read(tmp_path / "d0").records())) < 300


def test_a_pipe_in_a_folder_is_never_opened(tmp_path):
    os.mkfifo(tmp_path / "a.html")

    assert rows(tmp_path) == {"a.html": "not a file: a pipe, socket or device"}


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads every file")
def test_what_may_not_be_read_is_skipped_and_the_rest_goes_on(tmp_path):
    make(tmp_path, "a.html", "b/x.html", "c.html")
    (tmp_path / "a.html").chmod(0)
    (tmp_path / "b").chmod(0)

    found = rows(tmp_path)
    (tmp_path / "b").chmod(0o700)

    denied = "unreadable: permission denied"
    assert found == {"a.html": denied, "b": denied, "c.html": "page"}


def test_a_folder_that_may_not_be_listed_is_no_source(tmp_path, monkeypatch):
    def refuse(path):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "listdir", refuse)

    with pytest.raises(SourceError, match="the folder cannot be listed: permission denied"):
        read(tmp_path)


def test_a_name_that_is_not_utf8_is_read_and_made_printable(tmp_path):
    with open(os.fsencode(tmp_path) + b"/caf\xe9.html", "wb") as file:
        file.write(PAGE)

    (page,) = read(tmp_path)

    assert page.path == "caf\\xe9.html"
    assert page.notes == ("file name is not UTF-8",)


@pytest.fixture
def deep_folder(tmp_path):
    """1500 levels, more than Python's recursion limit; taken away by steps, since other tools remove by recursion."""
    here = os.getcwd()
    os.chdir(tmp_path)
    for _ in range(1500):
        os.mkdir("d")
        os.chdir("d")
    with open("x.html", "wb") as file:
        file.write(PAGE)
    yield tmp_path
    os.remove("x.html")
    for _ in range(1500):
        os.chdir("..")
        os.rmdir("d")
    os.chdir(here)


def test_folders_nested_beyond_the_stack_are_walked(deep_folder):
    (page,) = read(deep_folder)

    assert page.path.count("d/") == 1500


@pytest.mark.parametrize("name", ["a.WARC.gz", *(f"a{suffix}" for suffix in readers._BY_SUFFIX)])
def test_a_file_of_many_pages_is_no_page_of_a_folder(tmp_path, name):
    (tmp_path / name).write_bytes(b"x")

    (row,) = read(tmp_path).records()

    assert row.reason == "not html: a file of many pages, which is read if it is the source itself"

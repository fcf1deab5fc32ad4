"""Which writer an output gets, what is refused, and what stands where at the end."""

import io
import sys

import pytest

from sitegrain.errors import ExtraError, UsageError, WriteError
from sitegrain.writers import format_of, open_writer

ROW = {"path": "a.html", "url": None, "text": "Hello"}


@pytest.mark.parametrize(
    ("out", "asked", "found"),
    [
        (None, None, "jsonl"),
        ("x.JSONL", None, "jsonl"),
        ("x.jsonl.gz", None, "jsonl"),
        ("x.parquet", None, "parquet"),
        ("x.md", None, "markdown"),
        ("x/", None, "text"),
        ("x/", "html", "html"),
        ("x.txt", "xml", "xml"),
    ],
)
def test_the_format_is_the_one_asked_for_or_the_suffix(out, asked, found):
    assert format_of(out, asked) == found


@pytest.mark.parametrize(
    ("out", "asked", "many", "hint"),
    [
        ("x.doc", None, True, "does not tell the format"),
        ("x.jsonl", "yaml", True, "unknown format 'yaml'"),
        (None, "parquet", True, "cannot go to standard output: give a file"),
        (None, "text", True, "give a folder as OUT"),
        ("-", "markdown", True, "give a folder as OUT"),
        ("x.txt", None, True, "give a folder as OUT"),
        ("x/", "parquet", True, "give a file as OUT"),
        ("x.html.gz", "html", False, "only JSON lines are written compressed"),
    ],
)
def test_what_does_not_fit_together_is_refused_with_a_hint(out, asked, many, hint):
    with pytest.raises(UsageError, match=hint):
        open_writer(out, asked, many=many)


@pytest.mark.parametrize("name", ["a.jsonl", "a.jsonl.gz", "a.parquet", "a.txt", "a/"])
def test_an_output_appears_under_its_name_only_when_it_is_whole(tmp_path, name):
    with open_writer(f"{tmp_path}/{name}", many=False) as writer:
        writer.write(ROW)
        (part,) = tmp_path.iterdir()

        assert part.name.startswith(".a")
        assert part.name.endswith(".part")

    assert [path.name for path in tmp_path.iterdir()] == [name.strip("/")]


@pytest.mark.parametrize("name", ["a.jsonl", "a.jsonl.gz", "a.parquet", "a.txt"])
@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt, OSError, SystemExit])
def test_an_error_leaves_what_was_there(tmp_path, name, error):
    (tmp_path / name).write_text("old")

    def fail():
        with open_writer(tmp_path / name, many=False) as writer:
            writer.write(ROW)
            raise error("stop")

    with pytest.raises(error, match="stop"):
        fail()

    assert [path.name for path in tmp_path.iterdir()] == [name]
    assert (tmp_path / name).read_text() == "old"


def test_a_folder_is_not_left_half_written(tmp_path):
    def fail():
        with open_writer(f"{tmp_path}/a/") as writer:
            writer.write(ROW)
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()

    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "name", ["no/a.jsonl", "no/a.parquet", "no/a.txt", "no/a/", "file/a.jsonl", "file/a/", "file/"]
)
def test_an_output_that_cannot_be_written_is_one_clear_line_at_once(tmp_path, name):
    (tmp_path / "file").touch()

    with pytest.raises(WriteError, match=r"cannot write .*: (no such file|not a directory|it is a file)") as caught:
        open_writer(f"{tmp_path}/{name}", many=False).__enter__()

    assert "\n" not in str(caught.value)


def test_a_file_that_is_write_protected_is_refused(tmp_path, monkeypatch):
    (tmp_path / "a.jsonl").touch()
    monkeypatch.setattr("os.access", lambda *_: False)

    with pytest.raises(WriteError, match="permission denied"):
        open_writer(tmp_path / "a.jsonl").__enter__()


def test_a_device_is_written_to_and_not_replaced():
    with open_writer("/dev/null", "jsonl") as writer:
        writer.write(ROW)


def test_a_full_disk_is_one_clear_line():
    with (
        pytest.raises(WriteError, match="cannot write /dev/full: no space left on device"),
        open_writer("/dev/full", "text", many=False) as writer,
    ):
        writer.write({"text": "x" * 100_000})


def test_a_link_stays_a_link_to_what_is_written(tmp_path):
    (tmp_path / "real.jsonl").write_text("old")
    (tmp_path / "a.jsonl").symlink_to("real.jsonl")

    with open_writer(tmp_path / "a.jsonl") as writer:
        writer.write(ROW)

    assert (tmp_path / "a.jsonl").is_symlink()
    assert (tmp_path / "real.jsonl").read_text().startswith("{")


def test_a_missing_extra_says_which_install_brings_it(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)

    with pytest.raises(ExtraError, match=r"pip install 'sitegrain\[parquet\]'"):
        open_writer(tmp_path / "a.parquet").__enter__()

    assert list(tmp_path.iterdir()) == []


def test_standard_output_is_utf8_whatever_the_terminal_says(monkeypatch):
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, "ascii"))

    with open_writer(None, "text", many=False) as writer:
        writer.write({"text": "né\ud800"})

    assert raw.getvalue() == "né\ufffd\n".encode()

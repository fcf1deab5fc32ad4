"""What all sources share: the rows, the counts, the limit, and which source a name is."""

import io
import sys

import pytest

from sitegrain.errors import ExtraError, SourceError
from sitegrain.pages.raw import RawPage, Skipped
from sitegrain.readers import read
from sitegrain.readers.source import Source, printable, without_surrogates

PAGE = "<p>Hello</p>"


class ListSource(Source):
    def __init__(self, rows, *, limit=None):
        super().__init__(limit=limit)
        self.rows = rows

    def _read(self):
        yield from self.rows


ROWS = [RawPage("a"), Skipped("empty: 0 bytes"), RawPage("b"), Skipped("empty: 1 bytes"), RawPage("c")]


def test_iterating_gives_the_pages_and_counts_what_was_skipped():
    source = ListSource(ROWS)

    assert [page.html for page in source] == ["a", "b", "c"]
    assert source.skipped == {"empty": 2}


def test_a_second_iteration_gives_the_same_and_counts_anew():
    source = ListSource(ROWS)

    assert list(source.records()) == list(source.records()) == ROWS
    assert source.skipped == {"empty": 2}


@pytest.mark.parametrize(("limit", "n_rows"), [(0, 0), (1, 1), (2, 3), (9, 5)])
def test_the_limit_counts_usable_pages(limit, n_rows):
    assert len(list(ListSource(ROWS, limit=limit).records())) == n_rows


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("pages", "FolderSource"),
        ("page.html", "FileSource"),
        ("page", "FileSource"),
        ("lines.jsonl", "JsonLinesSource"),
        ("LINES.NDJSON", "JsonLinesSource"),
        ("crawl.warc", "WarcSource"),
    ],
)
def test_the_name_says_what_a_source_is(tmp_path, name, kind):
    (tmp_path / "pages").mkdir()
    if name != "pages":
        (tmp_path / name).write_text("")

    assert type(read(tmp_path / name)).__name__ == kind


@pytest.mark.parametrize("name", ["missing", "missing.warc.gz", "a\0b", "x" * 300])
def test_a_source_that_does_not_exist_is_one_clear_line(tmp_path, name):
    with pytest.raises(SourceError) as caught:
        read(f"{tmp_path}/{name}")

    assert name in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("name", "module", "extra"),
    [
        ("x.warc.gz", "fastwarc.warc", "warc"),
        ("x.wacz", "fastwarc.warc", "warc"),
        ("x.parquet", "pyarrow", "parquet"),
        ("http://127.0.0.1:1/", "httpx", "web"),
        ("http://127.0.0.1:1/", "protego", "web"),
    ],
)
def test_a_missing_extra_says_which_install_brings_it(tmp_path, monkeypatch, name, module, extra):
    (tmp_path / "x.warc.gz").touch()
    (tmp_path / "x.wacz").touch()
    (tmp_path / "x.parquet").touch()
    monkeypatch.setitem(sys.modules, module, None)

    with pytest.raises(ExtraError, match=rf"pip install 'sitegrain\[{extra}\]'"):
        read(name if "//" in name else tmp_path / name)


def test_standard_input_is_a_lone_page_that_can_be_iterated_again(monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(PAGE.encode())))
    source = read("-")

    assert list(source) == list(source) == [RawPage(PAGE.encode(), path="-")]
    assert source.is_lone_page
    assert source.is_repeatable


def test_names_that_cannot_be_written_out_are_made_printable():
    assert printable("caf\udce9.html") == "caf\\xe9.html"
    assert without_surrogates("a\ud800b \ud83d\ude00") == "a\ufffdb 😀"


@pytest.mark.parametrize(
    ("name", "hint"), [("ftp://a.example/", "only http://"), ("www.a.example", "starts with http")]
)
def test_what_may_be_meant_as_an_address_gets_a_hint(name, hint):
    with pytest.raises(SourceError, match=hint):
        read(name)

"""`sitegrain index` and `sitegrain search`."""

import pytest

from sitegrain.cli.search import styled


@pytest.fixture
def index(sitegrain, site, tmp_path):
    ended = sitegrain("index", site, "-o", tmp_path / "site.index")
    assert ended.status == 0, ended.err
    return tmp_path / "site.index"


def write(path, text):
    path.mkdir(exist_ok=True)
    (path / "new.html").write_text(f"<html><body><p>{text}</p></body></html>")
    return path


def test_what_was_indexed_is_found(sitegrain, tmp_path):
    source = write(tmp_path / "pages", "The zymurgy of old breweries")
    sitegrain("index", source, "-o", tmp_path / "a.index")

    (row,) = sitegrain("search", tmp_path / "a.index", "ZYMURGY", "--json").rows
    assert list(row) == ["path", "url", "site", "title", "score", "snippet"]
    assert row["path"] == "new.html"
    assert "zymurgy" in row["snippet"].casefold()
    assert row["score"] > 0
    assert "new.html" in sitegrain("search", tmp_path / "a.index", "zymurgy").out


def test_a_changed_page_is_replaced_and_a_missing_one_pruned(sitegrain, tmp_path):
    source, place = write(tmp_path / "pages", "first words"), tmp_path / "a.index"
    (source / "other.html").write_text("<p>other words")
    sitegrain("index", source, "-o", place)
    write(source, "second words")
    (source / "other.html").unlink()

    ended = sitegrain("index", source, "-o", place)
    assert "0 added, 1 replaced, 0 removed" in ended.err
    assert sitegrain("search", place, "first").status == 1
    assert len(sitegrain("search", place, "words", "--json").rows) == 2
    sitegrain("index", source, "-o", place, "--prune")
    assert [row["path"] for row in sitegrain("search", place, "words", "--json").rows] == ["new.html"]


def test_nothing_found_is_status_1(sitegrain, index):
    ended = sitegrain("search", index, "qqqqq")

    assert (ended.status, ended.out) == (1, "")


def test_at_most_n_rows(sitegrain, index):
    everything = sitegrain("search", index, "the", "a", "of", "in", "-n", 100, "--json").rows

    assert len(everything) > 2
    assert sitegrain("search", index, "the", "a", "of", "in", "-n", 2, "--json").rows == everything[:2]


def test_a_page_cannot_style_the_terminal():
    text = styled("[red]a[/b] \x1b[2J \x02word\x03 [x]")

    assert text.plain == "[red]a[/b]  [2J word [x]"
    assert [(span.start, span.end, span.style) for span in text.spans] == [(16, 20, "bold")]


def test_bad_uses(sitegrain, index, tmp_path):
    ended = sitegrain("search", tmp_path / "none", "word")
    assert ended.status == 2
    assert "no such index" in ended.err
    ended = sitegrain("search", index, "?!")
    assert ended.status == 2
    assert "no letter or digit" in ended.err
    (tmp_path / "x").write_text("not a database " * 200)
    ended = sitegrain("index", tmp_path / "site", "-o", tmp_path / "x")
    assert ended.status == 2
    assert "not an index" in ended.err


def test_any_method_can_cut_the_pages(sitegrain, site, tmp_path):
    place = tmp_path / "a.index"

    assert sitegrain("index", site, "-o", place, "--method", "block-fusion").status == 0
    assert sitegrain("search", place, "the", "-n", 1, "--json").rows
    ended = sitegrain("index", site, "-o", place)
    assert ended.status == 2
    assert "made by block-fusion" in ended.err
    assert "make a new index" in ended.err
    assert sitegrain("search", place, "the", "-n", 1, "--json").rows


def test_a_method_does_not_change_what_models_made(sitegrain, site, index):
    ended = sitegrain("index", site, "-o", index, "--method", "som-tree", "--set", "alpha=4")

    assert ended.status == 2
    assert "made by the models of its sites" in ended.err
    assert sitegrain("index", site, "-o", index, "--set", "alpha=4").status == 2


def test_an_index_for_a_search_engine(sitegrain, index, tmp_path):
    lines = sitegrain("export", index, "--name", "mine").rows
    actions, pages = lines[::2], lines[1::2]
    assert {action["index"]["_index"] for action in actions} == {"mine"}
    assert [action["index"]["_id"] for action in actions] == [page["url"] or page["path"] for page in pages]

    assert sitegrain("export", index, "--settings", "-o", tmp_path / "settings.json").out == ""
    assert "combined_fields" in sitegrain("export", index, "--query", "harbour").out
    assert '"properties"' in (tmp_path / "settings.json").read_text()
    assert sitegrain("export", index, "--settings", "--query", "a").status == 2


def test_an_output_that_is_full_is_named(sitegrain, index):
    ended = sitegrain("export", index, "-o", "/dev/full")

    assert (ended.status, ended.err) == (2, "sitegrain: cannot write /dev/full: no space left on device\n")


def test_what_is_not_read_is_not_pruned(sitegrain, index, site, tmp_path):
    (tmp_path / "nothing").mkdir()
    for source, options, message in (
        (site, ("--limit", "1"), "--prune would remove what --limit leaves unread"),
        (tmp_path / "nothing", (), "the source has no page that can be used"),
    ):
        before = sitegrain("export", index).out
        ended = sitegrain("index", source, "-o", index, "--prune", *options)
        assert ended.status == 2
        assert message in ended.err
        assert sitegrain("export", index).out == before

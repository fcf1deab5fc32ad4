"""Which site a page belongs to."""

import pytest

from sitegrain import read
from sitegrain.errors import UsageError
from sitegrain.pages.raw import RawPage
from sitegrain.sites.grouping import choose_grouping, host_name, looks_like_host


def folder(tmp_path, *names):
    for name in names:
        path = tmp_path / "crawl" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("<p>Hello there")
    return read(tmp_path / "crawl")


def sites(source, group_by=None):
    rule = choose_grouping(source, group_by)
    return [rule.site(row) for row in source.records()]


@pytest.mark.parametrize(
    ("page", "site"),
    [
        (RawPage("", url="http://www.Example.com/a"), "example.com"),
        (RawPage("", url="https://example.com:8080/a"), "example.com:8080"),
        (RawPage("", url="http://example.com/a", host="WWW.other.example"), "other.example"),
        (RawPage("", host="My Crawl"), "My Crawl"),
        (RawPage("", url="no address"), None),
        (RawPage(""), None),
    ],
)
def test_the_host_column_wins_over_the_host_of_the_address(page, site):
    assert choose_grouping([page]).site(page) == site


def test_a_folder_is_one_site_with_the_name_of_the_folder(tmp_path):
    assert sites(folder(tmp_path, "a.html", "news/b.html")) == ["crawl", "crawl"]


def test_folders_named_like_hosts_are_a_site_each(tmp_path):
    source = folder(tmp_path, "www.a.example/x/1.html", "a.example/2.html", "localhost+8000/3.html")

    assert sites(source) == ["a.example", "localhost:8000", "a.example"]


@pytest.mark.parametrize("stray", ["images/1.html", "b.example"])
def test_one_name_that_is_no_hosts_folder_makes_all_one_site(tmp_path, stray):
    assert set(sites(folder(tmp_path, "a.example/1.html", stray))) == {"crawl"}


def test_group_by_folder_takes_the_first_level(tmp_path):
    source = folder(tmp_path, "2019/x/a.html", "2020/b.html", "c.html")

    assert sites(source, "folder") == ["2019", "2020", "crawl"]


def test_group_by_folder_takes_any_other_file_as_a_whole(tmp_path):
    path = tmp_path / "pages.jsonl"
    path.write_text('{"html": "<p>a"}\n{"html": "<p>b", "url": "http://a.example/"}\n')

    assert sites(read(path), "folder") == ["pages", "pages"]


def test_group_by_host_does_not_take_a_folder_for_a_site(tmp_path):
    assert sites(folder(tmp_path, "a.html", "news/b.html"), "host") == [None, None]


def test_group_by_none_and_a_lone_file_have_no_site(tmp_path):
    source = folder(tmp_path, "a.html")

    assert sites(source, "none") == [None]
    assert sites(read(tmp_path / "crawl" / "a.html"), "folder") == [None]


def test_an_unknown_rule_is_refused():
    with pytest.raises(UsageError, match="host, folder, none, got 'domain'"):
        choose_grouping([], "domain")


@pytest.mark.parametrize(
    ("name", "is_host"),
    [
        ("news.example", True),
        ("bücher.example", True),
        ("10.0.0.1", True),
        ("localhost", True),
        ("a.b:80", False),
        ("images", False),
        ("v1.0", False),
        ("my page.html x", False),
        (".example", False),
        ("", False),
    ],
)
def test_host_names_are_told_by_their_looks(name, is_host):
    assert looks_like_host(name) is is_host


def test_a_host_has_one_spelling():
    assert {host_name(name) for name in ("www.bücher.example", "xn--bcher-kva.example")} == {"xn--bcher-kva.example"}

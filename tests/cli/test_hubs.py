"""`sitegrain hubs`."""

import json
import sys

import pytest

COLUMNS = ["path", "url", "site", "title", "hub", "authority", "pagerank", "score", "in_links", "out_links"]
PLACES = ["mole", "quay", "pier", "dock", "slip", "weir"]


def harbour(folder):
    """Six pages with a menu of all; in the text, all but the first link to the first."""
    folder.mkdir()
    menu = "".join(f"<li><a href={n}.html>{place}</a>" for n, place in enumerate(PLACES))
    for n, place in enumerate(PLACES):
        see = "" if n == 0 else f"<p>Compare the {PLACES[0]} at <a href=0.html>the old {place} road</a> in spring."
        text = f"<p>The harbour has a {place} of {n + 3} stones, which {place} masters keep dry in year {1900 + n}.</p>"
        html = f"<title>{place}</title><nav><ul>{menu}</ul></nav><main><h1>{place}</h1>{text}{see}</main>"
        (folder / f"{n}.html").write_text(html)
    return folder


@pytest.fixture
def pages(tmp_path):
    return harbour(tmp_path / "pages")


def test_content_links_make_the_graph_and_both_numbers_are_told(sitegrain, pages):
    """The menu has an edge between each two of six pages; the text five to the first page."""
    ended = sitegrain("hubs", pages, "harbour", "--by", "authorities", "--json")

    assert ended.status == 0
    assert "30 edges between pages, 5 of them from content blocks" in ended.err
    assert "base set: 6 pages, 6 of them roots of 6 about the query; 30 edges before, 5 after" in ended.err
    (best,) = ended.rows
    assert list(best) == COLUMNS
    assert (best["path"], best["authority"], best["in_links"]) == ("0.html", 1.0, 5)


def test_with_all_links_the_menu_makes_every_page_the_same(sitegrain, pages):
    rows = sitegrain("hubs", pages, "harbour", "--links", "all", "--json").rows

    assert [row["path"] for row in rows] == [f"{n}.html" for n in range(6)]
    assert len({row["hub"] for row in rows}) == 1


def test_a_pipe_gets_tab_separated_values(sitegrain, pages):
    lines = sitegrain("hubs", pages, "harbour", "-n", 2).out.splitlines()

    assert lines[0].split("\t") == ["hub", "authority", "pagerank", "in", "out", "page", "title"]
    assert [line.split("\t")[5:] for line in lines[1:]] == [["1.html", "quay"], ["2.html", "pier"]]


def test_a_method_and_a_model_give_the_blocks(sitegrain, pages, tmp_path):
    assert sitegrain("learn", pages, "-o", tmp_path / "site.grain").status == 0
    by_model = sitegrain("hubs", pages, "harbour", "-m", tmp_path / "site.grain", "--json")
    by_method = sitegrain("hubs", pages, "harbour", "--method", "som-tree", "--json")

    assert by_model.out == sitegrain("hubs", pages, "harbour", "--json").out
    assert by_method.status == 0
    assert "30 edges between pages" in by_method.err


def test_a_method_that_does_not_weigh_says_so(sitegrain, pages):
    ended = sitegrain("hubs", pages, "harbour", "--method", "block-fusion", "-j", 2)

    assert "6 pages without weights of blocks: all links there are content" in ended.err
    assert "30 edges between pages, 30 of them from content blocks" in ended.err
    assert "without weights" not in sitegrain("hubs", pages, "harbour", "--method", "block-fusion", "--weigh").err


def test_two_processes_find_the_same(sitegrain, pages):
    assert sitegrain("hubs", pages, "harbour", "-j", 2).out == sitegrain("hubs", pages, "harbour").out


def test_nothing_found_is_status_1_and_says_why(sitegrain, pages):
    ended = sitegrain("hubs", pages, "qqqqq")

    assert (ended.status, ended.out) == (1, "")
    assert "nothing found: no page is about the query" in ended.err


def test_pages_without_links_cannot_be_ranked_by_them(sitegrain, tmp_path):
    folder = tmp_path / "alone"
    folder.mkdir()
    (folder / "a.html").write_text("<p>harbour")

    ended = sitegrain("hubs", folder, "harbour")
    assert (ended.status, ended.out) == (1, "")
    assert "nothing to rank by hubs: no page links to another among the 1 of the base set" in ended.err
    assert "1 page without weights of blocks: all links there are content" in ended.err
    assert sitegrain("hubs", folder, "harbour", "--by", "pagerank").status == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["..."], "no letter or digit"),
        (["x", "--weigh"], "--set and --weigh are for a --method"),
        (["x", "--method", "som-tree", "--set", "alpha=-1"], "alpha"),
        (["x", "--roots", "0"], "--roots"),
    ],
)
def test_wrong_use_is_told_before_anything_is_read(sitegrain, tmp_path, arguments, message):
    (tmp_path / "a.html").write_text("<p>x")
    ended = sitegrain("hubs", tmp_path, *arguments)

    assert ended.status == 2
    assert message in ended.err


def test_the_remedy_within_one_site_is_refused(sitegrain, pages):
    ended = sitegrain("hubs", pages, "harbour", "--repeated", "once")

    assert ended.status == 2
    assert "no link leads from one site to another among the 6 pages" in ended.err


def test_without_scipy_the_extra_is_named(sitegrain, pages, monkeypatch):
    monkeypatch.setitem(sys.modules, "scipy.sparse", None)

    ended = sitegrain("hubs", pages, "harbour")
    assert ended.status == 2
    assert "pip install 'sitegrain[links]'" in ended.err


def test_a_report_counts_the_pages(sitegrain, pages, tmp_path):
    sitegrain("hubs", pages, "harbour", "--report", tmp_path / "report.json")

    assert json.loads((tmp_path / "report.json").read_text())["read"] == 6


def write_web(path, pages):
    """JSON lines of pages about harbours: their addresses, and where each of them leads."""
    rows = [{"url": url, "html": f"<p>harbour {url[-5:]} <a href={target}>x</a>"} for url, target in pages]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def test_between_sites_the_remedy_is_taken_and_told(sitegrain, tmp_path):
    """Three pages of one site link to x, one of each of two others to y; the third of them is there twice."""
    pages = [(f"http://a.example/{n}", "http://x.example/") for n in range(3)]
    pages += [("http://b.example/", "http://y.example/"), ("http://c.example/", "http://y.example/")]
    pages += [("http://www.c.example/", "http://x.example/"), ("http://x.example/", ""), ("http://y.example/", "")]
    web = write_web(tmp_path / "web.jsonl", pages)

    ended = sitegrain("hubs", web, "harbour", "--by", "authorities", "--json")
    assert ended.rows[0]["url"] == "http://y.example/"
    assert "every site counts once, 0 near duplicates merged" in ended.err
    assert "1 page at the address of an earlier one: links there are left out" in ended.err
    counted = sitegrain("hubs", web, "harbour", "--by", "authorities", "--repeated", "count", "--json")
    assert counted.rows[0]["url"] == "http://x.example/"
    assert "5 of these from site to site, every link counts" in counted.err


def test_scores_that_still_change_are_told(sitegrain, tmp_path):
    """50 links to one page and 49 to another: the second loses 2 % a round, and after 100 rounds has still some."""
    pages = [(f"http://a.example/{n}", "/x" if n < 50 else "/y") for n in range(99)]
    pages += [("http://a.example/x", ""), ("http://a.example/y", "")]

    ended = sitegrain("hubs", write_web(tmp_path / "web.jsonl", pages), "harbour", "--max-in", "99", "--links", "all")
    assert "after 100 rounds, which should be below 1e-08: the order of close pages may be wrong" in ended.err

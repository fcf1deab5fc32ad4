"""`sitegrain mobile`."""

import json
import re
import shlex
from pathlib import Path

import pytest

from sitegrain.cli.mobile import BUDGET_WORDS
from sitegrain.mobile import Screen
from tests.crawl.pages import article, site_pages

REPOSITORY = Path(__file__).resolve().parent.parent.parent
FILES = ["0.html", "1.html", "2.html", "3.html", "4.html", "5.html"]


def texts(folder):
    return {str(path.relative_to(folder)): path.read_text("utf-8") for path in sorted(folder.rglob("*.html"))}


def test_each_page_becomes_a_small_one_at_its_place(sitegrain, site, tmp_path):
    (site / "a.pdf").write_bytes(b"%PDF-1.4")

    ended = sitegrain("mobile", site, "-o", tmp_path / "small")

    made = texts(tmp_path / "small")
    assert ended.status == 0
    assert "7 pages: 6 made small, 1 skipped (not html 1)" in ended.err
    assert list(made) == FILES
    for html in made.values():
        assert "said the keeper" in html.split("</main>")[0]
        assert "<summary>Menu</summary>" in html
        assert "All rights reserved" not in html
    rows = [json.loads(line) for line in (tmp_path / "small" / "skipped.jsonl").read_text().splitlines()]
    assert [row["path"] for row in rows] == ["a.pdf"]


@pytest.mark.parametrize("jobs", [1, 2])
def test_links_among_the_pages_of_a_crawl_lead_to_the_new_files(sitegrain, tmp_path, jobs):
    """Names that would collide are numbered, and so are the links to them."""
    rows = []
    for number, url in enumerate(["a.html", "a.php", "b/", "b/index.html", "c?x=1", "c?x=2"]):
        links = "".join(f"<a href='/s/{other}#f'>to {other}</a> " for other in ("a.html", "a.php", "b/", "c?x=2"))
        html = article("a.example", number).html.decode().replace("why.", f"why {links}<a href=/else>else</a>")
        rows.append({"url": f"http://a.example/s/{url}", "html": html})
    (tmp_path / "crawl.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))

    ended = sitegrain("mobile", tmp_path / "crawl.jsonl", "-o", tmp_path / "small", "--jobs", jobs)

    assert ended.status == 0
    made = texts(tmp_path / "small")
    assert list(made) == [f"a.example/s/{name}.html" for name in ("a-2", "a", "b/index-2", "b/index", "c_x=1", "c_x=2")]
    first = made["a.example/s/a.html"]
    for href in ("#f", "a-2.html#f", "b/index.html#f", "c_x%3D2.html#f", "http://a.example/else"):
        assert f'<a href="{href}">' in first
    assert '<a rel="alternate" href="http://a.example/s/a.html">Full page</a>' in first
    assert '<a href="../a-2.html#f">' in made["a.example/s/b/index.html"]


def test_images_and_the_full_page_of_a_folder_are_found_where_they_lie(sitegrain, site, tmp_path):
    (site / "pier.png").write_bytes(b"")
    page = (site / "0.html").read_text().replace("why.", "why <img src=pier.png onload=x> it broke.")
    (site / "0.html").write_text(page)

    sitegrain("mobile", site, "-o", tmp_path / "small")

    html = (tmp_path / "small" / "0.html").read_text()
    assert '<img loading="lazy" src="../site/pier.png" alt="">' in html
    assert '<a rel="alternate" href="../site/0.html">Full page</a>' in html
    assert "onload" not in html


def test_a_budget_folds_what_has_no_room(sitegrain, tmp_path, site):
    """Teasers that change from page to page have weight; with no budget they are folded."""
    for number in range(6):
        path = site / f"{number}.html"
        extra = f"<aside><p>Elsewhere kettle{number} lantern{number * 7} and meadow{number * 3} are on sale</p></aside>"
        path.write_text(path.read_text().replace("<footer>", f"{extra}<footer>"))

    for budget, name in ((800, "wide"), (0, "narrow")):
        assert sitegrain("mobile", site, "-o", tmp_path / name, "--budget", budget).status == 0

    wide, narrow = ((tmp_path / name / "2.html").read_text() for name in ("wide", "narrow"))
    assert "kettle2" in wide.split("<nav>")[0]
    assert "<summary>More</summary>" not in wide
    assert "kettle2" in narrow.split("<summary>More</summary>")[1]
    assert "said the keeper" in narrow.split("</main>")[0]


def test_any_method_makes_small_pages(sitegrain, site, tmp_path):
    for name in ("som-tree", "block-fusion", "style-tree"):
        assert sitegrain("mobile", site, "-o", tmp_path / name, "--method", name).status == 0

        for html in texts(tmp_path / name).values():
            assert "said the keeper" in html


def test_a_model_of_before_is_used(sitegrain, site, tmp_path):
    sitegrain("learn", site, "-o", tmp_path / "m.grain")
    (tmp_path / "new.html").write_bytes(article("a.example", 77).html)

    ended = sitegrain("mobile", tmp_path / "new.html", "-m", tmp_path / "m.grain", "-o", tmp_path / "small")

    html = (tmp_path / "small" / "new.html").read_text()
    assert ended.status == 0
    assert '<a rel="alternate" href="../new.html">Full page</a>' in html
    assert "<summary>Menu</summary>" in html
    assert "All rights reserved" not in html


WRONG = [
    (["--budget", "-1"], "-1 is not in the range"),
    (["--set", "alpha=2"], "--set and --weigh are for a --method"),
    (["--method", "som-tree", "-m", "x.grain"], "-m and --method exclude each other"),
    (["--method", "som-tree", "--set", "nothing=2"], "nothing"),
    (["--method", "som-tree", "--recall"], "not for a --method"),
]


@pytest.mark.parametrize(("options", "message"), WRONG)
def test_wrong_use_is_told_before_anything_is_written(sitegrain, site, tmp_path, options, message):
    ended = sitegrain("mobile", site, "-o", tmp_path / "small", *options)

    assert ended.status == 2
    assert message in ended.err
    assert not (tmp_path / "small").exists()


def test_a_folder_with_something_in_it_is_left_alone(sitegrain, site, tmp_path):
    (tmp_path / "small").mkdir()
    (tmp_path / "small" / "mine.txt").write_text("mine")

    assert "--overwrite" in sitegrain("mobile", site, "-o", tmp_path / "small").err
    assert sitegrain("mobile", site, "-o", tmp_path / "small", "--overwrite").status == 0
    assert (tmp_path / "small" / "mine.txt").read_text() == "mine"
    assert (tmp_path / "small" / "0.html").is_file()


def test_an_interrupted_run_leaves_nothing(sitegrain, tmp_path, monkeypatch):
    from sitegrain.mobile.addresses import Rewriter

    def stop(self, html, origin):
        raise KeyboardInterrupt

    monkeypatch.setattr(Rewriter, "rewrite", stop)
    source = tmp_path / "s.jsonl"
    source.write_text("".join(json.dumps({"url": p.url, "html": p.html.decode()}) + "\n" for p in site_pages()))

    assert sitegrain("mobile", source, "-o", tmp_path / "small").status == 130
    assert sorted(path.name for path in tmp_path.iterdir()) == ["s.jsonl"]


def _documented():
    text = (REPOSITORY / "docs" / "mobile.md").read_text("utf-8")
    blocks = re.findall(r"^```sh\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    return [shlex.split(line)[1:] for block in blocks for line in block.splitlines()]


def test_the_commands_of_the_documentation_run(sitegrain, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "examples").symlink_to(REPOSITORY / "examples")

    statuses = [sitegrain(*arguments).status for arguments in _documented()]

    assert statuses == [0] * 5
    assert len(texts(tmp_path / "small")) == 13
    assert list(texts(tmp_path / "small-tides")) == ["tides.html"]


def test_the_budget_that_the_help_names_is_that_of_the_library():
    assert Screen().budget == BUDGET_WORDS

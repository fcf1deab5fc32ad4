"""The published methods over many sites."""

import pickle
import sys

import pytest

from sitegrain.crawl import MethodWork, Plan, extract_rows
from sitegrain.crawl.methods import HELD, FittedMethods
from sitegrain.errors import ExtraError, UsageError
from sitegrain.pages.raw import RawPage
from sitegrain.segmenters.methods import METHODS, learns, make_method, method_class, need_extra
from tests.crawl.pages import site_pages

PAGES = [*site_pages("a.example", 5), *site_pages("b.example", 4), RawPage("<p>alone and far", url="http://c.example/")]
NAMES = [name for name in METHODS if name != "vips"]


@pytest.mark.parametrize("name", NAMES)
def test_every_method_segments_the_pages_of_many_sites(name):
    rows = list(extract_rows(PAGES, MethodWork(name)))

    assert [row["url"] for row in rows] == [page.url for page in PAGES]
    assert all("skipped" not in row for row in rows)
    assert all(row["method"] == name and (row["blocks"] or row["reason"]) for row in rows)
    if learns(make_method(name)):
        assert "nothing was learned for this one" in rows[-1]["reason"]


def test_processes_give_what_one_process_gives():
    work = MethodWork("som-tree", {"alpha": 4})

    one, two = (list(extract_rows(PAGES, work, plan=Plan(jobs=jobs))) for jobs in (1, 2))

    assert one == two


def test_blocks_of_a_page_method_can_be_weighed_over_their_site():
    rows = list(extract_rows(PAGES, MethodWork("block-fusion", weighs=True)))

    assert any(block["weight"] == 0 for block in rows[0]["blocks"])
    assert rows[0]["blocks"][0]["support"] > 1


def test_the_text_of_blocks_is_that_of_the_page():
    rows = list(
        extract_rows(
            [RawPage("<ul><li>Home</ul><p>Some <b>text</b>, and more.", url="u")], MethodWork("content-distance")
        )
    )

    assert "\n".join(block["text"] for block in rows[0]["blocks"]) == "Home\nSome text, and more."


def test_parameters_and_names_are_checked():
    with pytest.raises(UsageError, match="method must be one of som-tree"):
        method_class("x")
    with pytest.raises(
        UsageError, match="som-tree has no parameter 'gamma'; it has alpha, beta, keys, siblings, pruning, nested"
    ):
        make_method("som-tree", {"gamma": 1})
    with pytest.raises(
        UsageError, match="correlation-clustering cannot have coefficients 3: a value is of the wrong type"
    ):
        make_method("correlation-clustering", {"coefficients": 3})


@pytest.mark.parametrize(
    ("name", "parameters", "message"),
    [
        ("som-tree", {"alpha": "x"}, "alpha of som-tree must be int, got 'x'"),
        ("som-tree", {"alpha": True}, "alpha of som-tree must be int, got True"),
        ("head-tail", {"stop": 0.5}, "stop of head-tail must be int or None, got 0.5"),
        ("layout-tables", {"columns": 1}, "columns of layout-tables must be bool, got 1"),
        ("style-tree", {"style": 1}, "style of style-tree must be str, got 1"),
    ],
)
def test_a_parameter_of_another_type_is_refused(name, parameters, message):
    with pytest.raises(UsageError, match=message):
        make_method(name, parameters)


def test_a_whole_number_and_nothing_will_do_where_they_may_stand():
    make_method("head-tail", {"window": 1, "stop": None})
    make_method("style-tree", {"threshold": "gap"})


def test_a_package_that_a_method_needs_is_named_before_any_page_is_read(monkeypatch):
    monkeypatch.setitem(sys.modules, "playwright.sync_api", None)

    with pytest.raises(ExtraError, match=r"rendering needs Playwright: pip install 'sitegrain\[render\]'"):
        need_extra("vips")
    need_extra("vips", {"boxes": "boxes.json"})
    need_extra("som-tree")


def test_only_the_methods_used_last_are_held(tmp_path):
    work = MethodWork("head-tail")
    methods = FittedMethods(tmp_path, work)
    for number in range(HELD + 2):
        methods.put(f"{number}.example", work.make().fit(site_pages(f"{number}.example", 3)))

    again = pickle.loads(pickle.dumps(methods))

    assert len(again._held) == HELD
    assert again.get("0.example").n_pages_ == 3
    assert again.get("other.example") is None

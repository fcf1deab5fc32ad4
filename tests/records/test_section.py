"""Records with what is known of the site."""

import pytest

from sitegrain.errors import UsageError
from sitegrain.model import SiteModel
from sitegrain.pages.parse import parse
from sitegrain.pages.raw import RawPage
from sitegrain.records import Iepad, TreeRecords, data_rich, on_site
from sitegrain.records.methods import make_finder
from sitegrain.segmenters import DataRichSection

NAMES = ("old", "new", "big", "odd", "red", "hot", "dry")
MENU = "<div class=menu>" + "".join(
    f"<p><a href=/{n}>{n} things</a> <i>{n}</i></p>" for n in ("old", "new", "big", "odd", "red", "hot", "dry")
)


def html(number):
    """A page with a menu of seven entries that all pages have, and two results of its own."""
    word = "abcdefgh"[number] * 3
    items = "".join(f"<li><a href=/{word}/{n}>{n}{word}</a> <b>{n}</b> of {word}" for n in ("one", "two"))
    return f"<body>{MENU}</div><ul class=results>{items}</ul><p>The end</p>"


def words(regions):
    return [record.fields["link"] for record in regions[0].records]


def test_alone_the_menu_comes_first():
    assert words(TreeRecords().find(parse(html(1)))) == [f"{n} things" for n in NAMES]


def test_with_a_model_the_results_come_first():
    model = SiteModel().fit([RawPage(html(number)) for number in range(8)])
    page = parse(html(3))

    assert words(TreeRecords().find(page, on_site(page, model))) == ["oneddd", "twoddd"]


@pytest.mark.parametrize("finder", [TreeRecords(), Iepad(min_occurrences=2)])
def test_with_the_data_rich_section_the_menu_is_gone(finder):
    pages = [parse(html(number)) for number in range(4)]
    section = data_rich(pages[2], DataRichSection().fit(pages))

    (region, *_) = finder.find(pages[2], section)

    assert [value for record in region.records for value in record.fields.values() if value in ("oneccc", "twoccc")]
    assert not [value for record in region.records for value in record.fields.values() if value == "old things"]


def test_a_page_like_no_other_has_no_data_rich_section():
    method = DataRichSection().fit([parse(html(1)), parse(html(2))])

    assert data_rich(parse("<h1>Only this</h1>"), method) is None


@pytest.mark.parametrize(
    ("name", "parameters", "message"),
    [
        ("guess", {}, "method must be one of tree, iepad, got 'guess'"),
        ("tree", {"tags": "all"}, "tree has no parameter 'tags'; it has none"),
        ("iepad", {"min_occurrences": "many"}, "min_occurrences of iepad must be int, got 'many'"),
        ("iepad", {"min_occurrences": 1}, "min_occurrences must be at least 2, got 1"),
        ("iepad", {"max_regularity": -1}, "max_regularity must not be negative, got -1"),
        ("iepad", {"min_compactness": 1}, r"min_compactness must be in \[0, 1\), got 1"),
        ("iepad", {"tags": "some"}, "tags must be one of all, no-markup, block, got 'some'"),
    ],
)
def test_wrong_use(name, parameters, message):
    with pytest.raises(UsageError, match=message):
        make_finder(name, parameters)

"""IEPAD over pages."""

from sitegrain.pages.parse import parse
from sitegrain.records import Iepad
from tests.records.iepad.test_patterns import EXAMPLE


def test_records_and_their_fields():
    """What lies between the beginnings of two occurrences, by aligned texts."""
    page = parse(EXAMPLE.replace("<b>T", "<b>one").replace("<br>T", "<br>two"))

    items, entries = Iepad.as_published().find(page)

    assert items.label == "<p><b>T</b><br>T</p>"
    assert [dict(record.fields) for record in items.records] == [{"text": "one", "text_2": "two"}] * 4
    assert [record.span for record in items.records] == [(3, 5), (5, 7), (7, 9), (9, 11)]
    assert entries.columns == ("link_url", "text")


def test_optional_fields_are_none():
    item = "<li><b>{0}</b><i>x</i></li>"
    page = parse(
        "<ul>" + item.format("a") * 2 + "<li><b>c</b><img src=/c.png><i>x</i></li>" + item.format("d") * 3 + "</ul>"
    )

    region = next(own for own in Iepad().find(page) if len(own.records) == 6)

    assert "<img>?" in region.label
    assert [record.fields["image"] for record in region.records][:3] == [None, None, "/c.png"]


def test_a_page_without_text():
    assert Iepad().find("<img src=x>" * 10) == []
    assert Iepad().find("") == []

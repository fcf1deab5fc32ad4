"""The fields of records: their names, and what stands in one column."""

import pytest

from sitegrain.pages.parse import parse
from sitegrain.records import TreeRecords


def rows(html, url="http://example.com/list/"):
    (region, *_) = TreeRecords().find(parse(html, url=url))
    assert all(tuple(record.fields) == region.columns for record in region.records)
    return [record.fields for record in region.records]


def test_names_by_class_and_item_property():
    """The itemprop wins over the class; a missing field is None; addresses are absolute."""
    html = (
        "<ul><li><a class=title href=a>A</a> <b itemprop=price class=p>1</b><img class=pic src=/a.png alt='An a'>"
        "<li><a class=title href=b>B</a> <b itemprop=price class=p>2</b>"
        "<li><a class=title href=c>C</a> <b itemprop=price class=p>3</b></ul>"
    )

    first, second, _ = rows(html)

    assert first == {
        "title_url": "http://example.com/list/a",
        "title": "A",
        "price": "1",
        "pic": "http://example.com/a.png",
        "pic_alt": "An a",
    }
    assert second == {
        "title_url": "http://example.com/list/b",
        "title": "B",
        "price": "2",
        "pic": None,
        "pic_alt": None,
    }


@pytest.mark.parametrize("head", ["<tr><th>Name<th>Phone", "<thead><tr><td>Name<td>Phone</thead>"])
def test_names_by_the_header_of_a_table(head):
    html = f"<table>{head}<tr><td>Ann<td>12<tr><td>Bob<td>34<tr><td>Cid<td>56</table>"

    assert rows(html)[0] == {"name": "Ann", "phone": "12"}


def test_names_by_labels():
    """A text that ends in a colon and is the same in all records names the next one; a record may leave it out."""
    item = "<div><h3>{0}</h3><p><b>Size:</b> {0}1</p>"
    html = item.format("a") + "<p><b>Made in:</b> Rome</p></div>" + item.format("b") + "</div>" + item.format("c")

    found = rows(f"<section>{html}</div></section>")

    assert found[1]["heading"] == "b"
    assert found[1]["size"] == "b1"


def test_rows_that_begin_with_a_label_are_told_apart():
    """Each record is a table of labelled rows, not always the same ones."""
    table = "<table><tr><th>City<td>{0}<tr><th>Mail<td>{0}@x</table><hr>"
    short = "<table><tr><th>City<td>{0}<tr><th>Fax<td>{0}9</table><hr>"
    html = "".join(table.format(n) for n in "abc") + short.format("d")

    found = rows(f"<div>{html}</div>")

    assert found[0] == {"city": "a", "mail": "a@x", "fax": None}
    assert found[3] == {"city": "d", "mail": None, "fax": "d9"}


def test_what_records_have_several_times_is_a_list():
    html = (
        "<ul><li><h3>A</h3><div class=tags><a href=/x>x</a><a href=/y>y</a></div>"
        "<li><h3>B</h3><div class=tags><a href=/z>z</a></div>"
        "<li><h3>C</h3><div class=tags><a href=/u>u</a><a href=/v>v</a><a href=/w>w</a><a href=/t>t</a></div></ul>"
    )

    found = rows(html)

    assert found[1] == {"heading": "B", "tags": [{"tags_url": "http://example.com/z", "tags": "z"}]}
    assert [entry["tags"] for entry in found[2]["tags"]] == ["u", "v", "w", "t"]


def test_nothing_of_a_record_is_lost():
    """All words of the records are in their fields, labels aside."""
    html = "<div>" + "".join(f"<p>{n} <a href=/{n}>l{n}</a> - <i>{n}2</i> end{n}" for n in "abcde") + "</div>"

    for name, row in zip("abcde", rows(html), strict=True):
        assert {value for key, value in row.items() if not key.endswith("_url")} >= {
            f"l{name}",
            f"{name}2",
            f"end{name}",
        }


def test_rare_columns_come_together():
    """Every record has a class of its own 200 times over; there are 200 columns and one list of the rest."""
    letters = "abcdefghijklmnopqrst"
    classes = [a + b for a in letters for b in letters]
    items = (f"<li><b>{n}</b><i>x</i><u>y</u>" + f"<s class={classes[n]}>v{n}</s>" for n in range(len(classes)))

    found = rows("<ul>" + "".join(items) + "</ul>")

    assert len(found[0]) == 201
    assert found[399]["more"] == ["v399"]
    assert found[0]["more"] is None

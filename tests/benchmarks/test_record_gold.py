"""The gold of records on a page made for it."""

import json

import pytest

from benchmarks.record_gold import read_gold
from sitegrain.records import TreeRecords

HTML = "<ul>\r\n<li><a href=/one>first <b>one</b></a> x\r\n<li><a href=/two>second</a> y\r\n<li>z</ul>"


@pytest.fixture
def gold(tmp_path):
    """Two records: an address, a text over two runs (with a tag at its end), and a word; places count CRLF as one."""
    html = HTML.replace("\r\n", "\n")

    def field(text, after=0):
        start = html.index(text, after)
        return {"start": start, "end": start + len(text), "text": text}

    first = [field("/one"), field("first <b>one</b>"), field("x")]
    second = [field("/two"), field("second"), field(" y")]
    (tmp_path / "a.html").write_bytes(HTML.encode())
    (tmp_path / "a.json").write_text(json.dumps({"records": [first, second]}))
    return read_gold(tmp_path / "a.html", tmp_path / "a.json")


def test_fields_are_found_in_texts_and_attributes(gold):
    page = gold.page

    (address, text, word), _ = gold.records
    assert page.attributes[address.node]["href"] == "/one"
    assert (page.run_texts[text.first[0]], page.run_texts[text.last[0]]) == ("first ", "one")
    assert word.first[1] == 1


def test_a_record_is_found_if_it_has_all_fields_and_no_other(gold):
    (region, *_) = TreeRecords().find(gold.page)

    assert gold.count_found(region.records) == 2
    assert gold.count_found(region.records[1:]) == 1


def test_a_record_that_has_fields_of_two_finds_none(gold):
    (region, *_) = TreeRecords().find(gold.page)
    both = type(region.records[0])({}, region.records[0].start, region.records[1].end, (0, 0))

    assert gold.count_found([both]) == 0

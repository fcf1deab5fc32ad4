"""Every rendering, read back, says what was kept: on the golden sites, on random markup, and on the data sets."""

import os
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings

import sitegrain
from benchmarks.datasets import REAL_SETS, load
from benchmarks.fidelity import CHOICES, choose, compare_kept, differences
from benchmarks.page_reading import read_page
from benchmarks.reading import read_html, read_markdown, read_tei
from sitegrain.pages.parse import parse
from tests.content.rendering.trees import pages

GOLDEN = sorted((Path(__file__).parent / "sites").glob("*/pages/*.html"))
N_PAGES = 12  # of each data set; 0.3 s a page


def faults(raw):
    """The differences of each choice of a page's units."""
    document = sitegrain.extract(raw)
    found = {choice: differences(choose(document, choice, seed=0)) for choice in CHOICES}
    return {choice: different for choice, different in found.items() if different}


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: f"{path.parent.parent.name}/{path.stem}")
def test_a_golden_page_is_rendered_faithfully(path):
    assert faults(sitegrain.RawPage(path.read_bytes())) == {}


@settings(max_examples=60, deadline=None)
@given(pages())
def test_random_markup_is_rendered_faithfully(drawn):
    assert compare_kept(*drawn) == []


@pytest.mark.skipif("SITEGRAIN_DATA" not in os.environ, reason="needs the data sets: SITEGRAIN_DATA names their folder")
@pytest.mark.parametrize("name", REAL_SETS)
def test_pages_of_the_data_sets_are_rendered_faithfully(name):
    samples = load(name, Path(os.environ["SITEGRAIN_DATA"]) / name).samples
    drawn = samples[:: max(1, len(samples) // N_PAGES)][:N_PAGES]

    found = {sample.id: faults(sitegrain.RawPage(sample.html_path.read_bytes(), url=sample.url)) for sample in drawn}

    assert {page_id: different for page_id, different in found.items() if different} == {}


HTML = (
    "<h2>a b</h2><ul>c<li>d<ul><li>e</ul>f</ul><table><tr><th>g<th><tr><td>h<td>i</table><pre>j\n  k</pre>"
    "<dl><dt>l</dl>"
)
MARKDOWN = "## a b\n\n- c\n- d\n  - e\n\n  f\n\n| g |  |\n| --- | --- |\n| h | i |\n\n```\nj\n  k\n```\n\nl"
TEI = (
    '<TEI xmlns="http://www.tei-c.org/ns/1.0"><text><body><div n="2"><head>a b</head>'
    "<list><item>c</item><item>d<list><item>e</item></list>f</item></list>"
    "<table><row><cell>g</cell><cell/></row><row><cell>h</cell><cell>i</cell></row></table>"
    '<ab><code xml:space="preserve">j\n  k</code></ab><list type="gloss"><label>l</label></list>'
    "</div></body></text></TEI>"
)


def _read_page(html):
    page = parse(html)
    return read_page(page, np.ones(page.n_units, bool))


@pytest.mark.parametrize(
    ("read", "source"),
    [(_read_page, HTML), (read_html, HTML.replace("<ul>c", "<ul><li>c")), (read_markdown, MARKDOWN), (read_tei, TEI)],
)
def test_structures_are_read_from_a_page_and_from_each_rendering(read, source):
    """`d` is around the item `e`, whose words are not its own."""
    reading = read(source)

    assert reading.words == list("abcdefghijkl")
    assert reading.headings == [(2, ("a", "b"))]
    assert reading.items == [("c",), ("d", "f"), ("e",)]
    assert reading.rows == [(("g",), ()), (("h",), ("i",))]
    assert reading.code == ["j", "  k"]
    assert reading.terms == ([] if read is read_markdown else [("l",)])


@pytest.mark.parametrize(
    ("name", "rendered", "kinds"),
    [
        ("render_markdown", "ab", ["words"]),
        ("render_html", "<p>a<b></b>b", ["words"]),
        ("render_text", "a b", ["lines"]),
        ("render_text", "a\n\nb\n\nb", ["words", "signs"]),
    ],
)
def test_words_that_are_glued_and_doubled_are_found(monkeypatch, name, rendered, kinds):
    page = parse("<p>a</p><p>b</p>")
    monkeypatch.setattr(f"benchmarks.fidelity.{name}", lambda *arguments: rendered)

    assert [one.kind for one in compare_kept(page, np.ones(2, bool))] == kinds


def test_a_lost_heading_and_an_invented_item_are_found(monkeypatch):
    page = parse("<h1>a</h1><p>b</p>")
    monkeypatch.setattr("benchmarks.fidelity.render_html", lambda *arguments: "<p>a</p><ul><li>b</ul>")

    different = compare_kept(page, np.ones(2, bool))

    assert [(one.rendering, one.kind) for one in different] == [("html", "headings"), ("html", "items")]

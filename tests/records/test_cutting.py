"""Cutting flows: what a cut is worth, and which one is taken."""

import pytest

from sitegrain.pages.parse import parse
from sitegrain.records.cutting import cut_flow, evidence
from sitegrain.records.flow import Flow
from sitegrain.records.outline import read_outline


def flow_of(html, tag):
    outline = read_outline(parse(html))
    return Flow(outline, outline.kinds.index(tag))


def test_evidence():
    """Two records with four common features are as likely as not; 13 with four: 1 - 1 / (1 + 12)."""
    assert evidence(2, 4) == 0.5
    assert evidence(13, 4) == pytest.approx(12 / 13)


def test_uniform_segments():
    """Features of both: li, a, the text of a: each is in the other one. Two words and two links."""
    cut = cut_flow(flow_of("<ul><li><a href=/1>a</a><li><a href=/2>b</a></ul>", "ul"))[0]

    assert (cut.uniformity, cut.mass, len(cut.core), cut.n_contents) == (1.0, 4.0, 3, 2)
    assert cut.worth == 4 * evidence(2, 3)


def test_less_uniform_segments():
    """li, its text and (twice of three) b's: li 3 and # 3 of 3, #b 2: (3 * 2 + 3 * 2 + 2 * 1) / (8 * 2)."""
    cut = cut_flow(flow_of("<ul><li>a <b>x</b><li>b <b>y</b><li>c</ul>", "ul"))[0]

    assert cut.uniformity == pytest.approx(14 / 16)


def test_breaks_in_a_row_are_one():
    """Two <br> are stronger than one and weaker than <p>; the strongest of several counts."""
    flow = flow_of("<div>a<br>b<br><br>c<hr><br>d</div>", "div")

    assert [part.strength for part in flow.parts] == [0, 1.0, 0, 2.5, 0, 4.0, 0]


def test_segments_keep_their_order_and_do_not_overlap():
    html = "<div>" + "<h4>t</h4>a<br><a href=/>b</a><p>c" * 5 + "</div>"

    for cut in cut_flow(flow_of(html, "div")):
        bounds = [place for record in cut.records for place in record]
        assert bounds == sorted(bounds)

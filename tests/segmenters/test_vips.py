"""VIPS: on boxes drawn by hand, and on those of a real Chromium."""

import asyncio
import pickle
import stat

import numpy as np
import pytest

from sitegrain.errors import ExtraError, SourceError, UsageError
from sitegrain.pages.parse import parse
from sitegrain.segmenters.vips import Renderer, Vips, read_boxes, write_boxes
from sitegrain.segmenters.vips.boxes import make_boxes
from sitegrain.segmenters.vips.extraction import VisualBlock
from sitegrain.segmenters.vips.renderer import find_chromium
from sitegrain.segmenters.vips.structure import Separators, degrees

needs_chromium = pytest.mark.skipif(find_chromium() is None, reason="no Chromium on this machine")

PAGE = """<!doctype html><style>body { margin: 0; width: 1000px } .nav { background: #eee; padding: 10px }
.main { width: 600px; float: left; margin-top: 60px } .side { width: 300px; float: right; margin-top: 60px }</style>
<div class=nav><a href=/>Home</a> <a href=/n>News</a></div>
<div class=main><h1>A heading</h1><p>First paragraph with some words.</p><p>Second one.</p></div>
<div class=side><p>Side words</p></div>"""


def rows_of(page, boxes):
    """A row an element: those with a box (x, y, width, height) by node, all others as large as the page."""
    return [
        [tag, *boxes.get(node, (0, 0, 1000, 1000)), "white", 16, 400, tag in ("a", "b"), True]
        for node, tag in enumerate(page.tags)
    ]


def drawn(page, boxes):
    made = make_boxes(rows_of(page, boxes))
    return lambda _: made


def texts(page, found):
    return [[" ".join(page.tokens[a:b]) for a, b in block.spans] for block in found.blocks]


def test_what_is_far_apart_is_in_blocks_of_its_own():
    """A menu above two columns; 100 pixels below the menu, 5 between the paragraphs, 50 between the columns.

    Separators of 3 + 12, 3 + 1 and 3 + 10: degrees 1, 8 and 2.
    """
    page = parse("<div>menu</div><section><p>one<p>two</section><section><p>side</section>")
    assert page.tags == ["html", "body", "div", "section", "p", "p", "section", "p"]
    boxes = {
        2: (0, 0, 1000, 50),
        3: (0, 150, 600, 105), 4: (0, 150, 600, 50), 5: (0, 205, 600, 50),
        6: (650, 150, 300, 105), 7: (650, 150, 300, 105),
    }  # fmt: skip

    found = Vips(coherence=5, boxes=drawn(page, boxes)).segment(page)

    assert texts(page, found) == [["menu"], ["one two"], ["side"]]
    assert [block.label for block in found.blocks] == ["body > div", "body > section", "body > section > p"]


def test_a_higher_degree_makes_smaller_blocks():
    page = parse("<div>menu</div><section><p>one<p>two</section>")
    boxes = {2: (0, 0, 1000, 50), 3: (0, 150, 600, 105), 4: (0, 150, 600, 50), 5: (0, 205, 600, 50)}

    assert texts(page, Vips(coherence=1, boxes=drawn(page, boxes)).segment(page)) == [["menu one two"]]
    assert texts(page, Vips(coherence=10, boxes=drawn(page, boxes)).segment(page)) == [["menu"], ["one"], ["two"]]


def test_separators_weigh_by_width_and_looks():
    """3 to start with; 10 pixels +2, 60 pixels +12; another background +2; a larger font below +2 and +2."""
    boxes = make_boxes(
        [
            ["p", 0, 0, 100, 10, "white", 16, 400, False, True],
            ["p", 0, 20, 100, 10, "white", 16, 400, False, True],
            ["p", 0, 90, 100, 10, "grey", 20, 400, False, True],
        ]
    )
    blocks = [VisualBlock(i, False, 7) for i in range(3)]
    separators = Separators(blocks, boxes, np.zeros((0, 4)))

    assert separators._weigh(0, 1, 10, 1) == 5
    assert separators._weigh(1, 2, 60, 1) == 3 + 12 + 2 + 2 + 2
    root = separators.regions()
    assert [part.members for part in root.parts] == [[0, 1], [2]]
    assert [part.members for part in root.parts[0].parts] == [[0], [1]]
    assert degrees(root, blocks)[id(root)] == 1
    assert degrees(root, blocks)[id(root.parts[0])] == 8  # 9 - 8 * (5 - 2) / (21 - 2), rounded


def test_a_ruler_and_equal_text_change_the_weight():
    boxes = make_boxes([["p", 0, y, 100, 10, "white", 16, 400, False, True] for y in (0, 20)])
    ruler = np.array([[0, 14, 100, 16]])

    assert Separators([VisualBlock(0, False, 7), VisualBlock(1, False, 7)], boxes, ruler)._weigh(0, 1, 10, 1) == 7
    text = [VisualBlock(0, False, 10), VisualBlock(1, False, 10)]
    assert Separators(text, boxes, np.zeros((0, 4)))._weigh(0, 1, 10, 1) == 3


def test_hidden_text_is_in_no_block():
    page = parse("<p>seen<p>unseen")
    rows = rows_of(page, {2: (0, 0, 10, 10), 3: (0, 20, 10, 10)})
    rows[3][-1] = False

    assert Vips(boxes=lambda _: make_boxes(rows)).segment(page).block_ids.tolist() == [0, -1]


def test_a_page_of_which_nothing_is_seen_has_a_reason():
    page = parse("<p>words")
    rows = rows_of(page, {})
    for row in rows:
        row[-1] = False

    assert "nothing of the page is seen" in Vips(boxes=lambda _: make_boxes(rows)).segment(page).reason
    assert Vips(boxes=lambda _: make_boxes([])).segment("<p>").reason == "no text on the page"


def test_boxes_of_another_page_are_refused():
    page, other = parse("<p>a"), parse("<div>a<p>b")

    with pytest.raises(SourceError, match="element 2 is p, the page has div"):
        Vips(boxes=drawn(page, {})).segment(other)
    with pytest.raises(SourceError, match="3 elements, the page has 4"):
        Vips(boxes=drawn(page, {})).segment(parse("<p>a<p>b"))


def test_boxes_are_read_back(tmp_path):
    page = parse("<p>one<p>two")
    boxes = drawn(page, {2: (0, 0, 9.5, 10), 3: (0, 100, 10, 10)})(page)
    write_boxes(boxes, tmp_path / "boxes.json")

    again = read_boxes(tmp_path / "boxes.json")

    assert again.tags == boxes.tags
    assert again.places.tolist() == boxes.places.tolist()
    assert len(Vips(boxes=str(tmp_path / "boxes.json"), coherence=10).segment(page).blocks) == 2


@pytest.mark.parametrize("text", ["{", "[1]", '[{"tag": "p"}]', "{}x"])
def test_a_file_that_holds_no_boxes_is_named(tmp_path, text):
    (tmp_path / "boxes.json").write_text(text)

    with pytest.raises(SourceError, match=r"boxes.json: not a list of boxes"):
        read_boxes(tmp_path / "boxes.json")


def test_boxes_must_be_numbers():
    with pytest.raises(SourceError, match="element 0: a box needs tag, x, y"):
        make_boxes([["p", "a", 0, 0, 0, "white", 1, 1, True, True]])
    with pytest.raises(SourceError, match="element 0: a box needs"):
        make_boxes([["p", float("nan"), 0, 0, 0, "white", 1, 1, True, True]])


def test_parameters_are_checked():
    with pytest.raises(UsageError, match="coherence must be between 1 and 10, got 11"):
        Vips(coherence=11)
    with pytest.raises(UsageError, match="fetch must be one of"):
        Vips(fetch="x")
    with pytest.raises(UsageError, match="fetch must be one of nothing, styles, all, got 'x'"):
        Renderer(fetch="x")
    with pytest.raises(UsageError, match="timeout must be above 0 seconds, got 0"):
        Renderer(timeout=0)


def test_deep_and_broad_pages():
    deep, broad = parse("<div>" * 3000 + "text"), parse("<p>word</p>" * 3000)
    boxes = {node: (0, 20 * node, 100, 10) for node in range(2, broad.n_nodes)}

    assert len(Vips(boxes=drawn(deep, {})).segment(deep).blocks) == 1
    assert len(Vips(boxes=drawn(broad, boxes), coherence=10).segment(broad).blocks) == 3000


@needs_chromium
def test_a_rendered_page_has_a_box_for_each_element():
    page = parse(PAGE + "<noscript><p>no script</noscript><svg><g></g></svg><script>document.body.remove()</script>")

    with Renderer() as renderer:
        boxes = renderer.render(page.axis.source)

    boxes.check(page)
    main = page.tags.index("div", page.tags.index("div") + 1)
    assert boxes.places[main, 2] - boxes.places[main, 0] == 600
    assert boxes.backgrounds[page.tags.index("div")] == "rgb(238, 238, 238)"
    assert boxes.font_sizes[page.tags.index("h1")] == 32
    assert boxes.is_inline[page.tags.index("a")]


@needs_chromium
def test_a_rendered_page_is_cut_where_the_eye_cuts_it():
    page = parse(PAGE)

    with Renderer() as renderer:
        found = Vips(boxes=renderer).segment(page)

    blocks = ["|".join(own) for own in texts(page, found)]
    assert blocks[0] == "home news"
    assert "side words" in blocks
    assert all("side words" not in block or block == "side words" for block in blocks)


@needs_chromium
def test_a_segmenter_that_rendered_can_be_pickled():
    with Renderer(timeout=20) as renderer:
        vips = Vips(boxes=renderer)
        vips.segment("<p>a")
        again = pickle.loads(pickle.dumps(vips))

    assert again.boxes.timeout == 20
    assert again.boxes._worker is None


@needs_chromium
def test_two_browsers_at_a_time_and_one_inside_an_event_loop():
    async def render():
        with Renderer() as first, Renderer() as second:
            return [renderer.render("<p>a").tags for renderer in (first, second)]

    assert asyncio.run(render()) == [("html", "body", "p")] * 2


@needs_chromium
def test_a_browser_that_does_not_answer_is_given_up(monkeypatch):
    monkeypatch.setattr("sitegrain.segmenters.vips.renderer._READ", "() => { while (true) {} }")
    monkeypatch.setattr("sitegrain.segmenters.vips.renderer.GRACE_SECONDS", 0.5)
    renderer = Renderer(timeout=2)

    with pytest.raises(SourceError, match="cannot render the page in 2 seconds"):
        renderer.render("<p>a")
    monkeypatch.undo()
    assert renderer.render("<p>a").tags == ("html", "body", "p")
    renderer.close()


def test_a_browser_that_is_missing_is_named(monkeypatch):
    monkeypatch.setenv("SITEGRAIN_CHROMIUM", "/nowhere/chromium")

    with pytest.raises(ExtraError, match="SITEGRAIN_CHROMIUM"):
        Vips().segment("<p>text")


def test_a_browser_that_hangs_is_given_up(monkeypatch, tmp_path):
    sleeper = tmp_path / "chromium"
    sleeper.write_text("#!/bin/sh\nexec sleep 60\n")
    sleeper.chmod(sleeper.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("SITEGRAIN_CHROMIUM", str(sleeper))

    with pytest.raises(ExtraError, match="no Chromium to render with"):
        Renderer(timeout=0.5).render("<p>text")

"""Reference segmentations: proposed, corrected, followed."""

import json
from dataclasses import replace

import numpy as np
import pytest

from sitegrain.blocks.labelling import Labeller
from sitegrain.errors import SourceError, UsageError
from sitegrain.measures.reference import ReferenceBlock, follow, propose, read_references, view
from sitegrain.measures.reference.proposing import whole_nodes
from sitegrain.measures.reference.sites import propose_sites
from sitegrain.pages.given import as_page
from sitegrain.pages.parse import parse
from sitegrain.readers import read

ARTICLE = "<div class=nav><a>Home</a> <a>News</a></div><div id=main><h1>{0}</h1><p>one {0}<p>two</div><p>end</p>"
LISTING = "<ul class=grid><li class=cell>{0}</li><li class=cell>x</li></ul><table class=rows><tr><td>1<td>2</table>"


class Elements:
    """A block for each child of the body."""

    def segment(self, page):
        page = as_page(page)
        depths = np.asarray(page.axis.depths)
        blocks = []
        for node in page.unit_nodes.tolist():
            top = node
            while depths[top] > 2:  # html 0, body 1
                top = int(page.parents[top])
            blocks.append(top)
        return Labeller().segmentation(page, np.repeat(blocks, page.unit_words))


def pages():
    return [
        parse(source.format(word), path=f"{word}.html")
        for source, words in ((ARTICLE, "red green blue"), (LISTING, "small large huge"))
        for word in words.split()
    ]


def proposals(method=None):
    *sample, other = pages()
    return propose(sample, [other], method or Elements(), site="s", name="elements")


def test_every_layout_gets_the_blocks_of_one_of_its_pages():
    article, listing = (proposal.reference for proposal in proposals())

    assert (article.layout, article.pages) == ("layout-1", ("blue.html", "green.html", "red.html"))
    assert listing.pages == ("huge.html", "large.html", "small.html")
    assert [block.selectors for block in article.blocks] == [
        ("body > div.nav",),
        ("div#main",),
        ("body > p",),
    ]
    assert article.blocks[0].text == "Home News"
    assert [block.pages for block in article.blocks] == [3, 3, 3]


def test_all_pages_of_a_layout_follow():
    reference = proposals()[0].reference
    page = pages()[2]

    found = follow(page, reference.blocks)

    assert [block.label for block in found.blocks] == ["block-1", "block-2", "block-3"]
    assert [block.spans for block in found.blocks] == [((0, 2),), ((2, 6),), ((6, 7),)]


def test_what_a_person_corrects_holds():
    blocks = (
        ReferenceBlock("frame", ("div.nav", "body > p"), is_template=True),
        ReferenceBlock("story", ("#main",)),
        ReferenceBlock("title", ("#main > h1",)),
    )

    found = follow(pages()[0], blocks)

    assert {block.label: block.spans for block in found.blocks} == {
        "frame": ((0, 2), (6, 7)),
        "title": ((2, 3),),
        "story": ((3, 6),),
    }
    assert found.weights.tolist() == pytest.approx([0, 0, 7 / 4, 7 / 4, 7 / 4, 7 / 4, 0])


def test_text_without_a_selector_is_in_no_block():
    found = follow(pages()[0], (ReferenceBlock("story", ("#main",)),))

    assert found.block_ids.tolist() == [-1, -1, 0, 0, 0, 0, -1]
    assert follow(pages()[0], (ReferenceBlock("x", (".none",)),)).reason == "no selector of its layout matches"


def test_a_block_that_shares_its_element_has_that_element():
    page = parse("<p>a<br>b</p><p>c")

    assert whole_nodes(page, np.array([0, 1, 2])) == [[2], [2], [4]]


def test_files_are_read_back(tmp_path):
    for proposal in proposals():
        (tmp_path / f"{proposal.reference.layout}.json").write_text(proposal.reference.to_json(), "utf-8")

    found = read_references(tmp_path)

    wanted = [proposal.reference for proposal in proposals()]
    assert found == [
        replace(one, blocks=tuple(replace(block, pages=0, text="") for block in one.blocks)) for one in wanted
    ]


def test_the_view_shows_the_blocks_and_the_text():
    proposal = proposals()[0]
    text = view(proposal.reference, proposal.example)

    assert "<h1>s: layout-1</h1>" in text
    assert "<th>block-2<td>one red" in text or "<th>block-2<td>one green" in text or "<th>block-2<td>one blue" in text
    assert "<script" not in view(
        proposal.reference, parse("<div class=nav>&lt;script>alert(1)&lt;/script></div>", path="x")
    )


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("{", SourceError, "a.json: not a reference"),
        ("[]", SourceError, "a.json: not a reference"),
        ('{"layout": "1", "pages": []}', SourceError, "a.json: no 'blocks'"),
        ('{"layout": "1", "pages": [], "blocks": [{"name": "b"}]}', SourceError, "a.json: no 'selectors'"),
        (
            '{"layout": "1", "pages": [], "blocks": [{"name": "b", "selectors": []}]}',
            SourceError,
            "block 'b' has no list of selectors",
        ),
        (
            '{"layout": "1", "pages": [], "blocks": [{"name": "b", "selectors": ["p >"]}]}',
            UsageError,
            "a.json: block 'b': selector 'p >'",
        ),
    ],
)
def test_a_bad_file_is_named(tmp_path, text, error, message):
    (tmp_path / "a.json").write_text(text)

    with pytest.raises(error, match=message):
        read_references(tmp_path)


def test_a_folder_without_references_is_told(tmp_path):
    with pytest.raises(SourceError, match="no references here"):
        read_references(tmp_path)


def test_sites_of_a_source_have_proposals_of_their_own(tmp_path):
    rows = [
        {"url": f"http://{site}.example/{i}", "html": source.format(f"{site} {i}")}
        for site, source in (("a", ARTICLE), ("b", LISTING))
        for i in range(3)
    ] + [{"url": "http://a.example/copy", "html": ARTICLE.format("a 0")}]
    (tmp_path / "pages.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))

    found = list(propose_sites(read(tmp_path / "pages.jsonl"), Elements, "elements"))

    assert [(one.reference.site, len(one.reference.pages)) for one in found] == [("a.example", 4), ("b.example", 3)]

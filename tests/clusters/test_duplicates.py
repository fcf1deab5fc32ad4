"""Near-duplicates by content: frames do not count, articles do."""

import numpy as np
import pytest

from benchmarks.reproduce.duplicates import heavy_sites, score
from sitegrain.clusters import find_duplicates, read_content, sign_content
from sitegrain.clusters.duplicates import number_groups
from sitegrain.clusters.signatures import Signatures
from sitegrain.crawl.waiting import RowSpool
from sitegrain.errors import UsageError
from sitegrain.pages.raw import RawPage, Skipped
from tests.synthetic.site import iter_sites

STORY = "The old ferry was sold to the island for one crown and a barrel of herring, said the keeper of the pier."
OTHER = "Nobody had counted the swans since the winter of the great frost, when the whole bay froze over at once."
TRANSLATED = "Die alte Fähre ging für eine Krone und ein Fass Heringe an die Insel, sagte der Wärter an der Brücke."


def page(text, name, frame="Home News Sport Weather"):
    html = f"<nav>{frame}</nav><main><p>{text}</p></main>"
    return RawPage(html, url=f"http://{name}.example/", path=f"{name}.html")


def whole(pages, **options):
    """With whole pages compared: what counts as content is not the matter here."""
    return list(find_duplicates(pages, work=read_content(sign_content, whole=True), **options))


def test_rows_tell_group_first_page_and_likeness():
    rows = whole([page(STORY, "a"), page(OTHER, "b"), page(STORY, "c")])

    assert [row["group"] for row in rows] == [1, None, 1]
    assert [row["duplicate_of"] for row in rows] == [None, None, "a.html"]
    assert [row["likeness"] for row in rows] == [None, None, 1.0]
    assert list(rows[0]) == [
        *("id", "path", "url", "site", "title", "n_words", "group", "duplicate_of", "likeness"),
    ]


def test_the_first_page_is_named_by_id_else_path_else_url():
    pages = [RawPage(STORY, url="http://a.example/"), RawPage(STORY, id=7), RawPage(STORY, path="c", id=8)]
    names = {i: [row["duplicate_of"] for row in whole([pages[i], page(STORY, "b", frame="")])][1] for i in range(3)}

    assert names == {0: "http://a.example/", 1: 7, 2: 8}


@pytest.mark.parametrize(
    ("first", "second", "is_copy"),
    [
        (STORY, STORY.replace("herring", "mackerel"), True),  # 20 of 21 + 2 word pairs
        (STORY, OTHER, False),
        (STORY, TRANSLATED, False),
        ("Sold out", "Sold out", True),
        ("Sold out", "Sold", False),
        ("12", "12", True),
    ],
)
def test_likeness_of_two_texts(first, second, is_copy):
    rows = whole([page(first, "a", frame=""), page(second, "b", frame="")])

    assert (rows[1]["duplicate_of"] is not None) == is_copy


def test_empty_and_skipped_pages_are_nobodys_duplicates():
    rows = whole([RawPage("<p>"), RawPage("<p>"), Skipped("not HTML", path="x.pdf")])

    assert [row.get("duplicate_of") for row in rows] == [None, None, None]
    assert rows[0]["reason"] == "no words of content"
    assert rows[2] == {"id": None, "path": "x.pdf", "url": None, "site": None, "skipped": "not HTML"}


def test_no_pages():
    assert list(find_duplicates([])) == []


def test_a_threshold_is_refused_before_any_page_is_read():
    def pages():
        raise AssertionError
        yield

    with pytest.raises(UsageError, match="threshold must be above 0 and at most 1, got 2"):
        list(find_duplicates(pages(), threshold=2))


def test_one_article_in_two_frames_is_a_duplicate_and_two_in_one_frame_are_not():
    """Three sites of 30 pages, in which four words of five are not content; a seed of its own."""
    pages = list(iter_sites(heavy_sites(11, 0.03, n_pages=30)))

    found = score(pages, {})
    unstripped = score(pages, {"whole": True})

    assert (found.precision, found.recall) == (1, pytest.approx(1, abs=0.05))
    assert min(unstripped.precision, unstripped.recall) < 0.5


def test_a_site_of_copies_has_content_though_all_its_text_recurs():
    """Ten pages of which each is there twice: all their sentences are on two pages of the site."""
    words = STORY.split()
    made = [page(" ".join(f"{word}{number}" for word in words), f"a{number}") for number in range(5)]
    raws = [RawPage(one.html, url=f"http://a.example/{i}") for i, one in enumerate(made + made)]

    rows = list(find_duplicates(raws))

    assert all(row["n_words"] > 0 for row in rows)
    assert [row["likeness"] for row in rows[5:]] == [1.0] * 5


def test_groups_are_numbered_by_their_first_rows():
    assert number_groups(np.array([], int)).tolist() == []
    assert number_groups(np.array([-1, -1])).tolist() == [-1, -1]
    assert number_groups(np.array([0, 1, 0, 1, 4])).tolist() == [1, 2, 1, 2, -1]


def test_a_growing_table_keeps_its_rows():
    table = Signatures()
    rows = np.arange(3000 * 128, dtype=np.uint32).reshape(3000, 128)
    for row in rows:
        table.add(row)

    assert len(table) == 3000
    assert np.array_equal(table.rows, rows)


def test_rows_on_disk_can_be_looked_up_while_they_are_read():
    with RowSpool() as spool:
        for number in range(5):
            spool.add({"number": number, "text": "é\ud800"})

        assert [(row["number"], spool[4 - number]["number"]) for number, row in enumerate(spool)] == [
            (number, 4 - number) for number in range(5)
        ]
        assert spool[2]["text"] == "é\ud800"

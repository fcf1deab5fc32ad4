"""One page to its document."""

import numpy as np
import pytest

import sitegrain
from sitegrain import Options
from sitegrain.content.choosing import Chooser
from sitegrain.content.extraction import apply_rules
from sitegrain.pages.parse import parse

PROSE = (
    "The harbour master read the letter twice, folded it, and said that the boats would leave at noon all the same. "
)
COMMENT = (
    "<div class=comment><p>I sailed with him for nine years, and he never once read a letter only one time.</p></div>"
)
ARTICLE = f"<title>A letter</title><article><h1>A letter</h1><p>{PROSE * 3}</p><p>{PROSE * 4}</p></article>"


def choose_gaps(html, kept, scores):
    choice = Chooser(parse(html), {}, np.array(scores))
    choice.kept[:] = kept
    choice.fill_gaps()
    return choice.kept.astype(int).tolist()


@pytest.mark.parametrize(
    ("html", "scores", "filled"),
    [
        ("<div><p>a b</p><ul><li>c d</ul><p>e f</p></div>", [0.9, 0.4, 0.6], [1, 1, 1]),  # 0.4 >= 0.6 * 0.6
        ("<div><p>a b</p><ul><li>c d</ul><p>e f</p></div>", [0.9, 0.3, 0.6], [1, 0, 1]),
        ("<div><p>a b</p><ul hidden><li>c d</ul><p>e f</p></div>", [0.9, 0.4, 0.6], [1, 0, 1]),
        ("<div><p>a b</p><ul><li><a href=x>c d</a></ul><p>e f</p></div>", [0.9, 0.4, 0.6], [1, 0, 1]),
        ("<table><tr><td>a b<td>c d</td><tr><td>e f</table>", [0.9, 0.4, 0.6], [1, 1, 1]),  # a cell of a kept table
        ("<div><p>a b</p></div><p>c d</p><div><p>e f</p></div>", [0.9, 0.4, 0.6], [1, 0, 1]),
    ],
)
def test_a_gap_within_one_container_is_filled_if_it_was_left_out_by_little(html, scores, filled):
    assert choose_gaps(html, [1, 0, 1], scores) == filled


def test_comments_go_from_an_article_unless_they_are_asked_for():
    html = ARTICLE + "<div class=comments>" + COMMENT * 2 + "</div>"

    assert "sailed with him" not in sitegrain.extract(html).text
    assert "sailed with him" not in sitegrain.extract(html, options=Options(comments="drop")).text
    assert "sailed with him" in sitegrain.extract(html, options=Options(comments="keep")).text


def test_what_the_score_did_not_decide_says_what_did():
    html = f"<nav class=y><a href=/>Home</a> <a href=/b>Boats</a></nav>{ARTICLE}"
    document = sitegrain.extract(html, options=Options(keep=(".y",), drop=("h1",)))

    first = {piece.text: piece.reasons[0] for piece in document.pieces() if piece.reasons}
    assert first["Home Boats"] == "+ a rule of the user"
    assert first["A letter"] == "- a rule of the user"
    assert all(len(piece.reasons) <= 3 for piece in document.pieces())


def test_the_language_of_the_structured_data_counts():
    script = '<script type="application/ld+json">{"@type": "Article", "headline": "x", "inLanguage": "nl"}</script>'

    assert sitegrain.extract(f"<head>{script}</head><p>{PROSE}").lang == "nl"


def test_stories_appended_below_the_one_of_the_title_go():
    more = f"<article><h1>A second one</h1><p>{PROSE.replace('letter', 'parcel') * 4}</p></article>"

    text = sitegrain.extract(ARTICLE + more).text

    assert "letter" in text
    assert "parcel" not in text


def test_rules_are_applied_in_the_order_keep_then_drop():
    page = parse("<div class=a><p>one</p><p class=b>two</p></div><p>three</p>")
    nothing = np.zeros(3, bool)

    assert apply_rules(page, nothing, [".a"], []).tolist() == [True, True, False]
    assert apply_rules(page, nothing, [".a"], [".b"]).tolist() == [True, False, False]
    assert apply_rules(page, ~nothing, [], ["div > p", "p.b"]).tolist() == [False, False, True]


def test_the_expected_f1_of_a_choice():
    """Kept 10 words of score .9 and 10 of .5; all mass is 9 + 5 + 1 = 15: 2 * 14 / (20 + 15)."""
    choice = Chooser(parse("<p>" + "<p>".join(["word " * 10] * 3)), {}, np.array([0.9, 0.5, 0.1]))
    assert choice.expected_f1() is None

    choice.kept[:2] = True

    assert choice.expected_f1() == pytest.approx(0.8)


def test_a_shell_that_scripts_fill_gives_its_declared_article_and_says_so():
    body = '{"@type": "NewsArticle", "articleBody": "One line.\\nAnother line of it."}'
    html = f"<div id=root></div><script>{'x' * 999}</script><script type=application/ld+json>{body}</script>"

    document = sitegrain.extract(html)

    assert document.text.split() == "One line. Another line of it.".split()
    assert document.notes == ("shell: the text is the article body of its JSON-LD",)


def test_a_shell_without_a_declared_article_is_reported():
    document = sitegrain.extract("<div id=root></div><script>" + "x" * 999 + "</script>")

    assert document.text == ""
    assert document.kind == "other"
    assert document.notes == ("shell: only scripts fill this page",)


@pytest.mark.parametrize(
    "html", ["", " ", "<p>", "<html></html>", "<table><tr><td></table>", "\0" * 100, "<!-- only a comment -->"]
)
def test_a_page_without_text_gives_an_empty_document(html):
    document = sitegrain.extract(html)

    assert document.text.strip("\ufffd") == ""
    assert document.notes == ("no text on the page",)
    assert document.to_row(("markdown", "html", "xml", "blocks", "dropped"))["selector"] is None or document.text


def test_a_document_is_shown_in_one_short_line():
    document = sitegrain.extract(ARTICLE)

    assert repr(document) == f"<Document ?: {document.kind}, 'A letter', 3 of 3 units kept>"
    assert repr(parse("<p>a b</p><p>c</p>")) == "<Page ?: 4 nodes, 2 units, 3 tokens>"

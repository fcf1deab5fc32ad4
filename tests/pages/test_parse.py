"""HTML to flat arrays."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitegrain.kernel import read_tree
from sitegrain.pages.page import HIDDEN, LINK, Event
from sitegrain.pages.parse import parse
from sitegrain.pages.serialize import write
from sitegrain.pages.tokens import mask_digits, tokenize


@pytest.mark.parametrize(
    ("html", "units"),
    [
        ("<p>Hello <b>world</b></p><p>again", ["Hello world", "again"]),
        ("<div>a <p>b</p> c</div>", ["a", "b", "c"]),
        ("a<br>b<br><br>c", ["a b", "c"]),
        ("<p>a<br> <br>b", ["a", "b"]),
        ("<a href=x><div>a</div><div>b</div></a>", ["a", "b"]),
        ("x<script>y</script>z", ["xz"]),
        ("<b>M</b>arla", ["Marla"]),
        ("<ul><li>a<li>b</ul>", ["a", "b"]),
        ("a<!-- c -->b", ["ab"]),
        ("plain text, no markup", ["plain text, no markup"]),
        ("", []),
        ("<select><option>a</select><button>b</button><textarea>c</textarea>d", ["d"]),
    ],
)
def test_a_unit_is_the_text_of_a_maximal_inline_run(html, units):
    assert parse(html).unit_texts == units


@pytest.mark.parametrize("tag", ["iframe", "script", "style", "textarea", "title", "noscript", "xmp"])
def test_a_self_closed_raw_text_element_swallows_nothing(tag):
    assert parse(f"<p>a</p><{tag} />b").unit_texts == ["a", "b"]


def test_link_words_are_the_tokens_inside_an_a_with_href():
    page = parse("<p>one <a href=x>two three</a></p><p><a name=y>four</a></p><a href=z><p>five</p></a>")

    assert page.unit_words.tolist() == [3, 1, 1]
    assert page.unit_link_words.tolist() == [2, 0, 1]


@pytest.mark.parametrize("attribute", ["hidden", "aria-hidden=true", "style='color:red; DISPLAY : none'"])
def test_hidden_text_is_on_the_axis_and_flagged(attribute):
    page = parse(f"<div {attribute}><p>a</p></div><p>b</p>")

    assert page.unit_hidden.tolist() == [True, False]
    assert page.tokens == ["a", "b"]
    assert page.flags[page.tags.index("div")] & HIDDEN


def test_tables_lists_and_links_keep_their_nodes_and_subtree_ends():
    """html, body, ul, li, a: indices 0 to 4; the second li is 5."""
    page = parse("<ul><li><a href=x>a</a><li>b</ul>")

    assert page.tags == ["html", "body", "ul", "li", "a", "li"]
    assert page.parents.tolist() == [-1, 0, 1, 2, 3, 2]
    assert page.ends.tolist() == [6, 6, 6, 5, 5, 6]
    assert page.flags[4] & LINK


def test_events_walk_the_page_in_document_order():
    page = parse("<div>a<b>c</b>d</div>e")

    walk = [page.run_texts[i] if event is Event.TEXT else f"{event.value} {page.tags[i]}" for event, i in page.events()]

    assert walk == [
        "open html", "open body", "open div", "a", "open b", "c", "close b", "d", "close div", "e",
        "close body", "close html",
    ]  # fmt: skip


def test_the_head_is_read_but_is_not_text():
    page = parse(
        "<html lang=de><head><title> A  b </title><meta name=Author content=x><link rel=Canonical href=/c>"
        "<base href=/d/><script type=application/ld+json>{}</script></head><body><script>1234</script>t"
    )

    assert page.unit_texts == ["t"]
    assert page.head.title == "A b"
    assert page.head.lang == "de"
    assert page.head.metas == (("author", "x"),)
    assert page.head.links == (("canonical", "/c", "", ""),)
    assert page.head.base == "/d/"
    assert page.head.json_ld == ("{}",)
    assert page.head.script_bytes == 6


def test_links_of_the_head_are_a_sequence_like_any_other():
    links = parse("<link REL=Next href=a hreflang=de><meta name=a content=b><link href=b type=c>").head.links

    assert links == (("next", "a", "", "de"), ("", "b", "c", ""))
    assert (len(links), links[-1], links[:1]) == (2, ("", "b", "c", ""), (("next", "a", "", "de"),))
    assert hash(links) == hash(tuple(links))
    assert links == parse("<link rel=next href=a hreflang=de><link href=b type=c>").head.links
    assert repr(parse("").head.links) == "()"


def test_a_page_nested_deeply_keeps_all_its_text():
    page = parse("<title>t</title>" + "<div>" * 20_000 + "a<p>b<p>c<br>d<script>e</script>" + "</div>" * 9 + "f")

    assert page.unit_texts == ["a", "b", "c d", "f"]
    assert page.head.title == "t"
    assert page.notes == ()


def test_formatting_that_would_be_opened_again_without_end_stays_closed_and_is_noted():
    page = parse("".join(f"<p><b id={i}>x" for i in range(1_000)))

    assert page.unit_texts == ["x"] * 1_000
    assert page.notes == ("formatting elements: opened again too often, the rest stays closed",)


def test_tokens_are_runs_of_letters_and_digits_and_single_cjk_characters():
    assert tokenize("Don't stop-2 東京タワー_x") == ["don", "t", "stop", "2", "東", "京", "タ", "ワ", "ー", "x"]
    assert mask_digits("2012-11-30") == "#-#-#"


@given(st.text(alphabet=st.sampled_from("<>/abp div=\"' \n&;!-"), max_size=200))
def test_any_text_parses_and_its_arrays_agree(html):
    page = parse(html)

    assert len(page.tokens) == page.unit_words.sum() == page.unit_tokens[-1]
    assert [t for text in page.unit_texts for t in tokenize(text)] == page.tokens
    assert (page.ends > np.arange(page.n_nodes)).all()
    assert len(page.run_texts) == len(page.run_units) == page.unit_runs[-1]
    assert sum(event is Event.TEXT for event, _ in page.events()) == len(page.run_texts)
    assert (page.parents < np.arange(page.n_nodes)).all()


def test_elements_opened_again_share_their_attributes_and_a_long_start_tag_is_written_again_a_few_times_only():
    names = " ".join(f"a{i}" for i in range(2_000))
    html = f"<p><a href=x {names}>" + "<p>x" * 3_000
    page = parse(html)
    links = [node for node, tag in enumerate(page.tags) if tag == "a"]

    assert len(links) == 3_001
    assert all(page.attributes[link] is page.attributes[links[0]] for link in links)
    with pytest.raises(IndexError):
        page.attributes[page.n_nodes]

    written = write(read_tree(html))

    assert len(written) < 4_000_000
    assert parse(written).tokens == page.tokens


@pytest.mark.parametrize(
    "html", ["<div><plaintext>a <b>", "<table><b><plaintext>\n\na&amp;</table>", "<p><i><plaintext>"]
)
def test_plaintext_is_written_so_that_it_ends(html):
    written = write(read_tree(html))

    assert parse(written).tokens == parse(html).tokens
    assert write(read_tree(written)) == written

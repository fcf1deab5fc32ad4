"""What the characters of units say; against regular expressions."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitegrain.content.features.text import TEXT_NAMES, fill_text
from sitegrain.kernel import TextRules, text_columns
from sitegrain.pages.parse import parse
from tests.kernel.naive_text import naive_text_columns, naive_votes, packed

LENGTHS = {"short_chars": 200, "tail_chars": 12, "most_chars": 30, "vote_chars": 100, "most_votes": 3}
RULES = TextRules({}, open_ends=(), year_starts=(), codes=(), **LENGTHS)
PIECES = st.sampled_from(
    [
        *"aZß9١²_ .!?。…,、;|·»›:：-/$€年]'\"”)>+[İ",
        *("19", "20", "2012", "12", "USD", "EUR", "...", "[+]", "\u00a0", "𝟙", "\U00020000", "x" * 30, "\u0661\u0662"),
    ]
)
TEXTS = st.lists(PIECES | st.characters(exclude_categories=("Cs",), exclude_characters="\0<&\r"), max_size=60)


def one_page(parts):
    """A page of one unit; it has the text that is left when white space is folded."""
    return parse("<p>" + "".join(parts).replace("<", "(").replace("&", "+").replace("\0", ""))


def text_features(page):
    """The columns by name; the first three are counts."""
    matrix = np.empty((len(TEXT_NAMES), page.n_units))
    fill_text(page, matrix, 0)
    return dict(zip(TEXT_NAMES, matrix, strict=True))


def unit_votes(page):
    return fill_text(page, np.empty((len(TEXT_NAMES), page.n_units)), 0)


@given(TEXTS)
def test_the_columns_are_what_the_patterns_say(parts):
    page = one_page(parts)

    columns = text_features(page)

    for unit, text in enumerate(page.unit_texts):
        words, links = int(page.unit_words[unit]), int(page.unit_link_words[unit])
        wanted = naive_text_columns(text, words, links)
        found = {name: float(column[unit]) for name, column in columns.items()}
        assert found == wanted


@given(TEXTS)
def test_votes_are_commas_and_length(parts):
    page = one_page(parts)

    assert unit_votes(page).tolist() == [naive_votes(text) for text in page.unit_texts]


@given(st.text("0129./:-年a_ ١", max_size=14))
def test_dates_are_found_where_the_pattern_finds_them(text):
    page = parse(f"<p>x {text}")

    wanted = naive_text_columns(page.unit_texts[0], 1, 0)["has_date"]
    assert text_features(page)["has_date"][0] == wanted


@given(st.text("$€5 USDEURx_", max_size=14))
def test_prices_are_found_where_the_pattern_finds_them(text):
    page = parse(f"<p>x {text}")

    wanted = naive_text_columns(page.unit_texts[0], 1, 0)["has_price"]
    assert text_features(page)["has_price"][0] == wanted


@pytest.mark.parametrize(
    ("text", "has_date", "has_price"),
    [
        ("on 3.12.2011", 1, 0),
        ("on 3.12.2011a", 1, 0),  # 3.12 ends at the second separator
        ("at 123.4", 0, 0),
        ("in 1999", 1, 0),
        ("no 1899 or x1999", 0, 0),
        ("a1234年", 1, 0),
        ("5 €", 0, 1),
        ("5  €", 0, 1),  # white space is folded
        ("x USD", 0, 1),
        ("xUSD", 0, 0),
        ("y" * 199 + "$5", 0, 0),  # the digit is the 201st character
        ("y" * 198 + "$5", 0, 1),
    ],
)
def test_dates_and_prices(text, has_date, has_price):
    columns = text_features(parse(f"<p>{text}"))

    assert (columns["has_date"][0], columns["has_price"][0]) == (has_date, has_price)


def test_a_sentence_is_worked_out_by_hand():
    """Three words, 12 characters: one sentence end, one comma, one capital of three parts, no digit."""
    columns = text_features(parse("<p>Ab, cd efgh."))

    found = {name: column[0] for name, column in columns.items()}
    assert found["sentences"] == found["commas"] == 1
    assert found["chars_per_word"] == 12 / 3
    assert found["upper_share"] == 1 / 3
    assert found["ends_sentence"] == 1
    assert found["digit_share"] == 0


def test_a_stop_before_more_closers_than_the_tail_has_is_not_seen():
    """The stop is the 12th character from the end, then the 13th."""
    columns = text_features(parse("<p>a." + ")" * 11 + "<p>a." + ")" * 12))

    assert columns["ends_sentence"].tolist() == [1, 0]


def test_bounds_outside_of_the_text_are_refused():
    text, starts = packed(["ab", "c"])
    words = np.ones(2, np.int32)

    for wrong in (starts + 1, starts[::-1].copy()):
        with pytest.raises(ValueError, match="must rise"):
            text_columns(text, wrong, words, words, RULES, np.empty(2), np.empty((14, 2)), 0)
    for at, shape in ((0, (14, 3)), (1, (14, 2)), (-1, (14, 2))):
        with pytest.raises(ValueError, match="2 units"):
            text_columns(text, starts, words, words, RULES, np.empty(2), np.empty(shape), at)


def test_more_characters_than_are_counted_side_by_side():
    """70,000 commas and as many full-width ones and digits, some of each in the second stretch of 65,535 characters."""
    page = parse(f"<p>{',，1' * 70_000}")
    columns = text_features(page)

    assert columns["commas"].tolist() == [140_000]
    assert columns["chars_per_word"].tolist() == [min(210_000 / page.unit_words[0], 30)]
    assert unit_votes(page).tolist() == [1 + 140_000 + 3]


def test_what_is_passed_in_has_limits():
    with pytest.raises(ValueError, match="1 to 8 bytes"):
        TextRules({}, open_ends=("x" * 9,), year_starts=(), codes=(), **LENGTHS)
    with pytest.raises(ValueError, match="beyond"):
        TextRules({"commas": "\U00020000"}, open_ends=(), year_starts=(), codes=(), **LENGTHS)


def test_a_page_without_units_has_empty_columns():
    page = parse("")

    assert {len(column) for column in text_features(page).values()} == {0}
    assert len(unit_votes(page)) == 0

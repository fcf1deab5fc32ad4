"""What a unit's own text says, without any language's words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sitegrain.kernel import TEXT_COLUMNS, TextRules, text_columns

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sitegrain.content.features.shape import Matrix
    from sitegrain.pages.page import Page

LEAST_PLAIN = 10  # words outside links, below which a unit's count for nothing
LONG_WORDS = 25  # words less link words, from which a unit is running text
MOST_CHARS_PER_WORD = 30.0
VOTE_CHARS, MOST_VOTES = 100.0, 3.0  # a vote for so many characters of a unit, and not more votes than this
_RULES = TextRules(
    {
        "sentence_ends": ".!?。！？؟।…",  # before white space, a closer or the end of the unit
        "stops": ".!?。！？؟।",
        "closers": "\"'”’»)]",
        "open_ends": "…»›→>▸►⟩",
        "colons": ":：",
        "questions": "?？؟",
        "commas": ",،，、;；",
        "separators": "|•·»›/",
        "pauses": ",，、",
        "date_separators": "./:-",
        "currencies": "$€£¥₹₽₩",
        "year_signs": "年",
    },
    open_ends=("...", "[+]"),
    year_starts=("19", "20"),
    codes=("USD", "EUR", "GBP"),
    short_chars=200,
    tail_chars=12,
    most_chars=MOST_CHARS_PER_WORD,
    vote_chars=VOTE_CHARS,
    most_votes=MOST_VOTES,
)
TEXT_NAMES = TEXT_COLUMNS


def fill_text(page: Page, matrix: Matrix, at: int) -> NDArray[np.float64]:
    """Fill the rows of TEXT_NAMES, from row `at` on; counts as they are, without a logarithm.

    Returns float64 (n_units,) votes: one, one for each comma, and some for the length of the text.
    """
    axis, votes = page.axis, np.empty(page.n_units)
    text_columns(axis.unit_text, axis.unit_starts, axis.unit_words, axis.unit_link_words, _RULES, votes, matrix, at)
    return votes

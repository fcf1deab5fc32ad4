"""The container that the running text votes for, repeated siblings, and articles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sitegrain.content.features.context import MAX_STEPS
from sitegrain.content.features.text import LEAST_PLAIN
from sitegrain.kernel import fill_articles, fill_repeats, fill_votes
from sitegrain.pages.elements import tag_table
from sitegrain.pages.page import BLOCK, Page

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from sitegrain.content.features.shape import Matrix
    from sitegrain.kernel import Shape

_LEAVES = tag_table(dict.fromkeys("p pre td span font li dd".split(), 1))
_ITEMS = tag_table({"li": 1, "tr": 1})
_ARTICLES = tag_table({"article": 1})
MIN_REPEATS = 3
MIN_ITEM_WORDS = 8  # for li and tr to count as repeated items
MAX_ARTICLES = 10
LEAST_VOTING = 8  # words outside links, from which a unit votes

VOTE_NAMES = ("in_best", "steps_to_best", "score_own", "score_parent")
REPEAT_NAMES = ("repeats", "repeat_steps", "repeat_words", "repeat_links")
ARTICLE_NAMES = ("article_ordinal", "n_articles", "article_share", "in_largest_article")
READABILITY_NAMES = VOTE_NAMES + REPEAT_NAMES + ARTICLE_NAMES


def fill_readability(
    page: Page, shape: Shape, looks: NDArray[np.int64], votes: NDArray[np.float64], matrix: Matrix, at: int
) -> None:
    """Fill the rows of READABILITY_NAMES, from row `at` on; counts as they are, without a logarithm.

    The best container is the one that the units vote for; links take votes away. Repeats are the largest group of like
    siblings that a unit stands in: records, teasers, comments.
    looks: int64 (n_descriptors,) equal for siblings that are alike
    votes: float64 (n_units,) of each unit
    """
    fill_votes(shape, votes, LEAST_VOTING, _LEAVES, MAX_STEPS, matrix, at)
    at += len(VOTE_NAMES)
    flags = page.flags
    fill_repeats(shape, flags, BLOCK, looks, _ITEMS, MIN_ITEM_WORDS, MIN_REPEATS, MAX_STEPS, matrix, at)
    fill_articles(shape, _ARTICLES, LEAST_PLAIN, MAX_ARTICLES, matrix, at + len(REPEAT_NAMES))

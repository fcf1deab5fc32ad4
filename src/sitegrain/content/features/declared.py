"""How much of a unit the page's own structured data repeats."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sitegrain.kernel import hash_tokens

if TYPE_CHECKING:
    from sitegrain.content.features.shape import Matrix
    from sitegrain.content.metadata import Structured
    from sitegrain.kernel import Words
    from sitegrain.pages.page import Page

MAX_DESCRIPTION_TOKENS = 200
BODY_GRAM, DESCRIPTION_GRAM = 3, 2  # tokens
MIN_BODY_GRAMS = 20  # no article body has as few


DECLARED_NAMES = ("in_article_body", "described", "in_description", "has_article_body", "has_description")


def fill_declared(page: Page, words: Words, structured: Structured, matrix: Matrix, at: int) -> None:
    """Fill the rows of DECLARED_NAMES, from row `at` on: what the page's JSON-LD and metadata repeat of a unit.

    Shares of its 3-grams in the declared article body and of its 2-grams in the declared descriptions, the share of
    the page's description that is found in the unit, whether there is a body, and how many 2-grams descriptions have.
    """
    words.fill_declared(
        hash_tokens(structured.article_body),
        np.asarray(hash_tokens(_description(page)))[:MAX_DESCRIPTION_TOKENS],
        hash_tokens(structured.description),
        BODY_GRAM,
        DESCRIPTION_GRAM,
        MIN_BODY_GRAMS,
        matrix,
        at,
    )


def _description(page: Page) -> str:
    for name, content in page.head.metas:
        if name in ("og:description", "description", "twitter:description"):
            return content
    return ""

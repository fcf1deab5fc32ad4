"""How much of a unit the page's own structured data repeats."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sitegrain.kernel import declared_overlaps, hash_tokens

if TYPE_CHECKING:
    from sitegrain.content.features.shape import Columns
    from sitegrain.content.metadata import Structured
    from sitegrain.pages.page import Page

MAX_DESCRIPTION_TOKENS = 200
BODY_GRAM, DESCRIPTION_GRAM = 3, 2  # tokens
MIN_BODY_GRAMS = 20  # no article body has as few


def declared_features(page: Page, structured: Structured) -> Columns:
    """What the page's JSON-LD and metadata repeat of a unit.

    Shares of its 3-grams in the declared article body and of its 2-grams in the declared descriptions, and the share of
    the page's description that is found in the unit.
    """
    overlaps = np.empty((3, page.n_units))
    n_body, n_declared = declared_overlaps(
        page.axis.token_hashes,
        page.axis.unit_tokens,
        hash_tokens(structured.article_body),
        np.asarray(hash_tokens(_description(page)))[:MAX_DESCRIPTION_TOKENS],
        hash_tokens(structured.description),
        BODY_GRAM,
        DESCRIPTION_GRAM,
        overlaps,
    )
    return {
        "in_article_body": overlaps[0],
        "has_article_body": np.full(page.n_units, float(n_body > MIN_BODY_GRAMS)),
        "in_description": overlaps[2],
        "described": overlaps[1],
        "has_description": np.full(page.n_units, float(np.log1p(n_declared))),
    }


def _description(page: Page) -> str:
    for name, content in page.head.metas:
        if name in ("og:description", "description", "twitter:description"):
            return content
    return ""

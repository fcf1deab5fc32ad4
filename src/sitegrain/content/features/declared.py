"""How much of a unit the page's own structured data repeats."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sitegrain.pages.tokens import tokenize

if TYPE_CHECKING:
    from sitegrain.content.features.shape import Columns
    from sitegrain.content.metadata import Structured
    from sitegrain.pages.page import Page

MAX_DESCRIPTION_TOKENS = 200


def declared_features(page: Page, structured: Structured) -> Columns:
    """What the page's JSON-LD and metadata repeat of a unit.

    Shares of its 3-grams in the declared article body and of its 2-grams in the declared descriptions, and the share of
    the page's description that is found in the unit.
    """
    body = _grams(tokenize(structured.article_body), 3)
    description = _grams(tokenize(_description(page))[:MAX_DESCRIPTION_TOKENS], 2)
    declared = description | _grams(tokenize(structured.description), 2)
    in_body, in_description, described = (np.zeros(page.n_units) for _ in range(3))
    if body or declared:
        bounds = page.unit_tokens.tolist()
        for unit in range(page.n_units):
            tokens = page.tokens[bounds[unit] : bounds[unit + 1]]
            if body and len(tokens) >= 3:
                grams = _grams(tokens, 3)
                in_body[unit] = len(grams & body) / len(grams)
            if declared and len(tokens) >= 2:
                grams = _grams(tokens, 2)
                described[unit] = len(grams & declared) / len(grams)
                in_description[unit] = len(grams & description) / max(len(description), 1)
    return {
        "in_article_body": in_body,
        "has_article_body": np.full(page.n_units, float(len(body) > 20)),
        "in_description": in_description,
        "described": described,
        "has_description": np.full(page.n_units, float(np.log1p(len(declared)))),
    }


def _description(page: Page) -> str:
    for name, content in page.head.metas:
        if name in ("og:description", "description", "twitter:description"):
            return content
    return ""


def _grams(tokens: list[str], n: int) -> set[tuple[str, ...]]:
    return set(zip(*(tokens[i:] for i in range(n)), strict=False))

"""What a unit's own text says, without any language's words."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sitegrain.pages.page import Page

_SENTENCE_ENDS = re.compile(r"[.!?。！？؟।…](?=[\s\"'”’»)\]]|$)")
_ENDS_SENTENCE = re.compile(r"[.!?。！？؟।][\"'”’»)\]]*$")
_ENDS_OPEN = re.compile(r"(?:…|\.\.\.|»|›|→|>>|>|\[\+\]|▸|►|⟩)$")
_ENDS_COLON = re.compile(r"[:：]$")
_DATE = re.compile(r"\b\d{1,2}[./:-]\d{1,2}(?:[./:-]\d{2,4})?\b|\b(?:19|20)\d\d\b|\d{4}年")
_PRICE = re.compile(r"[$€£¥₹₽₩]\s?\d|\d\s?[$€£¥₹₽₩]|\b(?:USD|EUR|GBP)\b")
_COMMAS = re.compile(r"[,،，、;；]")
_SEPARATORS = re.compile(r"[|•·»›/]")
LEAST_PLAIN = 10  # words outside links, below which a unit's count for nothing
LONG_WORDS = 25  # words less link words, from which a unit is running text


def text_features(page: Page) -> dict[str, NDArray[np.float64]]:
    """Float64 (n_units,) each: length, punctuation, dates, prices."""
    texts = page.unit_texts
    words = page.unit_words.astype(np.float64)
    chars = np.array([len(text) for text in texts], np.float64)
    tails = [text[-12:] for text in texts]
    digits = np.array([sum(map(str.isdigit, text)) if len(text) < 200 else 0 for text in texts], np.float64)
    return {
        "words": np.log1p(words),
        "link_share": link_share(page),
        "chars_per_word": np.minimum(chars / np.maximum(words, 1), 30),
        "sentences": np.log1p(_counts(_SENTENCE_ENDS, texts)),
        "commas": np.log1p(_counts(_COMMAS, texts)),
        "separators": _counts(_SEPARATORS, texts) / np.maximum(words, 1),
        "ends_sentence": _matches(_ENDS_SENTENCE, tails),
        "ends_open": _matches(_ENDS_OPEN, tails),
        "ends_colon": _matches(_ENDS_COLON, tails),
        "has_date": _matches(_DATE, [text[:200] for text in texts]),
        "has_price": _matches(_PRICE, [text[:200] for text in texts]),
        "ends_question": np.array([tail.endswith(("?", "？", "؟")) for tail in tails], np.float64),
        "digit_share": digits / np.maximum(chars, 1),
        "upper_share": np.array([_upper_share(text) for text in texts], np.float64),
    }


def link_share(page: Page) -> NDArray[np.float64]:
    """Float64 (n_units,): share of a unit's words inside links."""
    return page.unit_link_words / np.maximum(page.unit_words, 1)


def plain_words(page: Page, least: int = LEAST_PLAIN) -> NDArray[np.float64]:
    """Float64 (n_units,): words outside links, 0 where they are fewer than `least`."""
    plain = (page.unit_words - page.unit_link_words).astype(np.float64)
    return np.where(plain >= least, plain, 0.0)


def _upper_share(text: str) -> float:
    """Share of the words that start with a capital, of short texts only."""
    if len(text) > 200:
        return 0.0
    parts = text.split()
    return sum(part[0].isupper() for part in parts) / len(parts)


def _counts(pattern: re.Pattern[str], texts: list[str]) -> NDArray[np.float64]:
    return np.array([len(pattern.findall(text)) if len(text) > 1 else 0 for text in texts], np.float64)


def _matches(pattern: re.Pattern[str], texts: list[str]) -> NDArray[np.float64]:
    return np.array([pattern.search(text) is not None for text in texts], np.float64)

"""The token rule: what one word of a text is."""

from __future__ import annotations

import re

CJK = "\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff"

_TOKEN = re.compile(rf"[{CJK}]|[^\W_{CJK}]+")
_CJK = re.compile(f"[{CJK}]")
_DIGITS = re.compile(r"\d+")


def tokenize(text: str) -> list[str]:
    """Cut a text into its tokens: case folded runs of letters and digits, each CJK character by itself.

    >>> tokenize("Straße 12, 東京!")
    ['strasse', '12', '東', '京']
    """
    return _TOKEN.findall(text.casefold())


def token_spans(text: str) -> list[tuple[int, int]]:
    """Where each token of a text stands in it, as it is written.

    >>> token_spans("Die Straße!")
    [(0, 3), (4, 10)]
    """
    folded = text.casefold()
    found = [match.span() for match in _TOKEN.finditer(folded)]
    if len(folded) == len(text):
        return found
    source = [i for i, letter in enumerate(text) for _ in letter.casefold()]  # of each folded letter
    return [(source[start], source[end - 1] + 1) for start, end in found]


def is_letter(char: str) -> bool:
    """Whether a character, case folded, is of a word of several."""
    return char.isalnum() and (char < CJK[0] or _CJK.match(char) is None)


def is_word_start(text: str) -> bool:
    """Whether a word that comes right before the text goes on in it."""
    return bool(text) and is_letter(text[0].casefold()[0])


def is_word_end(text: str) -> bool:
    """Whether a word goes on in what comes right behind the text."""
    return bool(text) and is_letter(text[-1].casefold()[-1])


def mask_digits(text: str) -> str:
    """Put `#` in the place of every run of digits, so that dates and counters do not tell texts apart.

    >>> mask_digits("page 12 of 30")
    'page # of #'
    """
    return _DIGITS.sub("#", text)

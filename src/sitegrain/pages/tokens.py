"""The token rule: what one word of a text is."""

from __future__ import annotations

import re

CJK = "\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff"

_TOKEN = re.compile(rf"[{CJK}]|[^\W_{CJK}]+")
_DIGITS = re.compile(r"\d+")


def tokenize(text: str) -> list[str]:
    """Cut a text into its tokens: case folded runs of letters and digits, each CJK character by itself.

    >>> tokenize("Straße 12, 東京!")
    ['strasse', '12', '東', '京']
    """
    return _TOKEN.findall(text.casefold())


def mask_digits(text: str) -> str:
    """Put `#` in the place of every run of digits, so that dates and counters do not tell texts apart.

    >>> mask_digits("page 12 of 30")
    'page # of #'
    """
    return _DIGITS.sub("#", text)

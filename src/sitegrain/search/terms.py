"""Terms of an index: the page's tokens, and identifiers a second time as a whole.

`os.path`, `a_b` and `text/html` are found by their parts and, better, by themselves.
"""

from __future__ import annotations

import re

from sitegrain.pages.tokens import CJK, tokenize

MAX_TERM_CHARS = 100  # of a term; what is longer is nobody's query
# Both match at the first letter they meet, so that they are linear; what is no identifier is left out afterwards.
_NAME = re.compile(rf"[^\W{CJK}]+")
_CHAIN = re.compile(rf"[^\W{CJK}]+(?:(?:[.:/-]|::|->)[^\W{CJK}]+)*")


def read_terms(text: str) -> list[str]:
    """The terms of a text: its tokens in order, then its identifiers.

    >>> read_terms("os.path and object.__init__()")
    ['os', 'path', 'and', 'object', 'init', '__init__', 'os.path', 'object.__init__']
    """
    return [term for term in tokenize(text) + identifiers(text) if len(term) <= MAX_TERM_CHARS]


def is_identifier(term: str) -> bool:
    """Whether a term is no token of a text but held together by punctuation."""
    return tokenize(term) != [term]


def identifiers(text: str) -> list[str]:
    """The names with an underscore, and the words that punctuation without a space holds together, case folded."""
    folded = text.casefold()
    names = [name for name in _NAME.findall(folded) if "_" in name and name.strip("_")]
    return names + [chain for chain in _CHAIN.findall(folded) if not _NAME.fullmatch(chain)]

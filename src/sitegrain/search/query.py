"""What a query asks for: words, "phrases", and prefix* ."""

from __future__ import annotations

import re
from dataclasses import dataclass

from sitegrain.errors import UsageError
from sitegrain.pages.tokens import tokenize
from sitegrain.search.terms import read_terms

MAX_QUERY_CHARS = 10_000
_PHRASE = re.compile(r'"([^"]*)"')
_PREFIX = re.compile(r"(\w+)\*(?!\w)")


@dataclass(frozen=True, slots=True)
class Query:
    """A query.

    terms:    words that pages are ranked by, those of phrases too; each once
    phrases:  token sequences that a page must have
    prefixes: beginnings of words; all words of the index that begin so count as one
    """

    terms: tuple[str, ...]
    phrases: tuple[tuple[str, ...], ...] = ()
    prefixes: tuple[str, ...] = ()


def parse_query(text: str) -> Query:
    """Read a query; UsageError if there is no letter or digit in it. Words longer than any term are left out.

    >>> parse_query('grain "site tree" ste*')
    Query(terms=('grain', 'site', 'tree'), phrases=(('site', 'tree'),), prefixes=('ste',))
    """
    if len(text) > MAX_QUERY_CHARS:
        raise UsageError(f"a query has at most {MAX_QUERY_CHARS} characters, got {len(text)}")
    phrases = tuple(tokens for part in _PHRASE.findall(text) if len(tokens := tuple(tokenize(part))) > 1)
    prefixes = tuple(
        dict.fromkeys(part.casefold() for part in _PREFIX.findall(text) if tokenize(part) == [part.casefold()])
    )
    terms = tuple(dict.fromkeys(read_terms(_PREFIX.sub(" ", text))))
    if not terms and not prefixes and not tokenize(text):
        raise UsageError(f"the query {text[:40]!r} has no letter or digit: nothing to search for")
    return Query(terms, phrases, prefixes)

"""Headers of an answer that comes in two forms, small and full: entity tags, `Vary`, and what the styles need."""

from __future__ import annotations

import re
from base64 import b64encode
from hashlib import sha256
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    Headers = list[tuple[str, str]]

_TAG = re.compile(r'(W/)?"([^"]*)"')
_STYLES = frozenset(("style-src", "style-src-elem"))


def mark_tag(tag: str, mark: str, *, is_weak: bool = False) -> str:
    """An entity tag with a mark at its end, so that the tags of the two forms differ.

    is_weak: for the form whose bytes the application has not seen

    >>> mark_tag('"abc"', "-small", is_weak=True)
    'W/"abc-small"'
    """
    found = _TAG.fullmatch(tag.strip())
    if found is None:
        return tag
    return f'{"W/" if is_weak else found[1] or ""}"{found[2]}{mark}"'


def has_tag(header: str, tag: str) -> bool:
    """Whether an `If-None-Match` header names an entity tag, be it weak or not."""
    found = _TAG.fullmatch(tag.strip())
    return found is not None and any(one[2] == found[2] for one in _TAG.finditer(header))


def unmark_tags(header: str, mark: str) -> str:
    """A header with entity tags as the application knows them.

    Tags of the other form keep their mark, and so match nothing; tags without a mark are of what has only one form.

    >>> unmark_tags('W/"abc-small", "abc-full"', "-small")
    'W/"abc", "abc-full"'
    """
    return _TAG.sub(lambda found: f'{found[1] or ""}"{found[2].removesuffix(mark)}"', header)


def add_vary(headers: Headers, names: Sequence[str]) -> Headers:
    """The headers with `Vary` naming these too; what varies by everything (`*`) stays so."""
    values = [value for name, value in headers if name.lower() == "vary"]
    known = [part.strip() for value in values for part in value.split(",") if part.strip()]
    lower = {part.lower() for part in known}
    if "*" in known or not names:
        return headers
    merged = [*known, *(name for name in names if name.lower() not in lower)]
    return [*((name, value) for name, value in headers if name.lower() != "vary"), ("Vary", ", ".join(merged))]


def allow_style(policy: str, style: str) -> str:
    """A Content-Security-Policy under which one inline style sheet, and no other style, is used.

    >>> allow_style("default-src 'self'; style-src 'none'", "p{}")[:58]
    "default-src 'self'; style-src 'sha256-gw3OmZ/QPyGxbgn98xqa"
    """
    source = f"'sha256-{b64encode(sha256(style.encode()).digest()).decode()}'"
    return ", ".join(_allow(one, source) for one in policy.split(","))


def _allow(policy: str, source: str) -> str:
    directives = [directive.strip() for directive in policy.split(";")]
    kept = [directive for directive in directives if directive and directive.split()[0].lower() not in _STYLES]
    return "; ".join([*kept, f"style-src {source}"])

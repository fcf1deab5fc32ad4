"""The part of a page's text that says most about a query."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sitegrain.pages.tokens import is_letter

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sitegrain.search.query import Query

SNIPPET_CHARS = 200
_BEFORE = SNIPPET_CHARS // 5  # of the snippet before the first word that was searched for
MAX_HITS = 1_000  # of one word in a page that are looked at

Hit = tuple[int, int, str]  # start and end in the text, and what was searched for


def snippet(text: str, query: Query, mark: Callable[[str], str]) -> str:
    """The window of about SNIPPET_CHARS characters with most different words, marked; the start of the text without.

    text: of a page, a line a unit
    """
    hits = _find(text, query)
    start, end = _window(text, _best_start(hits))
    pieces, at = [], start
    for first, last, _ in hits:
        if at <= first and last <= end:
            pieces += [text[at:first], mark(text[first:last])]
            at = last
    pieces.append(text[at:end])
    shown = " ".join("".join(pieces).split())
    return ("... " if start else "") + shown + (" ..." if end < len(text) else "")


def _find(text: str, query: Query) -> list[Hit]:
    """Where the words of a query stand, in order; of two at one place the longer one."""
    folded = text.casefold()
    hits: list[Hit] = []
    for words, is_prefix in ((query.terms, False), (query.prefixes, True)):
        for word in words:
            hits += _find_word(folded, word, is_prefix=is_prefix)
    if len(folded) != len(text):  # letters that become several
        place = [i for i, letter in enumerate(text) for _ in letter.casefold()]
        hits = [(place[start], place[end - 1] + 1, word) for start, end, word in hits]
    return sorted(hits, key=lambda hit: (hit[0], -hit[1]))


def _find_word(folded: str, word: str, *, is_prefix: bool) -> list[Hit]:
    hits: list[Hit] = []
    first, last = is_letter(word[0]), is_letter(word[-1])
    at = folded.find(word)
    while at >= 0 and len(hits) < MAX_HITS:
        end = at + len(word)
        if is_prefix:
            while end < len(folded) and is_letter(folded[end]):
                end += 1
        goes_on = (last and end < len(folded) and is_letter(folded[end])) or (
            first and at and is_letter(folded[at - 1])
        )
        if not goes_on:
            hits.append((at, end, word))
        at = folded.find(word, end)
    return hits


def _best_start(hits: Sequence[Hit]) -> int:
    """Where the window with most different words, then most of them, starts; 0 without hits."""
    best, start, left = (0, 0), 0, 0
    inside: dict[str, int] = {}
    for right, (_, end, word) in enumerate(hits):
        inside[word] = inside.get(word, 0) + 1
        while end - hits[left][0] > SNIPPET_CHARS - _BEFORE and left < right:
            first = hits[left][2]
            inside[first] -= 1
            if not inside[first]:
                del inside[first]
            left += 1
        found = (len(inside), right - left + 1)
        if found > best:
            best, start = found, hits[left][0]
    return max(0, start - _BEFORE)


def _window(text: str, start: int) -> tuple[int, int]:
    """A stretch of text from about there on that cuts no word."""
    if start:
        found = (text.find(space, start, start + _BEFORE) for space in " \n")
        start = min((at for at in found if at >= 0), default=start - 1) + 1
    end = min(start + SNIPPET_CHARS, len(text))
    if end < len(text):
        at = max(text.rfind(" ", start, end), text.rfind("\n", start, end))
        end = at if at > start + SNIPPET_CHARS // 2 else end
    return start, end

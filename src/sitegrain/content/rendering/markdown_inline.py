"""Spans to inline Markdown: only what CommonMark would read as markup by accident is escaped."""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple

from sitegrain.content.rendering.spans import Mark, Span, shared_marks

MAX_TRIES = 3  # rounds of taking off emphasis that CommonMark could not read; then all of a leaf's goes

_DELIMITERS = {"strong": "**", "em": "*", "del": "~~"}
_OPENINGS = _DELIMITERS | {"a": "[", "code": ""}
_WRITTEN = frozenset((*_DELIMITERS, "code", "sub", "sup", "q", "a"))
_ESCAPED = re.compile(
    r"""\\(?=[!-/:-@\[-`{-~]|$)      # a backslash that would escape
    | `
    | (?<![ ])\* | \*(?![ ])         # a star that is no multiplication
    | (?<![^\W_])_ | _(?![^\W_])     # an underscore that is not inside a word
    | <(?=[A-Za-z/!?]|[\w.\#$%&'*+=^`{|}~-]+@)  # what looks like a tag or an address
    | &(?=\#?\w+;)                   # ... or like a character reference
    | \](?=[(\[:])                   # ... or like the end of a link's text
    """,
    re.VERBOSE,
)
_BRACKETS = re.compile(r"(?<!\\)[\[\]]")
_LINE_START = re.compile(
    r"""^(?:
      (?P<sign> \#{1,6}(?=\s|$) | [-+](?=\s|$) | > | =+\s*$ | -+\s*$ | \|?[ ]*:?-+[-:| ]*$ | :[ ] )
    | (?P<number> \d{1,9} )(?P<dot> [.)](?=\s|$) )
    | (?P<bracket> \[(?: [ xX]\](?=\s|$) | (?=(?:[^\]\\]|\\.)*\]:) ) )   # a task, a definition of a link
    )""",
    re.VERBOSE,
)
_BACKTICKS = re.compile("`+")


class _Piece(NamedTuple):
    """A piece of output; `delimiter` numbers the emphasis it opens or closes, -1 for none."""

    text: str
    delimiter: int = -1
    is_open: bool = False


class _Emphasis(NamedTuple):
    """A stretch of spans, half open, with a mark written as a delimiter."""

    mark: Mark
    start: int
    end: int


def inline(spans: tuple[Span, ...]) -> str:
    r"""Inline Markdown of a leaf; a line feed stands for a hard line break.

    >>> inline((Span("2 * 3"), Span("is *six*", (Mark("strong"),), is_apart=True)))
    '2 * 3 **is \\\\*six\\\\***'
    """
    prepared = _joined([_prepared(spans, i) for i in range(len(spans))])
    for _ in range(MAX_TRIES):
        pieces, emphases = _pieces(prepared)
        unreadable = _unreadable(pieces)
        if not unreadable:
            break
        prepared = _without(prepared, [emphases[i] for i in unreadable])
    else:
        plain = [span._replace(marks=tuple(m for m in span.marks if m.name not in _DELIMITERS)) for span in prepared]
        pieces, _ = _pieces(_joined(plain))
    return "\n".join(escape_line_start(line) for line in "".join(piece.text for piece in pieces).split("\n"))


def escape_line_start(line: str) -> str:
    r"""Escape what would make a heading, list, quote, rule or table of a line of text.

    >>> escape_line_start("1986. A year"), escape_line_start("# one")
    ('1986\\\\. A year', '\\\\# one')
    """
    match = _LINE_START.match(line)
    if match is None:
        return line
    at = match.end("number") if match["number"] else 0
    return f"{line[:at]}\\{line[at:]}"


def code_span(text: str) -> str:
    """Inline code, fenced by more backticks than it holds in a row."""
    fence = "`" * (longest_fence(text) + 1)
    pad = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{fence}{pad}{text}{pad}{fence}"


def longest_fence(text: str) -> int:
    """The length of the longest run of backticks."""
    return max((len(run) for run in _BACKTICKS.findall(text)), default=0)


def _prepared(spans: tuple[Span, ...], i: int) -> Span:
    """A span with only the marks that Markdown has, code innermost."""
    span = spans[i]
    if span.text == "\n" and not span.image:
        # Emphasis and links go on over a line break.
        before, after = spans[i - 1].marks, spans[i + 1].marks if i + 1 < len(spans) else ()
        marks = tuple(m for m in before[: shared_marks(before, after)] if m.name in _WRITTEN and m.name != "code")
        return span._replace(marks=marks)
    marks = tuple(mark for mark in span.marks if mark.name in _WRITTEN)
    names = [mark.name for mark in marks]
    if "code" in names:
        at = names.index("code")
        marks = (*marks[:at], *(m for m in marks[at:] if m.name == "a"), *(() if span.image else (marks[at],)))
    return span._replace(marks=marks)


def _joined(spans: list[Span]) -> list[Span]:
    """Spans with neighbours of equal marks made one."""
    joined: list[Span] = []
    growing: list[str] = []
    for span in spans:
        is_text = not span.image and span.text != "\n"
        if joined and growing and is_text and _is_one(joined[-1], span):
            growing.append(" " + span.text if span.is_apart else span.text)
            continue
        if growing:
            joined[-1] = joined[-1]._replace(text="".join(growing))
        growing = [span.text] if is_text else []
        joined.append(span)
    if growing:
        joined[-1] = joined[-1]._replace(text="".join(growing))
    return joined


def _is_one(before: Span, span: Span) -> bool:
    """Whether two texts have the same marks; two code elements without white space between could not be two."""
    if before.marks == span.marks:
        return True
    return not span.is_apart and [mark[:2] for mark in before.marks] == [mark[:2] for mark in span.marks]


def _pieces(spans: list[Span]) -> tuple[list[_Piece], list[_Emphasis]]:
    """The output in pieces, and the emphases that its delimiters stand for."""
    pieces: list[_Piece] = []
    emphases: list[_Emphasis] = []
    open_marks: list[tuple[Mark, int]] = []  # with the number of its emphasis, -1 for none
    marks: tuple[Mark, ...] = ()
    has_tildes = sum(span.text.count("~") + 2 * any(m.name == "del" for m in span.marks) for span in spans) > 1
    for i, span in enumerate([*spans, Span("")]):
        n_shared = shared_marks(marks, span.marks)
        for mark, number in reversed(open_marks[n_shared:]):
            pieces.append(_Piece(_closing(mark), number))
            if number >= 0:
                emphases[number] = emphases[number]._replace(end=i)
        del open_marks[n_shared:]
        if span.is_apart:
            pieces.append(_Piece(" "))
        for mark in span.marks[n_shared:]:
            is_delimiter = mark.name in _DELIMITERS
            number = len(emphases) if is_delimiter else -1
            if is_delimiter:
                emphases.append(_Emphasis(mark, i, i))
            open_marks.append((mark, number))
            pieces.append(_Piece(_opening(mark), number, is_delimiter))
        marks = span.marks
        if i < len(spans):
            text = _content(span, spans[i + 1] if i + 1 < len(spans) else None)
            is_code = bool(marks) and marks[-1].name == "code"
            pieces.append(_Piece(text.replace("~", "\\~") if has_tildes and not span.image and not is_code else text))
    return [piece for piece in pieces if piece.text], emphases


def _opening(mark: Mark) -> str:
    return _OPENINGS.get(mark.name, f"<{mark.name}>")


def _closing(mark: Mark) -> str:
    if mark.name == "a":
        return f"]({_destination(mark.href)})"
    return _OPENINGS.get(mark.name, f"</{mark.name}>")


def _destination(address: str) -> str:
    """An address as Markdown takes it: no white space or angle brackets, parentheses only in pairs."""
    address = re.sub(r"\s", "%20", address).replace("<", "%3C").replace(">", "%3E").replace("\\", "%5C")
    depth = 0
    for char in address:
        depth += (char == "(") - (char == ")")
        if depth < 0:
            break
    return address if depth == 0 else address.replace("(", "%28").replace(")", "%29")


def _content(span: Span, after: Span | None) -> str:
    if span.image:
        return f"![{_escape(span.text, in_link=True)}]({_destination(span.image)})"
    if span.text == "\n":
        return span.text
    in_link = any(mark.name == "a" for mark in span.marks)
    # A bracket cannot be escaped in code, and could end the link.
    if span.marks and span.marks[-1].name == "code" and not (in_link and "]" in span.text):
        return code_span(span.text)
    return _apart_from(after, _escape(span.text, in_link=in_link))


def _apart_from(after: Span | None, text: str) -> str:
    """Escape the end of a text where it would become markup with what follows it at once."""
    if after is None or after.is_apart:
        return text
    is_link = bool(after.image) or any(mark.name == "a" for mark in after.marks)
    if text.endswith("!") and is_link:
        return text[:-1] + "\\!"
    if text.endswith("]") and not text.endswith("\\]") and (is_link or after.text[:1] in ("(", "[", ":")):
        return text[:-1] + "\\]"
    return text


def _escape(text: str, *, in_link: bool) -> str:
    text = _ESCAPED.sub(r"\\\g<0>", text)
    return _BRACKETS.sub(r"\\\g<0>", text) if in_link else text


def _unreadable(pieces: list[_Piece]) -> set[int]:
    """The emphases whose delimiters CommonMark would not take as opening or closing where they stand."""
    found: set[int] = set()
    i = 0
    while i < len(pieces):
        if pieces[i].delimiter < 0:
            i += 1
            continue
        end = i
        while end < len(pieces) and pieces[end].delimiter >= 0 and pieces[end].text[0] == pieces[i].text[0]:
            end += 1
        before = pieces[i - 1].text[-1] if i else " "
        after = pieces[end].text[0] if end < len(pieces) else " "
        run = pieces[i:end]
        opens = {piece.delimiter for piece in run if piece.is_open}
        closes = {piece.delimiter for piece in run if not piece.is_open} - found
        if (opens and closes) or not _is_flanking(after, before):
            found |= opens
        if not _is_flanking(before, after):
            found |= closes
        i = end
    return found


def _is_flanking(inner: str, outer: str) -> bool:
    """Whether a delimiter between two characters can face the inner one."""
    if inner.isspace():
        return False
    # Versions of CommonMark differ on symbols: a delimiter must work whether they are punctuation or not.
    return unicodedata.category(inner)[0] not in "PS" or outer.isspace() or unicodedata.category(outer)[0] == "P"


def _without(spans: list[Span], emphases: list[_Emphasis]) -> list[Span]:
    """The spans without some of their emphases."""
    changed = list(spans)
    for emphasis in emphases:
        for i in range(emphasis.start, emphasis.end):
            changed[i] = changed[i]._replace(marks=tuple(m for m in changed[i].marks if m != emphasis.mark))
    return _joined(changed)

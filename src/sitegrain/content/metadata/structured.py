"""JSON-LD in, the few facts that matter for a page's text out.

Scripts as sites write them: inside comments or CDATA, with trailing commas, nested without end. What cannot be read
is passed over; nothing here raises.
"""

from __future__ import annotations

import html
import json
import re
from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sitegrain.pages.page import Page

MAX_SCRIPT_CHARS = 2_000_000  # a page's scripts together; what lies beyond is not read
MAX_NODES = 20_000  # values visited on one page

# Objects that are about the page itself; any other object that carries a headline is about something on it.
_ARTICLE = re.compile(
    r"(?:Article|Posting|Report|Review|Recipe|HowTo|FAQPage|QAPage|Question|VideoObject|Course|Event)$"
)
_PAGE = re.compile(r"(?:WebPage|ItemPage|AboutPage|ContactPage|CollectionPage|ProfilePage|Product|Book|Movie)$")
_ELSEWHERE = frozenset(
    "itemListElement blogPost blogPosts hasPart isPartOf mentions relatedLink review reviews comment comments"
    " suggestedAnswer acceptedAnswer publisher isRelatedTo isSimilarTo subjectOf citation significantLink".split()
)
_BEFORE = re.compile(r"\A\s*(?:<!--|(?://|/\*)?\s*<!\[CDATA\[(?:\s*\*/)?)")
_AFTER = re.compile(r"(?:(?://)?\s*-->|(?://|/\*)?\s*\]\]>(?:\s*\*/)?|;)\Z")
_TRAILING_COMMA = re.compile(r",(?=\s*[}\]])")
_TAG = re.compile(r"</?[a-zA-Z][^<>]*>")
_BORDER = re.compile(r"<(?:br|/?(?:p|div|li|ul|ol|h[1-6]|blockquote|tr|table|section))(?:\s[^<>]*)?/?>", re.IGNORECASE)

Json = object  # what json.loads makes: str, number, bool, None, list or dict of these


@dataclass(frozen=True, slots=True)
class Structured:
    """What the JSON-LD of a page says; empty strings and tuples where it says nothing.

    types:        the @type of every object, in order, repeated as often as it occurs
    article_body: the longest articleBody or reviewBody, without markup, a line a paragraph
    headline, description, date, language: of the object that is about the page
    authors:      names
    site_name:    name of the publisher or of the WebSite
    """

    types: tuple[str, ...] = ()
    article_body: str = ""
    headline: str = ""
    authors: tuple[str, ...] = ()
    date: str = ""
    description: str = ""
    language: str = ""
    site_name: str = ""


def read_structured(page: Page) -> Structured:
    """Read the JSON-LD of a page; unreadable scripts count as absent."""
    if not page.head.json_ld:
        return Structured()
    objects = list(_objects(page.head.json_ld))
    main = _main_object(objects)
    types = tuple(name for found in objects for name in _types(found.value))
    return Structured(
        types=types,
        article_body=_longest_body(objects),
        headline=_text(main, "headline") or _text(main, "name"),
        authors=tuple(_names(main.get("author") or main.get("creator"))),
        date=_text(main, "datePublished") or _text(main, "dateCreated") or _text(main, "uploadDate"),
        description=_text(main, "description"),
        language=_text(main, "inLanguage"),
        site_name=_site_name(main, objects),
    )


@dataclass(frozen=True, slots=True)
class _Found:
    """A JSON-LD object, how deep it lay, and whether it is about the page and not about something on it."""

    value: Mapping[str, Json]
    depth: int
    is_own: bool


def _objects(scripts: tuple[str, ...]) -> Iterator[_Found]:
    """Every JSON object of the scripts, shallow ones first within a script."""
    n_visited = n_chars = 0
    for script in scripts:
        n_chars += len(script)
        if n_chars > MAX_SCRIPT_CHARS:
            return
        queue: deque[tuple[Json, int, bool]] = deque([(_loads(script), 0, True)])
        while queue and n_visited < MAX_NODES:
            n_visited += 1
            value, depth, is_own = queue.popleft()
            if isinstance(value, list):
                queue.extend((item, depth, is_own) for item in value)
            elif isinstance(value, dict):
                yield _Found(value, depth, is_own)
                for key, child in value.items():
                    if isinstance(child, (dict, list)):
                        step = 0 if key == "@graph" else 1
                        queue.append((child, depth + step, is_own and key not in _ELSEWHERE))


def _loads(script: str) -> Json:
    """Parse one script, mending what is commonly wrong with them; None if that does not help."""
    text = _BEFORE.sub("", script).strip()
    if text.endswith((">", "/", ";")):  # as all does that is taken away; the search takes longer than reading the JSON
        text = _AFTER.sub("", text).strip()
    for attempt in (text, _TRAILING_COMMA.sub("", text)):
        try:
            value: Json = json.loads(attempt, strict=False)
        except (ValueError, RecursionError):
            continue
        return value
    return None


def _types(value: Mapping[str, Json]) -> list[str]:
    """The @type names of an object, without the address before them."""
    found = value.get("@type")
    names = found if isinstance(found, list) else [found]
    return [name.rstrip("/").rsplit("/", 1)[-1].rsplit(":", 1)[-1] for name in names if isinstance(name, str) and name]


def _main_object(objects: list[_Found]) -> Mapping[str, Json]:
    """The object that is about the page: an article before a page, a shallow one before a deep one."""
    for pattern in (_ARTICLE, _PAGE):
        matches = [f for f in objects if f.is_own and any(pattern.search(name) for name in _types(f.value))]
        if not matches:
            continue
        top = min(found.depth for found in matches)
        tops = [found.value for found in matches if found.depth == top]
        headlines = {_text(value, "headline") or _text(value, "name") for value in tops}
        # Several articles side by side are a listing: none of them is the page.
        if len(headlines - {""}) <= 1:
            return max(tops, key=len)
    return {}


def _text(value: Mapping[str, Json], key: str) -> str:
    """A string of an object as one line of plain text; "" if it is anything else."""
    found = value.get(key)
    if isinstance(found, list) and found:
        found = found[0]
    if isinstance(found, dict):
        found = found.get("@value") or found.get("name")
    return _plain(found) if isinstance(found, str) else ""


def _plain(text: str) -> str:
    """A text without markup, entities and white space beyond one space."""
    if "<" in text or "&" in text:
        text = html.unescape(_TAG.sub(" ", html.unescape(text) if "&lt;" in text else text))
    return " ".join(text.split())


def _names(value: Json) -> Iterator[str]:
    """The names in an author or publisher value: a string, an object with a name, or a list of these."""
    for item in (value if isinstance(value, list) else [value])[:50]:
        if isinstance(item, str):
            yield _plain(item)
        elif isinstance(item, dict):
            name = _text(item, "name")
            if name:
                yield name


def _longest_body(objects: list[_Found]) -> str:
    bodies = (found.value.get(key) for found in objects for key in ("articleBody", "reviewBody"))
    longest = max((body for body in bodies if isinstance(body, str)), key=len, default="")
    if "&lt;" in longest:
        longest = html.unescape(longest)
    lines = map(_plain, _BORDER.sub("\n", longest).splitlines())
    return "\n".join(line for line in lines if line)


def _site_name(main: Mapping[str, Json], objects: list[_Found]) -> str:
    for name in _names(main.get("publisher")):
        return name
    for found in objects:
        if "WebSite" in _types(found.value):
            return _text(found.value, "name")
    return ""

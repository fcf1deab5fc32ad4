"""Take every class and id attribute off a page, and change no other byte.

What is left shows how far an extractor leans on the names that authors gave their blocks. Works on bytes, so a page
keeps its encoding; that needs an encoding in which markup is ASCII, which leaves out UTF-16 only.
"""

from __future__ import annotations

import re

_SPACE = rb"[\t\n\f\r ]"
# Every alternative also ends at the end of the page, so that no attempt fails after a long look ahead: linear time.
_VALUE = rb"(?:\"[^\"]*+(?:\"|\Z)|'[^']*+(?:'|\Z)|[^\t\n\f\r >]*+)"
_ASSIGNED = rb"(?:" + _SPACE + rb"*+=" + _SPACE + rb"*+" + _VALUE + rb")?+"
_NAME = rb"[^\t\n\f\r />][^\t\n\f\r />=]*+"
_MARKUP = re.compile(
    rb"<!--.*?(?:-->|\Z)|<(?P<tag>[a-zA-Z][^\t\n\f\r />]*+)"
    rb"(?P<attributes>(?:[\t\n\f\r /]++|" + _NAME + _ASSIGNED + rb")*+)(?P<end>>|\Z)",
    re.DOTALL,
)
_PART = re.compile(_SPACE + rb"?+(?P<name>" + _NAME + rb")" + _ASSIGNED)
_RAW_TEXT = frozenset({b"script", b"style", b"textarea", b"title", b"xmp", b"iframe", b"noembed", b"noframes"})
_STRIPPED = frozenset({b"class", b"id"})


def strip_names(html: bytes) -> bytes:
    """Remove the class and id attributes of every start tag outside comments, scripts and other raw text.

    >>> strip_names(b'<p class="a b" lang=en id=x>class="kept"</p>')
    b'<p lang=en>class="kept"</p>'
    """
    parts: list[bytes] = []
    unended: set[bytes] = set()  # raw-text elements that have no end tag from here on
    done = position = 0
    while match := _MARKUP.search(html, position):
        position = match.end()
        if match["tag"] is None or not match["end"]:
            continue
        parts.append(html[done : match.start("attributes")])
        parts.append(_PART.sub(_kept, match["attributes"]))
        done = match.end("attributes")
        tag, is_closed = match["tag"].lower(), match["attributes"].endswith(b"/")
        if tag in _RAW_TEXT and tag not in unended and not is_closed:
            position = _end_tag(html, tag, position)
            if position < 0:
                unended.add(tag)
                position = match.end()
    parts.append(html[done:])
    return b"".join(parts)


def _kept(found: re.Match[bytes]) -> bytes:
    name, text = found["name"], found[0]
    if name.lower() in _STRIPPED:
        return b""
    is_glued = text.startswith(name)  # `a="1"b="2"`: what stood before it may just have gone
    return b" " + text if is_glued else text


def _end_tag(html: bytes, tag: bytes, position: int) -> int:
    """Where the end tag of a raw-text element starts, -1 if it has none."""
    end = re.compile(rb"</" + tag + rb"[\t\n\f\r />]", re.IGNORECASE).search(html, position)
    return end.start() if end else -1

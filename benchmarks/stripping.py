"""Take every class and id attribute off a page, and change no other byte.

What is left shows how far an extractor leans on the names that authors gave their blocks. Works on bytes, so a page
keeps its encoding; that needs an encoding in which markup is ASCII, which leaves out UTF-16 only.
"""

from __future__ import annotations

import re

_SPACE = rb"[\t\n\f\r ]"
_ATTRIBUTE = (
    rb"(?P<name>[^\t\n\f\r />][^\t\n\f\r />=]*+)"
    rb"(?:" + _SPACE + rb"*+=" + _SPACE + rb"*+(?:\"[^\"]*+\"|'[^']*+'|[^\t\n\f\r >]*+))?+"
)
_MARKUP = re.compile(
    rb"<!--.*?-->|<(?P<tag>[a-zA-Z][^\t\n\f\r />]*+)"
    rb"(?P<attributes>(?:[\t\n\f\r /]++|" + _ATTRIBUTE.replace(b"?P<name>", b"?:") + rb")*+)>",
    re.DOTALL,
)
_NAMED = re.compile(_SPACE + rb"*+" + _ATTRIBUTE + rb"|[\t\n\f\r /]++")
_RAW_TEXT = frozenset({b"script", b"style", b"textarea", b"title", b"xmp", b"iframe", b"noembed", b"noframes"})
_STRIPPED = frozenset({b"class", b"id"})


def strip_names(html: bytes) -> bytes:
    """Remove the class and id attributes of every start tag outside comments, scripts and other raw text.

    >>> strip_names(b'<p class="a b" lang=en id=x>class="kept"</p>')
    b'<p lang=en>class="kept"</p>'
    """
    parts: list[bytes] = []
    done = position = 0
    while match := _MARKUP.search(html, position):
        position = match.end()
        if match["tag"] is None:
            continue
        parts.append(html[done : match.start("attributes")])
        parts.append(_without_names(match["attributes"]))
        done = match.end("attributes")
        position = _after_raw_text(html, match["tag"].lower(), position, match["attributes"].endswith(b"/"))
    parts.append(html[done:])
    return b"".join(parts)


def _without_names(attributes: bytes) -> bytes:
    return _NAMED.sub(_kept, attributes)


def _kept(found: re.Match[bytes]) -> bytes:
    name, text = found["name"], found[0]
    if name is None:
        return text
    if name.lower() in _STRIPPED:
        return b""
    is_glued = text.startswith(name)  # `a="1"b="2"`: what stood before it may just have gone
    return b" " + text if is_glued else text


def _after_raw_text(html: bytes, tag: bytes, position: int, is_closed: bool) -> int:
    """Where markup goes on after a start tag: for raw text at its end tag, if it has one."""
    if tag not in _RAW_TEXT or is_closed:
        return position
    end = re.compile(rb"</" + tag + rb"[\t\n\f\r />]", re.IGNORECASE).search(html, position)
    return end.start() if end else position

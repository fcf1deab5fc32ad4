"""Which requests are given the small page, as WSGI environments tell."""

from __future__ import annotations

from http.cookies import CookieError, SimpleCookie
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl

if TYPE_CHECKING:
    from collections.abc import Mapping

NAME = "sitegrain-view"  # of the query parameter and the cookie: `small` or `full`
MAX_WIDTH = 600  # CSS pixels of a window, from which on a screen is not small
VARY = ("Sec-CH-UA-Mobile", "Sec-CH-Viewport-Width", "Viewport-Width", "Cookie")  # what `wants_small` reads


def wants_small(environ: Mapping[str, Any]) -> bool:
    """Whether a request comes from a small screen.

    The query parameter or else the cookie `sitegrain-view` decides, `small` or `full`; else a hint of the browser on
    the width of its window; else its hint that it is on a phone. Browsers that send no hints get the full page.
    """
    asked = _asked(environ)
    if asked is not None:
        return asked
    for name in ("HTTP_SEC_CH_VIEWPORT_WIDTH", "HTTP_VIEWPORT_WIDTH"):
        width = str(environ.get(name, "")).strip().strip('"')
        if width.isascii() and width.isdigit() and len(width) < 7:
            return int(width) <= MAX_WIDTH
    return str(environ.get("HTTP_SEC_CH_UA_MOBILE", "")).strip() == "?1"


def _asked(environ: Mapping[str, Any]) -> bool | None:
    """What the query, or else the cookie, asks for; None if neither does."""
    try:
        query = dict(parse_qsl(str(environ.get("QUERY_STRING", "")), max_num_fields=200))
    except ValueError:
        query = {}
    try:
        cookie = SimpleCookie(str(environ.get("HTTP_COOKIE", "")))
    except CookieError:
        cookie = SimpleCookie()
    values = [query.get(NAME), cookie[NAME].value if NAME in cookie else None]
    return next((value == "small" for value in values if value in ("small", "full")), None)

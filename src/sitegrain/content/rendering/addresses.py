"""Addresses of links and images: resolved, and safe to put out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import urljoin

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from sitegrain.pages.page import Page

LINK_SCHEMES = frozenset(("http", "https", "mailto"))
IMAGE_SCHEMES = frozenset(("http", "https"))
MAX_CHARS = 4_000  # longer addresses are data, not addresses

_SCHEME = re.compile(r"^([a-zA-Z][a-zA-Z0-9+.-]*):")
_DROPPED = re.compile("[\t\n\r]")  # as browsers do before they look at the scheme
_CONTROL = re.compile("[\x00-\x1f\x7f]")
_LAZY = ("data-src", "data-original", "data-lazy-src", "data-lazy", "data-original-src", "data-hi-res-src")
_WIDTH = re.compile(r"(\d+(?:\.\d+)?)[wx]")


class Addresses:
    """Resolves the addresses of one page against its <base> and its own address."""

    def __init__(self, page: Page) -> None:
        own = page.url or ""
        self.base = _join(own, page.head.base.strip()) if page.head.base else own

    def resolve(self, href: str, *, schemes: Collection[str] = LINK_SCHEMES) -> str | None:
        """The absolute address, as far as the page's own is known; None if it has another scheme or is none."""
        if not href or len(href) > MAX_CHARS:
            return None
        address = _DROPPED.sub("", href.strip("\x00\x01\x02\x03\x04\x05\x06\x07\x08\x0b\x0c\x0e\x0f\x1b\x1f \t\n\r"))
        if not address or _CONTROL.search(address):
            return None
        joined = _join(self.base, address)
        if joined is None:
            return None
        if not _SCHEME.match(address):
            address = joined
        scheme = _SCHEME.match(address)
        if scheme and scheme[1].lower() not in schemes:
            return None
        return address.replace(" ", "%20")

    def image(self, attributes: Mapping[str, str | None]) -> str | None:
        """The address of an <img>, looking through lazy loading; None for a tracking pixel or inline data."""
        get = attributes.get
        if (get("width") or "").strip() in ("0", "1") or (get("height") or "").strip() in ("0", "1"):
            return None
        sources = [get(name) for name in _LAZY]
        sources += [get("src"), _largest(get("data-srcset")), _largest(get("srcset"))]
        for source in sources:
            address = self.resolve(source, schemes=IMAGE_SCHEMES) if source else None
            if address:
                return address
        return None


def _join(base: str | None, address: str) -> str | None:
    try:
        return urljoin(base or "", address)
    except ValueError:  # a bracketed host that is no IPv6 address
        return None


def _largest(srcset: str | None) -> str | None:
    """The candidate of a srcset with the largest descriptor."""
    best, best_width = None, -1.0
    for candidate in re.split(r",\s+", (srcset or "")[:MAX_CHARS]):
        address, _, descriptor = candidate.strip().partition(" ")
        match = _WIDTH.search(descriptor)
        width = float(match[1]) if match else 0.0
        if address and width > best_width:
            best, best_width = address, width
    return best

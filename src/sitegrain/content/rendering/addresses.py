"""Addresses of links and images: resolved, and safe to put out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import urljoin

from sitegrain.pages.links import link_base

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
_PIXELS = re.compile(r"[0-9]{1,6}w")
_WIDTH = re.compile(r"(\d+(?:\.\d+)?)[wx]")


class Addresses:
    """Resolves the addresses of one page against its <base> and its own address."""

    def __init__(self, page: Page) -> None:
        self.base = link_base(page)

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

    def image(self, attributes: Mapping[str, str | None], width: int | None = None) -> str | None:
        """The address of an <img>, looking through lazy loading; None for a tracking pixel or inline data.

        width: pixels that are enough: of several sizes the smallest that has them is taken
        """
        get = attributes.get
        if (get("width") or "").strip() in ("0", "1") or (get("height") or "").strip() in ("0", "1"):
            return None
        sources = [get(name) for name in _LAZY]
        sources += [get("src"), _largest(get("data-srcset")), _largest(get("srcset"))]
        if width is not None:
            sources = [_enough(get("data-srcset"), width), _enough(get("srcset"), width), *sources]
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
    for address, descriptor in _candidates(srcset):
        match = _WIDTH.search(descriptor)
        width = float(match[1]) if match else 0.0
        if width > best_width:
            best, best_width = address, width
    return best


def _enough(srcset: str | None, width: int) -> str | None:
    """The narrowest candidate of a srcset that has so many pixels; None if none says that it has."""
    found = [(int(text[:-1]), address) for address, text in _candidates(srcset) if _PIXELS.fullmatch(text)]
    return min((one for one in found if one[0] >= width), default=(0, None))[1]


def _candidates(srcset: str | None) -> list[tuple[str, str]]:
    """The addresses of a srcset, each with its descriptor."""
    parts = [part.strip().partition(" ") for part in re.split(r",\s+", (srcset or "")[:MAX_CHARS])]
    return [(address, descriptor.strip()) for address, _, descriptor in parts if address]

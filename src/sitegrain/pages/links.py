"""Where the links of a page lead."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sitegrain.pages.urls import resolve

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sitegrain.pages.page import Page

_NOT_ENDORSED = frozenset({"nofollow", "sponsored", "ugc"})  # values of rel by which a page does not vouch for a link
_ROBOTS_CLOSED = frozenset({"nofollow", "none"})  # values of <meta name=robots> that mean all links of a page


@dataclass(frozen=True, slots=True)
class Link:
    """A link of a page.

    node:        the <a> element
    target:      the address it leads to, without its fragment
    is_followed: neither the link nor the page asks not to follow it
    """

    node: int
    target: str
    is_followed: bool


def link_base(page: Page, address: str | None = None) -> str | None:
    """What relative links of a page are resolved against: <base href> against its address, else the address.

    address: where the page is, if not at its URL; None if neither is known
    """
    own = address or page.url
    return (resolve(own, page.head.base) if page.head.base else None) or own


def page_links(page: Page, address: str | None = None) -> Iterator[Link]:
    """The links of a page in document order; those whose target cannot be told are left out."""
    base = link_base(page, address)
    is_open = not _closes_links(page)
    tags = page.tags
    for node in range(page.n_nodes):
        if tags[node] != "a":
            continue
        attributes = page.attributes[node]
        href = attributes.get("href")
        target = resolve(base, href) if href is not None else None
        if target:
            rel = (attributes.get("rel") or "").lower().split()
            yield Link(node, target, is_open and _NOT_ENDORSED.isdisjoint(rel))


def _closes_links(page: Page) -> bool:
    for name, content in page.head.metas:
        if name == "robots" and not _ROBOTS_CLOSED.isdisjoint(content.lower().replace(",", " ").split()):
            return True
    return False

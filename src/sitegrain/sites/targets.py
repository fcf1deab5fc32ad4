"""Where the links of a unit lead."""

from __future__ import annotations

import re
from hashlib import blake2b
from typing import TYPE_CHECKING

import numpy as np

from sitegrain.pages.page import LINK

if TYPE_CHECKING:
    from sitegrain.pages.page import Page

_LEADING = re.compile(r"^(?:[a-z][a-z0-9+.-]*:)?(?://[^/?#]*)?(?:\.{0,2}/)*", re.IGNORECASE)


def unit_targets(page: Page) -> list[list[int]]:
    """For each unit the hashes of its links' targets, one for each link; 0 for a link within the page.

    Scheme, host and leading dots do not count, since pages of one site write the same link in several ways.
    """
    found: list[list[int]] = [[] for _ in range(page.n_units)]
    links: dict[int, int] = {}
    last = (-1, -1)
    runs = np.flatnonzero(page.flags[page.run_nodes] & LINK) if page.n_units else np.zeros(0, np.intp)
    units = page.run_units[runs].tolist()
    for unit, node in zip(units, page.run_nodes[runs].tolist(), strict=True):
        link = _link_above(page, node)
        if (unit, link) == last:
            continue
        last = (unit, link)
        if link not in links:
            links[link] = target_hash(page.attributes[link].get("href") or "")
        found[unit].append(links[link])
    return found


def target_hash(href: str) -> int:
    """A 63-bit hash of what a link leads to; 0 within the page.

    >>> target_hash("../a/b.html#x") == target_hash("https://example.org/a/b.html")
    True
    >>> target_hash("#top")
    0
    """
    href = _LEADING.sub("", href.strip().partition("#")[0])
    if not href:
        return 0
    digest = blake2b(href.encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return int.from_bytes(digest) & ((1 << 63) - 1) | 1


def _link_above(page: Page, node: int) -> int:
    while page.tags[node] != "a" or "href" not in page.attributes[node]:
        node = int(page.parents[node])
    return node

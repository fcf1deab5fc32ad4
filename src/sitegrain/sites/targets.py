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
    above = _links_above(page)
    hashes: dict[int, int] = {}
    last = (-1, -1)
    runs = np.flatnonzero(page.flags[page.run_nodes] & LINK) if page.n_units else np.zeros(0, np.intp)
    for unit, node in zip(page.run_units[runs].tolist(), page.run_nodes[runs].tolist(), strict=True):
        link = above[node]
        if (unit, link) == last:
            continue
        last = (unit, link)
        if link not in hashes:
            hashes[link] = target_hash(page.attributes[link].get("href") or "")
        found[unit].append(hashes[link])
    return found


def _links_above(page: Page) -> dict[int, int]:
    """For each node in a link the <a href> around it."""
    above: dict[int, int] = {}
    parents = page.parents
    for node in np.flatnonzero(page.flags & LINK).tolist():
        is_link = page.tags[node] == "a" and "href" in page.attributes[node]
        above[node] = node if is_link else above[int(parents[node])]
    return above


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

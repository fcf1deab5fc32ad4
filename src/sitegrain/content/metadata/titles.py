"""The title of a page: what its heading, its metadata and its <title> agree on."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import numpy as np

from sitegrain.pages.tokens import tokenize

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sitegrain.pages.page import Page

MAX_HEADINGS = 10  # h1 elements that could be the title
MAX_LOOKED_AT = 100  # h1 elements, empty ones included
MAX_TITLE_WORDS = 60
MAX_TITLE_CHARS = 1_000
AGREEMENT = 0.6  # least overlap of a heading with a declared title

MIN_SITE_CHARS = 4  # of a part of a <title> that is found inside the host name

_SEPARATOR = re.compile(r"\s+(?:[-–—·•«:/>~]|::|//|\|\|)\s+|\s*[|»]\s*|:\s+")
_EDGE = re.compile(r"(?:\s+[-–—·•«:/>~]+|\s*[|»:]+)$|^(?:[-–—·•«:/>~]+\s+|[|»:]+\s*)")
_PERMALINK = " \t¶#"  # signs that documentation tools put behind a heading


def choose_title(page: Page, kept: NDArray[np.bool_] | None, declared: tuple[str, ...], site_name: str) -> str | None:
    """The title that most of a page's sources support.

    A heading wins if a declared title (structured data, OpenGraph, <title>; best first) agrees with it: headings are
    written for people and carry no site name. Without one the first declared title is taken, its site name removed.
    """
    declared = tuple(text[:MAX_TITLE_CHARS] for text in declared if text)
    sites = _site_words(page, site_name)
    references = [clean_title(text, sites) for text in declared]
    headings = _headings(page, kept)
    for reference in references:
        agreeing = [(is_kept, _overlap(text, reference), text) for is_kept, text in headings]
        agreeing = [found for found in agreeing if found[1] >= AGREEMENT and tokenize(found[2]) not in sites]
        if agreeing:
            return max(agreeing, key=lambda found: found[:2])[2]
    if references:
        return references[0]
    return headings[0][1] if headings else None


def clean_title(title: str, sites: list[list[str]]) -> str:
    """A <title> without the parts that name the site.

    >>> clean_title("Ferry sails again | Sandholm Courier", [["sandholm", "courier"]])
    'Ferry sails again'
    """
    parts = _SEPARATOR.split(title)
    if len(parts) < 2:
        return title
    start, end = 0, len(title)
    if _is_site(parts[-1], sites):
        end = title.rindex(parts[-1]) if parts[-1] else end
    elif _is_site(parts[0], sites):
        start = title.index(parts[0]) + len(parts[0])
    cleaned = title[start:end].strip()
    cleaned = _EDGE.sub("", cleaned).strip()
    return cleaned if tokenize(cleaned) else title


def _is_site(part: str, sites: list[list[str]]) -> bool:
    joined = "".join(tokenize(part))
    names = ["".join(site) for site in sites]
    return joined in names or (len(joined) >= MIN_SITE_CHARS and any(joined in name for name in names))


def _site_words(page: Page, site_name: str) -> list[list[str]]:
    """The words that name the site: its declared name, its host name's labels."""
    found = [tokenize(site_name)] if site_name else []
    host = (_host(page.url) or "").removeprefix("www.")
    if host:
        labels = host.split(".")
        found += [[label] for label in labels[:-1]] + [tokenize(host)]
    return [words for words in found if words]


def _host(url: str | None) -> str | None:
    try:
        return urlsplit(url or "").hostname
    except ValueError:
        return None


def _headings(page: Page, kept: NDArray[np.bool_] | None) -> list[tuple[bool, str]]:
    """The first h1 elements, those in the kept content first: whether they are, and their texts.

    A linked site name is no title.
    """
    found: list[tuple[bool, str]] = []
    for node in [node for node, tag in enumerate(page.tags) if tag == "h1"][:MAX_LOOKED_AT]:
        units = np.flatnonzero((page.unit_nodes >= node) & (page.unit_nodes < page.ends[node]))
        words = int(page.unit_words[units].sum())
        if not 0 < words <= MAX_TITLE_WORDS:
            continue
        is_kept = bool(kept is not None and kept[units].any())
        if is_kept or page.unit_link_words[units].sum() < words or not _links_home(page, node):
            found.append((is_kept, " ".join(page.unit_texts[unit] for unit in units.tolist()).rstrip(_PERMALINK)))
        if len(found) == MAX_HEADINGS:
            break
    return sorted(found, key=lambda pair: not pair[0])


def _links_home(page: Page, node: int) -> bool:
    """The element's link, inside or around it, leads to the front page."""
    links = [i for i in range(node, min(int(page.ends[node]), node + 20)) if page.tags[i] == "a"]
    parent = int(page.parents[node])
    for link in [*links, *([parent] if parent >= 0 and page.tags[parent] == "a" else [])]:
        try:
            path = urlsplit((page.attributes[link].get("href") or "").strip()).path
        except ValueError:
            continue
        if path.strip("/") in ("", "index.html", "index.php"):
            return True
    return False


def _overlap(one: str, other: str) -> float:
    """Shared words over the words of the shorter text, less where the lengths differ much."""
    a, b = set(tokenize(one)), set(tokenize(other))
    if not a or not b:
        return 0.0
    shared = len(a & b)
    return 0.7 * shared / min(len(a), len(b)) + 0.3 * shared / max(len(a), len(b))

"""What the elements around a unit say: landmarks, lists, naming habits.

Naming habits are general ones in class, id and role tokens. They are inputs of the scorer, never a verdict.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sitegrain.pages.page import Descriptor, Page

_HABITS = {
    "comment": "comment|disqus|respond|reply|discuss|trackback|pingback|feedback",
    "nav": "nav|menu|breadcrumb|pager|pagination|tabs|toc|skip|sitemap",
    "side": "sidebar|side|widget|rail|aside|column-?right|module|panel",
    "foot": "foot|copyright|legal|policy|disclaim|colophon",
    "related": "relat|recommend|popular|teaser|promo|more|also|latest|trending|recent|similar|archive|most",
    "share": "share|social|tweet|facebook|twitter|follow|subscribe|newsletter|signup|login|print|email|tool|button"
    "|rss|bookmark",
    "meta": "meta|byline|author|date|time|posted|publish|tag|categor|info|bio|credit",
    "caption": "caption|figure|image|photo|gallery|slide|video|media",
    "ad": r"(?:^|[-_ ])ads?(?:[-_ ]|$)|advert|sponsor|dfp|promo|cookie|consent|gdpr|popup|modal|overlay|banner",
    "content": "article|content|post|entry|body|text|main|story|hentry|markdown|document",
}
_PATTERNS = tuple(re.compile(pattern) for pattern in _HABITS.values())

_TAG_GROUPS = {
    "article": ("article", "main"),
    "nav": ("nav",),
    "footer": ("footer",),
    "aside": ("aside",),
    "header": ("header",),
    "form": ("form", "fieldset", "label"),
    "figure": ("figure", "figcaption", "caption"),
    "table": ("table",),
    "list": ("ul", "ol"),
    "quote": ("blockquote", "q"),
    "details": ("details", "summary"),
    "dialog": ("dialog",),
    "code": ("pre", "code", "samp", "kbd", "tt"),
    "bold": ("b", "strong"),
    "heading": ("h1", "h2", "h3", "h4", "h5", "h6"),
    "definition": ("dl",),
}
_ROLES = {
    "navigation": "nav",
    "main": "article",
    "article": "article",
    "contentinfo": "footer",
    "complementary": "aside",
    "banner": "header",
    "dialog": "dialog",
    "alertdialog": "dialog",
}

NAMES = tuple(f"name_{name}" for name in _HABITS)
GROUPS = tuple(f"in_{name}" for name in _TAG_GROUPS)
BITS = {name: 1 << i for i, name in enumerate(NAMES + GROUPS)}
_GROUP_OF_TAG = {tag: BITS[f"in_{name}"] for name, tags in _TAG_GROUPS.items() for tag in tags}


@lru_cache(maxsize=1 << 16)
def descriptor_bits(descriptor: Descriptor) -> int:
    """The bits an element sets for itself and all below it."""
    tag, classes, identity, role, itemprop, itemtype = descriptor
    bits = _GROUP_OF_TAG.get(tag, 0)
    if role in _ROLES:
        bits |= BITS[f"in_{_ROLES[role]}"]
    if itemprop == "articleBody":
        bits |= BITS["in_article"]
    if classes or identity or role or itemprop or itemtype:
        text = f"{classes} {identity} {role} {itemprop} {itemtype}".lower()
        for name, pattern in zip(NAMES, _PATTERNS, strict=True):
            if pattern.search(text):
                bits |= BITS[name]
    return bits


def own_bits(page: Page) -> NDArray[np.int64]:
    """Int64 (n_nodes,): the bits each element sets itself; <html> and <body> set none."""
    table = np.array([0 if d[0] in ("html", "body") else descriptor_bits(d) for d in page.descriptors], np.int64)
    return table[page.node_descriptors]


def inherited_bits(page: Page, own: NDArray[np.int64]) -> NDArray[np.int64]:
    """Int64 (n_nodes,): the bits of an element and of all around it."""
    bits = own.tolist()
    for node, parent in enumerate(page.parents.tolist()):
        if parent >= 0:
            bits[node] |= bits[parent]
    return np.array(bits, np.int64)


def has_bit(bits: NDArray[np.int64], name: str) -> NDArray[np.bool_]:
    """Bool: where a bit is set."""
    return (bits & BITS[name]) > 0

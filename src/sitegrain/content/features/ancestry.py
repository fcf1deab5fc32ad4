"""What the elements around a unit say: landmarks, lists, naming habits.

Naming habits are general ones in class, id and role tokens. They are inputs of the scorer, never a verdict.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from sitegrain.content.features.text import plain_words
from sitegrain.sites.tree import subtree_sums

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sitegrain.pages.page import Descriptor, Page

# `<` in a pattern stands for the start of a word: side is not in inside, date not in candidate
_HABITS = {
    "comment": "[ck]omm?ent|disqus|<respon[ds]|<repl[yi]|discuss|trackback|pingback|feedback",
    "nav": r"<hdr|<(?:sub|top|main|left|right|global|site|page)?-?nav|menu|crumb|pager|paginat|paging|<tabs?\b|<toc\b"
    "|<skip|sitemap",
    "side": "sidebar|<(?:left|right)?side|widget|<rail|aside|column-?right|module|panel",
    "foot": "<ftr|<foot(?!ball|age)|footer|copyright|legal|policy|disclaim|colophon",
    "related": "relat|recommend|popular|teaser|promo|<more|<also|latest|trending|recent|similar|archive|<most|<next"
    "|<prev",
    "share": r"share|sharing|social|tweet|facebook|twitter|follow|subscri|newsletter|sign-?up|log-?in|<print|e-?mail"
    r"|<tool(?!tip)|button|<btn|<rss|bookmark",
    "meta": r"meta|by-?line|author|<(?:pub|post|up)?-?date|<time|posted|publish|<tags?\b|categor|<info|<bio\b|credit",
    "caption": "caption|figure|image|photo|gallery|slide|video|media(?!wiki)",
    "ad": r"(?:^|[-_ ])ads?(?:[-_ ]|$)|advert|sponsor|dfp|promo|cookie|consent|gdpr|<cmp\b|popup|modal|overlay|banner",
    "content": "article|content|<(?:blog)?-?post(?!ed|er)|<entry|<body|<text(?!ure)|<main|story|stories|hentry|markdown"
    "|document",
}
_PATTERNS = tuple(re.compile(pattern.replace("<", "(?<![a-z])")) for pattern in _HABITS.values())
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")

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
NAME_BITS = sum(BITS[name] for name in NAMES)
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
        text = f"{classes} {identity} {role} {itemprop} {itemtype}"
        text = _CAMEL.sub("-", text).lower()
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


def named_features(page: Page, bits: NDArray[np.int64]) -> dict[str, NDArray[np.float64]]:
    """For each naming habit how narrow the innermost element of that name is: 1 less its share of the running text.

    A wrapper of the whole page says nothing by its name, a small box says much. 0 where no element has the name.
    bits: int64 (n_nodes,) what `own_bits` gives
    """
    plain = plain_words(page)
    narrow = (1 - subtree_sums(page, plain) / max(plain.sum(), 1.0)).tolist()
    own = (bits & NAME_BITS).tolist()
    rows = [[0.0] * len(NAMES)]
    row_of = [0] * page.n_nodes
    for node, parent in enumerate(page.parents.tolist()):
        row = row_of[parent] if parent >= 0 else 0
        if own[node]:
            values = rows[row].copy()
            for i, name in enumerate(NAMES):
                if own[node] & BITS[name]:
                    values[i] = narrow[node]
            row = len(rows)
            rows.append(values)
        row_of[node] = row
    table = np.array(rows)[np.array(row_of, np.intp)[page.unit_nodes]]
    return {f"{name}_narrow": table[:, i] for i, name in enumerate(NAMES)}


def has_bit(bits: NDArray[np.int64], name: str) -> NDArray[np.bool_]:
    """Bool: where a bit is set."""
    return (bits & BITS[name]) > 0

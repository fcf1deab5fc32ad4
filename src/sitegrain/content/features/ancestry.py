"""What the elements around a unit say: landmarks, lists, naming habits.

Naming habits are general ones in class, id and role tokens. They are inputs of the scorer, never a verdict.
"""

from __future__ import annotations

import re
from hashlib import blake2b
from typing import TYPE_CHECKING

import numpy as np

from sitegrain.content.features.text import LEAST_PLAIN
from sitegrain.kernel import Memo, fill_marks, fill_tags
from sitegrain.pages.elements import tag_table
from sitegrain.pages.tokens import mask_digits

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sitegrain.content.features.shape import Matrix
    from sitegrain.kernel import Shape
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
_GROUP_OF_TAG = {tag: BITS[f"in_{name}"] for name, tags in _TAG_GROUPS.items() for tag in tags}


_TAGS = ("p", "li", "td", "th", "div", "dt", "dd", "span", "body")
_TAG_NUMBERS = tag_table({tag: i + 1 for i, tag in enumerate(_TAGS)})
MARK_NAMES = (*NAMES, *GROUPS, "is_bold", "names_own", *(f"{name}_narrow" for name in NAMES))
ANCESTRY_NAMES = (*MARK_NAMES, *(f"tag_{tag}" for tag in _TAGS))
_BARE_TAGS = ("html", "body")  # their names are about the whole page
_LOOK_CLASSES = 3  # first classes that siblings share if they are alike
_known = Memo(2, 1 << 16)  # (bits, look) by the hash of a descriptor


def descriptor_facts(page: Page) -> NDArray[np.int64]:
    """Int64 (2, n_descriptors): the bits of each of a page's descriptors, and its look as a number.

    What was seen before, on whatever page, is not worked out again.
    """
    hashes = np.asarray(page.axis.descriptor_hashes)
    facts = np.empty((2, len(hashes)), np.int64)
    for i in _known.find(hashes, facts):
        descriptor = page.axis.descriptor(i)
        row = (descriptor_bits(descriptor), descriptor_look(descriptor))
        facts[:, i] = row
        _known.add(int(hashes[i]), row)
    return facts


def descriptor_bits(descriptor: Descriptor) -> int:
    """The bits an element sets for itself and all below it; <html> and <body> set none."""
    tag, classes, identity, role, itemprop, itemtype = descriptor
    if tag in _BARE_TAGS:
        return 0
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


def descriptor_look(descriptor: Descriptor) -> int:
    """A 64-bit hash of the tag and the first class tokens, digit runs masked: what like siblings have in common."""
    look = " ".join((descriptor[0], *mask_digits(descriptor[1]).split()[:_LOOK_CLASSES]))
    return int.from_bytes(blake2b(look.encode("utf-8", "surrogatepass"), digest_size=8).digest(), signed=True)


def fill_ancestry(page: Page, shape: Shape, own: NDArray[np.int64], matrix: Matrix, at: int) -> None:
    """Fill the rows of ANCESTRY_NAMES, from row `at` on.

    `name_x_narrow` is how narrow the innermost element of a name is: 1 less its share of the running text. A wrapper of
    the whole page says nothing by its name, a small box says much. A unit is bold if its first run is.
    own: int64 (n_descriptors,) the bits that `descriptor_facts` gives
    """
    n_bits, bold = len(NAMES) + len(GROUPS), BITS["in_bold"]
    fill_marks(shape, own, page.run_nodes, page.unit_runs, len(NAMES), n_bits, bold, LEAST_PLAIN, matrix, at)
    fill_tags(shape, _TAG_NUMBERS, len(_TAGS), matrix, at + len(MARK_NAMES))

"""Node keys: what makes two nodes of different pages the same place.

The key of a node is its tag and those of its class, id, role and item tokens that are stable over the site.
On a site whose elements carry no stable names the ordinal among like siblings stands in for them
(docs/decisions/001-site-tree-by-look-up.md).
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

import numpy as np

from sitegrain.pages.tokens import mask_digits

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sitegrain.pages.page import Descriptor, Page

STABLE_SHARE = 0.1  # share of the sample's pages that must carry a token; 0.3 measured the same
NAMED_SHARE = 0.5  # share of words below a stable token, under which a site counts as nameless
MAX_ORDINAL = 8
ORDINAL_TAGS = frozenset("div table td tr section ul center form".split())
BARE_TAGS = frozenset(("html", "body"))

# Tokens that tell a state of the moment, not a place.
_STATE = re.compile(
    r"(?:active|current|selected|open|closed|hover|first|last|odd|even|expanded|collapsed)$|(?:is|has|js)-"
)


def descriptor_tokens(descriptor: Descriptor) -> list[str]:
    """The normalised naming tokens of an element, each with a mark of the attribute it comes from.

    >>> descriptor_tokens(("div", "post post-12 active", "p12", "", "", ""))
    ['.post', '.post-#', '#p#']
    """
    _, classes, identity, role, itemprop, itemtype = descriptor
    tokens = [f".{token}" for token in mask_digits(classes.lower()).split() if not _STATE.match(token)]
    if identity:
        tokens.append("#" + mask_digits(identity.lower().strip()))
    tokens.extend(
        f"[{name}={token}]"
        for name, value in (("role", role), ("itemprop", itemprop), ("itemtype", itemtype))
        for token in mask_digits(value.lower()).split()
    )
    return tokens


class NodeKeys:
    """The key policy of one site.

    stable:        (tag, token) pairs that may be part of a key
    has_ordinals:  whether the ordinal among same-tag siblings belongs to the key
    """

    def __init__(self, stable: Iterable[tuple[str, str]], *, has_ordinals: bool) -> None:
        self.stable = frozenset(stable)
        self.has_ordinals = has_ordinals
        self._cache: dict[Descriptor, str] = {}

    @classmethod
    def learn(cls, pages: Sequence[Page]) -> NodeKeys:
        """Count on how many pages each token stands, and see whether names cover the text."""
        n_pages: Counter[tuple[str, str]] = Counter()
        for page in pages:
            n_pages.update({(d[0], token) for d in page.descriptors for token in descriptor_tokens(d)})
        least = min(len(pages), max(2, STABLE_SHARE * len(pages)))
        stable = {pair for pair, count in n_pages.items() if count >= least}
        keys = cls(stable, has_ordinals=False)
        named = total = 0
        for page in pages:
            named += int(page.unit_words[keys._named_units(page)].sum())
            total += len(page.tokens)
        keys.has_ordinals = named < NAMED_SHARE * total
        return keys

    def key(self, descriptor: Descriptor) -> str:
        """The key of an element without its ordinal, as a CSS-like text: `div#main.post`."""
        key = self._cache.get(descriptor)
        if key is None:
            tag = descriptor[0]
            tokens = () if tag in BARE_TAGS else descriptor_tokens(descriptor)
            key = tag + "".join(sorted({token for token in tokens if (tag, token) in self.stable}))
            self._cache[descriptor] = key
        return key

    def _named_units(self, page: Page) -> np.ndarray:
        """Bool (n_units,): the unit's block element, or one around it, has a stable token."""
        has_name = [len(self.key(d)) > len(d[0]) for d in page.descriptors]
        named = [has_name[d] for d in page.node_descriptors.tolist()]
        for node, parent in enumerate(page.parents.tolist()):
            if parent >= 0 and named[parent]:
                named[node] = True
        return np.array(named, bool)[page.unit_nodes]

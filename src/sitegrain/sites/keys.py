"""Node keys: what makes two nodes of different pages the same place.

The key of a node is its tag and those of its class, id, role and item tokens that are stable over the site.
On a site whose elements carry no stable names the ordinal among like siblings stands in for them
(docs/decisions/001-site-tree-by-look-up.md).
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import numpy as np

from sitegrain import kernel
from sitegrain.kernel import Memo, number_distinct, read_keys, text_hash
from sitegrain.pages.tokens import mask_digits

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from sitegrain.pages.page import Descriptor, Page

STABLE_SHARE = 0.1  # share of the sample's pages that must carry a token; 0.3 measured the same
NAMED_SHARE = 0.5  # share of words below a stable token, under which a site counts as nameless
MAX_ORDINAL = 8
MAX_REMEMBERED = 1 << 13  # elements of a site of which the number of the key is remembered
ORDINAL_TAGS = frozenset("div table td tr section ul center form".split())
BARE_TAGS = frozenset(("html", "body"))

# Class tokens that tell a state of the moment, not a place; and beginnings of such.
_STATES = frozenset("active current selected open closed hover first last odd even expanded collapsed".split())
_STATE_PREFIXES = ("is-", "has-", "js-")
_STATE_HASHES, _PREFIX_HASHES = (
    np.array([text_hash(text) for text in texts], np.uint64) for texts in (sorted(_STATES), _STATE_PREFIXES)
)

_known = Memo(2, 1 << 16)  # (hash of the full key, whether it has a token) by the hash of an element


def descriptor_tokens(descriptor: Descriptor) -> list[str]:
    """The normalised naming tokens of an element, each with a mark of the attribute it comes from.

    >>> descriptor_tokens(("div", "post post-12 active", "p12", "", "", ""))
    ['.post', '.post-#', '#p#']
    """
    _, classes, identity, role, itemprop, itemtype = descriptor
    words = mask_digits(classes.lower()).split()
    tokens = [f".{word}" for word in words if word not in _STATES and not word.startswith(_STATE_PREFIXES)]
    if identity:
        tokens.append("#" + mask_digits(identity.lower().strip()))
    tokens.extend(
        f"[{name}={token}]"
        for name, value in (("role", role), ("itemprop", itemprop), ("itemtype", itemtype))
        for token in mask_digits(value.lower()).split()
    )
    return tokens


class NodeKeys:
    """The key policy of one site. Keys have numbers, those of one object.

    stable:        (tag, token) pairs that may be part of a key
    has_ordinals:  whether the ordinal among same-tag siblings belongs to the key
    """

    def __init__(self, stable: Iterable[tuple[str, str]], *, has_ordinals: bool) -> None:
        self._stable: frozenset[tuple[str, str]] | None = frozenset(stable)
        self.has_ordinals = has_ordinals
        self._names: list[str] = []
        self._numbers: dict[str, int] = {}
        self._known: Memo | None = None  # the number of the key of an element by its hash

    @property
    def stable(self) -> frozenset[tuple[str, str]]:
        assert self._stable is not None
        return self._stable

    @classmethod
    def learn(cls, pages: Sequence[Page]) -> NodeKeys:
        """Count on how many pages each token stands, and see whether names cover the text."""
        if len(pages) == 1:
            return _PageKeys(pages[0])
        n_pages: Counter[tuple[str, str]] = Counter()
        hashes = [np.asarray(page.axis.descriptor_hashes).tolist() for page in pages]
        tokens: dict[int, set[tuple[str, str]]] = {}  # of each element by its hash: pages of a site share most
        for page, own in zip(pages, hashes, strict=True):
            for i, value in enumerate(own):
                if value not in tokens:
                    tokens[value] = _named_tokens([page.axis.descriptor(i)])
            n_pages.update(set().union(*(tokens[value] for value in own)))
        least = min(len(pages), max(2, STABLE_SHARE * len(pages)))
        stable = {pair for pair, count in n_pages.items() if count >= least}
        keys = cls(stable, has_ordinals=False)
        has_token = {value: any(p in stable and p[0] not in BARE_TAGS for p in own) for value, own in tokens.items()}
        named = total = 0
        for page, own in zip(pages, hashes, strict=True):
            named += words_inside(page, np.array([has_token[value] for value in own], np.int64))
            total += page.axis.n_tokens
        keys.has_ordinals = named < NAMED_SHARE * total
        return keys

    def numbers(self, page: Page) -> NDArray[np.int32]:
        """Int32 (n_descriptors,): the number of the key of each distinct element of a page, without its ordinal."""
        if self._known is None:
            self._known = Memo(1, MAX_REMEMBERED)
        hashes = page.axis.descriptor_hashes
        numbers = np.empty((1, len(hashes)), np.int64)
        for i in self._known.find(hashes, numbers):
            numbers[0, i] = number = self.number(self.key(page.axis.descriptor(i)))
            self._known.add(int(np.asarray(hashes)[i]), (number,))
        return np.asarray(numbers[0], np.int32)

    def number(self, key: str) -> int:
        """The number of a key without an ordinal."""
        number = self._numbers.setdefault(key, len(self._names))
        if number == len(self._names):
            self._names.append(key)
        return number

    def name(self, number: int) -> str:
        """The key that has a number."""
        return self._names[number]

    def node_names(self, page: Page) -> list[str]:
        """The key of each node of a page, without its ordinal."""
        names = [self.name(number) for number in self.numbers(page).tolist()]
        return [names[descriptor] for descriptor in page.node_descriptors.tolist()]

    def key(self, descriptor: Descriptor) -> str:
        """The key of an element without its ordinal, as a CSS-like text: `div#main.post`."""
        tag = descriptor[0]
        tokens = () if tag in BARE_TAGS else descriptor_tokens(descriptor)
        return tag + "".join(sorted({token for token in tokens if (tag, token) in self.stable}))


class _PageKeys(NodeKeys):
    """The keys of a page alone: every token of it is stable. Texts are made only for those who ask."""

    def __init__(self, page: Page) -> None:
        super().__init__((), has_ordinals=False)
        self._stable = None
        self._page: Page | None = page
        keys, has_token = _full_keys(page)
        self._own = np.empty(len(keys), np.int32)
        number_distinct(keys, self._own)
        self.has_ordinals = words_inside(page, has_token) < NAMED_SHARE * page.axis.n_tokens

    @property
    def stable(self) -> frozenset[tuple[str, str]]:
        if self._stable is None:
            assert self._page is not None
            self._stable = frozenset(_named_tokens(self._page.descriptors))
        return self._stable

    def numbers(self, page: Page) -> NDArray[np.int32]:
        if page.axis is (self._page.axis if self._page else None):
            return self._own
        self._name_own()
        return super().numbers(page)

    def number(self, key: str) -> int:
        self._name_own()
        return super().number(key)

    def name(self, number: int) -> str:
        self._name_own()
        return super().name(number)

    def _name_own(self) -> None:
        """Make the texts of the page's keys, in the order of their numbers, and forget the page."""
        if self._page is not None:
            descriptors = self._page.descriptors
            _ = self.stable
            self._page = None
            for i in np.unique(self._own, return_index=True)[1].tolist():
                super().number(self.key(descriptors[i]))


def _full_keys(page: Page) -> NDArray[np.int64]:
    """Int64 (2, n_descriptors): a hash of the key of each distinct element if every token counts; 1 if it has one.

    What was seen before, on whatever page, is not worked out again.
    """
    hashes = page.axis.descriptor_hashes
    keys = np.empty((2, len(hashes)), np.int64)
    new = _known.find(hashes, keys)
    if new:
        found = np.empty((2, len(new)), np.int64)
        read_keys([page.axis.descriptor(i) for i in new], BARE_TAGS, _STATE_HASHES, _PREFIX_HASHES, found)
        keys[:, new] = found
        for element, row in zip(np.asarray(hashes)[new].tolist(), found.T.tolist(), strict=True):
            _known.add(element, row)
    return keys


def _named_tokens(descriptors: Iterable[Descriptor]) -> set[tuple[str, str]]:
    return {(d[0], token) for d in descriptors for token in descriptor_tokens(d)}


def words_inside(page: Page, has_token: NDArray[np.int64]) -> int:
    """Words of the units whose block element, or one around it, has a stable token; has_token: one a descriptor."""
    return kernel.words_inside(page.parents, page.node_descriptors, has_token, page.unit_nodes, page.unit_words)

"""The labeller: classes for the blocks of a method that knows only one page.

A block is labelled by the place of the innermost element around all of its text, as a path of node keys from the
body down; blocks of equal labels are one class, on whatever pages they are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

import numpy as np

from sitegrain.blocks.segmentation import Naming, Segmentation, from_tokens
from sitegrain.kernel import text_hash
from sitegrain.pages.runs import token_units
from sitegrain.sites.keys import NodeKeys
from sitegrain.sites.tree import MAX_LABEL_KEYS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from sitegrain.pages.page import Page

CLASS_BITS = 53  # of a class number, so that every reader of JSON can hold it


class Labeller:
    """Names blocks by the elements around them.

    keys: the key policy of the site; None to take every name that a page gives its elements
    """

    def __init__(self, keys: NodeKeys | None = None) -> None:
        self.keys = keys

    @classmethod
    def learn(cls, pages: Sequence[Page]) -> Self:
        """The labeller of a site: only names that recur on its pages are part of a label."""
        return cls(NodeKeys.learn(pages))

    def segmentation(
        self, page: Page, token_blocks: NDArray[np.integer], weights: NDArray[np.float64] | None = None
    ) -> Segmentation:
        """Segment a page by a block number for each of its tokens, negative for none.

        weights: float64 (n_tokens,); None for 1 everywhere
        """
        labels = _Labels(page, self.keys or NodeKeys.learn([page]))
        nodes = common_nodes(page, token_blocks)

        def name(block: int) -> Naming:
            label = labels.of_node(nodes[block])
            return Naming(label_class(label), label)

        return from_tokens(page.tokens, token_blocks, np.ones(len(page.tokens)) if weights is None else weights, name)


def label_class(label: str) -> int:
    """The number of the block class with a label, the same in every process."""
    return text_hash(label) & ((1 << CLASS_BITS) - 1)


def common_nodes(page: Page, token_blocks: NDArray[np.integer]) -> dict[int, int]:
    """For each block number the innermost node that holds the block elements of all its tokens."""
    units = token_units(page)
    is_new = (np.diff(units, prepend=-1) > 0) | (np.diff(token_blocks, prepend=-1) != 0)
    pairs = np.unique(np.stack((token_blocks[is_new], page.unit_nodes[units[is_new]])), axis=1)
    parents, ends = page.parents.tolist(), page.ends.tolist()
    found: dict[int, int] = {}
    for block, node in zip(*pairs.tolist(), strict=True):  # the nodes of a block come in document order
        at = found.setdefault(block, node)
        while not at <= node < ends[at]:
            at = parents[at]
        found[block] = at
    return found


class _Labels:
    """The keys from the body down to nodes of a page, as CSS-like paths."""

    def __init__(self, page: Page, keys: NodeKeys) -> None:
        self.page = page
        self.keys = keys
        self.parents = page.parents.tolist()
        self.node_descriptors = page.node_descriptors.tolist()
        self._keys: dict[int, str] = {}
        self._labels: dict[int, str] = {}

    def of_node(self, node: int) -> str:
        """The label of a node."""
        if node not in self._labels:
            path: list[str] = []
            at = node
            while at > 0 and len(path) <= MAX_LABEL_KEYS:
                path.append(self._key(self.node_descriptors[at]))
                at = self.parents[at]
            self._labels[node] = ("" if at <= 0 else "... > ") + " > ".join(reversed(path or ["html"]))
        return self._labels[node]

    def _key(self, descriptor: int) -> str:
        key = self._keys.get(descriptor)
        if key is None:
            key = self._keys[descriptor] = self.keys.key(self.page.axis.descriptor(descriptor))
        return key

"""What tells two units of a page apart, or together: facts of the document tree and of their texts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sitegrain.pages.elements import HEADINGS, LANDMARKS
from sitegrain.pages.nesting import has_tag, nearest

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sitegrain.pages.page import Page

MAX_STEPS = 200  # up to what two units are in; of deeper ones it is taken for the root
NAMES = (
    "one",  # for the intercept
    "steps up",  # from the first to what both are in, log
    "steps down",  # from there to the second, log
    "depth in common",  # share of the smaller depth
    "units between",  # log
    "same tag",
    "same parent",
    "same name",  # elements of equal tag, class and id
    "link difference",  # of the shares of linked words
    "length difference",  # of the logarithms of the words
    "landmark between",  # one of the two is in a landmark that the other is not in
    "heading second",
    "heading first",
    "share inside",  # of the page's words that what both are in holds
)


class UnitFacts:
    """The facts of one page's units, looked up for pairs."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.nodes = page.unit_nodes.astype(np.int64)
        self.depths = np.asarray(page.axis.depths).astype(np.int64)
        self.ends, self.parents = page.ends.astype(np.int64), page.parents.astype(np.int64)
        words = page.unit_words.astype(np.float64)
        self.words = np.log1p(words)
        self.links = page.unit_link_words / np.maximum(words, 1)
        tags = np.array(page.tags, object)
        self.tags = np.unique(tags.astype(str), return_inverse=True)[1] if len(tags) else np.zeros(0, int)
        self.is_heading = np.isin(tags, list(HEADINGS))
        self.landmarks = nearest(page, has_tag(page, LANDMARKS - {"form"}))
        running = (
            np.concatenate(([0.0], np.cumsum(np.bincount(self.nodes, words, page.n_nodes))))
            if page.n_units
            else np.zeros(1)
        )
        self.below = (running[self.ends] - running[:-1]) / max(float(words.sum()), 1.0)

    def pairs(self, first: NDArray[np.int64], second: NDArray[np.int64]) -> NDArray[np.float64]:
        """Float64 (n_pairs, n_names): the facts of pairs of units, `first` before `second` in the document."""
        a, b = self.nodes[first], self.nodes[second]
        shared = self._shared(a, b)
        up, down = self.depths[a] - self.depths[shared], self.depths[b] - self.depths[shared]
        least = np.maximum(np.minimum(self.depths[a], self.depths[b]), 1)
        columns = (
            np.ones(len(a)),
            np.log1p(up),
            np.log1p(down),
            self.depths[shared] / least,
            np.log1p(np.abs(second - first) - 1),
            self.tags[a] == self.tags[b],
            self.parents[a] == self.parents[b],
            self.page.node_descriptors[a] == self.page.node_descriptors[b],
            np.abs(self.links[first] - self.links[second]),
            np.abs(self.words[first] - self.words[second]),
            self.landmarks[a] != self.landmarks[b],
            self.is_heading[b],
            self.is_heading[a],
            self.below[shared],
        )
        return np.stack([np.asarray(column, np.float64) for column in columns], axis=1)

    def _shared(self, a: NDArray[np.int64], b: NDArray[np.int64]) -> NDArray[np.int64]:
        """The innermost element around both: the first ones go up, all at a time, until they hold the second."""
        shared = a.copy()
        for _ in range(MAX_STEPS):
            outside = (b < shared) | (b >= self.ends[shared])
            if not outside.any():
                break
            shared[outside] = self.parents[shared[outside]]
        return np.where((b < shared) | (b >= self.ends[shared]), 0, shared)

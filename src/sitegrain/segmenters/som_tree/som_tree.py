"""SomTree: block classes from the page trees of a site laid on one another (E. C. Braga Junior, UFAM, 2010, chapter 3).

Pages are pruned twice, put into one tree by the labels of their elements, and the tree is adjusted by two tests.
The source does not say how a regular region is found (see `regions`), nor how a page that was not in the tree is
segmented: here it goes down the tree, which stays as it is, and every token belongs to the deepest class it meets.
Image blocks are left out, as in the source.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

import numpy as np

from sitegrain.blocks.classes import beta as usual_beta
from sitegrain.blocks.segmentation import Naming, from_tokens, no_blocks
from sitegrain.errors import UsageError
from sitegrain.pages.given import as_page
from sitegrain.segmenters.segmenter import MAX_PAGES, check_fitted, fit_pages
from sitegrain.segmenters.som_tree.adjusting import Rules
from sitegrain.segmenters.som_tree.aligning import Aligner
from sitegrain.segmenters.som_tree.classes import NO_CLASS, PlacedPage, learn_classes
from sitegrain.segmenters.som_tree.places import LookUp, ordinal_keys, path_label, running_keys, same_keys
from sitegrain.segmenters.som_tree.reading import TreeReader, read_site
from sitegrain.sites.tree import MAX_LABEL_KEYS, UNKNOWN

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from sitegrain.blocks.segmentation import Segmentation
    from sitegrain.pages.given import AnyPage
    from sitegrain.pages.page import Page
    from sitegrain.segmenters.som_tree.page_tree import PageTree

CHOICES = {
    "keys": ("stable", "names"),
    "siblings": ("equal", "ordinals", "aligned"),
    "pruning": ("repaired", "published"),
    "nested": ("flow", "never", "supported", "always"),
}
MIN_PAGES = 2
LEAST_COVERAGE = 0.5  # share of a page's tokens in known classes, under which its segmentation says so


class SomTree:
    """Learns the block classes of a site.

    alpha:    levels within which text joins a class above it (test 1, and text at unknown places)
    beta:     pages below which a place is rare (test 2); None for a quarter of the pages, 2 to 8
    keys:     what makes two elements the same: "stable" names of the site, or attribute "names" as published
    siblings: equal siblings are one place ("equal"), get "ordinals" as published, or are "aligned"
    pruning:  steps 1 and 2 "repaired" or as "published"
    nested:   which text a place takes in from below (test 1): what "flow"s on 2 pages and a tenth of those that have
              it; "always" as published, where some page has text right at the place; the same where this is
              "supported" by 2 pages and a tenth of those with the place; "never" any

    n_pages_, n_places_ and beta_ are numbers; labels_ has one entry a block class, classes_ what else was learned.
    """

    def __init__(
        self,
        *,
        alpha: int = 6,
        beta: int | None = None,
        keys: str = "stable",
        siblings: str = "equal",
        pruning: str = "repaired",
        nested: str = "flow",
    ) -> None:
        self.alpha = alpha
        self.beta = beta
        self.keys = keys
        self.siblings = siblings
        self.pruning = pruning
        self.nested = nested
        self._check()

    @classmethod
    def as_published(cls, *, alpha: int = 6, beta: int | None = 8) -> Self:
        """The method as its source has it."""
        return cls(alpha=alpha, beta=beta, keys="names", siblings="ordinals", pruning="published", nested="always")

    def fit(self, pages: Iterable[AnyPage | Page], *, max_pages: int | None = MAX_PAGES) -> Self:
        """Learn from two pages or more; forgets any earlier fit. Time is linear in the nodes of the pages.

        max_pages: that are learned from and held meanwhile, those of different text first; None for all
        """
        parsed = fit_pages(pages, type(self).__name__, least=MIN_PAGES, most=max_pages)
        trees = self._read(parsed)
        self._finder = self._new_finder()
        places = self._finder.learn(trees, lambda number: parsed[number].tokens)
        beta = usual_beta(len(parsed)) if self.beta is None else self.beta
        placed = [PlacedPage(*of_page) for of_page in zip(trees, places, (page.tokens for page in parsed), strict=True)]
        self.classes_ = learn_classes(self._finder.places, placed, Rules(self.alpha, beta, self.nested))
        self.labels_ = [self._label(self._finder.places.path(head)) for head in self.classes_.heads.tolist()]
        self.n_pages_, self.n_places_, self.beta_ = len(parsed), len(self._finder.places), beta
        return self

    def segment(self, page: AnyPage | Page) -> Segmentation:
        """Give every token of a page to the deepest class it meets on its way down the tree.

        A token whose place is unknown joins the class above it if that is fewer than alpha levels away. Else its
        block has no class, and weighs as much as the classes around it on average.
        """
        check_fitted(self, "classes_")
        parsed = as_page(page)
        if not parsed.axis.n_tokens:
            return no_blocks(parsed.tokens, "the page has no text")
        tree = self._reader.read(parsed)
        rows = self._place(tree, parsed)
        known = self.classes_.importance.weights
        n_classes = len(known)
        weights = rows.weights
        has_class = (rows.numbers >= 0) & (rows.numbers < n_classes)
        weights[has_class] = known[rows.numbers[has_class]]

        def name(number: int) -> Naming:
            if number < n_classes:
                return Naming(number, self.labels_[number], int(self.classes_.supports[number]))
            return Naming(None, rows.labels[number - n_classes])

        return from_tokens(
            parsed.tokens, rows.numbers[tree.owners], weights[tree.owners], name, reason=self._reason(rows, tree)
        )

    def coverage(self, page: AnyPage | Page) -> float:
        """The share of a page's tokens at places of known classes, in [0, 1]; low where the template has drifted."""
        check_fitted(self, "classes_")
        parsed = as_page(page)
        if not parsed.axis.n_tokens:
            return 0.0
        tree = self._reader.read(parsed)
        return float(self._place(tree, parsed).is_known[tree.owners].mean())

    def _check(self) -> None:
        for name, choices in CHOICES.items():
            if getattr(self, name) not in choices:
                raise UsageError(f"{name} must be one of {', '.join(choices)}, got {getattr(self, name)!r}")
        if self.alpha < 1:
            raise UsageError(f"alpha must be at least 1, got {self.alpha}")
        if self.beta is not None and self.beta < 1:
            raise UsageError(f"beta must be at least 1, got {self.beta}")

    def _read(self, pages: list[Page]) -> list[PageTree]:
        if self.keys == "stable":
            self._reader, trees = read_site(pages, self.pruning)
            return trees
        self._reader = TreeReader(None, self.pruning)
        return [self._reader.read(page) for page in pages]

    def _new_finder(self) -> LookUp | Aligner:
        if self.siblings == "aligned":
            return Aligner()
        if self.siblings == "ordinals":
            return LookUp(running_keys)
        return LookUp(ordinal_keys if self._reader.is_nameless else same_keys)

    def _place(self, tree: PageTree, page: Page) -> _Rows:
        places = self._finder.find(tree, page.tokens)
        nearest, distances = self.classes_.nearest, self.classes_.distances
        n_classes = len(self.classes_.heads)
        numbers, steps, anchors = [], [], []  # of each row: its class, levels up to it, nearest known place
        for place, parent in zip(places, tree.parents, strict=True):
            if place != UNKNOWN:
                numbers.append(nearest[place])
                steps.append(distances[place])
                anchors.append(place)
            else:
                numbers.append(numbers[parent] if parent >= 0 else NO_CLASS)
                steps.append(steps[parent] + 1 if parent >= 0 else 0)
                anchors.append(anchors[parent] if parent >= 0 else UNKNOWN)
        labels: dict[str, int] = {}
        for row in np.flatnonzero(tree.own_tokens()).tolist():
            if numbers[row] == NO_CLASS or steps[row] >= self.alpha:
                label = self._label(_path(tree, row))
                numbers[row] = n_classes + labels.setdefault(label, len(labels))
        around = np.array(anchors)
        return _Rows(
            np.array(numbers),
            (np.array(places) != UNKNOWN) & (np.array(steps) == 0) & (np.array(numbers) < n_classes),
            np.where(around >= 0, self.classes_.mean_weights[around], 1.0),
            list(labels),
        )

    def _label(self, path: list[str]) -> str:
        """A label from keys, the innermost first: child first as published, else as a CSS-like path."""
        if self.keys == "names":
            return "/".join(path) + ("" if len(path) <= MAX_LABEL_KEYS else "/...")
        return path_label(path)

    def _reason(self, rows: _Rows, tree: PageTree) -> str:
        heads = self.classes_.heads
        if len(heads) == 1 and heads[0] < self.n_places_ - 1:  # places come after those above them
            return "the pages learned from have no blocks in common: all of their text is one block class"
        share = float(rows.is_known[tree.owners].mean())
        if share < LEAST_COVERAGE:
            return f"only {share:.0%} of the words are in block classes of the pages learned from"
        return ""


@dataclass(frozen=True, slots=True, eq=False)
class _Rows:
    """What the tree says about each row of a page.

    numbers:  int (n_rows,) class, or n_classes + index into `labels` for a block of none
    is_known: bool (n_rows,) the row's own place is of a class
    weights:  float64 (n_rows,) of the row if it has no class
    """

    numbers: NDArray[np.intp]
    is_known: NDArray[np.bool_]
    weights: NDArray[np.float64]
    labels: list[str]


def _path(tree: PageTree, row: int) -> list[str]:
    """The keys from a row up to the root, at most MAX_LABEL_KEYS and one more."""
    keys: list[str] = []
    while row >= 0 and len(keys) <= MAX_LABEL_KEYS:
        keys.append(tree.keys[row])
        row = tree.parents[row]
    return keys

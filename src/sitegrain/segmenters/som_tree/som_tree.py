"""SOM trees: a site's blocks from its pages' trees laid on one another.

Fernandes, Moura, da Silva, Ribeiro-Neto and Braga, SIGIR 2011; in full in the dissertation of 2010, chapter 3. As
published: keys of attribute names, numbers for equal siblings. By default: the product's stable keys, without numbers
where elements have names; stray text in a block of its own; a run of paragraphs, lists and headings is one region; beta
that fits the number of pages (docs/methods/som-tree.md). The source does not say how a tree is applied to a page it has
not seen; that is ours.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, Self

import numpy as np

from sitegrain.blocks.classes import beta as usual_beta
from sitegrain.blocks.segmentation import Naming, Segmentation, from_tokens, no_blocks
from sitegrain.blocks.segrank import rank_classes
from sitegrain.errors import UsageError
from sitegrain.pages.given import as_page
from sitegrain.segmenters.likeness import jaccard
from sitegrain.segmenters.segmenter import check_fitted, fit_pages
from sitegrain.segmenters.som_tree.aligned import Aligned
from sitegrain.segmenters.som_tree.page_tree import AS_PUBLISHED, Rules, key_text, read_tree
from sitegrain.segmenters.som_tree.siblings import LookedUp, Numbered, Siblings
from sitegrain.segmenters.som_tree.som import NO_PLACE, Som
from sitegrain.sites.keys import NodeKeys
from sitegrain.sites.tree import MAX_LABEL_KEYS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sitegrain.pages.given import AnyPage
    from sitegrain.pages.page import Page
    from sitegrain.segmenters.som_tree.page_tree import TreeNode

MAX_BETA = 8
MIN_PAGES = 2
MEDOID_PAGES = 30  # that every page is compared with, to find where aligning begins


class SomTree:
    """Block classes of a site.

    alpha:    levels below a place with text, within which text belongs to it
    beta:     pages of a place, under which its parent takes it in; None for a quarter of the pages, 2 to 8
    siblings: equal ones told apart by `lookup` (only where elements have no names), by `number`, or `aligned`

    After `fit`: `som_` (places and pages), `classes_` (for each place the place of its class), `weights_` by class,
    `n_pages_`.
    """

    def __init__(
        self,
        *,
        alpha: int = 6,
        beta: int | None = None,
        siblings: Literal["lookup", "number", "aligned"] = "lookup",
    ) -> None:
        if alpha < 1:
            raise UsageError(f"alpha must be at least 1, got {alpha}")
        if beta is not None and beta < 1:
            raise UsageError(f"beta must be at least 1, got {beta}")
        if siblings not in ("lookup", "number", "aligned"):
            raise UsageError(f"siblings must be lookup, number or aligned, got {siblings!r}")
        self.alpha, self.beta, self.siblings = alpha, beta, siblings
        self.is_published = False

    @classmethod
    def as_published(cls, *, alpha: int = 6, beta: int = MAX_BETA) -> Self:
        """The method of the dissertation: attribute names as keys, numbered siblings, no repairs."""
        made = cls(alpha=alpha, beta=beta, siblings="number")
        made.is_published = True
        return made

    def fit(self, pages: Iterable[AnyPage | Page]) -> Self:
        """Learn the block classes from at least two pages of a site."""
        parsed = fit_pages(pages, "SomTree", least=MIN_PAGES)
        self.som_ = Som()
        keys = NodeKeys.learn(parsed)
        is_nameless = keys.has_ordinals or not _has_stable_names(parsed, keys)
        self._node_keys = keys
        self._uses_names = self.is_published or is_nameless
        self._signs_names = is_nameless and not self.is_published
        self._rules = AS_PUBLISHED if self.is_published else Rules(merges_like=not is_nameless)
        self._siblings = self._make_siblings(is_nameless=is_nameless)
        self.n_pages_ = 0
        self._sums: list[list[float]] = []
        if isinstance(self._siblings, Aligned):
            parsed = self._from_medoid(parsed)
            for number, page in enumerate(parsed):
                self._insert(page, number)
            self._siblings.forget_counts()
            self.som_.forget_pages()
        return self._learn(parsed)

    def partial_fit(self, pages: Iterable[AnyPage | Page]) -> Self:
        """Lay further pages on the tree; weights are those of the pages given last."""
        check_fitted(self, "som_")
        return self._learn(fit_pages(pages, "SomTree", least=1))

    def _learn(self, pages: list[Page]) -> Self:
        for number, page in enumerate(pages, self.n_pages_):
            self._insert(page, number)
        self.n_pages_ += len(pages)
        beta = self.beta or MAX_BETA
        if not self.is_published:
            beta = min(beta, usual_beta(self.n_pages_))
        self.classes_ = self.som_.adjust(self.alpha, beta, needs_share=not self.is_published)
        self._weigh(pages, beta)
        return self

    def segment(self, page: AnyPage | Page) -> Segmentation:
        """The blocks of a page; text at a place the site does not have belongs to the class near above it, if any."""
        check_fitted(self, "classes_")
        page = as_page(page)
        if not page.axis.n_tokens:
            return no_blocks(page.tokens, "no text on the page")
        blocks = np.full(page.axis.n_tokens, -1, np.int64)
        weights = np.ones(page.axis.n_tokens)
        labels: dict[int, str] = {}
        n_places = len(self.som_)
        for node, place, class_place, path in self._walk(page):
            number = class_place
            if class_place == NO_PLACE:
                number = n_places + len(labels)
                labels[number] = "/".join((key_text(node.key), *path))
            weight = self.weights_.get(class_place, self._weight_near(place))
            for start, end in node.spans:
                blocks[start:end] = number
                weights[start:end] = weight
        return from_tokens(page.tokens, blocks, weights, lambda number: self._name(number, labels))

    def coverage(self, page: AnyPage | Page) -> float:
        """Share of a page's tokens that are in a known class; below a half the template has probably changed."""
        found = self.segment(page)
        known = [block.block_class is not None for block in found.blocks]
        return float(np.array([*known, False])[found.block_ids].mean()) if found.blocks else 0.0

    def _name(self, number: int, labels: dict[int, str]) -> Naming:
        if number in labels:
            return Naming(None, labels[number], 0)
        return Naming(number, self.som_.label(number), self._support.get(number, 0))

    def _make_siblings(self, *, is_nameless: bool) -> Siblings:
        if self.siblings == "aligned":
            return Aligned()
        return Numbered() if self.siblings == "number" or is_nameless else LookedUp()

    def _tree(self, page: Page) -> TreeNode:
        stable, names = self._node_keys.node_names(page), self._attribute_names(page) if self._uses_names else []
        keys, signs = names or stable, names if self._signs_names else stable
        return read_tree(page, keys, signs, self._rules)

    def _attribute_names(self, page: Page) -> list[str]:
        """For each node the tag and the names of its attributes, without their values."""
        return ["/".join((tag, *sorted(own))) for tag, own in zip(page.tags, page.attributes, strict=True)]

    def _insert(self, page: Page, number: int) -> None:
        """Lay a page's tree on the site's."""
        som = self.som_
        if isinstance(self._siblings, Aligned):
            self._siblings.start(page.tokens)
        root = self._tree(page)
        pending = [(root, som.add(NO_PLACE, root.key))]
        seen: set[int] = set()
        while pending:
            node, place = pending.pop()
            if place not in seen:
                seen.add(place)
                som.freq[place] += 1
            if node.spans:
                som.docs[place].add(number)
            places = self._siblings.place(som, place, node.children, may_add=True)
            pending.extend(zip(node.children, places, strict=True))

    def _walk(self, page: Page) -> Iterator[tuple[TreeNode, int, int, tuple[str, ...]]]:
        """The text carriers of a page: node, nearest known place, place of its class, keys above it."""
        som, classes = self.som_, self.classes_
        if isinstance(self._siblings, Aligned):
            self._siblings.start(page.tokens)
        root = self._tree(page)
        pending: list[tuple[TreeNode, int, int, int, int, tuple[str, ...]]] = [
            (root, som.find(NO_PLACE, root.key), NO_PLACE, NO_PLACE, 0, ())
        ]  # node, its place, nearest known place, class above, levels since, keys above
        while pending:
            node, place, near, above, levels, path = pending.pop()
            near = place if place != NO_PLACE else near
            own = classes[place] if place != NO_PLACE else NO_PLACE
            if own != NO_PLACE:
                above, levels = own, 0
            if node.spans:
                yield node, near, above if levels < self.alpha else NO_PLACE, path
            if not node.children:
                continue
            places = [NO_PLACE] * len(node.children)
            if place != NO_PLACE:
                places = self._siblings.place(som, place, node.children, may_add=False)
            below = (key_text(node.key), *path) if len(path) < MAX_LABEL_KEYS else path
            pending.extend(
                (child, at, near, above, levels + 1, below) for child, at in zip(node.children, places, strict=True)
            )

    def _weigh(self, pages: list[Page], beta: int) -> None:
        """Segrank over the classes; and the mean weight below each place, for text that is in no class."""
        found = [self._class_tokens(page) for page in pages]
        places = sorted({place for tokens in found for place in tokens})
        numbers = {place: number for number, place in enumerate(places)}
        numbered = [{numbers[place]: own for place, own in tokens.items()} for tokens in found]
        ranked = rank_classes(numbered, len(places), min_blocks=min(beta, usual_beta(len(pages))))
        self.weights_ = dict(zip(places, ranked.weights.tolist(), strict=True))
        self._support = dict(zip(places, ranked.n_blocks.astype(int).tolist(), strict=True))
        sums = np.zeros((len(self.som_), 2))
        for tokens in found:
            for place, own in tokens.items():
                sums[place] += (len(own) * self.weights_[place], len(own))
        for place in range(len(self.som_) - 1, 0, -1):
            sums[self.som_.parents[place]] += sums[place]
        self._means = sums[:, 0] / np.maximum(sums[:, 1], 1)

    def _class_tokens(self, page: Page) -> dict[int, list[str]]:
        tokens: dict[int, list[str]] = {}
        for node, _, class_place, _ in self._walk(page):
            if class_place != NO_PLACE:
                for start, end in node.spans:
                    tokens.setdefault(class_place, []).extend(page.tokens[start:end])
        return tokens

    def _weight_near(self, place: int) -> float:
        return float(self._means[place]) if place != NO_PLACE else 1.0

    def _from_medoid(self, pages: list[Page]) -> list[Page]:
        """The page most like the others first, then by falling likeness to it."""
        frames = [frozenset(self._node_keys.node_names(page)) for page in pages]
        some = frames[:MEDOID_PAGES]
        totals = [sum(jaccard(frame, other) for other in some) for frame in frames]
        medoid = frames[int(np.argmax(totals))]
        order = sorted(range(len(pages)), key=lambda i: -jaccard(frames[i], medoid))
        return [pages[i] for i in order]


def _has_stable_names(pages: list[Page], keys: NodeKeys) -> bool:
    """Whether most of the elements that have names have one that recurs; those of some builds are new on every page."""
    n_named = n_stable = 0
    for page in pages:
        numbers = np.bincount(page.node_descriptors, minlength=len(page.descriptors)).tolist()
        for key, descriptor, n in zip(keys.numbers(page).tolist(), page.descriptors, numbers, strict=True):
            if any(descriptor[1:]):
                n_named += n
                n_stable += n * (keys.name(key) != descriptor[0])
    return 2 * n_stable >= n_named

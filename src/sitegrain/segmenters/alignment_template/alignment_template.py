"""A site's template as what the tag streams of sample pages have in common.

Follows Geraci and Maggini, "A Fast Method for Web Template Extraction via a Multi-sequence Alignment Approach" (KDIR
2011): sample pages are aligned in pairs, what they share is aligned again, up a binary tree whose root is the template.
The source does not tell what a token is, nor scores; ours are in docs/methods/alignment-template.md. As published only
what all pages share is kept (`consensus="strict"`), which one odd page destroys; by default what most of them share.
Scored gaps are left out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, Self

import numpy as np

from sitegrain.blocks.segmentation import Naming, Segmentation, from_tokens, no_blocks
from sitegrain.errors import UsageError
from sitegrain.pages.given import as_page
from sitegrain.segmenters.alignment_template.consensus import Profile, merge_all
from sitegrain.segmenters.alignment_template.lcs import align
from sitegrain.segmenters.alignment_template.streams import Stream, read_stream
from sitegrain.segmenters.segmenter import check_fitted, fit_pages
from sitegrain.sites.keys import NodeKeys
from sitegrain.sites.layouts import cluster
from sitegrain.sites.tree import MAX_LABEL_KEYS, SiteTree

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from sitegrain.pages.given import AnyPage
    from sitegrain.pages.page import Page

MIN_PAGES = 2
MAX_CLUSTERED = 256  # pages that names and layouts are learned from, and that are held meanwhile


class AlignmentTemplate:
    """The template of the largest layout of a site.

    n_sample:  pages that are aligned, at least 2; the paper finds 16 enough
    consensus: `majority` or `strict`
    tau:       share of the sample that must have a token of the majority's template, in (0, 1]
    keys:      `stable` names of elements, or their `tags` alone
    has_text:  whether equal texts are part of the template

    After `fit`: `template_` (tokens with their support), `n_pages_` (aligned).
    """

    def __init__(
        self,
        *,
        n_sample: int = 16,
        consensus: Literal["majority", "strict"] = "majority",
        tau: float = 0.6,
        keys: Literal["stable", "tags"] = "stable",
        has_text: bool = True,
    ) -> None:
        if n_sample < MIN_PAGES:
            raise UsageError(f"n_sample must be at least {MIN_PAGES}, got {n_sample}")
        if consensus not in ("majority", "strict"):
            raise UsageError(f"consensus must be majority or strict, got {consensus!r}")
        if not 0 < tau <= 1:
            raise UsageError(f"tau must be above 0 and at most 1, got {tau:g}")
        if keys not in ("stable", "tags"):
            raise UsageError(f"keys must be stable or tags, got {keys!r}")
        self.n_sample, self.consensus, self.tau, self.keys, self.has_text = n_sample, consensus, tau, keys, has_text

    def fit(self, pages: Iterable[AnyPage | Page]) -> Self:
        """Align a sample of the pages' largest layout."""
        parsed = fit_pages(pages, "AlignmentTemplate", least=MIN_PAGES, most=MAX_CLUSTERED)
        self._keys = NodeKeys.learn(parsed) if self.keys == "stable" else None
        sample = choose_sample(parsed, self.n_sample)
        self.n_pages_ = len(sample)
        streams = [self._stream(page).tokens for page in sample]
        self.template_: Profile = merge_all(streams, is_strict=self.consensus == "strict", tau=self.tau)
        self._labels = self._label_elements()
        return self

    def segment(self, page: AnyPage | Page) -> Segmentation:
        """Blocks are the template's text, and the other text, inside of each element of the template."""
        check_fitted(self, "template_")
        page = as_page(page)
        if not page.axis.n_tokens:
            return no_blocks(page.tokens, "no text on the page")
        if not self.template_.tokens:
            return no_blocks(page.tokens, "the sample pages have nothing in common")
        stream = self._stream(page)
        matched = dict(align(stream.tokens, self.template_.tokens))
        elements, is_template = self._units(page, stream, matched)
        tokens = np.repeat(2 * elements + is_template, page.unit_words)
        weights = np.repeat(1.0 - is_template, page.unit_words)
        if weights.any():
            weights /= weights.mean()
        return from_tokens(page.tokens, tokens, weights, self._name)

    def template_tags(self, page: AnyPage | Page) -> NDArray[np.bool_]:
        """Bool (n_nodes,): the elements whose start tag belongs to the template."""
        check_fitted(self, "template_")
        page = as_page(page)
        stream = self._stream(page)
        found = np.zeros(page.n_nodes, bool)
        for i, _ in align(stream.tokens, self.template_.tokens):
            if stream.tokens[i][0] == "open":
                found[stream.sources[i]] = True
        return found

    def _stream(self, page: Page) -> Stream:
        return read_stream(page, self._keys, has_text=self.has_text)

    def _units(
        self, page: Page, stream: Stream, matched: dict[int, int]
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """For each unit the position in the template of the innermost element around it, and whether it is template."""
        element_of_node: dict[int, int] = {}
        is_template = np.zeros(page.n_units, np.int64)
        for i, (kind, _) in enumerate(stream.tokens):
            if i in matched:
                if kind == "open":
                    element_of_node[stream.sources[i]] = matched[i]
                elif kind == "text":
                    is_template[stream.sources[i]] = 1
        around = [-1] * page.n_nodes
        for node, parent in enumerate(page.parents.tolist()):
            around[node] = element_of_node.get(node, around[parent] if parent >= 0 else -1)
        return np.array([around[node] + 1 for node in page.unit_nodes.tolist()], np.int64), is_template

    def _label_elements(self) -> list[str]:
        """For each token of the template the path of the open elements around it."""
        open_keys: list[str] = []
        labels = []
        for kind, value in self.template_.tokens:
            if kind == "open":
                open_keys.append(str(value))
            labels.append(" > ".join(open_keys[-MAX_LABEL_KEYS:]))
            if kind == "close" and open_keys:
                open_keys.pop()
        return labels

    def _name(self, number: int) -> Naming:
        element, is_template = divmod(number, 2)
        what = "template" if is_template else "content"
        if not element:
            return Naming(number, f"{what} outside of the template", self.n_pages_)
        return Naming(number, f"{self._labels[element - 1]}: {what}", self.template_.support[element - 1])


def choose_sample(pages: list[Page], n: int) -> list[Page]:
    """Pages of the largest layout, spread over their addresses."""
    tree = SiteTree(NodeKeys.learn(pages))
    layouts = np.array(cluster([tree.insert(page) for page in pages], tree))
    largest = [pages[i] for i in np.flatnonzero(layouts == np.bincount(layouts).argmax()).tolist()]
    if len(largest) < MIN_PAGES:
        largest = pages
    ordered = sorted(largest, key=lambda page: page.url or page.path or "")
    return [ordered[i * len(ordered) // min(n, len(ordered))] for i in range(min(n, len(ordered)))]

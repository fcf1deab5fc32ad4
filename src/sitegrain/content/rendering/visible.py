"""Which nodes of a page belong to its kept units: their ancestors, and what stands among them without text."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

import numpy as np

from sitegrain.content.rendering.addresses import Addresses
from sitegrain.pages.page import Event

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from sitegrain.pages.page import Page

_CELLS = frozenset(("td", "th"))
_TEXTLESS = frozenset(("img", "br", "hr", "td", "th"))
_IMAGE_HOLDERS = frozenset("figure p a picture img center".split())  # may stand before or after all the kept text


class Visible:
    """The part of a page that its kept units show.

    runs:       indices of the runs of kept units
    nodes:      indices of the visible nodes in document order; with a node its ancestors are visible
    run_counts: (n_nodes,) kept runs in each node's subtree
    images:     address of each visible <img>; of several sizes the one that has `image_width` pixels, if that is given

    shown_images: nodes of images that another part of the page shows; ours are added
    """

    def __init__(
        self,
        page: Page,
        kept: NDArray[np.bool_],
        *,
        image_width: int | None = None,
        shown_images: set[int] | None = None,
    ) -> None:
        self.page = page
        self.image_width = image_width
        self.shown_images = set() if shown_images is None else shown_images
        self.kept_runs = kept[page.run_units] if page.n_units else np.zeros(0, bool)
        self.runs: list[int] = np.flatnonzero(self.kept_runs).tolist()
        self.run_counts = count_below(page, page.run_nodes[self.kept_runs])
        self.positions: list[int] = page.run_positions.tolist()
        self.addresses = Addresses(page)
        self.images: dict[int, str] = {}
        shown = self.run_counts > 0
        if self.runs:
            self.show_textless(shown)
        self.nodes: list[int] = np.flatnonzero(shown).tolist()

    def show_textless(self, shown: NDArray[np.bool_]) -> None:
        """Mark the images, breaks, rules and empty table cells that belong to the kept text."""
        tags, parents = self.page.tags, self.page.parents.tolist()
        if not _TEXTLESS.isdisjoint(tags):
            has_text: list[bool] = shown.tolist()
            wrappers = _Wrappers(self.page, has_text)
            for node, tag in enumerate(tags):
                if has_text[node]:
                    continue
                wrappers.add(node)
                if tag == "img":
                    self.show_image(node, wrappers, shown)
                elif tag in ("br", "hr"):
                    if all(self.neighbours(node)):
                        self.show(node, shown)
                elif tag in _CELLS:
                    shown[node] |= tags[parents[node]] == "tr" and has_text[parents[node]]

    def show(self, node: int, shown: NDArray[np.bool_]) -> None:
        """Mark a node and its ancestors up to the first that is marked."""
        while node >= 0 and not shown[node]:
            shown[node] = True
            node = int(self.page.parents[node])

    def neighbours(self, node: int) -> tuple[bool, bool]:
        """Whether the last run before and the first run after the start of a textless node are kept."""
        after = bisect_right(self.positions, node)
        return self.is_kept_run(after - 1), self.is_kept_run(after)

    def is_kept_run(self, run: int) -> bool:
        return 0 <= run < len(self.positions) and bool(self.kept_runs[run])

    def show_image(self, node: int, wrappers: _Wrappers, shown: NDArray[np.bool_]) -> None:
        """Mark an image that belongs to the kept text.

        It does if kept text stands directly before or after it in the page's text, and it lies in no element of which
        all text was dropped. Before the first and after the last kept text only a plain holder of images will do.
        """
        after = bisect_right(self.positions, node)
        if not (self.is_kept_run(after - 1) or self.is_kept_run(after)) or wrappers.has_dropped_text(node):
            return
        is_inside = self.runs[0] < after <= self.runs[-1]
        if not (is_inside or wrappers.is_plain[node]):
            return
        address = self.addresses.image(self.page.attributes[node], self.image_width)
        if address and node not in self.shown_images:
            self.shown_images.add(node)
            self.images[node] = address
            self.show(node, shown)

    def events(self) -> Iterator[tuple[Event, int]]:
        """Walk what is visible in document order: (OPEN, node), (TEXT, run), (CLOSE, node)."""
        parents, owners, positions = self.page.parents.tolist(), self.page.run_nodes.tolist(), self.positions
        nodes, runs = self.nodes, self.runs
        n_nodes, n_runs = len(nodes), len(runs)
        stack: list[int] = []
        i = k = 0
        while i < n_nodes or k < n_runs:
            is_text = k < n_runs and (i == n_nodes or positions[runs[k]] <= nodes[i])
            parent = owners[runs[k]] if is_text else parents[nodes[i]]
            while stack and stack[-1] != parent:
                yield Event.CLOSE, stack.pop()
            if is_text:
                yield Event.TEXT, runs[k]
                k += 1
            else:
                yield Event.OPEN, nodes[i]
                stack.append(nodes[i])
                i += 1
        while stack:
            yield Event.CLOSE, stack.pop()


class _Wrappers:
    """The elements without kept text around a node, known from its parent's: visited in document order."""

    def __init__(self, page: Page, has_kept: list[bool]) -> None:
        self.tags = page.tags
        self.parents: list[int] = page.parents.tolist()
        self.has_kept = has_kept
        self.run_counts: list[int] = count_below(page, page.run_nodes).tolist()
        self.tops = list(range(page.n_nodes))  # the outermost wrapper
        self.is_plain = [True] * page.n_nodes  # the node and all its wrappers are elements that hold images

    def add(self, node: int) -> None:
        parent = self.parents[node]
        self.is_plain[node] = self.tags[node] in _IMAGE_HOLDERS
        if parent >= 0 and not self.has_kept[parent]:
            self.tops[node] = self.tops[parent]
            self.is_plain[node] &= self.is_plain[parent]

    def has_dropped_text(self, node: int) -> bool:
        return self.run_counts[self.tops[node]] > 0


def count_below(page: Page, nodes: NDArray[np.int32]) -> NDArray[np.int32]:
    """How many of the given nodes, repeats counted, lie in the subtree of each node of the page."""
    counts = np.zeros(page.n_nodes + 1, np.int32)
    counts[1:] = np.bincount(nodes[nodes >= 0], minlength=page.n_nodes).cumsum()
    return counts[page.ends] - counts[:-1]

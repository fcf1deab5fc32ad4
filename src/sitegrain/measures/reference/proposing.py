"""Proposals: the blocks that a method finds on the example page of each layout, as CSS selectors."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from sitegrain.content.selectors import escape_ident, parse_selectors, sibling_ranks
from sitegrain.measures.reference.blocks import LayoutReference, ReferenceBlock
from sitegrain.pages.runs import text_of, token_nodes
from sitegrain.segmenters.methods import learns
from sitegrain.segmenters.segmenter import SiteSegmenter
from sitegrain.sites.keys import NodeKeys, descriptor_tokens
from sitegrain.sites.layouts import cluster, frame, lead, nearest
from sitegrain.sites.tree import SiteTree

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from sitegrain.blocks.segmentation import Segmentation
    from sitegrain.pages.page import Page
    from sitegrain.segmenters.segmenter import PageSegmenter

TEXT_CHARS = 80  # of a block shown to the person
MAX_STEPS = 12  # of a selector, counted from the block's element up


@dataclass(frozen=True, slots=True)
class Proposal:
    """A layout's blocks and the page they were proposed on."""

    reference: LayoutReference
    example: Page


def propose(
    sample: Sequence[Page], others: Iterable[Page], method: PageSegmenter, *, site: str | None, name: str
) -> list[Proposal]:
    """Group the pages of a site by layout and propose the blocks of each.

    sample: pages that are clustered and, if the method learns, learned from; hundreds at most
    others: further pages, each put to the layout it is most like; they are taken one at a time
    """
    keys = NodeKeys.learn(sample)
    tree = SiteTree(keys)
    places = [tree.insert(page) for page in sample]
    layouts = cluster(places, tree)
    frames = [frame(one, tree) for one in places]
    leaders = lead(frames, layouts)
    names: list[list[str]] = [[] for _ in leaders]
    for page, layout in zip(sample, layouts, strict=True):
        names[layout].append(page_name(page))
    for page in others:
        _, layout = nearest(frame(tree.locate(page), tree), leaders)
        names[layout].append(page_name(page))
    if isinstance(method, SiteSegmenter) and learns(method):
        method.fit(sample)
    proposals = []
    for layout, leader in enumerate(leaders):
        own = [i for i, number in enumerate(layouts) if number == layout]
        example = next(sample[i] for i in own if np.array_equal(frames[i], leader))
        blocks = propose_blocks(example, method.segment(example), keys, [sample[i] for i in own])
        reference = LayoutReference(
            site, f"layout-{layout + 1}", name, page_name(example), tuple(sorted(names[layout])), blocks
        )
        proposals.append(Proposal(reference, example))
    return proposals


def page_name(page: Page) -> str:
    """What a page is called in a reference."""
    return page.path or page.url or ""


def propose_blocks(
    page: Page, found: Segmentation, keys: NodeKeys, pages: Sequence[Page]
) -> tuple[ReferenceBlock, ...]:
    """The blocks of a page by selectors of the outermost elements that hold nothing but them."""
    namer = _Namer(page, keys)
    blocks = []
    for number, nodes in enumerate(whole_nodes(page, found.block_ids)):
        if not nodes:
            continue
        block = found.blocks[number]
        selectors = tuple(dict.fromkeys(namer.selector(node) for node in nodes))
        pieces = [parse_selectors(selector) for selector in selectors]
        text = " ".join(text_of(page, *block.spans[0]).split())
        blocks.append(
            ReferenceBlock(
                name=f"block-{number + 1}",
                selectors=selectors,
                is_template=bool(found.weights[block.spans[0][0]] == 0),
                pages=sum(any(piece.match(one).any() for piece in pieces) for one in pages),
                text=text if len(text) <= TEXT_CHARS else text[:TEXT_CHARS] + "...",
            )
        )
    return tuple(blocks)


def whole_nodes(page: Page, block_ids: NDArray[np.int32]) -> list[list[int]]:
    """For each block the outermost nodes all of whose tokens are in it; the body and html are never one.

    A block without such a node, since it shares its element with others, has that element.
    """
    n_blocks = int(block_ids.max(initial=-1)) + 1
    first = np.full(page.n_nodes, np.iinfo(np.int32).max, np.int64)
    last = np.full(page.n_nodes, -2, np.int64)
    owners = token_nodes(page)
    np.minimum.at(first, owners, block_ids)
    np.maximum.at(last, owners, block_ids)
    parents = page.parents.tolist()
    for node in range(page.n_nodes - 1, 0, -1):
        parent = parents[node]
        first[parent], last[parent] = min(first[parent], first[node]), max(last[parent], last[node])
    is_whole = (first == last) & (first >= 0)
    nodes: list[list[int]] = [[] for _ in range(n_blocks)]
    for node in np.flatnonzero(is_whole).tolist():
        parent = parents[node]
        if page.tags[node] not in ("html", "body") and not (is_whole[parent] and page.tags[parent] != "body"):
            nodes[int(first[node])].append(node)
    for block in range(n_blocks):
        if not nodes[block]:
            nodes[block] = sorted({int(node) for node in owners[block_ids == block]})
    return nodes


class _Namer:
    """Selectors of elements by the names that recur on the site, so that they fit all pages of a layout."""

    def __init__(self, page: Page, keys: NodeKeys) -> None:
        self.page = page
        self.keys = keys
        self.ranks, self.counts = sibling_ranks(page, same_tag=True)

    def selector(self, node: int) -> str:
        steps: list[str] = []
        while node > 0 and len(steps) < MAX_STEPS:
            steps.append(self._step(node))
            if "#" in steps[-1]:
                break
            node = int(self.page.parents[node])
        return " > ".join(reversed(steps or ["html"]))

    def _step(self, node: int) -> str:
        """The tag with its stable id and classes; without any, and among like siblings, with its position."""
        descriptor = self.page.axis.descriptor(int(self.page.node_descriptors[node]))
        tag, classes, identity, *_ = descriptor
        stable = {name for name in descriptor_tokens(descriptor) if (tag, name) in self.keys.stable}
        names = [f"#{escape_ident(identity)}"] if f"#{identity}" in stable else []
        names += [f".{escape_ident(name)}" for name in dict.fromkeys(classes.split()) if f".{name}" in stable]
        position = f":nth-of-type({self.ranks[node]})" if not names and self.counts[node] > 1 else ""
        return escape_ident(tag) + "".join(names) + position

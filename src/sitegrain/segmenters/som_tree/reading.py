"""From pages to trees: what makes elements of a site the same, and the page trees by it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sitegrain.segmenters.som_tree.naming import CROWDED_SHARE, are_by_chance, crowded_share
from sitegrain.segmenters.som_tree.page_tree import swallowed_tree, unit_tree, unwrapped
from sitegrain.segmenters.som_tree.regions import prune_published, prune_repaired
from sitegrain.sites.keys import NodeKeys

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sitegrain.pages.page import Page
    from sitegrain.segmenters.som_tree.page_tree import PageTree


class TreeReader:
    """Makes the trees of the pages of one site.

    node_keys: names that are stable on the site; None for the names of attributes, as published
    pruning:   steps 1 and 2 "repaired" or as "published"
    """

    def __init__(self, node_keys: NodeKeys | None, pruning: str = "repaired") -> None:
        self.node_keys = node_keys
        self.pruning = pruning

    @property
    def is_nameless(self) -> bool:
        """Whether the elements of the site have no names that tell their places."""
        return self.node_keys is not None and self.node_keys.has_ordinals

    def read(self, page: Page) -> PageTree:
        """The tree of a page after both prunings."""
        keys = name_keys(page) if self.node_keys is None else self.node_keys.node_names(page)
        if self.pruning == "published":
            return prune_published(swallowed_tree(page, keys))
        tree = unit_tree(page, keys)
        return prune_repaired(unwrapped(tree) if self.is_nameless else tree)


def read_site(pages: Sequence[Page], pruning: str = "repaired") -> tuple[TreeReader, list[PageTree]]:
    """Learn the names that are stable on a site, and make the trees of its pages; none where names are by chance."""
    reader = TreeReader(NodeKeys.learn(pages), pruning)
    trees = [reader.read(page) for page in pages]
    if reader.node_keys and reader.node_keys.stable and crowded_share(trees) >= CROWDED_SHARE:
        nameless = TreeReader(NodeKeys((), has_ordinals=True), pruning)
        without_names = [nameless.read(page) for page in pages]
        if are_by_chance(trees, without_names):
            return nameless, without_names
    return reader, trees


def name_keys(page: Page) -> list[str]:
    """The key of each node as published: its tag and the names of its attributes, whatever their values."""
    return ["/".join((tag, *sorted(page.attributes[node]))) for node, tag in enumerate(page.tags)]

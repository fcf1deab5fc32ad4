"""A page's structure for the kernel."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sitegrain.kernel import Shape

if TYPE_CHECKING:
    from sitegrain.pages.page import Page


def shape_of(page: Page) -> Shape:
    """The structure of a page; it holds the sums below its nodes, so one is made for many columns."""
    axis = page.axis
    return Shape(
        page.parents,
        page.ends,
        axis.depths,
        axis.tag_ids,
        page.node_descriptors,
        page.unit_nodes,
        page.unit_words,
        page.unit_link_words,
    )

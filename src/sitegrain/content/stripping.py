"""A page's own HTML with the template taken off: what is removed, decided on the page's arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sitegrain.content.rendering.visible import count_below
from sitegrain.pages.page import BLOCK
from sitegrain.pages.serialize import Removal, strip

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sitegrain.pages.page import Page


def strip_page(html: str, page: Page, kept: NDArray[np.bool_]) -> str:
    """The page's HTML without its dropped units; parsed again it has the tokens of the kept units and no others.

    The head stays. Around the content only the elements that lead to it stay; inside of it also what has no text,
    such as images and rules. Scripts go, JSON-LD stays.

    html: the text that `parse` made `page` of; kept: bool (n_units,)
    """
    return strip(html, page, plan_removal(page, kept))


def plan_removal(page: Page, kept: NDArray[np.bool_]) -> Removal:
    """The elements and the text runs that hold nothing of the content."""
    kept_runs = kept[page.run_units] if page.n_units else np.zeros(0, bool)
    n_kept = count_below(page, page.run_nodes[kept_runs])
    n_runs = count_below(page, page.run_nodes)
    if kept_runs.any():
        region = int(np.flatnonzero(n_kept == int(kept_runs.sum()))[-1])
        region_end = int(page.ends[region])
    else:
        region = region_end = page.n_nodes
    is_inside = np.zeros(page.n_nodes, bool)
    is_inside[region:region_end] = True
    can_go = (n_kept == 0) & ((n_runs > 0) | ~is_inside)
    can_go[[i for i, tag in enumerate(page.tags) if tag in ("html", "body")]] = False
    is_block = (page.flags & BLOCK) > 0
    borders = np.flatnonzero(is_block | np.array([tag == "br" for tag in page.tags], bool))
    is_splitting = ~is_block & (count_below(page, borders.astype(np.int32)) > 0)
    return Removal(
        nodes=set(np.flatnonzero(can_go).tolist()),
        splitting=set(np.flatnonzero(can_go & is_splitting).tolist()),
        runs=set(np.flatnonzero(~kept_runs).tolist()),
        region_start=region,
        region_end=region_end,
    )

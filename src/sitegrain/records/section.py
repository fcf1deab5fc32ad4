"""What is known of a page before its records are looked for: by its data-rich section, or by a model of its site."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from sitegrain.blocks.runs import find_runs
from sitegrain.model import segment_page
from sitegrain.sites.statistics import place_units

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sitegrain.model import SiteModel
    from sitegrain.pages.page import Page
    from sitegrain.segmenters.data_rich_section import DataRichSection

BODY = 1  # the number of a page's <body>


@dataclass(frozen=True, slots=True, eq=False)
class Section:
    """Where records may be.

    root:    the node that holds them all
    weights: float64 (n_tokens,) in [0, 1], how much each token counts; 0 for what pages of the site share
    keys:    for each node its stable key on the site; None where no site is known
    starts:  nodes that begin an item of a regular region of the site tree
    """

    root: int
    weights: NDArray[np.float64]
    keys: tuple[str, ...] | None = None
    starts: frozenset[int] = frozenset()


def data_rich(page: Page, method: DataRichSection) -> Section | None:
    """The data-rich section of a page by a fitted method; None where it finds none."""
    found = method.read(page)
    if found.root is None:
        return None
    return Section(found.root, (~found.is_shared).astype(np.float64))


def on_site(page: Page, model: SiteModel) -> Section:
    """The whole page, as its site knows it: weights of its block classes, keys, regular regions that the site folds."""
    site = model.site_
    weights = np.minimum(segment_page(page, site).weights, 1.0)
    placed = place_units(page, site.tree.locate(page))
    keys = tuple(site.tree.node_keys.node_names(page))
    if site.tables is None:
        return Section(BODY, weights, keys)
    heads = site.tables.classes.heads[site.tables.classes.class_of_place]
    firsts = [run[0] for run in find_runs(placed) if (heads[list(run)] == run[0]).all()]
    starts = np.flatnonzero(np.isin(placed.places.exact, firsts))
    return Section(BODY, weights, keys, frozenset(starts.tolist()))

"""What is learned of a site, all that the pages need to be scored and segmented."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from sitegrain.blocks.classes import learn_classes
from sitegrain.content.features.pooled import Pool, pool_scores, settle
from sitegrain.content.features.site import SiteTables
from sitegrain.content.metadata import Structured, read_structured
from sitegrain.sites.keys import NodeKeys
from sitegrain.sites.layouts import FITS_LAYOUT, Frame, cluster, frame, lead, nearest
from sitegrain.sites.sampling import first_by, limit_layouts
from sitegrain.sites.statistics import Placed, learn_statistics, place_units
from sitegrain.sites.tree import SiteTree

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from sitegrain.content.scorer import Described, Measured, Scorer
    from sitegrain.pages.page import Page
    from sitegrain.sites.tree import Places


@dataclass(frozen=True, slots=True)
class Site:
    """The knowledge of one site.

    leaders: for each layout the places that mark it, rising
    tables:  texts, places and block classes over the sample; None for a page alone
    kinds:   float64 (n_kinds,) mean kind probabilities of the sample
    """

    tree: SiteTree
    leaders: list[Frame]
    tables: SiteTables | None
    pool: Pool
    kinds: NDArray[np.float64]


def learn_site(pages: Sequence[Page], scorer: Scorer) -> tuple[Site, list[Measured]]:
    """Lay the pages on one another, find layouts and block classes, and pool first scores.

    Pages of equal text count once. At least one page; with one only the page's own signals are learned. Returns what
    was learned, and the pages it was learned from, measured.
    """
    tree = SiteTree(NodeKeys.learn(pages))
    sample = [place_units(page, tree.insert(page)) for page in pages]
    sample = first_by(sample, [placed.identity for placed in sample])
    layouts = cluster([placed.places for placed in sample], tree)
    leaders = lead([frame(placed.places, tree) for placed in sample], layouts)
    chosen = limit_layouts(layouts)
    sample = [sample[i] for i in chosen]
    for placed, i in zip(sample, chosen, strict=True):
        known = placed.places.exact[placed.places.exact >= 0]
        tree.support.update((place, layouts[i]) for place in np.unique(known).tolist())
    tables = None
    if len(sample) > 1:
        tables = SiteTables(learn_statistics(sample, len(tree)), learn_classes(tree, sample))
    described = [scorer.describe(placed, tables, read_structured(placed.page)) for placed in sample]
    kinds = mean_kinds(described)
    measured = [scorer.measure(one, kinds) for one in described]
    site = pool_site(tree, leaders, tables, measured)
    if tables is not None:
        final = [scorer.score(one, site.pool, site.kinds, is_sampled=True).unscaled for one in measured]
        settle(site.pool, sample, final)
    return site, measured


def pool_site(tree: SiteTree, leaders: list[Frame], tables: SiteTables | None, measured: Sequence[Measured]) -> Site:
    """Pool the first scores of a sample into what is known of the site."""
    pool = pool_scores([m.placed for m in measured], [m.scores for m in measured], len(tree))
    return Site(tree, leaders, tables, pool, mean_kinds(measured))


def mean_kinds(described: Sequence[Described]) -> NDArray[np.float64]:
    """Float64 (n_kinds,): the mean kind probabilities of a sample."""
    if len(described) == 1:
        return described[0].kinds
    return np.asarray(np.mean([one.kinds for one in described], axis=0))


def fitting_layout(site: Site, places: Places) -> str | None:
    """The name of the layout that a page is most like; None if it is like none, or there are none."""
    return likest_layout(site, places)[0]


def likest_layout(site: Site, places: Places) -> tuple[str | None, float]:
    """The same with the similarity in [0, 1], which is that of the likest layout also where none is like the page."""
    similarity, layout = nearest(frame(places, site.tree), site.leaders)
    return f"layout-{layout + 1}" if similarity >= FITS_LAYOUT else None, similarity


def measure_alone(page: Page, structured: Structured, scorer: Scorer) -> tuple[Site, Measured]:
    """What a page says of itself when there is no site."""
    tree = SiteTree(NodeKeys.learn([page]))
    placed: Placed = place_units(page, tree.insert(page))
    described = scorer.describe(placed, None, structured)
    measured = scorer.measure(described, described.kinds)
    return pool_site(tree, [], None, [measured]), measured

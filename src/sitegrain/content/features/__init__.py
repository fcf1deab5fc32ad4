"""The inputs of the scorer: one row a unit, one column by name.

Follows the measured recipe for content scores (own text, place in the page, class over the site, containers).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sitegrain.content.features.ancestry import (
    GROUPS,
    NAME_BITS,
    NAMES,
    has_bit,
    inherited_bits,
    named_features,
    own_bits,
)
from sitegrain.content.features.bare import bare_blocks, bare_features
from sitegrain.content.features.context import (
    Columns,
    container_features,
    heading_features,
    link_run_features,
    prose_features,
    shifted,
    title_features,
    window_mean,
)
from sitegrain.content.features.declared import declared_features
from sitegrain.content.features.readability import article_features, readability_features, repeat_features
from sitegrain.content.features.site import MISSING, SiteTables, site_features
from sitegrain.content.features.text import link_share, text_features
from sitegrain.kernel import repetition

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sitegrain.content.metadata import Structured
    from sitegrain.pages.page import Page
    from sitegrain.sites.statistics import Placed

__all__ = ["MISSING", "Columns", "SiteTables", "unit_features"]

_TAGS = ("p", "li", "td", "th", "div", "dt", "dd", "span", "body")
MOST_COPIES = 10.0  # of a text on the page


def unit_features(placed: Placed, tables: SiteTables | None, structured: Structured) -> Columns:
    """Float32 (n_units,) columns by name; `tables` is None for a page without a site.

    Every column is finite; site columns are MISSING on a page alone.
    """
    page = placed.page
    own, bare = own_bits(page), bare_blocks(page)
    columns = text_features(page) | _ancestry_features(page, own) | _repetition_features(placed)
    columns |= title_features(page) | heading_features(page) | prose_features(page) | container_features(page)
    columns |= readability_features(page) | repeat_features(page) | article_features(page)
    columns |= link_run_features(page, columns["link_share"])
    columns |= declared_features(page, structured)
    columns |= bare_features(page, bare) | _link_features(placed) | named_features(page, own)
    columns |= site_features(placed, tables, bare)
    columns |= _window_features(page, columns)
    return {name: values.astype(np.float32) for name, values in columns.items()}


def _ancestry_features(page: Page, own: NDArray[np.int64]) -> Columns:
    inherited = inherited_bits(page, own)
    bits, inner = inherited[page.unit_nodes], own[page.unit_nodes]
    # The innermost element of the first run tells whether a unit is all bold.
    first_runs = page.run_nodes[page.unit_runs[:-1]]
    bold = has_bit(inherited[first_runs], "in_bold")
    tags = [page.tags[node] for node in page.unit_nodes.tolist()]
    columns = {name: has_bit(bits, name).astype(np.float64) for name in NAMES + GROUPS}
    columns["is_bold"] = bold.astype(np.float64)
    columns["names_own"] = (inner & NAME_BITS).astype(bool).astype(np.float64)
    columns["hidden"] = page.unit_hidden.astype(np.float64)
    return columns | {f"tag_{tag}": np.array([t == tag for t in tags], np.float64) for tag in _TAGS}


def _repetition_features(placed: Placed) -> Columns:
    """How often the unit's text, and its words, stand elsewhere on the page."""
    axis = placed.page.axis
    out = np.empty((2, placed.page.n_units))
    repetition(placed.fingerprints, axis.token_hashes, axis.unit_tokens, MOST_COPIES, out)
    return {"copies": out[0], "spread": out[1]}


def _link_features(placed: Placed) -> Columns:
    """The number of a unit's links, and the share of those that lead to a place of the page itself."""
    starts = placed.target_starts
    counts = np.diff(starts)
    n_inside = np.concatenate(([0], np.cumsum(placed.targets == 0)))
    inside = n_inside[starts[1:]] - n_inside[starts[:-1]]
    return {"n_links": np.log1p(counts), "inside_links": inside / np.maximum(counts, 1)}


def _window_features(page: Page, columns: Columns) -> Columns:
    """The means over the neighbours of what counts most."""
    weights = np.maximum(page.unit_words, 0.5)
    links = link_share(page)
    windows = {
        "near_words": window_mean(columns["words"], weights, 4),
        "near_links": window_mean(links, weights, 4),
        "far_links": window_mean(links, weights, 10),
        "previous_words": shifted(columns["words"], -1),
        "next_words": shifted(columns["words"], 1),
        "previous_links": shifted(links, -1),
        "next_links": shifted(links, 1),
    }
    if page.n_units and columns["recurs"][0] != MISSING:
        windows["near_recurs"] = window_mean(columns["recurs"], weights, 4)
        windows["far_recurs"] = window_mean(columns["recurs"], weights, 10)
        windows["near_good"] = window_mean(columns["class_good"] ** 2, weights, 4)
    else:
        windows |= {name: np.full(page.n_units, MISSING) for name in ("near_recurs", "far_recurs", "near_good")}
    return windows

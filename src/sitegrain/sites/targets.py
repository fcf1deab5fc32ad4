"""Where the links of a unit lead."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sitegrain import kernel

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sitegrain.pages.page import Page


def unit_targets(page: Page) -> tuple[NDArray[np.uint64], NDArray[np.int32]]:
    """The hashes of where links lead, one for each link of each unit; 0 for a link within the page.

    Uint64 (n_targets,), unit after unit, and int32 (n_units + 1,) where those of each unit begin. Scheme, host and
    leading dots do not count, since pages of one site write the same link in several ways.
    """
    axis = page.axis
    targets = np.empty(len(axis.run_nodes), np.uint64)
    starts = np.empty(page.n_units + 1, np.int32)
    n = kernel.unit_targets(axis.parents, axis.run_nodes, axis.run_units, axis.hrefs(), targets, starts)
    return targets[:n], starts


def target_hash(href: str) -> int:
    """A 63-bit hash of what a link leads to; 0 within the page.

    >>> target_hash("../a/b.html#x") == target_hash("https://example.org/a/b.html")
    True
    >>> target_hash("#top")
    0
    """
    return kernel.target_hash(href.encode("utf-8", "replace"))

"""From blocks to content: a decision list over the densities of a block and its two neighbours.

The thresholds are those that Kohlschuetter, Fankhauser and Nejdl (WSDM 2010) learned from news pages.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

MOST_LINKED = 1 / 3  # share of linked tokens; a block above it is no content
LINKED_BEFORE = 0.5556  # share of linked tokens of the block before, above which the one behind must be dense
DENSE = 9.0  # words per line of a text
DENSE_AFTER_LINKS = 11.0  # words per line of the block behind, where the one before is links
DENSE_BEHIND, DENSE_BEFORE = 10.0, 4.0  # words per line that carry a sparse block between them


def is_content(densities: NDArray[np.float64], link_shares: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Bool (n_blocks,): whether each block is content; outside of the page there is nothing, of density 0."""
    before = np.concatenate(([0.0], densities[:-1]))
    behind = np.concatenate((densities[1:], [0.0]))[: len(densities)]
    links_before = np.concatenate(([0.0], link_shares[:-1]))
    before, links_before = before[: len(densities)], links_before[: len(densities)]
    carried = (behind > DENSE_BEHIND) | (before > DENSE_BEFORE)
    usual = np.where(densities > DENSE, behind > 0, carried)
    return (link_shares <= MOST_LINKED) & np.where(links_before > LINKED_BEFORE, behind > DENSE_AFTER_LINKS, usual)

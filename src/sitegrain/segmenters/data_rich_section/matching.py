"""Which nodes of a tag tree have a match in another one.

`positional` pairs children one by one from the left, as published; one that is put in unmatches all behind it.
`aligned` pairs them in the order-preserving way that matches most nodes (restricted top-down matching).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import numpy as np

from sitegrain import kernel

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sitegrain.segmenters.data_rich_section.tag_tree import TagTree

MAX_LOOKS = 200_000  # at pairs of children of two pages; beyond, children are paired from the left and the right

Matching = Literal["aligned", "positional"]


def match_trees(target: TagTree, sample: TagTree, how: Matching) -> NDArray[np.bool_]:
    """Bool (n_nodes,): whether each node of the target has a match, itself and all that is below it."""
    partners = np.empty(len(target.labels), np.int32)
    is_aligned = how == "aligned"
    kernel.match_trees(
        target.labels, target.hashes, target.ends, sample.labels, sample.hashes, sample.ends,
        MAX_LOOKS if is_aligned else 0, is_aligned, partners,
    )  # fmt: skip
    n_alone = np.concatenate(([0], np.cumsum(partners < 0)))
    return np.equal(n_alone[target.ends], n_alone[:-1])

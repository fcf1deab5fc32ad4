"""How alike two partitions of a page's token occurrences are.

Rand index; adjusted Rand index in both published forms (Hubert and Arabie 1985; the dissertation on SOM trees,
equations 2.7 to 2.9), normalised mutual information with the geometric mean of the entropies (2.10, 2.11), and B-cubed
precision, recall and F1 (Bagga and Baldwin 1998). At the edges the conventions of scikit-learn hold where it has one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from sitegrain.blocks.segmentation import NO_BLOCK

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sitegrain.blocks.segmentation import Segmentation

    Ids = NDArray[np.integer]


@dataclass(frozen=True, slots=True)
class PartitionScore:
    """How well a found partition fits a reference.

    rand, nmi:    in [0, 1]
    ari:          at most 1; 0 is expected by chance, worse than chance is negative
    b_precision, b_recall, b_f1: B-cubed, in [0, 1]
    covered:      share of the compared tokens that are in a found block
    n_tokens:     tokens compared
    """

    rand: float
    ari: float
    nmi: float
    b_precision: float
    b_recall: float
    b_f1: float
    covered: float
    n_tokens: int


@dataclass(frozen=True, slots=True)
class Contingency:
    """The contingency table of two partitions.

    cells: float64 (n_cells,) tokens in a block of each, where there are any
    cell_rows: int (n_cells,) number of the cell's block in the first partition, from 0
    rows, columns: float64 (n_cells,) tokens of the cell's block in the first and in the second partition
    row_sums, column_sums: float64 tokens of each block
    """

    n: int
    cells: NDArray[np.float64]
    cell_rows: Ids
    rows: NDArray[np.float64]
    columns: NDArray[np.float64]
    row_sums: NDArray[np.float64]
    column_sums: NDArray[np.float64]


def score_segmentations(found: Segmentation, reference: Segmentation) -> PartitionScore | None:
    """Compare two segmentations of one page; None if the reference has no block.

    ValueError if their tokens differ: both must come from the same parser.
    """
    if found.tokens != reference.tokens:
        raise ValueError(f"the segmentations have different tokens: {len(found.tokens)} and {len(reference.tokens)}")
    if not reference.blocks:
        return None
    return score_partitions(found.block_ids, reference.block_ids)


def score_partitions(found: Ids, reference: Ids) -> PartitionScore:
    """Compare two partitions, block numbers int (n_tokens,), negative where a token has no block.

    Tokens outside of the reference are left out of both; those the method leaves out are a block of their own for each
    contiguous run.
    """
    is_compared = reference >= 0
    found, reference = found[is_compared], reference[is_compared]
    table = contingency(fill_gaps(found), reference)
    precision, recall = _b_cubed(table)
    return PartitionScore(
        rand=rand(table.n, *pairs_together(table)),
        ari=adjusted_rand(table.n, *pairs_together(table)),
        nmi=mutual_information(table),
        b_precision=precision,
        b_recall=recall,
        b_f1=2 * precision * recall / (precision + recall) if precision + recall else 0.0,
        covered=float((found >= 0).mean()) if len(found) else 1.0,
        n_tokens=table.n,
    )


def fill_gaps(found: Ids) -> Ids:
    """The partition with a new block for every contiguous run of tokens that have none.

    >>> fill_gaps(np.array([-1, 4, -1, -1, 4]))
    array([5, 4, 6, 6, 4])
    """
    is_gap = found < 0
    starts = is_gap & ~np.concatenate(([False], is_gap[:-1]))
    return np.where(is_gap, int(found.max(initial=NO_BLOCK)) + np.cumsum(starts), found)


def rand(n: int, together: float, in_found: float, in_reference: float) -> float:
    """The Rand index, from numbers of token pairs: in one block of both, of the found, of the reference partition."""
    pairs = n * (n - 1) / 2
    if not pairs:
        return 1.0
    apart = pairs - in_found - in_reference + together
    return (together + apart) / pairs


def adjusted_rand(n: int, together: float, in_found: float, in_reference: float) -> float:
    """The adjusted Rand index in the form of equation 2.9; 1 where both are all in one or all apart."""
    pairs = n * (n - 1) / 2
    if not pairs:
        return 1.0
    expected = in_found * in_reference / pairs
    most = (in_found + in_reference) / 2
    return 1.0 if most == expected else (together - expected) / (most - expected)


def adjusted_rand_by_pairs(n: int, together: float, in_found: float, in_reference: float) -> float:
    """The adjusted Rand index in the form of equation 2.8, from the four numbers of pairs; equal to that of 2.9."""
    pairs = n * (n - 1) / 2
    false_together, false_apart = in_found - together, in_reference - together
    apart = pairs - together - false_together - false_apart
    expected = (together + false_together) * (together + false_apart) + (false_apart + apart) * (false_together + apart)
    most = pairs * pairs
    return 1.0 if most == expected else (pairs * (together + apart) - expected) / (most - expected)


def contingency(found: Ids, reference: Ids) -> Contingency:
    """The contingency table of two partitions of the same things, int (n,) numbers of any kind."""
    _, first = np.unique(found, return_inverse=True)
    _, second = np.unique(reference, return_inverse=True)
    width = int(second.max(initial=0)) + 1
    pairs, counts = np.unique(first.astype(np.int64) * width + second, return_counts=True)
    row_sums = np.bincount(first).astype(np.float64)
    column_sums = np.bincount(second).astype(np.float64)
    cells = counts.astype(np.float64)
    rows, columns = pairs // width, pairs % width
    return Contingency(len(found), cells, rows, row_sums[rows], column_sums[columns], row_sums, column_sums)


def pairs_together(table: Contingency) -> tuple[float, float, float]:
    """Pairs of tokens that are in one block: of both partitions, of the first, of the second."""
    first, second, third = (
        float((sizes * (sizes - 1) / 2).sum()) for sizes in (table.cells, table.row_sums, table.column_sums)
    )
    return first, second, third


def mutual_information(table: Contingency) -> float:
    """Normalised mutual information; 1 if both have no entropy, 0 if one has none."""
    if table.n < 2:
        return 1.0
    n, cells = table.n, table.cells
    information = float((cells * np.log(n * cells / (table.rows * table.columns))).sum())
    first, second = (float(-(sums * np.log(sums / n)).sum()) for sums in (table.row_sums, table.column_sums))
    if len(table.row_sums) == 1 or len(table.column_sums) == 1:
        return float(len(table.row_sums) == len(table.column_sums))
    return min(1.0, max(0.0, information / float(np.sqrt(first * second))))


def _b_cubed(table: Contingency) -> tuple[float, float]:
    """Mean over tokens of the share of its found block that is of its reference block, and the other way round."""
    if not table.n:
        return 1.0, 1.0
    squared = table.cells * table.cells
    return float((squared / table.rows).sum() / table.n), float((squared / table.columns).sum() / table.n)

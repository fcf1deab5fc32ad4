"""How good clusters of pages are, against classes that are known.

Precision, recall and F1 over pairs of pages, and purity (Manning, Raghavan and Schütze 2008, section 16.3); the mean
entropy of the classes in a cluster, as a share of the largest there can be (Zhao and Karypis 2001).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from sitegrain.measures.partitions import adjusted_rand, contingency, mutual_information, pairs_together

if TYPE_CHECKING:
    from sitegrain.measures.partitions import Contingency, Ids


@dataclass(frozen=True, slots=True)
class ClusterScore:
    """How well clusters of pages fit their classes.

    precision: share of the pairs of pages in one cluster that are of one class; 1 if there are none
    recall:    share of the pairs of pages of one class that are in one cluster; 1 if there are none
    f1:        their harmonic mean
    purity:    share of the pages that are of the class that most pages of their cluster are of
    entropy:   of the classes in a cluster, 0 if it has one, 1 if it has all alike; mean over pages
    ari, nmi:  adjusted Rand index; mutual information over the geometric mean of the entropies
    """

    precision: float
    recall: float
    f1: float
    purity: float
    entropy: float
    ari: float
    nmi: float
    n_pages: int


def score_clusters(found: Ids, classes: Ids) -> ClusterScore:
    """Compare a cluster number with a class number for each page: int (n_pages,), any numbers."""
    table = contingency(found, classes)
    together, in_found, in_classes = pairs_together(table)
    precision = together / in_found if in_found else 1.0
    recall = together / in_classes if in_classes else 1.0
    return ClusterScore(
        precision=precision,
        recall=recall,
        f1=2 * precision * recall / (precision + recall) if precision + recall else 0.0,
        purity=_purity(table),
        entropy=_entropy(table),
        ari=adjusted_rand(table.n, together, in_found, in_classes),
        nmi=mutual_information(table),
        n_pages=table.n,
    )


def _purity(table: Contingency) -> float:
    if not table.n:
        return 1.0
    largest = np.zeros(len(table.row_sums))
    np.maximum.at(largest, table.cell_rows, table.cells)
    return float(largest.sum() / table.n)


def _entropy(table: Contingency) -> float:
    n_classes = len(table.column_sums)
    if n_classes < 2:
        return 0.0
    shares = table.cells / table.rows
    return float(-(table.cells * np.log(shares)).sum() / (table.n * np.log(n_classes))) + 0.0

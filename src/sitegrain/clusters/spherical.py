"""Spherical k-means (Dhillon and Modha 2001): clusters of directions, by the cosine to their mean direction.

scikit-learn draws the first centres (k-means++, Arthur and Vassilvitskii 2007) and has the silhouette.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray
    from scipy.sparse import csr_array

RESTARTS = 20  # runs of which the best counts
TRIALS = 5  # the same, while the number of clusters is looked for
MAX_ROUNDS = 100
MAX_K = 30  # clusters that are looked for
LABEL_SHARE = 0.2  # of the weight of a cluster's first word, that its other words have
MAX_COMPARED = 2000  # pages of which all pairs are compared to tell how good a number of clusters is


@dataclass(frozen=True, slots=True, eq=False)
class Clustering:
    """Clusters of the rows of a matrix.

    labels:  int64 (n,) in [0, k), in the order of the clusters' first rows
    cosines: float64 (n,) of each row to the centre of its cluster
    centres: float64 (k, n_columns) of length 1
    """

    labels: NDArray[np.int64]
    cosines: NDArray[np.float64]
    centres: NDArray[np.float64]


def cluster_directions(rows: csr_array, k: int, *, seed: int = 0, restarts: int = RESTARTS) -> Clustering:
    """The best of some runs: the one with the largest sum of cosines.

    rows: float64 (n, n_columns), each of length 1
    k:    in [1, n]
    """
    random = np.random.RandomState(seed)  # what scikit-learn draws from
    runs = (_run(rows, k, random) for _ in range(restarts if k > 1 else 1))
    best = max(runs, key=lambda run: float(run.cosines.sum()))
    return _in_order(best)


def choose_k(rows: csr_array, *, seed: int = 0) -> int:
    """The number of clusters, 2 to MAX_K, with the largest mean silhouette by cosine (Rousseeuw 1987).

    1 if there are fewer than three rows, or no number gives a silhouette above 0.
    """
    from sklearn.metrics import silhouette_score

    n = rows.shape[0]
    compared = np.sort(np.random.RandomState(seed).permutation(n)[:MAX_COMPARED])
    best, chosen = 0.0, 1
    for k in range(2, min(MAX_K, n - 1) + 1):
        labels = cluster_directions(rows, k, seed=seed, restarts=TRIALS).labels[compared]
        if 1 < len(np.unique(labels)) < len(compared):
            found = float(silhouette_score(rows[compared], labels, metric="cosine"))
            if found > best:
                best, chosen = found, k
    return chosen


def heaviest(centres: NDArray[np.float64], mean: NDArray[np.float64], words: Sequence[str], n: int) -> list[list[str]]:
    """For each centre the words that are heavier in it than on the mean page, by how much, heaviest first.

    At most n, and none that says less than LABEL_SHARE of the first.
    """
    found = []
    for centre in centres:
        more = centre - mean
        order = np.argsort(-more, kind="stable")[:n]
        least = max(LABEL_SHARE * float(more.max(initial=0.0)), 1e-12)
        found.append([words[column] for column in order.tolist() if more[column] >= least])
    return found


def _run(rows: csr_array, k: int, random: np.random.RandomState) -> Clustering:
    from sklearn.cluster import kmeans_plusplus

    chosen = kmeans_plusplus(rows, k, random_state=random)[1]
    centres = rows[chosen].toarray()
    labels = np.full(rows.shape[0], -1)
    for _ in range(MAX_ROUNDS):
        cosines = rows @ centres.T
        nearest = cosines.argmax(axis=1)
        _fill_empty(nearest, cosines, k)
        if np.array_equal(nearest, labels):
            break
        labels = nearest
        centres = _centres(rows, labels, k)
    cosines = np.asarray((rows @ centres.T)[np.arange(len(labels)), labels])
    return Clustering(labels, cosines, centres)


def _fill_empty(labels: NDArray[np.int64], cosines: NDArray[np.float64], k: int) -> None:
    """Give each cluster without rows the row that fits worst where it is, from a cluster that keeps others."""
    sizes = np.bincount(labels, minlength=k)
    for empty in np.flatnonzero(sizes == 0).tolist():
        fits = np.where(sizes[labels] > 1, cosines[np.arange(len(labels)), labels], np.inf)
        worst = int(fits.argmin())
        sizes[labels[worst]] -= 1
        labels[worst], sizes[empty] = empty, 1


def _centres(rows: csr_array, labels: NDArray[np.int64], k: int) -> NDArray[np.float64]:
    from scipy.sparse import csr_array

    n = len(labels)
    members = csr_array((np.ones(n), (labels, np.arange(n))), shape=(k, n))
    sums: NDArray[np.float64] = (members @ rows).toarray()
    return np.asarray(sums / np.maximum(np.linalg.norm(sums, axis=1, keepdims=True), 1e-12))


def _in_order(run: Clustering) -> Clustering:
    """The same with clusters numbered in the order of their first rows."""
    first = np.unique(run.labels, return_index=True)[1]
    order = run.labels[np.sort(first)]
    numbers = np.empty(len(run.centres), np.int64)
    numbers[order] = np.arange(len(order))
    return Clustering(numbers[run.labels], run.cosines, run.centres[order])

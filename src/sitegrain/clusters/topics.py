"""What the pages of a source are about: clusters of their content."""

from __future__ import annotations

from array import array
from contextlib import closing
from typing import TYPE_CHECKING

import numpy as np

from sitegrain.clusters.content import NO_WORDS, read_content
from sitegrain.clusters.extra import need_scikit_learn
from sitegrain.clusters.spherical import Clustering, choose_k, cluster_directions, heaviest
from sitegrain.clusters.vectors import Counts
from sitegrain.crawl import Listener, Plan, Row, Work, extract_rows
from sitegrain.crawl.waiting import RowSpool
from sitegrain.errors import FitError, UsageError

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from sitegrain.crawl.spooling import AnyRow
    from sitegrain.readers import Source

N_TERMS = 6  # of a label
NO_COMMON_WORDS = "no word in common with another page"


def count_words(words: Sequence[str], weights: NDArray[np.float64]) -> Row:
    """Keep of a page the sum of the weights of each word: its number of times, where all weigh 1."""
    counts: dict[str, float] = {}
    for word, weight in zip(words, weights.tolist(), strict=True):
        counts[word] = counts.get(word, 0.0) + weight
    return {"counts": counts}


def find_topics(
    source: Source | Iterable[AnyRow],
    *,
    k: int | None = None,
    seed: int = 0,
    work: Work | None = None,
    plan: Plan | None = None,
    listener: Listener | None = None,
) -> Generator[Row, None, None]:
    """One row for each page of a source, of any number of sites, in its order, once all have been read.

    k:    number of clusters; None for the one that keeps them best apart. UsageError below 1, FitError if there are not
          so many pages that have words in common with others
    seed: of the random numbers; the same one gives the same clusters
    work: `read_content(count_words, ...)`, to take the words of a method's blocks instead of the content

    Besides the names of the page a row has `cluster`, a number from 1; `terms`, what is heavier in the cluster than
    elsewhere, heaviest first; and `distance`, 1 less the cosine to the middle of the cluster. A page that is in none
    has None there and a `reason`. A page that cannot be used has `skipped` instead. ExtraError without scikit-learn.
    """
    if k is not None and k < 1:
        raise UsageError(f"k must be at least 1, got {k}")
    need_scikit_learn()
    rows = extract_rows(source, work or read_content(count_words), plan=plan, listener=listener)
    with closing(rows), RowSpool() as spool:
        counts, numbers = Counts(), array("q")
        for row in rows:
            own = row.pop("counts", None)
            if own is not None:
                counts.add(own)
                numbers.append(len(spool))
                if not own:
                    row.setdefault("reason", NO_WORDS)
            spool.add(row)
        yield from _tell(spool, np.frombuffer(numbers, np.int64), counts, k, seed)


def _tell(spool: RowSpool, numbers: NDArray[np.int64], counts: Counts, k: int | None, seed: int) -> Iterator[Row]:
    """The rows with what was found; `numbers` are those of the rows that were counted."""
    vectors, words = counts.weigh()
    has_words = np.diff(vectors.indptr) > 0
    rows = vectors[np.flatnonzero(has_words)]
    n = rows.shape[0]
    if k is not None and k > n:
        raise FitError(f"k must be at most {n}, the number of pages that have words in common with others, got {k}")
    positions = np.full(len(spool), -1)
    positions[numbers[has_words]] = np.arange(n)
    found = cluster_directions(rows, k or choose_k(rows, seed=seed), seed=seed) if n else None
    terms = [] if found is None else heaviest(found.centres, np.asarray(rows.mean(axis=0)), words, N_TERMS)
    for row, position in zip(spool, positions.tolist(), strict=True):
        yield row if "skipped" in row else _told(row, found, position, terms)


def _told(row: Row, found: Clustering | None, position: int, terms: Sequence[list[str]]) -> Row:
    if found is None or position < 0:
        return {"reason": NO_COMMON_WORDS} | row | {"cluster": None, "terms": [], "distance": None}
    label = int(found.labels[position])
    distance = max(0.0, 1 - float(found.cosines[position]))
    return row | {"cluster": label + 1, "terms": terms[label], "distance": round(distance, 4)}

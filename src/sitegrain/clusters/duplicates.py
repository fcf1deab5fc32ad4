"""Pages that say nearly the same, by their content alone: one article in two frames, not two articles in one frame.

Memory is some 600 bytes a page: its signature and a few numbers. Names and titles wait on disk.
"""

from __future__ import annotations

from array import array
from contextlib import closing
from typing import TYPE_CHECKING

import numpy as np

from sitegrain.clusters.banding import choose_bands, group_alike
from sitegrain.clusters.content import NO_WORDS, read_content
from sitegrain.clusters.minhash import N_HASHES, likeness, sign
from sitegrain.clusters.signatures import Signatures
from sitegrain.crawl import Listener, Plan, Row, Work, extract_rows
from sitegrain.crawl.waiting import RowSpool

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from sitegrain.crawl.spooling import AnyRow
    from sitegrain.readers import Source

THRESHOLD = 0.5  # estimated Jaccard similarity of word pairs; docs/decisions/012-duplicates.md
LEAST_WEIGHT = 0.5  # of a word that counts, where a method weighs; the mean of a site is 1
ALONE = -1


def sign_content(words: Sequence[str], weights: NDArray[np.float64]) -> Row:
    """Keep of a page how many words it has and their signature."""
    counted = [word for word, counts in zip(words, (weights >= LEAST_WEIGHT).tolist(), strict=True) if counts]
    return {"n_words": len(counted), "signature": sign(counted).tobytes()}


def find_duplicates(
    source: Source | Iterable[AnyRow],
    *,
    threshold: float = THRESHOLD,
    work: Work | None = None,
    plan: Plan | None = None,
    listener: Listener | None = None,
) -> Generator[Row, None, None]:
    """One row for each page of a source, of any number of sites, in its order, once all have been read.

    threshold: least likeness of two pages that are duplicates, in (0, 1]; UsageError otherwise
    work:      `read_content(sign_content, ...)`, to take the words of a method's blocks instead of the content

    Besides the names of the page a row has `n_words`; `group`, a number, None for a page without duplicates; for all
    but the first page of a group `duplicate_of`, the first one's id, else path, else url, and `likeness` to it.
    A page that cannot be used has `skipped` instead; one without words of content a `reason`.
    """
    choose_bands(threshold)
    work = work or read_content(sign_content)
    rows = extract_rows(source, work, plan=plan, listener=listener)
    with closing(rows), RowSpool() as spool:
        table, numbers = Signatures(), array("q")
        for row in rows:
            signature = row.pop("signature", b"")
            if row.get("n_words"):
                numbers.append(len(spool))
                table.add(np.frombuffer(signature, np.uint32, N_HASHES))
            spool.add(row)
        yield from _tell(spool, np.frombuffer(numbers, np.int64), table.rows, threshold)


def _tell(
    spool: RowSpool, numbers: NDArray[np.int64], signatures: NDArray[np.uint32], threshold: float
) -> Iterator[Row]:
    """The rows with what was found; `numbers` are those of the rows that have a signature."""
    roots = group_alike(signatures, threshold)
    alike = likeness(signatures, np.arange(len(roots)), roots)
    first = np.full(len(spool), ALONE)
    first[numbers] = numbers[roots]
    likenesses = np.ones(len(spool))
    likenesses[numbers] = alike
    groups = number_groups(first)
    for number, row in enumerate(spool):
        if "skipped" in row:
            yield row
            continue
        row["group"] = int(groups[number]) if groups[number] != ALONE else None
        is_copy = first[number] not in (ALONE, number)
        row["duplicate_of"] = _name(spool[int(first[number])]) if is_copy else None
        row["likeness"] = round(float(likenesses[number]), 4) if is_copy else None
        if first[number] == ALONE:
            row.setdefault("reason", NO_WORDS)
        yield row


def number_groups(first: NDArray[np.int64]) -> NDArray[np.int64]:
    """Int64 (n,): numbers from 1 in the order of the groups' first rows; ALONE for a row that is a group by itself.

    first: int64 (n,) the first row of each row's group, ALONE for none

    >>> number_groups(np.array([0, 1, 1, -1, 0, 5])).tolist()
    [1, 2, 2, -1, 1, -1]
    """
    sizes = np.bincount(first[first != ALONE], minlength=len(first))
    numbers = np.append(np.where(sizes > 1, np.cumsum(sizes > 1), ALONE), ALONE)
    return np.asarray(numbers[first])


def _name(row: Row) -> str | int | None:
    return next((row[name] for name in ("id", "path", "url") if row[name] is not None), None)

"""The weights of the block classes of an index, by segrank over what it holds (methods.md D.2).

Everything is counted from the stored postings, so that weights can be fitted again without the pages.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sitegrain.blocks.classes import beta
from sitegrain.search.ranking import class_weights
from sitegrain.search.segments import iter_postings, read_alive, read_blocks

if TYPE_CHECKING:
    import sqlite3

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

_BATCH = 1_000_000  # postings looked at together


class _Sums:
    """What segrank needs, summed up over postings."""

    def __init__(self, blocks: NDArray[np.void], is_alive: NDArray[np.bool_], n_classes: int) -> None:
        self.classes = blocks["class_"].astype(np.int64)
        _, self.pages = np.unique(blocks["page"], return_inverse=True)
        self.is_alive = is_alive
        self.n_classes = n_classes
        self.n_blocks = np.bincount(self.classes[is_alive], minlength=n_classes).astype(np.float64)  # NB_C
        self.page_blocks = np.bincount(self.pages[is_alive], minlength=int(self.pages.max(initial=-1)) + 1)
        self.icf, self.n_terms = np.zeros(n_classes), np.zeros(n_classes)  # sum of ICF; NT_C
        self.spread = np.zeros(len(blocks))  # of each block: sum over its terms of the blocks of the page with the term
        self.block_terms = np.zeros(len(blocks))

    def add(self, terms: NDArray[np.int64], blocks: NDArray[np.int64]) -> None:
        """Add postings; all of a term come together."""
        kept = self.is_alive[blocks]
        terms, blocks = terms[kept], blocks[kept]
        if not len(terms):
            return
        _, terms = np.unique(terms, return_inverse=True)
        pairs, with_term = np.unique(terms * self.n_classes + self.classes[blocks], return_counts=True)
        classes = pairs % self.n_classes
        self.icf += np.bincount(classes, np.log(self.n_blocks[classes] / with_term), self.n_classes)
        self.n_terms += np.bincount(classes, minlength=self.n_classes)
        pages = self.pages[blocks]
        _, inverse, occurrence = np.unique(
            terms * (int(self.pages.max()) + 1) + pages, return_inverse=True, return_counts=True
        )
        self.spread += np.bincount(blocks, occurrence[inverse] / self.page_blocks[pages], len(self.spread))
        self.block_terms += np.bincount(blocks, minlength=len(self.spread))

    def importance(self) -> Floats:
        """Float64 (n_classes,): class spread times AICF; 0 for a class of one block."""
        alive = self.is_alive & (self.block_terms > 0)
        block_spread = self.spread[alive] / self.block_terms[alive]
        class_spread = np.bincount(self.classes[alive], block_spread, self.n_classes) / np.maximum(self.n_blocks, 1)
        return np.asarray(class_spread * self.icf / np.maximum(self.n_terms, 1))


def fit_weights(connection: sqlite3.Connection) -> None:
    """Weigh all classes of the index by the pages it has now, each site by itself."""
    rows = connection.execute("SELECT id, site FROM classes").fetchall()
    if not rows:
        return
    n_classes = max(number for number, _ in rows) + 1
    blocks, alive = read_blocks(connection), read_alive(connection)
    is_alive = np.isin(blocks["page"], alive)
    sums = _Sums(blocks, is_alive, n_classes)
    held: list[tuple[int, NDArray[np.void]]] = []
    n_held = 0
    for term, postings in iter_postings(connection):
        held.append((term, postings))
        n_held += len(postings)
        if n_held >= _BATCH:
            _add(sums, held)
            held, n_held = [], 0
    _add(sums, held)
    tokens = np.bincount(sums.classes[is_alive], blocks["length"][is_alive], n_classes)
    importance = sums.importance()
    n_pages = dict(connection.execute("SELECT site, count(*) FROM pages GROUP BY site"))
    members: dict[str, list[int]] = {}
    for number, site in rows:
        members.setdefault(site, []).append(number)
    for site, numbers in members.items():
        own = np.array(numbers)
        supported = sums.n_blocks[own] >= beta(n_pages.get(site, 0))
        weights = class_weights(importance[own], tokens[own], supported)
        connection.executemany(
            "UPDATE classes SET weight = ?, support = ? WHERE id = ?",
            zip(weights.tolist(), sums.n_blocks[own].astype(int).tolist(), numbers, strict=True),
        )
    connection.execute(
        "UPDATE sites SET n_changed = 0, n_weighed = (SELECT count(*) FROM pages WHERE pages.site = sites.name)"
    )


def _add(sums: _Sums, held: list[tuple[int, NDArray[np.void]]]) -> None:
    if held:
        terms = np.repeat([term for term, _ in held], [len(postings) for _, postings in held])
        sums.add(terms, np.concatenate([postings["block"] for _, postings in held]).astype(np.int64))

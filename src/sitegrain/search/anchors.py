"""The texts of links as part of the pages they lead to.

They are a class of their own, outside of the length of the page: the more pages link by a word, the more it counts, by
the logarithm (2 log2(1 + n)).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING

import numpy as np

from sitegrain.search.fields import ANCHORS, Fields, pack
from sitegrain.search.store import BLOCK, read_number, write_number
from sitegrain.search.terms import read_terms

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable

    from numpy.typing import NDArray

    from sitegrain.search.segments import Collector

ANCHOR_FACTOR = 2.0


def anchor_counts(counts: NDArray[np.integer]) -> NDArray[np.float64]:
    """What n links with a term count."""
    return np.asarray(ANCHOR_FACTOR * np.log2(1.0 + counts))


def index_anchors(connection: sqlite3.Connection, collector: Collector, class_id: Callable[[str, str], int]) -> None:
    """Put the texts of all links to pages of the index into it anew, in place of those that were there."""
    classes = {number for (number,) in connection.execute("SELECT id FROM classes WHERE name LIKE '%:anchors'")}
    if classes:
        _drop_blocks(connection, classes)
    targets: dict[int, Counter[str]] = defaultdict(Counter)
    sites: dict[int, str] = {}
    rows = connection.execute(
        "SELECT pages.id, pages.site, anchors.text FROM anchors JOIN pages ON pages.url = anchors.target"
        " WHERE pages.id != anchors.source"
    )
    for page, site, text in rows:
        sites[page] = site
        targets[page].update(set(read_terms(text)))
    for page, counts in sorted(targets.items()):
        collector.add(page, pack(Fields({ANCHORS: counts}, {ANCHORS: 0})), [class_id(ANCHORS, sites[page])])
    collector.flush()


def _drop_blocks(connection: sqlite3.Connection, classes: set[int]) -> None:
    """Make the blocks of some classes dead."""
    n_dead = read_number(connection, "n_dead")
    for segment, data in connection.execute("SELECT id, blocks FROM segments").fetchall():
        blocks = np.frombuffer(data, BLOCK).copy()
        is_dropped = np.isin(blocks["class_"], list(classes)) & (blocks["page"] > 0)
        if is_dropped.any():
            blocks["page"][is_dropped] = 0
            n_dead += int(is_dropped.sum())
            connection.execute("UPDATE segments SET blocks = ? WHERE id = ?", (blocks.tobytes(), segment))
    write_number(connection, "n_dead", n_dead)

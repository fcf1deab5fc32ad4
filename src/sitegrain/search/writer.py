"""Writing an index: pages added, replaced, removed; weights fitted when enough has changed."""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING, Any

from sitegrain.search.anchors import index_anchors
from sitegrain.search.fields import multiplier
from sitegrain.search.segments import Collector, merge_segments
from sitegrain.search.store import read_number, write_number
from sitegrain.search.weights import fit_weights
from sitegrain.search.work import ALONE, phrase_words

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable

    from sitegrain.crawl import Learned
    from sitegrain.search.fields import Packed

REFIT_SHARE = 0.1  # of a site's pages that were added, replaced or removed since its classes were weighed


class IndexWriter:
    """Changes an index, inside of one transaction of `store.writing`."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._collector = Collector(connection)
        self._classes: dict[str, int] = dict(connection.execute("SELECT name, id FROM classes"))
        self._changed: dict[str, int] = {}
        self.run = read_number(connection, "run") + 1
        write_number(connection, "run", self.run)
        self._n_dead = 0  # blocks of the pages that were removed or replaced
        self.n_added = self.n_replaced = self.n_removed = self.n_unchanged = 0

    def add(self, row: dict[str, Any]) -> None:
        """Add the row of a page that `IndexWork` made; one of the same name is replaced, or left if it is unchanged."""
        if row.get("unchanged"):
            self._connection.execute("UPDATE pages SET run = ? WHERE name = ?", (self.run, row["name"]))
            self.n_unchanged += 1
            return
        was_there = self._delete(row["name"])
        site = row["site"] or ALONE
        packed: Packed = row["packed"]
        cursor = self._connection.execute(
            "INSERT INTO pages (name, path, url, site, title, hash, run, n_blocks, text)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                row["name"], row["path"], row["url"], site, row["title"], row["hash"], self.run, len(packed.names),
                row["text"],
            ),
        )  # fmt: skip
        page = cursor.lastrowid
        assert page is not None
        self._collector.add(page, packed, [self._class_id(name, site) for name in packed.names])
        self._connection.execute("INSERT INTO words (rowid, text) VALUES (?, ?)", (page, row["words"]))
        self._connection.executemany(
            "INSERT OR IGNORE INTO anchors VALUES (?, ?, ?)", ((page, *anchor) for anchor in row["anchors"])
        )
        self._changed[site] = self._changed.get(site, 0) + 1
        self.n_replaced += was_there
        self.n_added += not was_there

    def remove(self, name: str) -> bool:
        """Remove a page; False if there is none of that name."""
        row = self._connection.execute("SELECT site FROM pages WHERE name = ?", (name,)).fetchone()
        if row is None:
            return False
        self._delete(name)
        self._changed[row[0]] = self._changed.get(row[0], 0) + 1
        self.n_removed += 1
        return True

    def prune(self) -> None:
        """Remove the pages that this writer has not been shown."""
        names = [name for (name,) in self._connection.execute("SELECT name FROM pages WHERE run < ?", (self.run,))]
        for name in names:
            self.remove(name)

    def set_sources(self, method: str, learned: Iterable[Learned]) -> None:
        """Note what cuts the pages: a published method, or if it is "", the models of sites, kept for pages to come."""
        self._connection.execute("INSERT OR REPLACE INTO meta VALUES ('method', ?)", (method,))
        self._connection.executemany(
            "INSERT INTO sites (name, model, n_weighed, n_changed) VALUES (?, ?, 0, 0)"
            " ON CONFLICT (name) DO UPDATE SET model = excluded.model",
            ((one.site, one.path.read_bytes()) for one in learned if one.path is not None),
        )

    def finish(self) -> None:
        """Write what is held; merge segments, and weigh classes, where it is time."""
        self._collector.flush()
        connection = self._connection
        for site, n_changed in self._changed.items():
            connection.execute(
                "INSERT INTO sites (name, n_weighed, n_changed) VALUES (?, 0, ?)"
                " ON CONFLICT (name) DO UPDATE SET n_changed = n_changed + excluded.n_changed",
                (site, n_changed),
            )
        has_anchors = "SELECT 1 FROM anchors UNION ALL SELECT 1 FROM classes WHERE name LIKE '%:anchors' LIMIT 1"
        if connection.execute(has_anchors).fetchone():
            index_anchors(connection, self._collector, self._class_id)
        write_number(connection, "n_dead", read_number(connection, "n_dead") + self._n_dead)
        merge_segments(connection)
        due = "SELECT 1 FROM sites WHERE n_changed > 0 AND n_changed >= ? * n_weighed LIMIT 1"
        if connection.execute(due, (REFIT_SHARE,)).fetchone():
            fit_weights(connection)

    def _delete(self, name: str) -> bool:
        row = self._connection.execute("SELECT id, title, text, n_blocks FROM pages WHERE name = ?", (name,)).fetchone()
        if row is None:
            return False
        page, title, text, n_blocks = row
        self._n_dead += n_blocks
        self._connection.execute(
            "INSERT INTO words (words, rowid, text) VALUES ('delete', ?, ?)",
            (page, phrase_words(title, read_text(text))),
        )
        self._connection.execute("DELETE FROM pages WHERE id = ?", (page,))
        self._connection.execute("DELETE FROM anchors WHERE source = ?", (page,))
        return True

    def _class_id(self, name: str, site: str) -> int:
        """The id of a class, by its name and, for those that all sites have, the site."""
        key = name if name.startswith(f"{site}:") else f"{site}:{name}"
        found = self._classes.get(key)
        if found is None:
            cursor = self._connection.execute(
                "INSERT INTO classes (name, site, label, weight, multiplier, support) VALUES (?, ?, ?, 1, ?, 0)",
                (key, site, key, multiplier(name)),
            )
            assert cursor.lastrowid is not None
            found = self._classes[key] = cursor.lastrowid
        return found


def read_text(data: bytes) -> str:
    """The text of a page, a line a unit."""
    return zlib.decompress(data).decode()

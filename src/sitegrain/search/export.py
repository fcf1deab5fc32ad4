"""An index for OpenSearch and Elasticsearch: pages as bulk lines, the settings they need, and a query.

Classes of like weight are one field of the page, a *tier*; what stands in it are its terms, each as often as it counts.
A `combined_fields` query with a boost for each tier adds the frequencies up before saturation (BM25F), as sitegrain
does. Boosts are at least 1 there, so that the least tier has 1 and `k1` is as much larger.
"""

from __future__ import annotations

import math
from contextlib import closing
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

import numpy as np

from sitegrain.pages.tokens import CJK, tokenize
from sitegrain.search.anchors import anchor_counts
from sitegrain.search.fields import ANCHORS
from sitegrain.search.query import parse_query
from sitegrain.search.ranking import FLOOR, Bm25
from sitegrain.search.segments import iter_postings, read_alive, read_blocks
from sitegrain.search.store import POSTING, connect, reading
from sitegrain.search.terms import is_identifier
from sitegrain.search.writer import read_text

if TYPE_CHECKING:
    import os
    import sqlite3
    from collections.abc import Iterator

    from numpy.typing import NDArray

TIERS_PER_DOUBLING = 2
HELD_POSTINGS = 20_000_000  # that are sorted by page at a time
MAX_KEYWORD = 8_000  # characters of an address that is searched for; engines refuse terms of more than 32,766 bytes
MAX_ID_BYTES = 512  # of a document; engines refuse longer ones
_COLUMNS = "url, path, site, title"


def export_pages(path: str | os.PathLike[str]) -> Iterator[dict[str, Any]]:
    """The pages of an index: `url`, `path`, `site`, `title`, `text`, and of each tier its terms as often as they count.

    ModelError if there is no such index, or it is damaged.
    """
    with closing(connect(path)) as connection, reading(path):
        connection.execute("BEGIN")  # all of one moment
        tiers = _tiers_of_classes(connection)
        for pages in _portions(connection):
            yield from _pages(connection, pages, tiers)


def export_settings(path: str | os.PathLike[str], *, bm25: Bm25 | None = None) -> dict[str, Any]:
    """What the search engine's index is made with: the ranking's parameters, and the fields."""
    bm25 = bm25 or Bm25()
    tiers = _tiers(path)
    least = _weight(tiers[0]) if tiers else 1.0
    words = {"type": "pattern", "pattern": f"[{CJK}]|[^\\W_{CJK}]+", "flags": "UNICODE_CHARACTER_CLASS", "group": 0}
    tier = {"type": "text", "analyzer": "terms", "search_analyzer": "words", "index_options": "freqs"}
    return {
        "settings": {
            "index": {
                "similarity": {"default": {"type": "BM25", "k1": round(bm25.k1 / least, 4), "b": bm25.b}},
                "analysis": {
                    "tokenizer": {"words": words},
                    "analyzer": {
                        "terms": {"type": "custom", "tokenizer": "whitespace"},
                        "words": {"type": "custom", "tokenizer": "words", "filter": ["lowercase"]},
                    },
                },
            }
        },
        "mappings": {
            "_source": {"excludes": ["tier_*"]},
            "properties": {
                **{name: {"type": "keyword", "ignore_above": MAX_KEYWORD} for name in ("url", "path", "site")},
                **{name: {"type": "text", "analyzer": "words"} for name in ("title", "text")},
                **{_field(number): tier for number in tiers},
            },
        },
    }


def export_query(path: str | os.PathLike[str], query: str, n: int = 10) -> dict[str, Any]:
    """The body of a search, with highlights. The boosts are those of the index as it is now.

    UsageError for a query without a letter or digit.
    """
    parse_query(query)
    tiers = _tiers(path)
    fields = [f"{_field(number)}^{_weight(number) / _weight(tiers[0]):.4g}" for number in tiers]
    return {
        "size": n,
        "query": {"combined_fields": {"query": " ".join(tokenize(query)), "fields": fields, "operator": "or"}},
        "highlight": {"fields": {"text": {"highlight_query": {"match": {"text": query}}}}},
    }


def document_id(address: str) -> str:
    """What the search engine knows a page by: its address, of a very long one the beginning and a digest of all."""
    data = address.encode("utf-8", "replace")
    if len(data) <= MAX_ID_BYTES:
        return address
    digest = blake2b(data, digest_size=16).hexdigest()
    return f"{data[: MAX_ID_BYTES - len(digest) - 1].decode('utf-8', 'ignore')}-{digest}"


def _tiers(path: str | os.PathLike[str]) -> list[int]:
    """The tiers that the classes of an index are in, rising."""
    with closing(connect(path)) as connection, reading(path):
        return sorted(set(_tiers_of_classes(connection)[0].values()))


def _tiers_of_classes(connection: sqlite3.Connection) -> tuple[dict[int, int], set[int]]:
    """The tier of each class, and the classes of texts of links."""
    tiers, anchors = {}, set()
    for number, name, weight, multiplier in connection.execute("SELECT id, name, weight, multiplier FROM classes"):
        is_anchor = name.endswith(f":{ANCHORS}")
        factor = 1.0 if is_anchor else weight * multiplier
        tiers[number] = max(0, round(TIERS_PER_DOUBLING * math.log2(factor / FLOOR)))
        if is_anchor:
            anchors.add(number)
    return tiers, anchors


def _weight(tier: int) -> float:
    return float(FLOOR * 2 ** (tier / TIERS_PER_DOUBLING))


def _field(tier: int) -> str:
    return f"tier_{tier:02}"


def _portions(connection: sqlite3.Connection) -> Iterator[NDArray[np.int64]]:
    """Ids of pages, as many as have about HELD_POSTINGS."""
    alive = read_alive(connection)
    (n_bytes,) = connection.execute("SELECT coalesce(sum(length(data)), 0) FROM postings").fetchone()
    n_portions = max(1, math.ceil(n_bytes / POSTING.itemsize / HELD_POSTINGS))
    return (portion for portion in np.array_split(alive, n_portions) if len(portion))


def _pages(
    connection: sqlite3.Connection, pages: NDArray[np.int64], tiers: tuple[dict[int, int], set[int]]
) -> Iterator[dict[str, Any]]:
    fields = _fields_of(connection, pages, *tiers)
    for page in pages.tolist():
        row = connection.execute(f"SELECT {_COLUMNS}, text FROM pages WHERE id = ?", (page,)).fetchone()
        named = dict(zip(_COLUMNS.split(", "), row[:-1], strict=True))
        yield named | {"text": read_text(row[-1])} | next(fields)


def _fields_of(
    connection: sqlite3.Connection, pages: NDArray[np.int64], tiers: dict[int, int], anchors: set[int]
) -> Iterator[dict[str, str]]:
    """Of each page the text of its tiers."""
    blocks = read_blocks(connection)
    places = np.searchsorted(pages, blocks["page"])
    places[places == len(pages)] = 0
    is_own = pages[places] == blocks["page"]
    tier_of = np.zeros(max(tiers, default=0) + 1, np.int64)
    tier_of[list(tiers)] = list(tiers.values())
    is_anchor = np.isin(blocks["class_"], list(anchors))
    names: list[str] = []
    found: list[NDArray[np.int64]] = []
    for text, term in _terms(connection):
        own = term[is_own[term["block"]]]
        if is_identifier(text) or not len(own):
            continue  # the engine cuts its queries into words only
        counts = own["count"].astype(np.int64)
        links = is_anchor[own["block"]]
        counts[links] = np.rint(anchor_counts(counts[links])).astype(np.int64)
        number = np.full(len(own), len(names))
        found.append(np.stack([places[own["block"]], tier_of[blocks["class_"][own["block"]]], number, counts]))
        names.append(text)
    table = np.concatenate(found, axis=1) if found else np.zeros((4, 0), np.int64)
    table = table[:, np.lexsort(table[2::-1])]
    starts = np.searchsorted(table[0], np.arange(len(pages) + 1))
    for start, end in zip(starts.tolist(), starts[1:].tolist(), strict=False):
        texts: dict[str, list[str]] = {}
        for _, tier, number, count in table[:, start:end].T.tolist():
            texts.setdefault(_field(tier), []).extend([names[number]] * count)
        yield {name: " ".join(words) for name, words in texts.items()}


def _terms(connection: sqlite3.Connection) -> Iterator[tuple[str, NDArray[np.void]]]:
    texts = dict(connection.execute("SELECT id, text FROM terms"))
    for term, postings in iter_postings(connection):
        yield texts[term], postings

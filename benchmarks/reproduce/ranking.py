"""Ranking by what blocks tell, against BM25.

Fernandes et al. (CIKM 2007; in the dissertation table 4.4) rank the pages of four sites by BM25 over whole pages, over
blocks marked by hand, and over blocks found by SOM trees: blocks gain 3 to 18 % of mean average precision, found ones
most of what those by hand do. Here: the queries of two documentation sites' own indexes, up to 2,000 a set (the entry,
without what stands in brackets for `bare`), the pages that an entry leads to being relevant; over the same terms.

Reference blocks are what the publisher's marks say: title, headings, navigation, asides, footers, the rest. Multipliers
are those of titles and headings. `tf`, `score` and `filter` are ways to put weights of blocks into BM25 (methods.md
D.4). The stored index is the product; `exact` is the share of 1,000 random queries for which it gives the exact
ranker's first ten, with the pages that have the words in their template only. Gains are over whole pages at b of 0.75.
Computed by ir-measures.
"""

from __future__ import annotations

import json
import os
import random
import re
from collections.abc import Callable, Iterable
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import ir_measures
import numpy as np
from ir_measures import AP, P, Qrel, ScoredDoc

from sitegrain import SiteModel, read
from sitegrain.blocks.classes import beta
from sitegrain.blocks.segrank import rank_classes
from sitegrain.pages.given import as_page
from sitegrain.pages.raw import RawPage
from sitegrain.search import Bm25, ExactRanker, Index, Indexing, build_index
from sitegrain.search.fields import Fields, class_names, multiplier, read_blocks, read_fields
from sitegrain.search.ranking import class_weights
from sitegrain.search.terms import read_terms
from sitegrain.segmenters import BlockFusion, SomTree, StyleTree

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sitegrain.pages.page import Page

MAX_QUERIES, DEPTH, N_RANDOM = 2_000, 100, 1_000
BARE = ("docs.python.org",)  # sites whose entries have brackets
REFERENCE = {"nav": "navigation", "aside": "aside", "footer": "footer", "header": "header", "main": "main"}
Rank = Callable[[Iterable[str], int], list[tuple[int, float]]]
Queries = dict[tuple[str, ...], set[int]]


@dataclass(frozen=True)
class Collection:
    """A site's pages, and queries with the numbers of the pages that are relevant."""

    raws: list[RawPage]
    pages: list[Page]
    queries: dict[str, Queries]


def run() -> list[dict[str, Any]]:
    """A row for each system."""
    rows: dict[str, dict[str, Any]] = {}
    for one in collections():
        for system, rank in systems(one):
            row = rows.setdefault(system, {"system": system})
            for name, queries in one.queries.items():
                row[f"{name} AP"], row[f"{name} P@10"] = measure(rank, queries)
        rows["stored index"]["exact"] = min(rows["stored index"].get("exact", 1.0), same_first_ten(one))
    plain = rows["whole pages, b 0.75"]
    for row in rows.values():
        for column in [name for name in row if name.endswith(" AP")]:
            row[column.replace("AP", "gain")] = f"{100 * (row[column] / plain[column] - 1):+.1f} %"
    return list(rows.values())


def collections() -> Iterator[Collection]:
    """The two sites of the data."""
    folder = Path(os.environ["SITEGRAIN_DATA"]) / "ranking"
    rows = [json.loads(line) for line in (folder / "pages.jsonl").read_text().splitlines()]
    entries = [json.loads(line) for line in (folder / "queries.jsonl").read_text().splitlines()]
    for site in dict.fromkeys(row["site"] for row in rows):
        own = [row for row in rows if row["site"] == site]
        raws = [RawPage((folder / row["html_path"]).read_bytes(), url=row["url"]) for row in own]
        numbers = {row["id"]: number for number, row in enumerate(own)}
        asked = [
            (entry["query"], {numbers[id_] for id_ in entry["relevant"]}) for entry in entries if entry["site"] == site
        ]
        queries = {site: read_queries(asked)}
        if site in BARE:
            queries[f"{site} bare"] = read_queries((re.sub(r"\s*\([^)]+\)", "", text), ids) for text, ids in asked)
        yield Collection(raws, [as_page(raw) for raw in raws], queries)


def read_queries(asked: Iterable[tuple[str, set[int]]]) -> Queries:
    """Queries by their terms; those of equal terms are one. A sample, if there are many."""
    found: Queries = {}
    for text, relevant in asked:
        if terms := tuple(read_terms(text)):
            found[terms] = found.get(terms, set()) | relevant
    items = sorted(found.items())
    random.Random(1).shuffle(items)
    return dict(items[:MAX_QUERIES])


def systems(one: Collection) -> Iterator[tuple[str, Rank]]:
    """Each system with what ranks: terms and a depth to numbers of pages."""
    fields = tree_fields(one)
    for b in (0.75, 0.3):
        yield f"whole pages, b {b}", ExactRanker([page.counts for page in fields], bm25=Bm25(b=b)).rank
    yield "multipliers, b 0.3", weighed(fields, multiplier, b=0.3)
    yield "reference blocks, b 0.75", segrank(reference_fields(one))
    for name, method in (("SomTree", SomTree()), ("StyleTree", StyleTree()), ("BlockFusion", BlockFusion())):
        yield f"{name}, b 0.75", segrank(method_fields(one, method))
    for combine in ("tf", "score", "filter"):
        yield f"site tree, {combine}, b 0.75", segrank(fields, combine=combine)
    for part in ("aicf", "spread"):
        yield f"site tree, {part} alone, b 0.75", segrank(fields, part=part)
    yield "site tree, tf, b 0.3", segrank(fields, b=0.3)
    yield "site tree, tf, multipliers, b 0.3", product(fields)
    for with_anchors in (False, True):
        with stored(one, with_anchors=with_anchors) as index:
            yield "stored index" + (" with texts of links" if with_anchors else ""), index


def tree_fields(one: Collection) -> list[Fields]:
    """The pages by the block classes of the site's model."""
    model = SiteModel().fit(one.raws)
    return [read_fields(page, class_names(page, model.site_, "site"), page.head.title) for page in one.pages]


def method_fields(one: Collection, method: Any) -> list[Fields]:
    """The pages by the block classes of a published method."""
    if hasattr(method, "fit"):
        method.fit(one.pages)
    return [read_blocks(page, method.segment(page), "site", page.head.title) for page in one.pages]


def reference_fields(one: Collection) -> list[Fields]:
    """The pages by the publisher's own marks."""
    return [
        read_fields(page, [_reference(page, node) for node in page.unit_nodes.tolist()], page.head.title)
        for page in one.pages
    ]


def _reference(page: Page, node: int) -> str:
    while node >= 0:
        role = page.attributes[node].get("role", "")
        if mark := REFERENCE.get(page.tags[node]) or (role if role in ("navigation", "main") else ""):
            return mark
        node = int(page.parents[node])
    return "rest"


def segrank(fields: list[Fields], *, combine: str = "tf", b: float = 0.75, part: str = "importance") -> Rank:
    """A ranker by the importance of block classes alone, or by one of its factors."""
    importance = importances(fields, part)
    ranker = ExactRanker([page.counts for page in fields], importance, combine=combine, bm25=Bm25(b=b))
    return ranker.rank


def product(fields: list[Fields]) -> Rank:
    """A ranker as the stored index has it, exact: importance times multipliers."""
    importance = importances(fields)
    return weighed(fields, lambda name: importance[name] * multiplier(name), b=0.3)


def weighed(fields: list[Fields], weight: Callable[[str], float], *, b: float) -> Rank:
    """A ranker by given weights."""
    weights = {name: weight(name) for page in fields for name in page.counts}
    return ExactRanker([page.counts for page in fields], weights, bm25=Bm25(b=b), floor=0).rank


def importances(fields: list[Fields], part: str = "importance") -> dict[str, float]:
    """Block class -> its weight by segrank's importance, or by one of its factors, at least the floor."""
    names = list(dict.fromkeys(name for page in fields for name in page.counts))
    numbers = {name: number for number, name in enumerate(names)}
    pages = [{numbers[name]: list(counts.elements()) for name, counts in page.counts.items()} for page in fields]
    found = rank_classes(pages, len(names), min_blocks=1)
    n_tokens = np.array([sum(page.lengths.get(name, 0) for page in fields) for name in names], float)
    weights = class_weights(getattr(found, part), n_tokens, found.n_blocks >= beta(len(fields)))
    return dict(zip(names, weights.tolist(), strict=True))


@contextmanager
def stored(one: Collection, *, with_anchors: bool = False, everywhere: bool = False) -> Iterator[Rank]:
    """The product's index of a site."""
    with TemporaryDirectory() as folder:
        source, place = Path(folder) / "pages.jsonl", Path(folder) / "site.index"
        source.write_text("\n".join(json.dumps({"url": raw.url, "html": raw.html.decode()}) for raw in one.raws))
        for _ in build_index(read(source), place, indexing=Indexing(with_anchors=with_anchors)):
            pass
        with Index(place) as index:
            yield lambda terms, n: [(page - 1, score) for page, score in index.rank(terms, n, everywhere=everywhere)]


def same_first_ten(one: Collection) -> float:
    """The share of random queries for which the stored index and the exact ranker give the same ten pages in order."""
    fields = tree_fields(one)
    vocabulary = sorted({term for page in fields for counts in page.counts.values() for term in counts})
    draw = random.Random(2)
    queries = [draw.sample(vocabulary, draw.randint(1, 4)) for _ in range(N_RANDOM)]
    exact = product(fields)
    with stored(one, everywhere=True) as index:
        return float(np.mean([[p for p, _ in exact(q, 10)] == [p for p, _ in index(q, 10)] for q in queries]))


def measure(rank: Rank, queries: Queries) -> tuple[float, float]:
    """Mean average precision and precision among the first ten."""
    qrels, run_ = [], []
    for number, (terms, relevant) in enumerate(queries.items()):
        qrels += [Qrel(str(number), str(page), 1) for page in relevant]
        run_ += [
            ScoredDoc(str(number), str(page), -float(place)) for place, (page, _) in enumerate(rank(list(terms), DEPTH))
        ]
    found = ir_measures.calc_aggregate([AP, P @ 10], qrels, run_)
    return found[AP], found[P @ 10]

"""Hubs and authorities with and without repeated links.

Wang and Lochovsky put the data-rich section before HITS; Bharat and Henzinger weigh links by host. Published are no
figures that could be repeated on other pages. Here, the average precision of the pages that should come first:

- *web*: ten small sites, made up so that each remedy alone could miss something. Three pages are linked from the text
  of most sites, once each, and should come first. Eight sites link to their partner in the footer of every page, and
  one site of forty pages links to its own favourite in the text of every page: the first is template, the second one
  voice.
- *ranking*: two real sites with the pages that an index names for each of 100 queries; `text` is the search by itself,
  which the root set of 20 pages is from. An index entry names the page that defines something, which is not what the
  links tell.
"""

from __future__ import annotations

import json
import os
import random
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import numpy as np

import sitegrain
from benchmarks.reproduce.linked import FILTERS, LinkedSite, real_sites
from sitegrain.links import base_set, collect, hits, pagerank, site_weights
from sitegrain.measures.ranking import average_precision
from sitegrain.pages.encodings import decode
from sitegrain.pages.given import as_page
from sitegrain.pages.raw import RawPage
from sitegrain.search import Index, build_index
from sitegrain.search.query import parse_query

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from sitegrain.crawl import Row
    from sitegrain.links import LinkGraph

N_QUERIES, N_ROOTS, SEED = 100, 20, 13
SIZES = (40, 8, 8, 8, 8, 8, 8, 8, 8, 8)  # pages of each site of the made-up web
AUTHORITIES = ("http://s1.example/0", "http://s2.example/0", "http://s3.example/0")
PARTNER, FAVOURITE = "http://s4.example/0", "http://s5.example/0"
SYLLABLES = "ba bri ca co de ga hau ho li ne po qua sa ste ti tra wei yi".split()
WORDS = [a + b + c for a in SYLLABLES for b in SYLLABLES for c in SYLLABLES]


def run() -> list[dict[str, Any]]:
    """A row for each data set, filter and remedy."""
    return [*_web_rows(), *(row for site in real_sites("ranking") for row in _query_rows(site))]


def _web_rows() -> Iterator[dict[str, Any]]:
    sites = _web()
    for name, kind, least in FILTERS:
        rows: list[Row] = [row for site in sites for row in site.rows(kind, least)]
        with collect(rows) as found:
            graph, urls = found.after, [row["url"] for row in rows]
            ids = found.site_ids
        for remedy in (False, True):
            scores = hits(graph, site_weights(graph, ids) if remedy else None).authorities
            best = [urls[page] for page in np.argsort(-scores, kind="stable")]
            yield {
                "data": "web",
                "links of": name,
                "remedy": "by site" if remedy else "none",
                "edges": graph.n_edges,
                "authorities": average_precision(best, AUTHORITIES),
                "first": best[0].removeprefix("http://"),
            }


def _web() -> list[LinkedSite]:
    """Ten sites; which text links to which authority is drawn."""
    draw = random.Random(SEED)
    sites = []
    for number, size in enumerate(SIZES):
        host = f"http://s{number}.example"
        cited = [url for url in AUTHORITIES if not url.startswith(host) and draw.random() < 0.8]
        site = LinkedSite(f"s{number}.example", [], [])
        for page in range(size):
            links = [FAVOURITE] if number == 0 else cited if page == 1 else []
            raw = RawPage(_page(draw, links, size, has_partner=number > 1), url=f"{host}/{page}")
            site.pages.append((raw, as_page(raw)))
        sites.append(site)
    return sites


def _page(draw: random.Random, links: Sequence[str], size: int, *, has_partner: bool) -> str:
    menu = "".join(f"<li><a href=/{page}>Part {page}</a></li>" for page in range(min(size, 8)))
    words = [draw.choice(WORDS) for _ in range(90)]
    text = "".join(f"<p>{' '.join(words[start : start + 30])}</p>" for start in range(0, 90, 30))
    cited = "".join(f"<p>{draw.choice(words)} {draw.choice(words)} <a href={url}>{words[0]}</a></p>" for url in links)
    footer = f"<footer><p>Our partner is <a href={PARTNER}>the harbour office</a></p></footer>" if has_partner else ""
    return f"<nav><ul>{menu}</ul></nav><main><h1>{words[3]} {words[4]}</h1>{text}{cited}</main>{footer}"


def _query_rows(site: LinkedSite) -> Iterator[dict[str, Any]]:
    queries = _queries(site)
    roots = _roots(site, [text for text, _ in queries])
    is_large = len(site.pages) > 300  # the data-rich sections of so many long pages take minutes
    for name, kind, least in FILTERS[:-1] if is_large else FILTERS:
        with collect(site.rows(kind, least)) as found:
            graph = found.after
        ranks = pagerank(graph).ranks
        scores: dict[str, list[float]] = {name: [] for name in ("text", "authorities", "hubs", "pagerank")}
        for own, (_, relevant) in zip(roots, queries, strict=True):
            for by, ranking in _rankings(graph, own, ranks):
                scores[by].append(average_precision(ranking, relevant))
        means = {by: float(np.mean(values)) for by, values in scores.items()}
        yield {"data": site.name, "links of": name, "remedy": "none", "edges": graph.n_edges} | means


def _queries(site: LinkedSite) -> list[tuple[str, set[int]]]:
    """Evenly drawn queries of a site, each with the numbers of the pages that should be found."""
    numbers = {raw.id: number for number, (raw, _) in enumerate(site.pages)}
    found = []
    with (Path(os.environ["SITEGRAIN_DATA"]) / "ranking" / "queries.jsonl").open(encoding="utf-8") as lines:
        for query in map(json.loads, lines):
            if query["site"] == site.name:
                found.append((query["query"], {numbers[page] for page in query["relevant"] if page in numbers}))
    found = [query for query in found if query[1]]
    return found[:: max(1, len(found) // N_QUERIES)][:N_QUERIES]


def _roots(site: LinkedSite, queries: Sequence[str]) -> list[list[int]]:
    """The pages that the search finds for each query."""
    with TemporaryDirectory(prefix="sitegrain-bench-") as folder:
        source, path = Path(folder) / "site.jsonl", Path(folder) / "site.index"
        with source.open("w", encoding="utf-8") as out:
            for raw, _ in site.pages:
                out.write(json.dumps({"url": raw.url, "html": decode(raw.html).text}) + "\n")
        for _ in build_index(sitegrain.read(source), path):
            pass
        with Index(path) as index:  # pages are numbered from 1 in the order read
            return [[page - 1 for page, _ in index.rank(parse_query(text).terms, N_ROOTS)] for text in queries]


def _rankings(graph: LinkGraph, roots: list[int], ranks: NDArray[np.float64]) -> Iterator[tuple[str, list[int]]]:
    base = base_set(graph, np.array(roots, np.int64))
    found = hits(graph.subgraph(base))
    yield "text", roots
    yield "authorities", base[np.argsort(-found.authorities, kind="stable")].tolist()
    yield "hubs", base[np.argsort(-found.hubs, kind="stable")].tolist()
    yield "pagerank", base[np.argsort(-ranks[base], kind="stable")].tolist()

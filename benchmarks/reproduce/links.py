"""The links of the data-rich section.

Wang and Lochovsky take only the links of the data-rich section into the graph that HITS is run on. Here: the edges
between pages of a site before and after, the share of the links taken that are not in the content (menus, teasers,
footers), and the share of the links in the content that are kept; with all links, with those whose words weigh more
than 0 or 0.5 in sitegrain's own segmentation, and with those of the data-rich section. Content is what the generator of
a synthetic site says; on the real ones (`sites`) the units whose words stand together in the gold text, so that a menu
entry that the text has too counts as content. Links without words are left out of the shares.

`sitegrain hubs` takes what is above 0, as published. Half a mean word, `--min-weight 0.5`, leaves out more menus on
these sites, but where a few headings have most of the weight it leaves out text as well.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from benchmarks.reproduce.linked import FILTERS, LinkedSite, real_sites, synthetic_site
from sitegrain.links import collect, link_weights
from sitegrain.pages.links import page_links
from sitegrain.pages.runs import node_runs
from tests.synthetic.presets import PRESETS

if TYPE_CHECKING:
    from collections.abc import Iterator

N_PAGES, SEED = 40, 13
SHARES = ("not in the content", "content links kept")


def run() -> list[dict[str, Any]]:
    """A row for each site and filter."""
    rows = [row for data, site in _sites() for row in _rows(data, site)]
    return _means(rows) + rows


def _means(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """For each data set and filter the means of the shares over sites, and the sums of the counts."""
    groups: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for row in rows:
        groups.setdefault((row["data"], row["links of"]), []).append(row)
    return [
        {"data": data, "site": "all", "links of": name}
        | {column: sum(row[column] for row in own) for column in ("edges", "links")}
        | {column: float(np.mean([row[column] for row in own])) for column in SHARES}
        for (data, name), own in groups.items()
    ]


def _sites() -> Iterator[tuple[str, LinkedSite]]:
    for make in PRESETS.values():
        yield "synthetic", synthetic_site(make(N_PAGES, SEED))
    for site in real_sites("sites"):
        yield "sites", site


def _rows(data: str, site: LinkedSite) -> Iterator[dict[str, Any]]:
    for name, kind, least in FILTERS:
        kept, content = _links(site, kind, least)
        with collect(site.rows(kind, least)) as found:
            yield {
                "data": data,
                "site": site.name,
                "links of": name,
                "edges": found.after.n_edges,
                "links": int(kept.sum()),
                "not in the content": float((kept & ~content).sum() / max(kept.sum(), 1)),
                "content links kept": float((kept & content).sum() / max(content.sum(), 1)),
            }


def _links(site: LinkedSite, kind: str, least: float) -> tuple[np.ndarray, np.ndarray]:
    """Bool (n_links,) twice, over the links with words: it is kept, and it is in the content."""
    kept, content = [], []
    for (_, page), weights, gold in zip(site.pages, site.weights(kind), site.gold, strict=True):
        first, behind = node_runs(page)
        nodes = [link.node for link in page_links(page) if first[link.node] < behind[link.node]]
        kept.append(link_weights(page, nodes, weights) > least)
        content.append(link_weights(page, nodes, gold) > 0.5)
    return np.concatenate(kept), np.concatenate(content)

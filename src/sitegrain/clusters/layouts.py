"""The layouts of a source's sites: which pages share a template, and by what elements it can be told."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from contextlib import closing
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sitegrain.clusters.content import title_page
from sitegrain.content.extraction import Options
from sitegrain.content.site import likest_layout
from sitegrain.crawl import Listener, Plan, Row, extract_rows
from sitegrain.crawl.waiting import RowSpool
from sitegrain.pages.given import parse_raw
from sitegrain.sites.layouts import FITS_LAYOUT, JOINT_DEPTH
from sitegrain.sites.tree import UNKNOWN

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Mapping

    from sitegrain.crawl.spooling import AnyRow
    from sitegrain.model import SiteModel
    from sitegrain.pages.raw import RawPage
    from sitegrain.readers import Source

N_TERMS = 4  # of a label
NO_SITE = "nothing was learned for its site"


@dataclass(frozen=True, slots=True)
class LayoutWork:
    """The layout of a page, how unlike its leading page it is, and the keys of its elements."""

    options: Options = field(default_factory=Options)

    def __call__(self, page: RawPage, site: str | None, model: SiteModel | None) -> Row:
        parsed = parse_raw(page)
        row = title_page(page, parsed, site)
        if model is None or model.site_.tables is None:
            return row | {"cluster": None, "terms": [], "distance": None, "reason": NO_SITE}
        tree = model.site_.tree
        places = tree.locate(parsed)
        layout, similarity = likest_layout(model.site_, places)
        keys, depths = tree.keys, tree.depths
        known = {keys[place] for place in set(places.exact.tolist()) - {UNKNOWN} if depths[place] <= JOINT_DEPTH}
        row |= {"cluster": layout, "terms": sorted(known), "distance": round(1 - similarity, 4)}
        return row if layout else row | {"reason": f"less than {FITS_LAYOUT:g} like any layout of its site"}


def find_layouts(
    source: Source | Iterable[AnyRow], *, plan: Plan | None = None, listener: Listener | None = None
) -> Generator[Row, None, None]:
    """One row for each page of a source, of any number of sites, in its order, once all have been read.

    Besides the names of the page a row has `cluster`, the name of a layout of its site; `terms`, keys of elements that
    its pages have and others of the site do not, most telling first; and `distance`, 1 less the similarity to the page
    that leads the layout, in [0, 1]. A page that is of none has None for `cluster` and a `reason`. A page that cannot
    be used has `skipped` instead.
    """
    with closing(extract_rows(source, LayoutWork(), plan=plan, listener=listener)) as rows, RowSpool() as spool:
        counts: dict[str | None, dict[str, Counter[str]]] = defaultdict(lambda: defaultdict(Counter))
        sizes: dict[str | None, Counter[str]] = defaultdict(Counter)
        for row in rows:
            if row.get("cluster") is not None:
                counts[row["site"]][row["cluster"]].update(row["terms"])
                row["terms"] = []
                sizes[row["site"]][row["cluster"]] += 1
            spool.add(row)
        terms = {site: tell_apart(own, sizes[site]) for site, own in counts.items()}
        for row in spool:
            if "skipped" not in row:
                row["terms"] = terms[row["site"]][row["cluster"]] if row["cluster"] is not None else []
            yield row


def tell_apart(counts: Mapping[str, Mapping[str, int]], sizes: Mapping[str, int]) -> dict[str, list[str]]:
    """For each group of pages the keys that its pages have and few others do, most telling first.

    counts: group -> key -> pages of the group that have it; sizes: group -> its pages. A key tells its share of the
    group's pages, times ln((n + 1) / pages of all that have it). Those on all pages of the site tell nothing.
    """
    total: Counter[str] = Counter()
    for own in counts.values():
        total.update(own)
    n = sum(sizes.values())
    found = {}
    for group, own in counts.items():
        shares = {key: count / sizes[group] * math.log((n + 1) / total[key]) for key, count in own.items()}
        telling = [key for key in shares if total[key] < n] or list(shares)
        found[group] = sorted(telling, key=lambda key: (-shares[key], key))[:N_TERMS]
    return found

"""Proposals for every site of a source."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from sitegrain.crawl.spooling import Rereadable
from sitegrain.measures.reference.proposing import propose
from sitegrain.pages.given import parse_raw
from sitegrain.pages.raw import RawPage
from sitegrain.sites.grouping import choose_grouping
from sitegrain.sites.sampling import Sampler

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sitegrain.measures.reference.proposing import Proposal
    from sitegrain.pages.page import Page
    from sitegrain.readers import Source
    from sitegrain.segmenters.segmenter import PageSegmenter

    Name = tuple[str | None, str | None]


def propose_sites(
    source: Source, make: Callable[[], PageSegmenter], name: str, *, group_by: str | None = None
) -> Iterator[Proposal]:
    """The layouts of each site of a source with proposed blocks; of a site at most a sample of pages is held.

    make, name: a new segmenter for each site, and what it is called
    """
    grouping = choose_grouping(source, group_by)
    with TemporaryDirectory(prefix="sitegrain-") as folder:
        rows = Rereadable(source, Path(folder))
        samplers: dict[str | None, Sampler[RawPage]] = {}
        for row in rows.first():
            if isinstance(row, RawPage):
                samplers.setdefault(grouping.site(row), Sampler()).add(row.html, row.url, row)
        for site, sampler in samplers.items():
            sample = sampler.sample()
            taken = {(raw.path, raw.url) for raw in sample}

            def others(site: str | None = site, taken: set[Name] = taken) -> Iterator[Page]:
                for row in rows.last():
                    if isinstance(row, RawPage) and (row.path, row.url) not in taken and grouping.site(row) == site:
                        yield parse_raw(row)

            yield from propose([parse_raw(raw) for raw in sample], others(), make(), site=site, name=name)

"""The published methods over many sites: fit one a site, then segment its pages."""

from __future__ import annotations

import pickle
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from sitegrain.blocks.segmentation import no_blocks
from sitegrain.content.extraction import Options
from sitegrain.crawl.duties import Learned, Sample, SampleDuty, describe_failure
from sitegrain.crawl.models import file_name
from sitegrain.crawl.works import Row, segmentation_row
from sitegrain.pages.given import parse_raw
from sitegrain.segmenters.methods import learns, make_method
from sitegrain.segmenters.weighed import Weighed

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from sitegrain.blocks.segmentation import Segmentation
    from sitegrain.pages.page import Page
    from sitegrain.pages.raw import RawPage
    from sitegrain.segmenters.segmenter import PageSegmenter

HELD = 4  # fitted methods in memory at a time; some hold their sample's pages


@dataclass(frozen=True, slots=True)
class MethodWork:
    """The page's blocks by a published method.

    name, parameters: of the method, as `segmenters.methods` knows it
    weighs:           weigh its block classes by segrank, over the sample of their site
    """

    name: str
    parameters: Mapping[str, Any] = field(default_factory=dict)
    weighs: bool = False

    @property
    def options(self) -> Options:
        return Options()

    @property
    def needs_site(self) -> bool:
        """Whether the pages of a site must be seen first."""
        return self.weighs or learns(make_method(self.name, self.parameters))

    def make(self) -> PageSegmenter:
        """The method, not fitted."""
        method = make_method(self.name, self.parameters)
        return Weighed(method) if self.weighs else method

    def __call__(self, page: RawPage, site: str | None, model: PageSegmenter | None) -> Row:
        parsed = parse_raw(page)
        return segmentation_row(page, parsed, self.segment(parsed, model), site=site, method=self.name)

    def segment(self, page: Page, model: PageSegmenter | None) -> Segmentation:
        """The page's blocks; none, with a reason, where nothing was learned of its site."""
        if model is not None:
            return model.segment(page)
        reason = f"{self.name} learns from pages of a site, and nothing was learned for this one"
        return no_blocks(page.tokens, reason)


class FittedMethods:
    """The fitted methods of a job's sites: in its own temporary folder, those used last in memory too."""

    def __init__(self, folder: Path, work: MethodWork) -> None:
        self.folder = folder
        self._single = None if work.needs_site else work.make()
        self._held: OrderedDict[str, PageSegmenter] = OrderedDict()

    def get(self, site: str | None) -> PageSegmenter | None:
        """The method fitted on a site, None if there is none; one that knows only pages is the same for all."""
        if self._single is not None or site is None:
            return self._single
        if site not in self._held:
            path = self.folder / file_name(site)
            if not path.is_file():
                return None
            self._hold(site, pickle.loads(path.read_bytes()))  # written by this job, into a folder of its own
        self._held.move_to_end(site)
        return self._held[site]

    def put(self, site: str, method: PageSegmenter) -> None:
        """Keep a fitted method for all processes of the job."""
        path = self.folder / file_name(site)
        part = path.with_suffix(".part")
        part.write_bytes(pickle.dumps(method, pickle.HIGHEST_PROTOCOL))
        part.replace(path)
        self._hold(site, method)

    def _hold(self, site: str, method: PageSegmenter) -> None:
        self._held[site] = method
        while len(self._held) > HELD:
            self._held.popitem(last=False)


@dataclass(frozen=True, slots=True)
class FitDuty(SampleDuty):
    """Fit a method on the sample of a site."""

    work: MethodWork
    methods: FittedMethods

    def __call__(self, item: Sample) -> Learned:
        method: Any = self.work.make()
        try:
            method.fit(item.pages)
        except Exception as error:  # the site's pages then have no blocks, and say why
            return self.give_up(item, describe_failure(error))
        self.methods.put(item.site, method)
        return Learned(item.site, item.n_pages, n_sampled=len(item.pages))

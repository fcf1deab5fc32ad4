"""The two duties of a job: learn a site from its sample, and make the row of a page.

Neither lets an exception of a page out: it becomes the page's row. A duty can be pickled, and is held by its worker
for as long as it lives.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from sitegrain.crawl.models import ModelCache, file_name
from sitegrain.crawl.works import Row, Work, skipped_row
from sitegrain.model import SiteModel
from sitegrain.pages.given import parse_raw
from sitegrain.pages.raw import RawPage, Skipped
from sitegrain.saving import save_model

if TYPE_CHECKING:
    from pathlib import Path

T_contra = TypeVar("T_contra", contravariant=True)
R_co = TypeVar("R_co", covariant=True)


class Duty(Protocol[T_contra, R_co]):
    """Something to do for one item, and what to answer for an item that cannot be done."""

    def __call__(self, item: T_contra) -> R_co: ...

    def give_up(self, item: T_contra, reason: str) -> R_co: ...

    def size(self, item: T_contra) -> int:
        """The pages that an item holds; so many times the limit of a page it may take."""
        ...

    def site(self, item: T_contra) -> str | None:
        """The site that an item is of: who knows it does it faster."""
        ...


@dataclass(frozen=True, slots=True)
class Member:
    """A row of the source, its number in the order read, and its site."""

    number: int
    row: RawPage | Skipped
    site: str | None

    @property
    def n_bytes(self) -> int:
        return len(self.row.html) if isinstance(self.row, RawPage) else 0


class Models(Protocol):
    """What was learned of each site."""

    def get(self, site: str | None) -> Any:
        """What the work of a page is given; None for a site of which nothing was learned."""
        ...


class PageDuty:
    """Make the row of a page."""

    def __init__(self, work: Work, models: Models) -> None:
        self.work = work
        self._models = models

    def __call__(self, item: Member) -> tuple[int, Row]:
        if isinstance(item.row, Skipped):
            return self.give_up(item, item.row.reason)
        model = self._models.get(item.site)
        try:
            return item.number, self.work(item.row, item.site, model)
        except Exception as error:  # whatever a page does, it costs this page only
            return self.give_up(item, describe_failure(error))

    def give_up(self, item: Member, reason: str) -> tuple[int, Row]:
        return item.number, skipped_row(item.row, item.site, reason)

    def size(self, item: Member) -> int:
        return 1

    def site(self, item: Member) -> str | None:
        return item.site


@dataclass(frozen=True, slots=True)
class Sample:
    """A site to learn: its name, the sampled pages, and how many pages it has in the source."""

    site: str
    pages: tuple[RawPage, ...]
    n_pages: int


@dataclass(frozen=True, slots=True)
class Learned:
    """What came of learning a site.

    n_pages, n_sampled: pages of the site in the source, and how many of them were learned from
    template_share:     share of the sample's words expected to be no content
    failure:            why there is no model, None if there is one at `path`
    """

    site: str
    n_pages: int
    n_sampled: int = 0
    n_layouts: int = 0
    n_classes: int = 0
    template_share: float = 0.0
    path: Path | None = None
    failure: str | None = None


class SampleDuty:
    """What all duties that learn a site from its sample answer alike."""

    __slots__ = ()

    def give_up(self, item: Sample, reason: str) -> Learned:
        return Learned(item.site, item.n_pages, failure=reason)

    def size(self, item: Sample) -> int:
        return len(item.pages)

    def site(self, item: Sample) -> str | None:
        return item.site


@dataclass(frozen=True, slots=True)
class LearnDuty(SampleDuty):
    """Fit the model of a site and save it.

    out:        the model file, or the folder that gets a file named after the site
    keep, drop: the user's rules, saved with the model
    thorough:   with the larger scorer
    models:     where fitted models are kept for the pages that follow; None for models that are not only this job's
    """

    out: Path
    keep: tuple[str, ...] = ()
    drop: tuple[str, ...] = ()
    thorough: bool = False
    models: ModelCache | None = None

    def __call__(self, item: Sample) -> Learned:
        try:
            model = self._fit(item.site, item.pages)
        except Exception as error:  # the site's pages are then extracted alone
            return self.give_up(item, describe_failure(error))
        model.n_pages_ = item.n_pages
        path = self.out / file_name(item.site) if self.out.is_dir() else self.out
        save_model(model, path, embeds_scorer=self.models is None)
        if self.models is not None:
            self.models.put(path, model)
        return summarise(model, item.site, path)

    def _fit(self, site: str, pages: tuple[RawPage, ...]) -> SiteModel:
        """Fit; a page that cannot be parsed must not cost its site the model."""
        model = SiteModel(keep=self.keep, drop=self.drop, thorough=self.thorough)
        try:
            return model.fit(pages, name=site)
        except Exception:
            sound = tuple(page for page in pages if _is_sound(page))
            if len(sound) in (0, len(pages)):
                raise
            return model.fit(sound, name=site)


def summarise(model: SiteModel, site: str, path: Path | None) -> Learned:
    """The numbers of a fitted model."""
    known = model.site_
    n_words = float(known.pool.of("words").sum())
    return Learned(
        site=site,
        n_pages=model.n_pages_,
        n_sampled=known.pool.n_pages,
        n_layouts=len(known.leaders),
        n_classes=0 if known.tables is None else len(known.tables.classes.heads),
        template_share=1 - float(known.pool.of("mass").sum()) / n_words if n_words else 0.0,
        path=path,
    )


def _is_sound(page: RawPage) -> bool:
    try:
        parse_raw(page)
    except Exception:  # the page gets its reason when its row is made
        return False
    return True


@dataclass(frozen=True, slots=True)
class ProbeDuty:
    """Tell whether a page can be parsed by somebody who survives it."""

    def __call__(self, item: RawPage) -> bool:
        return _is_sound(item)

    def give_up(self, item: RawPage, reason: str) -> bool:
        return False

    def size(self, item: RawPage) -> int:
        return 1

    def site(self, item: RawPage) -> str | None:
        return None


def describe_failure(error: BaseException) -> str:
    """An exception as the reason of a skipped page."""
    text = " ".join(str(error).split())[:200]
    return f"failed: {type(error).__name__}: {text}" if text else f"failed: {type(error).__name__}"

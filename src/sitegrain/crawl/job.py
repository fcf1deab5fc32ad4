"""A job over many sites in two passes: learn each site from a sample of its pages, then do the work page by page.

Pass 1 reads the source and keeps a bounded sample of each site. Pass 2 reads again, a window of pages at a time: it
learns the sites of the window that are new and have two pages or more, saves their models in a temporary folder, takes
the pages site by site while those that were learned from are still at hand, and gives rows in the order read.
"""

from __future__ import annotations

from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from sitegrain.content.extraction import Options
from sitegrain.crawl.duties import (
    Duty,
    LearnDuty,
    Learned,
    Member,
    PageDuty,
    ProbeDuty,
    Sample,
    describe_failure,
)
from sitegrain.crawl.listening import Listener
from sitegrain.crawl.methods import FitDuty, FittedMethods, MethodWork
from sitegrain.crawl.models import ModelCache, ModelStore, open_store
from sitegrain.crawl.ordering import chunks, in_order, windows
from sitegrain.crawl.spooling import AnyRow, Rereadable, SampleSpool
from sitegrain.crawl.team import OwnProcess, Processes, Team
from sitegrain.crawl.works import ExtractWork, Row, Work, extract_document
from sitegrain.errors import UsageError
from sitegrain.pages.given import check_pages
from sitegrain.pages.raw import Skipped
from sitegrain.sites.grouping import Grouping, choose_grouping

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Generator, Iterable, Iterator, Mapping

    from sitegrain.content.document import Document
    from sitegrain.readers import Source

MIN_PAGES = 2  # of a site that can be learned
SAMPLES_AHEAD = 3  # samples held for each worker, so that a small site need not wait for a large one
DOCUMENT_WINDOW = 16  # documents held at a time; each holds its page's arrays
_DEADLY = ("crashed:", "timeout:")


@dataclass(frozen=True, slots=True)
class Plan:
    """How a job is run.

    group_by:     `host`, `folder`, `none`, or None for the default rule
    models:       a model file for all pages, a folder of models, or a store of them; sites without one are learned
    jobs:         processes that work
    page_timeout: seconds for a page, after which it is given up; None for any time
    """

    group_by: str | None = None
    models: str | os.PathLike[str] | ModelStore | None = None
    jobs: int = 1
    page_timeout: float | None = None

    def __post_init__(self) -> None:
        if self.jobs < 1:
            raise UsageError(f"jobs must be at least 1, got {self.jobs}")
        if self.page_timeout is not None and not self.page_timeout > 0:
            raise UsageError(f"page_timeout must be above 0 seconds, got {self.page_timeout:g}")


def extract_rows(
    source: Source | Iterable[AnyRow],
    work: Work | None = None,
    *,
    plan: Plan | None = None,
    listener: Listener | None = None,
) -> Generator[Row, None, None]:
    """One row of plain values for every row of the source, in its order, with models of the sites learned from it.

    A page that cannot be used has `skipped` with the reason instead of its content. `work` makes the row of a page.
    Ending the iteration early removes what is on disk; close the iterator to have that done at once.
    """
    plan, listener = plan or Plan(), listener or Listener()
    with _Job(source, plan, listener) as job:
        yield from job.rows(work or ExtractWork())


def extract_sites(
    pages: Source | Iterable[AnyRow],
    *,
    group_by: str | None = None,
    options: Options | None = None,
    models: str | os.PathLike[str] | None = None,
    jobs: int = 1,
    listener: Listener | None = None,
) -> Generator[Document, None, None]:
    """Extract the pages of many sites: learn each site from a sample, then yield a Document a page, in the order read.

    pages: what `sitegrain.read` gives, or RawPage, bytes or str; an iterator is kept on disk between the passes
    jobs:  processes that learn the sites; documents are made in this process (`sitegrain.crawl.extract_rows` gives rows
           and makes those in all of them)

    A page that cannot be used gives no document; `listener.skipped` is told of each.
    """
    plan, listener = Plan(group_by, models, jobs), listener or Listener()
    with _Job(pages, plan, listener) as job:
        yield from job.documents(options or Options())


def learn_sites(
    source: Source | Iterable[AnyRow],
    out: Path,
    *,
    rules: Options | None = None,
    plan: Plan | None = None,
    listener: Listener | None = None,
) -> Generator[Learned, None, None]:
    """Learn every site of a source and save its model: in the folder `out`, or as the file `out` if there is one site.

    rules: its `keep` and `drop` are saved with the models, and so is the scorer it names
    Yields what came of each site, also of those of one page.
    """
    rules = rules or Options()
    with _Job(source, plan or Plan(), listener or Listener()) as job:
        yield from job.learn_into(out, rules)


class _Job:
    """One run over a source; used in a `with` block, which removes all that is on disk."""

    def __init__(self, source: Source | Iterable[AnyRow], plan: Plan, listener: Listener) -> None:
        check_pages(source)
        self.grouping = choose_grouping(source, plan.group_by)
        self.given = _store(plan.models)
        self.plan = plan
        self.listener = listener
        self._source = source
        self._stack = ExitStack()
        self._n_rows: int | None = None
        self._n_alone = 0  # pages of which nothing says where they are from

    def __enter__(self) -> _Job:
        with ExitStack() as stack:
            self.folder = Path(stack.enter_context(TemporaryDirectory(prefix="sitegrain-", ignore_cleanup_errors=True)))
            self.models = ModelCache(ModelStore(self.given.single, (*self.given.folders, self.folder)))
            self.source = Rereadable(self._source, self.folder)
            self._stack = stack.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def rows(self, work: Work) -> Iterator[Row]:
        team = self._team(*self._duties(work))
        with SampleSpool(self.folder) as spool:
            if not isinstance(work, MethodWork) or work.needs_site:
                self._sample(spool)
            for n_done, row in enumerate(in_order(self._results(team, spool)), 1):
                yield row
                self.listener.progress("extracting", n_done, self._n_rows)

    def _duties(self, work: Work) -> tuple[Duty[Sample, Learned], PageDuty]:
        """How sites are learned, and what is done with each page."""
        if isinstance(work, MethodWork):
            methods = FittedMethods(self.folder, work)
            return FitDuty(work, methods), PageDuty(work, methods)
        learn = LearnDuty(self.folder, thorough=work.options.thorough, models=self.models)
        return learn, PageDuty(work, self.models)

    def documents(self, options: Options) -> Iterator[Document]:
        team = self._team(LearnDuty(self.folder, thorough=options.thorough, models=self.models))
        with SampleSpool(self.folder) as spool:
            self._sample(spool)
            for window in windows(self._members(), max_pages=DOCUMENT_WINDOW):
                self._learn_window(team, spool, window)
                start = window_start(window)
                for result in in_order((m.number - start, _document(m, self.models, options)) for m in window):
                    if isinstance(result, Skipped):
                        self.listener.skipped(result)
                    else:
                        yield result

    def learn_into(self, out: Path, rules: Options) -> Iterator[Learned]:
        if not self._has_sites:
            raise UsageError("a page without a site cannot be learned: give a folder or a crawl, or --group-by folder")
        team = self._team(LearnDuty(out, rules.keep, rules.drop, rules.thorough))
        with SampleSpool(self.folder) as spool:
            self._read(spool, self.listener.skipped)
            counts = spool.counts()
            sites = {site: n_pages for site, n_pages in counts.items() if n_pages >= MIN_PAGES}
            if not out.is_dir() and len(sites) > 1:
                raise UsageError(f"{out}: {len(sites)} sites do not fit into one file, give a folder")
            if self._n_alone:
                self.listener.notice(_no_site(self._n_alone))
            for n_done, learned in enumerate(self._learn(team, spool, sites), 1):
                spool.forget(learned.site)
                yield learned
                self.listener.progress("learning", n_done, len(sites))
        for site, n_pages in counts.items():
            if n_pages < MIN_PAGES:
                yield Learned(site, n_pages, failure="one page is not enough to learn from")

    @property
    def _has_sites(self) -> bool:
        return self.grouping != Grouping()

    def _team(self, learn: Duty[Sample, Learned], page: PageDuty | None = None) -> Team:
        duties: dict[str, Duty[Any, Any]] = {"learn": learn, "probe": ProbeDuty()}
        if page is not None:
            duties["page"] = page
        if self.plan.jobs == 1 and self.plan.page_timeout is None:
            return OwnProcess(duties)
        team = Processes(self.plan.jobs, duties, timeout=self.plan.page_timeout)
        return self._stack.enter_context(closing(team))

    def _chunks(self, window: list[Member]) -> Iterator[tuple[Member, ...]]:
        """A page by itself if it has a limit of its own, else a few together."""
        return chunks(window) if self.plan.page_timeout is None else chunks(window, max_pages=1)

    def _members(self) -> Iterator[Member]:
        for number, row in enumerate(self.source.last()):
            yield Member(number, row, self.grouping.site(row))

    def _results(self, team: Team, spool: SampleSpool) -> Iterator[tuple[int, Row]]:
        """Pass 2, a window at a time: learn its new sites, then make the rows of its pages."""
        for window in windows(self._members()):
            self._learn_window(team, spool, window)
            yield from team.run("page", self._chunks(window))

    def _sample(self, spool: SampleSpool) -> None:
        """Pass 1, where there is something to learn."""
        if self.given.single is not None or not self._has_sites:
            return
        self._read(spool)
        if self.given.folders and spool.counts():
            self.listener.notice(_no_model(self.given.folders[0], list(spool.counts())))

    def _learn_window(self, team: Team, spool: SampleSpool, window: list[Member]) -> None:
        """Learn the sites of a window that were sampled and not learned yet."""
        sampled = spool.counts()
        new = dict.fromkeys(m.site for m in window if m.site is not None and sampled.get(m.site, 0) >= MIN_PAGES)
        for learned in self._learn(team, spool, {site: sampled[site] for site in new}):
            spool.forget(learned.site)
            if learned.failure:
                self.listener.notice(f"{learned.site}: not learned, its pages stand alone: {learned.failure}")

    def _read(self, spool: SampleSpool, on_skipped: Callable[[Skipped], None] = lambda row: None) -> None:
        """Pass 1: keep a sample of each site that has no model."""
        has_model: dict[str, bool] = {}
        self._n_rows = 0
        for row in self.source.first():
            self._n_rows += 1
            self.listener.progress("reading", self._n_rows, None)
            if isinstance(row, Skipped):
                on_skipped(row)
                continue
            site = self.grouping.site(row)
            if site is None:
                self._n_alone += 1
                continue
            if site not in has_model:
                has_model[site] = self.given.find(site) is not None
            if not has_model[site]:
                spool.add(site, row)

    def _learn(self, team: Team, spool: SampleSpool, sites: Mapping[str, int]) -> Iterator[Learned]:
        """Learn sites of so many pages each; those whose pages end a worker come last and without these pages."""
        deadly = []
        samples = ((Sample(site, tuple(spool.sample(site)), sites[site]),) for site in sites)
        for learned in team.run("learn", samples, ahead=SAMPLES_AHEAD):
            if learned.failure and learned.failure.startswith(_DEADLY):
                deadly.append(learned.site)
            else:
                yield learned
        for site in deadly:
            pages = spool.sample(site)
            sound = list(team.run("probe", ((page,) for page in pages)))
            survivors = tuple(page for page, is_sound in zip(pages, sound, strict=True) if is_sound)
            yield from team.run("learn", [(Sample(site, survivors, sites[site]),)])


def _store(models: str | os.PathLike[str] | ModelStore | None) -> ModelStore:
    if models is None:
        return ModelStore()
    return models if isinstance(models, ModelStore) else open_store(models)


def window_start(window: list[Member]) -> int:
    """The lowest number in a window; its numbers have no gaps."""
    return min(member.number for member in window)


def _document(member: Member, models: ModelCache, options: Options) -> Document | Skipped:
    row = member.row
    if isinstance(row, Skipped):
        return row
    model = models.get(member.site)
    try:
        return extract_document(row, member.site, model, options)
    except Exception as error:  # whatever a page does, it costs this page only
        return Skipped(describe_failure(error), url=row.url, path=row.path, id=row.id, host=row.host)


def _no_site(n_pages: int) -> str:
    pages = f"{n_pages} page{' has' if n_pages == 1 else 's have'} neither url nor host"
    return f"{pages} and belong{'s' if n_pages == 1 else ''} to no site; --group-by folder takes them as one"


def _no_model(folder: Path, sites: list[str]) -> str:
    some = ", ".join(sites[:3]) + (" ..." if len(sites) > 3 else "")
    return f"{folder}: no model for {some}; learned from the source"

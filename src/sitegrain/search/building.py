"""Indexing a source: learn its sites, read its pages in parallel, write them in one transaction."""

from __future__ import annotations

from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from sitegrain.crawl import Listener, ModelStore, Plan, extract_rows, learn_sites
from sitegrain.crawl.models import file_name, open_store
from sitegrain.errors import UsageError
from sitegrain.search.store import check_method, connect, reading, remove_empty, undamaged, writing
from sitegrain.search.work import IndexWork, MethodIndexWork
from sitegrain.search.writer import IndexWriter
from sitegrain.sites.grouping import Grouping, choose_grouping

if TYPE_CHECKING:
    import os
    import sqlite3
    from collections.abc import Generator, Iterator

    from sitegrain.crawl import Learned, MethodWork, Row, Work
    from sitegrain.readers import Source


@dataclass(frozen=True, slots=True)
class Changes:
    """What indexing did, in pages."""

    added: int
    replaced: int
    removed: int
    unchanged: int
    skipped: int


@dataclass(frozen=True, slots=True)
class Indexing:
    """What goes into an index.

    method:       a published method that cuts the pages instead of their sites' models; such an index is made in one
                  go, not brought up to date
    with_anchors: the texts of links belong to the pages they lead to
    prune:        remove the pages that the source does not have; not by a source without pages
    """

    method: MethodWork | None = None
    with_anchors: bool = False
    prune: bool = False

    @property
    def made_by(self) -> str:
        """The name of the method, "" for the models."""
        return "" if self.method is None else self.method.name


def build_index(
    source: Source,
    path: str | os.PathLike[str],
    *,
    indexing: Indexing | None = None,
    plan: Plan | None = None,
    listener: Listener | None = None,
) -> Generator[Row | Changes, None, None]:
    """Bring an index up to date with a source; made if it is not there.

    plan: `models` for sites of which the index has none; sites of which nobody has one are learned

    Yields a row for each page, in the order read, and at the end the Changes. If anything goes wrong before that, the
    index stays as it was. UsageError, WriteError, ModelError.
    """
    indexing, plan, listener = indexing or Indexing(), plan or Plan(), listener or Listener()
    if not source.is_repeatable:
        raise UsageError("an index is made from a source that can be read twice, such as a folder or a WARC file")
    with (
        _no_empty_index(Path(path)),
        closing(connect(path, create=True)) as connection,
        TemporaryDirectory(prefix="sitegrain-") as folder,
    ):
        with reading(path):
            check_method(connection, indexing.made_by, path)
            work = _work(connection, indexing)
            if indexing.method is None:
                plan = Plan(plan.group_by, _models(connection, Path(folder), plan), plan.jobs, plan.page_timeout)
        learned = _learn(source, Path(folder), plan, listener) if indexing.method is None else []
        n_skipped = 0
        with writing(connection, path):
            with undamaged(path):
                writer = IndexWriter(connection)
                writer.set_sources(indexing.made_by, learned)
            with closing(extract_rows(source, work, plan=plan, listener=listener)) as rows:
                for row in rows:
                    if "skipped" in row:
                        n_skipped += 1
                    else:
                        with undamaged(path):
                            writer.add(row)
                    yield row
            with undamaged(path):
                if indexing.prune:
                    _check_prune(writer, path)
                    writer.prune()
                writer.finish()
        changes = Changes(writer.n_added, writer.n_replaced, writer.n_removed, writer.n_unchanged, n_skipped)
    yield changes


def _check_prune(writer: IndexWriter, path: str | os.PathLike[str]) -> None:
    """UsageError if the source had no page: a folder that is not mounted is more likely than a site that is gone."""
    if not writer.n_added + writer.n_replaced + writer.n_unchanged:
        raise UsageError(f"the source has no page that can be used: to prune by it would empty {path}")


def _work(connection: sqlite3.Connection, indexing: Indexing) -> Work:
    method = indexing.method
    if method is not None:
        return MethodIndexWork(method.name, method.parameters, with_anchors=indexing.with_anchors)
    return IndexWork(dict(connection.execute("SELECT name, hash FROM pages")), indexing.with_anchors)


def _learn(source: Source, folder: Path, plan: Plan, listener: Listener) -> list[Learned]:
    """What came of the sites of a source that have no model yet."""
    if choose_grouping(source, plan.group_by) == Grouping():
        return []
    with closing(learn_sites(source, folder, plan=plan, listener=listener)) as sites:
        return [one for one in sites if one.path is not None]


@contextmanager
def _no_empty_index(path: Path) -> Iterator[None]:
    """Remove an index that was made here, if anything goes wrong: without pages it would look like one of none."""
    is_new = not path.exists()
    try:
        yield
    except BaseException:
        if is_new and path.exists():
            remove_empty(path)
        raise


def _models(connection: sqlite3.Connection, folder: Path, plan: Plan) -> ModelStore:
    """The models that the index has, in a folder, then those that were given."""
    for name, model in connection.execute("SELECT name, model FROM sites WHERE model IS NOT NULL"):
        (folder / file_name(name)).write_bytes(model)
    if plan.models is None:
        return ModelStore(folders=(folder,))
    given = plan.models if isinstance(plan.models, ModelStore) else open_store(plan.models)
    return ModelStore(given.single, (folder, *given.folders))

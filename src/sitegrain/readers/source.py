"""What every source offers: its pages in order, and the reasons of what is not among them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from typing import TYPE_CHECKING

from sitegrain.pages.raw import RawPage, Skipped
from sitegrain.pages.sniffing import sniff

if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_PAGE_BYTES = 256 << 20  # a larger page, line or record is skipped


class Source(ABC):
    """A place that pages are read from, one after the other; never all of them in memory.

    is_repeatable:     it can be iterated again
    is_lone_page:      one page by itself, which belongs to no site
    first_level_names: of a folder, the names of the files and folders right below it, without hidden ones
    first_level_folders: those of them that are folders
    skipped:           how many rows the last iteration skipped, by kind of reason
    """

    is_repeatable: bool = True
    is_lone_page: bool = False

    def __init__(self, *, limit: int | None = None) -> None:
        self.limit = limit
        self.skipped: Counter[str] = Counter()

    @property
    def first_level_names(self) -> tuple[str, ...]:
        return ()

    @property
    def first_level_folders(self) -> tuple[str, ...]:
        return ()

    @abstractmethod
    def _read(self) -> Iterator[RawPage | Skipped]:
        """Read everything, in order."""

    def records(self) -> Iterator[RawPage | Skipped]:
        """All rows in the order read, up to `limit` pages; what cannot be used is a Skipped in its place."""
        self.skipped = Counter()
        n_pages = 0
        if self.limit is not None and self.limit <= 0:
            return
        for row in self._read():
            if isinstance(row, Skipped):
                self.skipped[row.kind] += 1
            yield row
            if isinstance(row, RawPage):
                n_pages += 1
                if n_pages == self.limit:
                    return

    def __iter__(self) -> Iterator[RawPage]:
        """The usable pages in the order read."""
        for row in self.records():
            if isinstance(row, RawPage):
                yield row


def checked(page: RawPage) -> RawPage | Skipped:
    """The page, or why its body cannot be one."""
    reason = f"too large: more than {MAX_PAGE_BYTES} bytes" if len(page.html) > MAX_PAGE_BYTES else sniff(page.html)
    return page if reason is None else skip(page, reason)


def skip(page: RawPage, reason: str) -> Skipped:
    """Give up a page; what is known about it stays."""
    return Skipped(reason, url=page.url, path=page.path, id=page.id, host=page.host)


def printable(name: str) -> str:
    r"""A file name as text that can be written out: bytes that are not UTF-8 become `\xNN`."""
    return name.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


def without_surrogates(text: str) -> str:
    """Text that can be written out: lone surrogates become U+FFFD."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def explain(error: BaseException) -> str:
    """What went wrong, in lower case and on one line."""
    text = getattr(error, "strerror", None) or str(error) or type(error).__name__
    line = " ".join(text.split())
    return line[:1].lower() + line[1:200]

"""Read a page from the web, then a few pages of its site that its address says are made alike. Needs the extra `web`.

The siblings are links of the page on its own host, most similar address first (US of `sitegrain.pages.urls`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sitegrain.errors import SourceError
from sitegrain.pages.encodings import decode
from sitegrain.pages.links import page_links
from sitegrain.pages.parse import parse
from sitegrain.pages.raw import RawPage, Skipped
from sitegrain.pages.urls import host_of, url_similarity
from sitegrain.readers.fetching import Fetcher
from sitegrain.readers.politeness import Pace
from sitegrain.readers.source import Source

if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_SIBLINGS = 15
MAX_TRIED = 30  # addresses asked for, refused ones included


class WebSource(Source):
    """A page and its siblings. What was fetched is kept, so a second iteration asks for nothing again."""

    def __init__(self, url: str, *, limit: int | None = None, pace: Pace | None = None) -> None:
        super().__init__(limit=limit)
        self.url = url
        self._pace = pace or Pace()
        Fetcher(self._pace).__exit__(None, None, None)  # says now if the extra is missing
        self._rows: list[RawPage | Skipped] = []
        self._fetching = self._fetch()

    def _read(self) -> Iterator[RawPage | Skipped]:
        position = 0
        while True:
            if position == len(self._rows):
                try:
                    row = next(self._fetching, None)
                except SourceError:
                    self._fetching = self._fetch()  # asked for again the next time
                    raise
                if row is None:
                    return
                self._rows.append(row)
            yield self._rows[position]
            position += 1

    def _fetch(self) -> Iterator[RawPage | Skipped]:
        with Fetcher(self._pace) as fetcher:
            page = fetcher.fetch(self.url)
            if isinstance(page, Skipped):
                raise SourceError(f"{self.url}: {page.reason}")
            yield page
            seen = {self.url, page.url}
            n_siblings = 0
            for link in find_siblings(page)[:MAX_TRIED]:
                row = fetcher.fetch(link)
                if isinstance(row, RawPage):
                    if row.url in seen:
                        row = Skipped("duplicate: leads to a page already read", url=link, path=link)
                    else:
                        seen.add(row.url)
                        n_siblings += 1
                yield row
                if n_siblings == MAX_SIBLINGS:
                    return


def find_siblings(page: RawPage) -> list[str]:
    """The links of a page on its own host, most similar address first, equally similar ones in the page's order."""
    url = page.url or ""
    parsed = parse(decode(page.html, page.charset).text)
    host = host_of(url)
    scores: dict[str, float] = {}
    for link in page_links(parsed, url):
        if link.target not in scores and host_of(link.target) == host:
            scores[link.target] = url_similarity(url, link.target)
    return sorted((target for target, score in scores.items() if score > 0), key=lambda target: -scores[target])

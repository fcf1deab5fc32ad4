"""A page as it was read: the bytes and what is known about them, before any parsing."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RawPage:
    """One HTML page as a reader found it.

    html:         the page; bytes as stored or fetched, or str if the source held text
    url:          the address it was fetched from, None if unknown
    path:         where it lies, relative to the source: `dir/page.html`, `crawl.warc.gz#OFFSET`, `pages.jsonl#LINE`;
                  None for a page handed over in memory
    id:           the source's own name for the page, passed through to the output
    host:         the source's own word for the site it belongs to (column `host`), wins over the URL's host
    charset:      the charset of the HTTP header, None if there was none
    notes:        what was unusual while reading, for the output row
    """

    html: bytes | str
    url: str | None = None
    path: str | None = None
    id: str | int | None = None
    host: str | None = None
    charset: str | None = None
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Skipped:
    """A page that could not be used, and why; it takes the page's place in the output.

    reason: one lower-case line for people, starting with a short kind that is counted, then what was found,
            for example `not html: starts with the signature of a PDF`.
    """

    reason: str
    url: str | None = None
    path: str | None = None
    id: str | int | None = None
    host: str | None = None

    @property
    def kind(self) -> str:
        """The part of the reason before the colon, under which it is counted."""
        return self.reason.split(":", 1)[0]

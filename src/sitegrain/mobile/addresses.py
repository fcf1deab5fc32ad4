"""Which file a link of a page leads to, once the pages of a site are files of their own.

The addresses of all pages that were written are held on disk. A page is known by its URL; one of a folder without URLs
by its path, against which its links are resolved. The address that a page gives itself, and the folder of an index
page, count where no page has them as its own and no two claim them.
"""

from __future__ import annotations

import os
import posixpath
import re
import sqlite3
from dataclasses import dataclass
from html import escape, unescape
from typing import TYPE_CHECKING, Self
from urllib.parse import quote, unquote, urldefrag, urlsplit

from sitegrain.pages.urls import host_of, resolve

if TYPE_CHECKING:
    from collections.abc import Generator
    from pathlib import Path

CACHE_KIB = 16_384  # of the addresses that are held in memory
_SCHEMA = """
CREATE TABLE own (address TEXT PRIMARY KEY, file TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE other (address TEXT PRIMARY KEY, file TEXT) WITHOUT ROWID;
CREATE TABLE files (file TEXT PRIMARY KEY, path TEXT) WITHOUT ROWID;
"""
_INDEX = re.compile(r"(?<=/)(?:index|default)\.[a-z]{3,5}$", re.IGNORECASE)
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
_LINK = re.compile(r'(<a href="|<img loading="lazy" src=")([^"]*)"')  # as `rendering` writes them, and nothing else
_FULL = re.compile(r'<footer><a rel="alternate" href="([^"]*)">([^<]*)</a></footer>\n')
_PLACE = "http://pages.invalid/"  # stands for the folder of pages that have no URL


@dataclass(frozen=True, slots=True)
class Origin:
    """A file of the output, and the path of its page where only that is known of it; None if its links are absolute."""

    file: str
    path: str | None


class AddressBook:
    """The addresses of the pages of a run, in a database that nobody else reads; used in a `with` block."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def __enter__(self) -> Self:
        self._connection = sqlite3.connect(self._path, isolation_level=None)
        self._connection.executescript(
            f"PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -{CACHE_KIB}; {_SCHEMA} BEGIN;"
        )
        return self

    def __exit__(self, *_: object) -> None:
        self._connection.close()
        self._path.unlink(missing_ok=True)

    def add(self, file: str, *, path: str | None, url: str | None, canonical: str | None = None) -> None:
        """Take down a page that was written. Of two pages of one address the first keeps it.

        file: below the output's folder, parts joined by `/`
        """
        place = None if url else _place(path)
        own = address_of(url or place or "")
        claimed = address_of(canonical or "")
        others = {claimed, *_variants(own), *_variants(claimed)} - {None, own}
        execute = self._connection.execute
        execute("INSERT INTO files VALUES (?, ?)", (file, path if place else None))
        if own:
            execute("INSERT OR IGNORE INTO own VALUES (?, ?)", (own, file))
        for address in others:
            execute(
                "INSERT INTO other VALUES (?, ?) ON CONFLICT DO UPDATE SET file = NULL WHERE file != excluded.file",
                (address, file),
            )

    def find(self, address: str) -> str | None:
        """The file of a page, None if no page that was written has this address."""
        for table in ("own", "other"):
            row = self._connection.execute(f"SELECT file FROM {table} WHERE address = ?", (address,)).fetchone()
            if row is not None and (row[0] is not None or table == "own"):
                return str(row[0])
        return None

    def origins(self) -> Generator[Origin, None, None]:
        """All files, in the order of their names."""
        for file, path in self._connection.execute("SELECT file, path FROM files ORDER BY file"):
            yield Origin(file, path)


def address_of(url: str) -> str | None:
    """One spelling for all addresses of a page: without scheme, `www.`, default port, fragment and needless escapes.

    >>> address_of("HTTPS://www.Example.com:443/a%2Db?c#top")
    'example.com/a-b?c'
    """
    host = host_of(url)
    if host is None:
        return None
    try:
        parts = urlsplit(url)
    except ValueError:
        return None
    if parts.scheme.lower() not in ("http", "https"):
        return None
    query = f"?{unquote(parts.query)}" if parts.query else ""
    return f"{host}{unquote(parts.path) or '/'}{query}"


def leads_to_file(path: str | None) -> bool:
    """Whether links can lead to a page's path: not to that of a page of a container."""
    return bool(path) and "#" not in str(path) and "://" not in str(path) and path != "-"


def _place(path: str | None) -> str | None:
    """A stand-in for the address of a page of a folder; None for a page of a container."""
    return _PLACE + quote(path, errors="replace") if path and leads_to_file(path) else None


def _variants(address: str | None) -> set[str]:
    """What links may call a page instead: the folder of an index page, a slash more or less at the end."""
    if not address or "?" in address:
        return set()
    folder = _INDEX.sub("", address)
    names = {folder, folder.rstrip("/")}
    return names if "." in posixpath.basename(folder) else names | {folder.rstrip("/") + "/"}


class Rewriter:
    """Makes the links of the pages that were written lead to one another.

    source: the folder that pages without URLs lie in: links to its other files, and images, are kept working
    out:    the folder in which the pages will stand
    """

    def __init__(self, book: AddressBook, out: Path, source: Path | None) -> None:
        self._book = book
        self._out = os.path.realpath(out)
        self._source = None if source is None else os.path.realpath(source)

    def rewrite(self, html: str, origin: Origin) -> str:
        """A page with links to the files of other pages; all others stay."""
        html = _LINK.sub(lambda found: self._replace(found, origin), html)
        return html if origin.path is None else _FULL.sub(lambda found: self._full(found, origin), html)

    def _replace(self, found: re.Match[str], origin: Origin) -> str:
        href = self._link(unescape(found[2]), origin, is_page=found[1].startswith("<a"))
        return f'{found[1]}{escape(href)}"'

    def _full(self, found: re.Match[str], origin: Origin) -> str:
        """The link to the page as it was: to its file in the source, none if there is none."""
        place = _place(origin.path)
        href = self._other_file(place, origin) if place else None
        return f'<footer><a rel="alternate" href="{escape(href)}">{found[2]}</a></footer>\n' if href else ""

    def _link(self, href: str, origin: Origin, *, is_page: bool) -> str:
        target, fragment = _split_fragment(href)
        if not target:  # a place on the page itself
            return href
        is_absolute = _SCHEME.match(target) is not None
        if not is_absolute and not target.startswith("//"):
            place = _place(origin.path)
            target = (resolve(place, target) if place else None) or ""
        elif target.startswith("//"):
            target = f"http:{target}"
        address = address_of(target)
        if address is None:
            return href
        file = self._book.find(address) if is_page else None
        if file is None and is_page and target.startswith(_PLACE):
            file = self._book.find(address.partition("?")[0])  # a folder has no queries
        if file is not None:
            return _relative(file, origin.file) + fragment if file != origin.file else fragment or _name(file)
        return (self._other_file(target, origin) or href) if target.startswith(_PLACE) else href

    def _other_file(self, target: str, origin: Origin) -> str | None:
        """The way to a file of the source that is no page; None if there is none, or it lies outside of the source."""
        if self._source is None:
            return None
        below = unquote(urlsplit(target).path).lstrip("/")
        if "\0" in below:
            return None
        path = os.path.realpath(os.path.join(self._source, below))
        if not path.startswith(os.path.join(self._source, "")) or not os.path.isfile(path):
            return None
        start = os.path.join(self._out, os.path.dirname(origin.file))
        return quote(os.path.relpath(path, start).replace(os.sep, "/"))


def _split_fragment(href: str) -> tuple[str, str]:
    try:
        target = urldefrag(href).url
    except ValueError:
        return href, ""
    _, sign, fragment = href.partition("#")
    return target, sign + fragment


def _relative(file: str, start: str) -> str:
    return quote(posixpath.relpath(file, posixpath.dirname(start) or "."))


def _name(file: str) -> str:
    return quote(posixpath.basename(file))

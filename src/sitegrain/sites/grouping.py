"""Which site a page belongs to: a host, a folder, or none.

Without a rule from the user the host of the URL names the site, a `host` column wins over it, and a folder without
URLs is one site, unless all its first-level names look like host names, then each of them is one. A lone page has no
site, and neither has a page of which nothing says where it is from: it is extracted by itself.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from sitegrain.errors import UsageError
from sitegrain.pages.urls import host_of

if TYPE_CHECKING:
    from sitegrain.pages.raw import RawPage, Skipped

GROUP_BY = ("host", "folder", "none")

_HOST = re.compile(
    r"(?:(?:\w(?:[\w-]*\w)?\.)+(?:[^\W\d_]{2,}|xn--[a-z0-9-]+)|\d{1,3}(?:\.\d{1,3}){3}|localhost)\.?(?:[:+]\d{1,5})?",
    re.IGNORECASE,
)
_SEPARATORS = re.compile(r"[/\\]")


@dataclass(frozen=True, slots=True)
class Grouping:
    """A rule that names the site of a page; the first part of it that says something holds.

    uses_host:    the `host` column, else the host of the URL
    uses_folder:  the first folder of the page's path
    folder_hosts: the first folders are host names, and are spelled like those
    whole:        the name of all other pages; None if they are pages without a site
    """

    uses_host: bool = False
    uses_folder: bool = False
    folder_hosts: bool = False
    whole: str | None = None

    def site(self, row: RawPage | Skipped) -> str | None:
        """The name of the page's site, None for a page by itself."""
        if self.uses_host:
            host = host_name(row.host) if row.host else host_of(row.url) if row.url else None
            if host:
                return host
        if self.uses_folder and row.path:
            first, *rest = _SEPARATORS.split(row.path, maxsplit=1)
            if rest:
                return host_name(first) if self.folder_hosts else first
        return self.whole


def choose_grouping(source: object, group_by: str | None = None) -> Grouping:
    """The rule for a source: the one asked for, or the default for what the source is.

    group_by: `host`, `folder` (the first level below a folder; any other file as a whole), `none`, or None.
              UsageError for anything else.
    """
    if group_by is not None and group_by not in GROUP_BY:
        raise UsageError(f"group_by must be one of {', '.join(GROUP_BY)}, got {group_by!r}")
    if group_by == "none" or getattr(source, "is_lone_page", False):
        return Grouping()
    path = getattr(source, "path", None)
    name = _stem(path) if isinstance(path, Path) else None
    is_folder = isinstance(path, Path) and path.is_dir()
    folder_hosts = is_folder and has_host_folders(source)
    if group_by == "folder":
        return Grouping(uses_folder=is_folder, whole=name)
    whole = name if is_folder and not folder_hosts and group_by is None else None
    return Grouping(uses_host=True, uses_folder=folder_hosts, folder_hosts=folder_hosts, whole=whole)


def has_host_folders(source: object) -> bool:
    """All first-level names of a folder are folders that look like host names."""
    names = getattr(source, "first_level_names", ())
    folders = set(getattr(source, "first_level_folders", ()))
    return bool(names) and all(name in folders and looks_like_host(name) for name in names)


def looks_like_host(name: str) -> bool:
    """Whether a name could be that of a host.

    >>> looks_like_host("news.example"), looks_like_host("images"), looks_like_host("127.0.0.1:8080")
    (True, False, True)
    """
    return _HOST.fullmatch(name) is not None


def host_name(name: str) -> str:
    """A host name in one spelling, without `www.`; a name that is no host's stays as it is.

    >>> host_name("WWW.Example.com"), host_name("My crawl")
    ('example.com', 'My crawl')
    """
    return (host_of("//" + name.replace("+", ":")) or name) if looks_like_host(name) else name


def _stem(path: Path) -> str:
    """The name of a folder or file, without a file's suffixes."""
    name = path.resolve().name
    return name if path.is_dir() or not name.strip(".") else name.split(".", 1)[0] or name

"""A safe file name for each page: below the output folder, unique, fit for every file system."""

from __future__ import annotations

import hashlib
import os
import re
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from pathlib import Path

MAX_NAME_BYTES = 120  # of one part of a path; file systems take 255
MAX_DEPTH = 12  # folders below the output folder

_UNSAFE = re.compile(r'[<>:"\\|?*\x00-\x1f\x7f\ud800-\udfff]')
_RESERVED = re.compile(r"(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\..*)?", re.IGNORECASE)
_PAGE_SUFFIX = re.compile(r"\.(?:html?|xhtml|xht|shtml|php|aspx?|jsp|cfm)(?:\.gz)?$", re.IGNORECASE)


def page_name(path: str | None, url: str | None, number: int) -> str:
    """The relative path of a page's file, without a suffix, parts joined by `/`.

    A page of a folder keeps its place; one of a container (`crawl.warc.gz#123`) is named by its address.

    >>> page_name("news/a.html", None, 1)
    'news/a'
    >>> page_name("crawl.warc.gz#0", "http://example.com/news/?page=2", 1)
    'example.com/news/index_page=2'
    """
    if path and "#" not in path and "://" not in path and path != "-":
        parts = path.split("/")
    elif url:
        parts = _url_parts(url)
    else:
        parts = [(path or "").replace("/", "_")]
    parts = [part for part in parts if part not in ("", ".")]
    if not parts or parts == ["-"]:
        parts = [f"page-{number}"]
    if len(parts) > MAX_DEPTH:
        parts = [*parts[: MAX_DEPTH - 1], "_".join(parts[MAX_DEPTH - 1 :])]
    parts[-1] = _PAGE_SUFFIX.sub("", parts[-1]) or parts[-1]
    return "/".join(safe_name(part) for part in parts)


def safe_name(part: str) -> str:
    """One part of a path that hides nothing, leads nowhere else and is not too long.

    >>> safe_name("..")
    '__'
    """
    name = _UNSAFE.sub("_", part.replace("/", "_"))
    stripped = name.rstrip(". ")
    name = stripped + "_" * (len(name) - len(stripped))
    if name.startswith("."):
        name = "_" + name[1:]
    if _RESERVED.fullmatch(name):
        name = "_" + name
    raw = name.encode()
    if len(raw) <= MAX_NAME_BYTES:
        return name
    digest = hashlib.sha256(part.encode("utf-8", "replace")).hexdigest()[:10]
    return raw[: MAX_NAME_BYTES - 11].decode("utf-8", "ignore") + "-" + digest


def _url_parts(url: str) -> list[str]:
    try:
        parts = urlsplit(url)
    except ValueError:
        return [url]
    names = [parts.netloc.rpartition("@")[2], *parts.path.split("/")]
    if not names[-1] or len(names) == 1:
        names.append("index")
    if parts.query:
        names[-1] = _PAGE_SUFFIX.sub("", names[-1]) + "_" + parts.query
    return names


class Names:
    """Finds a free name in a folder for each page."""

    def __init__(self, folder: Path, suffix: str) -> None:
        self._folder, self._suffix = folder, suffix
        self._used: dict[str, int] = {}  # names asked for more than once: the last number given
        self._n_pages = 0

    def create(self, path: str | None, url: str | None) -> Path:
        """Make an empty file for a page and return its path."""
        self._n_pages += 1
        name = page_name(path, url, self._n_pages)
        place = self._folder / (name + self._suffix)
        try:
            place.parent.mkdir(parents=True, exist_ok=True)
        except (FileExistsError, NotADirectoryError):  # a page's file has the name of a folder
            name = safe_name(name)
        number = self._used.get(name, 1)
        while True:
            place = self._folder / (name + (f"-{number}" if number > 1 else "") + self._suffix)
            try:
                os.close(os.open(place, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o666))
            except (FileExistsError, IsADirectoryError):
                number += 1
                self._used[name] = number
                continue
            return place

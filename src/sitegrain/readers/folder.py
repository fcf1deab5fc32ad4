"""Read a folder of HTML files, in the order of their paths.

Every regular file gets a row: a page, or why it is none. Hidden files and folders (a leading dot) are left out, since
they belong to the system and not to the site.
"""

from __future__ import annotations

import os
import stat
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sitegrain.errors import SourceError
from sitegrain.pages.raw import RawPage, Skipped
from sitegrain.pages.sniffing import looks_like_html
from sitegrain.readers.file import read_page
from sitegrain.readers.source import Source, explain, printable

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

MAX_LINKED_VISITS = 100  # times a folder is entered through symbolic links; links can multiply paths without end

_HTML = frozenset("asp aspx cfm cgi htm html jsp php php3 php4 php5 phtml shtm shtml xht xhtml".split())
# Suffixes that never name a page: such files are not opened.
_OTHER = frozenset(
    "7z ai atom avi avif bin bmp br bz2 class css csv db dll doc docx dtd eot eps epub exe flac flv gif gz heic ico ini"
    " ipynb iso jar jpeg jpg js json jsonl jsx less lock log m4a m4v map md mht mhtml mid mjs mkv mov mp3 mp4 mpeg mpg"
    " msi ndjson odp ods odt ogg ogv otf parquet pdf pl png ppt pptx ps py rar rdf rss rtf scss sh so sql sqlite svg"
    " swf tar tgz tif tiff ts tsv ttf txt wacz warc wasm wav weba webm webp wma wmv woff woff2 xls xlsx xml xsl xz"
    " yaml yml zip zst".split()
)
# Files of many pages are sources of their own, not pages of a folder.
_SOURCES = (".jsonl", ".jsonl.gz", ".ndjson", ".ndjson.gz", ".parquet", ".warc", ".warc.gz", ".wacz")


@dataclass(slots=True)
class _Level:
    """A folder being walked: its path below the source, what is left in it, and who it is."""

    below: str
    names: Iterator[str]
    identity: tuple[int, int]


class FolderSource(Source):
    """The pages below a folder."""

    def __init__(self, path: Path, *, limit: int | None = None) -> None:
        super().__init__(limit=limit)
        self.path = path
        self._visible(path)  # a folder that cannot be listed is no source

    @property
    def first_level_names(self) -> tuple[str, ...]:
        return tuple(printable(name) for name in self._visible(self.path))

    @property
    def first_level_folders(self) -> tuple[str, ...]:
        return tuple(
            printable(name) for name in self._visible(self.path) if os.path.isdir(os.path.join(self.path, name))
        )

    def _visible(self, path: Path) -> list[str]:
        try:
            return _list(os.fspath(path))
        except OSError as error:
            raise SourceError(f"{path}: the folder cannot be listed: {explain(error)}") from error

    def _read(self) -> Iterator[RawPage | Skipped]:
        """Walk the tree with a stack; a folder's names are held only while it is being walked."""
        root = os.fspath(self.path)
        visits: Counter[tuple[int, int]] = Counter()
        status = os.stat(root)
        levels = [_Level("", iter(self._visible(self.path)), (status.st_dev, status.st_ino))]
        while levels:
            name = next(levels[-1].names, None)
            if name is None:
                levels.pop()
                continue
            below = os.path.join(levels[-1].below, name)
            found = _enter(root, below, levels, visits)
            if isinstance(found, _Level):
                levels.append(found)
            else:
                yield found


def _list(path: str) -> list[str]:
    return sorted(name for name in os.listdir(path) if not name.startswith("."))


def _enter(root: str, below: str, levels: list[_Level], visits: Counter[tuple[int, int]]) -> _Level | RawPage | Skipped:
    """A folder to walk next, or the row of anything else."""
    path, shown = os.path.join(root, below), printable(below)
    try:
        status = os.stat(path)
        if stat.S_ISDIR(status.st_mode):
            identity = (status.st_dev, status.st_ino)
            if os.path.islink(path):
                reason = _refuse_link(identity, levels, visits)
                if reason:
                    return Skipped(reason, path=shown)
            return _Level(below, iter(_list(path)), identity)
    except OSError as error:
        return Skipped(_why_unreachable(path, error), path=shown)
    if not stat.S_ISREG(status.st_mode):
        return Skipped("not a file: a pipe, socket or device", path=shown)
    return _read_file(path, shown)


def _refuse_link(identity: tuple[int, int], levels: list[_Level], visits: Counter[tuple[int, int]]) -> str | None:
    """Why a link to a folder is not followed, None if it is."""
    for level in levels:
        if level.identity == identity:
            return f"symlink loop: leads back to {printable(level.below) or 'the source itself'}"
    visits[identity] += 1
    if visits[identity] > MAX_LINKED_VISITS:
        return f"symlink loop: the folder was already read through {MAX_LINKED_VISITS} other links"
    return None


def _why_unreachable(path: str, error: OSError) -> str:
    if os.path.islink(path):
        if isinstance(error, FileNotFoundError):
            return f"unreadable: a symbolic link to nothing, {printable(os.readlink(path))}"
        if not isinstance(error, PermissionError):
            return f"symlink loop: {explain(error)}"
    return f"unreadable: {explain(error)}"


def _read_file(path: str, shown: str) -> RawPage | Skipped:
    """Read by what the suffix says; a suffix that says nothing needs the markup of a page."""
    suffix = _suffix(path)
    if path.lower().endswith(_SOURCES):
        return Skipped("not html: a file of many pages, which is read if it is the source itself", path=shown)
    if suffix in _OTHER:
        return Skipped(f"not html: a .{suffix} file", path=shown)
    row = read_page(path, shown)
    if isinstance(row, Skipped) or suffix in _HTML:
        return row
    if isinstance(row.html, bytes) and looks_like_html(row.html):
        return row
    return Skipped("not html: no markup in the first bytes, nor a suffix of a page", path=shown)


def _suffix(path: str) -> str:
    """The suffix in lower case, below a .gz if that is the suffix of a page."""
    stem, suffix = os.path.splitext(os.path.basename(path).lower())
    if suffix == ".gz":
        inner = os.path.splitext(stem)[1][1:]
        return inner if inner in _HTML else "gz"
    return suffix[1:]

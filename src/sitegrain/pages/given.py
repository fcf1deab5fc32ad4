"""A page as a caller hands it over: as it was read, as bytes or text, or parsed."""

from __future__ import annotations

from pathlib import PurePath

from sitegrain.errors import UsageError
from sitegrain.pages.encodings import decode, expects_utf8
from sitegrain.pages.page import Page
from sitegrain.pages.parse import parse, parse_utf8
from sitegrain.pages.raw import RawPage

AnyPage = RawPage | bytes | str


def check_pages(pages: object) -> None:
    """UsageError for a name or a single page, which would be taken for an iterable of letters."""
    if isinstance(pages, str | bytes | PurePath):
        raise UsageError(
            "pages must be an iterable of pages, such as sitegrain.read(name); not a name or a page itself"
        )


def as_raw(page: AnyPage) -> RawPage:
    """A page handed over as bytes or text becomes a RawPage without an address."""
    if isinstance(page, RawPage):
        return page
    if isinstance(page, (bytes, str)):
        return RawPage(page)
    if isinstance(page, (bytearray, memoryview)):
        return RawPage(bytes(page))
    raise UsageError(f"a page is bytes, text or a RawPage, got {type(page).__name__}")


def parse_raw(raw: RawPage) -> Page:
    """Decode and parse a page as it was read."""
    if isinstance(raw.html, bytes) and expects_utf8(raw.html, raw.charset):
        page = parse_utf8(raw.html, url=raw.url, path=raw.path, notes=raw.notes)
        if page is not None:
            return page
    decoded = decode(raw.html, raw.charset)
    return parse(decoded.text, url=raw.url, path=raw.path, notes=raw.notes + decoded.notes)


def as_page(page: AnyPage | Page) -> Page:
    """A page that is parsed already stays as it is."""
    return page if isinstance(page, Page) else parse_raw(as_raw(page))

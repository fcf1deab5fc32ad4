"""All visible text of a page: what there is without any extraction."""

from importlib.metadata import version as installed_version

from benchmarks.decoding import decode, text_of

NAME = "the whole page"


def version() -> str:
    return installed_version("resiliparse")


def extract(html: bytes, url: str | None) -> str:
    return text_of(decode(html))

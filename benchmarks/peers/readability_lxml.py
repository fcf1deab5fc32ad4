"""readability-lxml; the HTML it gives back is made text by resiliparse."""

from importlib.metadata import version as installed_version

from readability import Document

from benchmarks.decoding import text_of

NAME = "readability-lxml"


def version() -> str:
    return installed_version("readability-lxml")


def extract(html: bytes, url: str | None) -> str:
    return text_of(Document(html, url=url).summary(html_partial=True))

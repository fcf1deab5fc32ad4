"""boilerpy3's article extractor."""

from importlib.metadata import version as installed_version

from boilerpy3.extractors import ArticleExtractor

from benchmarks.decoding import decode

NAME = "boilerpy3"


def version() -> str:
    return installed_version("boilerpy3")


def extract(html: bytes, url: str | None) -> str:
    return ArticleExtractor().get_content(decode(html))

"""resiliparse's main content, with its own detection of the encoding."""

from importlib.metadata import version as installed_version

from resiliparse.extract.html2text import extract_plain_text

from benchmarks.decoding import decode

NAME = "resiliparse"


def version() -> str:
    return installed_version("resiliparse")


def extract(html: bytes, url: str | None) -> str:
    return extract_plain_text(decode(html), main_content=True)

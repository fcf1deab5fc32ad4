"""goose3 with its defaults; it takes the language from the page's own declaration, and fetches nothing."""

from importlib.metadata import version as installed_version

from goose3 import Goose

from benchmarks.decoding import decode

NAME = "goose3"
_GOOSE = Goose({"enable_image_fetching": False})


def version() -> str:
    return installed_version("goose3")


def extract(html: bytes, url: str | None) -> str:
    return _GOOSE.extract(raw_html=decode(html)).cleaned_text or ""

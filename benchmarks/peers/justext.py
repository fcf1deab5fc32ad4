"""jusText without a language: the data is in many, and a caller seldom knows which one a page is in."""

from importlib.metadata import version as installed_version

import justext

NAME = "jusText"


def version() -> str:
    return installed_version("justext")


def extract(html: bytes, url: str | None) -> str:
    # with no stop words and both shares at 0, only lengths and links decide: its documented way without a language
    paragraphs = justext.justext(html, frozenset(), stopwords_low=0, stopwords_high=0)
    return "\n".join(paragraph.text for paragraph in paragraphs if not paragraph.is_boilerplate)

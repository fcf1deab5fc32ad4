"""turbohtml's main text, with its own detection of the encoding."""

from importlib.metadata import version as installed_version

import turbohtml

NAME = "turbohtml"


def version() -> str:
    return installed_version("turbohtml")


def extract(html: bytes, url: str | None) -> str:
    return turbohtml.parse(html, detect_encoding=True, positions=False).main_text()

"""trafilatura without comments, asked to prefer precision."""

from importlib.metadata import version as installed_version

import trafilatura

NAME = "trafilatura, precision"


def version() -> str:
    return installed_version("trafilatura")


def extract(html: bytes, url: str | None) -> str:
    return trafilatura.extract(html, url=url, include_comments=False, favor_precision=True) or ""

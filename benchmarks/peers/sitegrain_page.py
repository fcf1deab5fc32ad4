"""sitegrain on a page alone, no site known."""

import sitegrain

NAME = "sitegrain, page"


def version() -> str:
    return sitegrain.__version__


def extract(html: bytes, url: str | None) -> str:
    return sitegrain.extract(html, url=url).text

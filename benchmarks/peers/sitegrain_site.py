"""sitegrain, learning from all pages of a site."""

import sitegrain
from benchmarks.fold_scorer import scorer_without
from benchmarks.peers import Extracted
from sitegrain.pages.raw import RawPage

NAME = "sitegrain, site"


def version() -> str:
    return sitegrain.__version__


def extract_site(pages: list[tuple[bytes, str | None]], site: str | None = None) -> list[Extracted]:
    """Learn the site from its pages, then extract each of them."""
    raw_pages = [RawPage(html, url=url) for html, url in pages]
    model = sitegrain.SiteModel(scorer=scorer_without(site)).fit(raw_pages)
    documents = map(model.extract, raw_pages)  # one at a time: each holds its page
    return [Extracted(document.text, document.confidence, document.kind) for document in documents]

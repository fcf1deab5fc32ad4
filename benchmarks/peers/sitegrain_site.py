"""sitegrain, learning from all pages of a site."""

import sitegrain
from benchmarks.fold_scorer import scorer_without
from sitegrain.pages.raw import RawPage

NAME = "sitegrain, site"


def version() -> str:
    return sitegrain.__version__


def extract_site(pages: list[tuple[bytes, str | None]], site: str | None = None) -> list[str]:
    """Learn the site from its pages, then extract each of them."""
    raw_pages = [RawPage(html, url=url) for html, url in pages]
    model = sitegrain.SiteModel(scorer=scorer_without(site)).fit(raw_pages)
    return [model.extract(page).text for page in raw_pages]

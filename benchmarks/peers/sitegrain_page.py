"""sitegrain on a page alone, no site known."""

import sitegrain
from benchmarks.fold_scorer import scorer_without
from benchmarks.peers import Extracted
from sitegrain.content.extraction import extract_alone
from sitegrain.model import parse_raw

NAME = "sitegrain, page"


def version() -> str:
    return sitegrain.__version__


def extract(html: bytes, url: str | None, site: str | None = None) -> Extracted:
    """What `sitegrain.extract` gives, with a scorer that did not see the site."""
    page = parse_raw(sitegrain.RawPage(html, url=url))
    document = extract_alone(page, scorer_without(site), sitegrain.Options())
    return Extracted(document.text, document.confidence, document.kind)

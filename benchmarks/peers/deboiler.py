"""deboiler: learns the subtrees that pages of a site share, and takes them out."""

from importlib.metadata import version as installed_version

from deboiler import Deboiler
from deboiler.dataset import ListDataset

from benchmarks.decoding import decode

NAME = "deboiler"


class _LanguageBlind(Deboiler):
    """Detects no language: nobody asks for it here, and its detector refuses pages without letters."""

    @classmethod
    def detect_language(cls, page: object, cleaned_text: str) -> None:
        return None


def version() -> str:
    return installed_version("deboiler")


def extract_site(pages: list[tuple[bytes, str | None]]) -> list[str]:
    """Fit on the site's pages, then clean each; pages without a URL get one by their number."""
    urls = [f"{url or 'page'}#{number:06d}" for number, (_, url) in enumerate(pages)]
    records = [{"url": url, "content": decode(html)} for url, (html, _) in zip(urls, pages, strict=True)]
    dataset = ListDataset(records, status_key=None, content_type_key=None, verbose=False)
    cleaner = _LanguageBlind(verbose=False)
    cleaner.fit(dataset)
    return [cleaner.transform_page(url, dataset).cleaned_text for url in urls]

"""Small sites on disk for the tests of commands."""

from tests.crawl.pages import article, site_pages


def write_site(folder, site="a.example", n_pages=6):
    """A folder of pages; returns it."""
    folder.mkdir(parents=True, exist_ok=True)
    for number, page in enumerate(site_pages(site, n_pages)):
        (folder / f"{number}.html").write_bytes(page.html)
    return folder


def write_page(path, site="a.example", number=40):
    path.write_bytes(article(site, number).html)
    return path

"""Small sites for the tests of jobs."""

from sitegrain.pages.raw import RawPage

WORDS = "harbour bridge kettle orchard lantern ferry meadow thimble quarry violin copper saddle".split()


def article(site, number, kind=RawPage):
    """A page of a site with a menu, a story of its own and a footer."""
    story = " ".join(f"{WORDS[(number * 5 + i * 7) % 12]}{number * 31 + i}" for i in range(40))
    html = (
        f"<title>{site} {number}</title><body><nav><a href=/>Home</a> <a href=/news>News of {site}</a></nav>"
        f"<main><h1>Story {number}</h1><p>{story}, said the keeper, and nobody knew why.</p></main>"
        f"<footer><p>All rights reserved by the people of {site}</p></footer>"
    )
    return kind(html.encode(), url=f"http://{site}/story/{number}.html", path=f"{site}/{number}.html")


def site_pages(site="a.example", n_pages=6):
    return [article(site, number) for number in range(n_pages)]

"""Pages for an index, and what it finds."""

from sitegrain.pages.raw import RawPage


def raw(name, body):
    return RawPage(f"<p>{body}", url=f"http://a.example/{name}")


def found(index, query, n=10):
    return [(hit.url.rsplit("/", 1)[1], hit.score) for hit in index.search(query, n)]


def names(index, query):
    return [name for name, _ in found(index, query)]

"""What a site method learns from: all pages of a small site, a sample of a large one; what is held meanwhile."""

import gc

import pytest

from sitegrain.errors import FitError, UsageError
from sitegrain.pages.page import Page
from sitegrain.segmenters import SomTree


def page(number):
    return f"<div class=nav>Home News</div><div class=main><p>text of page {chr(97 + number % 26)}{number}</div>"


def test_large_sites_are_sampled():
    """24 pages of one address shape, of which 10 are learned from, the same ones in any order."""
    pages = [page(i) for i in range(24)]

    models = [SomTree().fit(order, max_pages=10) for order in (pages, pages[::-1])]

    assert [model.n_pages_ for model in models] == [10, 10]
    assert models[0].segment(pages[0]).blocks == models[1].segment(pages[0]).blocks
    assert max(models[0].classes_.supports) == 10
    with pytest.raises(FitError, match="SomTree learns from at least 2 pages with different text, got 1 of 12 shown"):
        SomTree().fit(pages[:1] * 12, max_pages=10)
    with pytest.raises(UsageError, match="SomTree learns from at least 2 pages, got max_pages 1"):
        SomTree().fit(pages, max_pages=1)


def test_pages_are_let_go_of_while_they_come():
    """Of 200 pages no more than twice the 20 learned from, and the one at hand, are there at a time."""
    n_before = count_pages()
    seen = []

    def coming():
        for number in range(200):
            if number % 10 == 9:
                seen.append(count_pages() - n_before)
            yield page(number)

    SomTree().fit(coming(), max_pages=20)

    assert max(seen) <= 2 * 20 + 1


def count_pages():
    return sum(isinstance(found, Page) for found in gc.get_objects())

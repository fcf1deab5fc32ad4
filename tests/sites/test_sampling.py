"""Choosing the pages to learn from."""

from hypothesis import given
from hypothesis import strategies as st

from sitegrain.sites.sampling import Sampler, first_by, limit_layouts


def choose(pages, **limits):
    sampler = Sampler(**limits)
    for url, html in pages:
        sampler.add(html, url, url)
    return sampler.sample()


def news(n):
    return [(f"http://x.org/news/{i}.html", f"news {i}") for i in range(n)]


def test_a_rare_url_shape_is_not_crowded_out():
    chosen = choose([*news(500), ("http://x.org/about/team", "about")], max_pages=10)

    assert len(chosen) == 10
    assert "http://x.org/about/team" in chosen


def test_a_page_seen_before_is_left_out():
    assert len(choose([("http://x.org/a", "same"), ("http://x.org/b", "same")])) == 1


def test_the_sample_is_bounded_in_bytes_but_never_empty():
    assert len(choose([(f"http://x.org/{i}", "x" * 100 + str(i)) for i in range(9)], max_bytes=250)) == 2
    assert len(choose([("http://x.org/", "x" * 100)], max_bytes=5)) == 1


def test_no_more_than_twice_the_sample_is_held():
    sampler = Sampler(max_pages=10)
    for url, html in news(1000):
        sampler.add(html, url, url)
        assert sum(map(len, sampler._shapes.values())) <= 20

    assert sampler.n_seen == 1000


@given(st.randoms())
def test_the_sample_does_not_depend_on_the_order_of_pages(random):
    pages = news(30)

    assert choose(random.sample(pages, len(pages)), max_pages=8) == choose(pages, max_pages=8)


def test_each_layout_gives_its_first_pages():
    assert limit_layouts([0, 0, 1, 0, 1], most=2) == [0, 1, 2, 4]
    assert first_by("abcd", [1, 2, 1, 3]) == ["a", "b", "d"]

"""Windows, chunks, and back to the order read."""

from hypothesis import given
from hypothesis import strategies as st

from sitegrain.crawl.duties import Member
from sitegrain.crawl.ordering import chunks, in_order, windows
from sitegrain.pages.raw import RawPage, Skipped


def members(sites, size=10):
    return [Member(number, RawPage("x" * size), site) for number, site in enumerate(sites)]


def test_the_pages_of_a_site_stand_together_in_a_window():
    (window,) = windows(members("abab"))

    assert [(member.site, member.number) for member in window] == [("a", 0), ("a", 2), ("b", 1), ("b", 3)]


def test_a_window_is_bounded_by_pages_and_bytes_but_holds_one_page_of_any_size():
    assert [len(window) for window in windows(members("aaaaa"), max_pages=2)] == [2, 2, 1]
    assert [len(window) for window in windows(members("aaaaa"), max_bytes=25)] == [2, 2, 1]
    assert [len(window) for window in windows(members("aa"), max_bytes=5)] == [1, 1]


def test_chunks_are_bounded_likewise():
    assert [len(chunk) for chunk in chunks(members("aaaaa"), max_pages=3)] == [3, 2]
    assert [len(chunk) for chunk in chunks(members("aaa"), max_bytes=15)] == [1, 1, 1]


def test_a_skipped_row_weighs_nothing():
    assert Member(0, Skipped("empty: 0 bytes"), None).n_bytes == 0


@given(st.lists(st.sampled_from("abc"), max_size=40), st.integers(1, 7))
def test_what_goes_through_windows_and_chunks_comes_back_in_order(sites, max_pages):
    pieces = [chunk for window in windows(members(sites), max_pages=max_pages) for chunk in chunks(window, max_pages=2)]
    results = [(member.number, member.site) for chunk in pieces for member in chunk]

    assert list(in_order(results)) == sites

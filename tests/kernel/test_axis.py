"""The arrays of a page: against a naive walk of the tree, and the attributes read lazily against lexbor's."""

import pickle
import re
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from hypothesis import given, settings

from sitegrain.kernel import read_axis
from sitegrain.pages.parse import ROLES, parse
from tests.kernel.naive_axis import naive_axis
from tests.kernel.soup import SOUP
from tests.pages import slow_parse


@settings(max_examples=300, deadline=None)
@given(SOUP)
def test_the_axis_is_that_of_a_naive_walk(html):
    page, wanted = parse(html), naive_axis(html)

    rows = zip(page.tags, page.parents.tolist(), page.ends.tolist(), np.asarray(page.axis.depths).tolist(), strict=True)
    assert list(map(list, rows)) == wanted.rows
    runs = zip(
        page.run_texts, page.run_nodes.tolist(), page.run_positions.tolist(), page.run_units.tolist(), strict=True
    )
    assert list(runs) == wanted.runs
    assert page.n_units == wanted.n_units


@settings(max_examples=200, deadline=None)
@given(SOUP)
def test_what_both_see_as_the_same_elements_has_the_same_fields(html):
    html = re.sub("/+>", ">", html)  # what is closed at once is the matter of test_trees; lexbor closes nothing so
    made, wanted = parse(html), slow_parse.parse(html)
    if made.tags != wanted.tags or made.run_texts != wanted.run_texts:
        return  # lexbor has faults of its own; test_soup compares trees

    assert made.flags.tolist() == wanted.flags.tolist()
    assert made.descriptors == wanted.descriptors
    assert made.node_descriptors.tolist() == wanted.node_descriptors.tolist()
    assert _with_empty_values(made) == _with_empty_values(wanted)
    assert made.unit_texts == wanted.unit_texts
    assert made.tokens == wanted.tokens
    assert made.unit_link_words.tolist() == wanted.unit_link_words.tolist()
    assert made.unit_hidden.tolist() == wanted.unit_hidden.tolist()


def _with_empty_values(page):
    """The attributes of a page; an oracle tells no value from an empty one in its own way."""
    return [{name: value or "" for name, value in node.items()} for node in page.attributes]


def test_a_page_survives_pickling():
    page = parse("<html lang=de><p class=a>Hello <a href=x>w\xf6rld</a>", url="u", notes=("n",))

    again = pickle.loads(pickle.dumps(page))

    assert (again.tags, again.tokens, again.head, again.notes) == (page.tags, page.tokens, page.head, page.notes)
    assert list(again.attributes) == list(page.attributes)


def test_columns_are_arrays_without_a_copy_and_may_be_empty():
    axis = read_axis("<p>a", ROLES)
    first, second = np.asarray(axis.parents), np.asarray(axis.parents)
    first[0] = 7

    assert second[0] == 7
    assert np.asarray(read_axis("", ROLES).token_hashes).tolist() == []


def test_offsets_lead_to_the_start_tags():
    html = "<!doctype html><p>\xe4<B><i></b>x</p>"
    axis = read_axis(html, ROLES)
    source = html.encode()
    starts = np.asarray(axis.starts).tolist()

    assert axis.tags == ["html", "body", "p", "b", "i", "i"]
    assert [source[at : at + 2] if at >= 0 else None for at in starts] == [None, None, b"<p", b"<B", b"<i", b"<i"]


def test_threads_read_pages_at_the_same_time():
    pages = [f"<p>{'<b>word</b> ' * 50}{i}" for i in range(200)]

    with ThreadPoolExecutor(4) as pool:
        tokens = list(pool.map(lambda html: parse(html).tokens, pages))

    assert tokens == [["word"] * 50 + [str(i)] for i in range(200)]


def test_attributes_can_be_cut_and_counted_from_the_end():
    page = parse("<p a=1><p b=2>")

    assert page.attributes[-1] == {"b": "2"}
    assert page.attributes[2:] == [{"a": "1"}, {"b": "2"}]
    assert len(page.attributes) == 4


@settings(max_examples=100, deadline=None)
@given(SOUP, SOUP)
def test_descriptors_are_equal_where_their_hashes_are_on_all_pages(first, second):
    found = {}
    for html in (first, second, first + second):
        page = parse(html)
        hashes = np.asarray(page.axis.descriptor_hashes).tolist()
        assert len(hashes) == len(page.descriptors)
        for key, descriptor in zip(hashes, page.descriptors, strict=True):
            assert found.setdefault(key, descriptor) == descriptor
    assert len(set(found.values())) == len(found)


def test_names_that_the_kernel_does_not_know_have_hashes_of_their_own():
    """x-a is the first unknown name of one page and the second of the other."""
    first, second = parse("<x-a>1</x-a><x-b>2"), parse("<x-b>2</x-b><x-a>1")

    assert first.tags == ["html", "body", "x-a", "x-b"]
    hashes = [np.asarray(page.axis.descriptor_hashes).tolist() for page in (first, second)]
    assert hashes[0] == [*hashes[1][:2], hashes[1][3], hashes[1][2]]

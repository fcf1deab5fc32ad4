"""What the columns of a page say of its kind: bit for bit that of numpy, and a page by hand."""

import math
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sitegrain.content.features import ROWS, UnitColumns, kind, unit_features
from sitegrain.content.metadata import read_structured
from sitegrain.kernel import TAG_NAMES, page_facts
from sitegrain.pages.parse import parse
from sitegrain.sites.keys import NodeKeys
from sitegrain.sites.statistics import place_units
from sitegrain.sites.tree import SiteTree
from tests.kernel import naive_kind

_BINARY = ("in_list", "tag_p", "has_date", "has_price", "ends_question", "name_meta", "is_title", "in_best")
_TAGS = ("h1", "p", "img", "article", "section", "td")


def drawn_page(n_units, n_nodes, seed):
    """A page of random columns; numbers of units over 128 are summed up in halves."""
    rng = np.random.default_rng(seed)
    columns = UnitColumns(ROWS, rng.random((len(ROWS), n_units), np.float32))
    for name in _BINARY:
        columns[name][:] = rng.random(n_units) < 0.1
    columns["repeats"][:] = np.log1p(rng.integers(0, 9, n_units))
    columns["heading_level"][:] = rng.integers(0, 3, n_units)
    words = rng.integers(0, 60, n_units).astype(np.int32)
    tags = rng.integers(0, len(_TAGS), n_nodes).tolist()
    page = SimpleNamespace(
        n_units=n_units,
        unit_words=words,
        unit_link_words=(words * rng.random(n_units) * (rng.random(n_units) < 0.4)).astype(np.int32),
        tags=[_TAGS[tag] for tag in tags],
        tag_ids=np.array([TAG_NAMES.index(_TAGS[tag]) for tag in tags], np.int32),
    )
    return page, columns, rng.random((3, n_units), np.float32) * 9


def facts_of(page, columns, counts):
    out = np.empty(len(kind._ON_PAGE))
    page_facts(kind._RULES, columns.matrix, counts, page.unit_words, page.unit_link_words, page.tag_ids, out)
    return dict(zip(kind._ON_PAGE, out.tolist(), strict=True))


@settings(max_examples=100, deadline=None)
@given(st.integers(0, 9) | st.integers(100, 700), st.integers(0, 300), st.integers(0, 1 << 32))
def test_the_facts_are_the_naive_ones(n_units, n_nodes, seed):
    page, columns, counts = drawn_page(n_units, n_nodes, seed)

    assert facts_of(page, columns, counts) == naive_kind.page_facts(page, columns, counts)


def test_a_page_by_hand():
    """A heading that is the title, a line with a date, and two paragraphs: 1 + 2 + 10 + 30 words, 40 of them plain."""
    html = f"<title>Ferry</title><h1>Ferry</h1><p>May 2012-03-04<p>{'a ' * 10}<p>{'a, ' * 30}<img><img>"
    page = parse(html)
    placed = place_units(page, SiteTree(NodeKeys.learn([page])).insert(page))

    columns = unit_features(placed, None, read_structured(page))
    facts = dict(zip(kind.FACT_NAMES, kind.kind_features(page, columns, read_structured(page)), strict=True))

    assert page.unit_words.tolist() == [1, 4, 10, 30]
    assert facts["n_units"] == math.log1p(4)
    assert facts["n_words"] == math.log1p(45)
    assert facts["n_long"] == math.log1p(1)
    assert facts["long_share"] == 30 / 45
    assert facts["paragraph"] == math.log1p(20)  # the median of 10 and 30
    assert (facts["title_level"], facts["dated_line"], facts["prose_after_title"]) == (1, 1, 1)
    assert (facts["short_units"], facts["headings"], facts["images"]) == (1 / 4, 1 / 4, 2 / 4)
    assert facts["commas"] == pytest.approx(30 / 45)


def test_columns_that_are_missing_and_arrays_of_other_lengths_are_refused():
    page, columns, counts = drawn_page(3, 1, 0)
    few = UnitColumns(ROWS, columns.matrix[:5].copy())

    with pytest.raises(ValueError, match="all rows"):
        facts_of(page, few, counts)
    with pytest.raises(ValueError, match="different lengths"):
        facts_of(page, columns, counts[:, :2].copy())

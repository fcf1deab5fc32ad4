"""The rules of template text, against the same in numpy."""

from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sitegrain.content import template
from sitegrain.content.features.pooled import POOL_SUMS, Pool
from sitegrain.pages.parse import parse
from tests.kernel import naive_template

_PARTS = (
    "<p>a b</p>",
    "<p>" + "word " * 9,
    "<h2>c</h2>",
    "<h3>d</h3>",
    "<div>",
    "</div>",
    "<a href=/>e</a>",
    "<li>f g",
)
# the limits themselves, and what is around them
_FACTS = st.sampled_from((-1.0, 0.0, 0.1, 0.15, 0.3, 0.5, 0.75, 0.8, 0.85, 0.9, 1.0, np.log1p(3), np.log1p(6), 2.5))


@st.composite
def scored_pages(draw):
    """A page with facts that are often at the limits, places of its units, and what pages choose there."""
    page = parse("".join(draw(st.lists(st.sampled_from(_PARTS), min_size=1, max_size=30))))
    n, n_places = page.n_units, draw(st.integers(1, 4))

    def some(values, size):
        return np.array(draw(st.lists(values, min_size=size, max_size=size)))

    columns = {name: some(_FACTS, n).astype(np.float32) for name in template._FACTS}
    if draw(st.booleans()):  # strided, as columns of a matrix of rows
        columns = dict(zip(columns, np.stack(list(columns.values()), axis=1).T, strict=True))
    pool = Pool(draw(st.integers(0, 5)), some(st.integers(0, 9), len(POOL_SUMS) * n_places).reshape(-1, n_places) * 1.0)
    placed = SimpleNamespace(page=page, unit_places=some(st.integers(-1, n_places - 1), n).astype(np.int32))
    return placed, columns, some(st.floats(0, 1), n).astype(float), pool


@settings(max_examples=300, deadline=None)
@given(scored_pages(), st.booleans())
def test_the_rules_hold_where_they_do_in_numpy(scored, is_article):
    codes, scaled = template.scale_down(*scored, is_article=is_article)

    wanted, wanted_scores = naive_template.scale_down(*scored, is_article=is_article)
    assert codes.tolist() == wanted.tolist()
    assert scaled.tolist() == wanted_scores.tolist()


def test_columns_of_other_types_or_lengths_are_refused():
    placed = SimpleNamespace(page=parse("<p>a"), unit_places=np.zeros(1, np.int32))
    columns = {name: np.zeros(1, np.float32) for name in template._FACTS}
    pool = Pool(0, np.zeros((len(POOL_SUMS), 1)))

    for wrong in (np.zeros(1), np.zeros(2, np.float32)):
        with pytest.raises(ValueError, match="column 3"):
            template.scale_down(placed, columns | {"class_links": wrong}, np.ones(1), pool, is_article=True)

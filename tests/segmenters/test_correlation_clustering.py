"""CorrelationClustering."""

import numpy as np
import pytest
from hypothesis import given, settings

from sitegrain.blocks.labelling import Labeller
from sitegrain.errors import FitError, UsageError
from sitegrain.pages.parse import parse
from sitegrain.segmenters import CorrelationClustering
from sitegrain.segmenters.coefficients import logistic_regression
from sitegrain.segmenters.correlation_clustering.clustering import _pivot, window_pairs
from sitegrain.segmenters.correlation_clustering.features import NAMES, UnitFacts
from tests.kernel.soup import SOUP

PAGE = (
    "<nav><a href=/>Home</a><p>News</p></nav><main><h1>A title</h1><p>some words here</p><p>and more words</p></main>"
)


def facts(page, first, second):
    found = UnitFacts(page).pairs(np.array([first]), np.array([second]))[0]
    return dict(zip(NAMES, found.tolist(), strict=True))


def test_facts_of_pairs_by_hand():
    page = parse(PAGE)  # Home, News, A title, some words here, and more words
    apart, together = facts(page, 1, 2), facts(page, 3, 4)

    assert apart["landmark between"] == 1
    assert apart["heading second"] == 1
    assert apart["steps up"] == pytest.approx(np.log1p(2))  # p, nav
    assert apart["share inside"] == 1
    assert together["same parent"] == together["same tag"] == together["same name"] == 1
    assert together["landmark between"] == 0
    assert together["share inside"] == pytest.approx(8 / 10)
    assert facts(page, 0, 1)["link difference"] == 1


def test_pairs_within_the_window():
    first, second = window_pairs(3)

    assert sorted(zip(first.tolist(), second.tolist(), strict=True)) == [(0, 1), (0, 2), (1, 2)]
    assert window_pairs(1)[0].tolist() == window_pairs(0)[0].tolist() == []


def test_a_pivot_takes_the_free_units_that_likely_belong_to_it():
    likely = [[1], [0, 2], [1], []]

    assert _pivot(likely, [1, 0, 2, 3]).tolist() == [1, 1, 1, 3]
    assert _pivot(likely, [0, 2, 1, 3]).tolist() == [0, 0, 2, 3]


def test_regression_finds_the_side_of_each_point():
    x = np.array([[1, -2.0], [1, -1], [1, 1], [1, 2]])

    found = logistic_regression(x, np.array([0.0, 0, 1, 1]))

    assert found[1] > 0
    assert abs(found[0]) < 1e-6


def test_it_learns_from_a_reference():
    pages = [parse(PAGE.replace("News", f"News {i}")) for i in "abcdef"]
    references = [Labeller().segmentation(page, np.repeat([0, 0, 1, 1, 1], page.unit_words)) for page in pages]

    found = CorrelationClustering().fit(pages, references).segment(pages[0])

    assert [block.label for block in found.blocks] == ["body > nav", "body > main"]


def test_it_works_out_of_the_box_and_always_gives_the_same():
    first, second = (CorrelationClustering().segment(parse(PAGE * 5)) for _ in range(2))

    assert first.block_ids.tolist() == second.block_ids.tolist()
    assert len(first.blocks) > 1


def test_bad_uses():
    with pytest.raises(UsageError, match="runs must be at least 1, got 0"):
        CorrelationClustering(runs=0)
    with pytest.raises(UsageError, match="even must be above 0"):
        CorrelationClustering(even=1)
    with pytest.raises(UsageError, match=f"coefficients must be {len(NAMES)} numbers, got 1"):
        CorrelationClustering(coefficients=[1])
    page = parse("<p>a<p>b")
    with pytest.raises(FitError, match="in one and in two blocks, got 1 of 1"):
        CorrelationClustering().fit([page], [Labeller().segmentation(page, np.zeros(2, int))])
    assert CorrelationClustering().segment("<img>").reason == "no text on the page"


@settings(max_examples=60, deadline=None)
@given(SOUP)
def test_every_token_of_any_page_has_a_block(html):
    assert (CorrelationClustering(runs=2).segment(parse("<p>x" + html)).block_ids >= 0).all()


def test_large_pages():
    for html in ("<p>word " * 5_000, "<div>" * 20_000 + "text" + "</div>" * 20_000 + "<p>more"):
        assert CorrelationClustering(runs=2).segment(html).blocks

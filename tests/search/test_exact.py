"""The published rankers on pages small enough to be worked out by hand."""

import math

import pytest

from sitegrain.blocks.segrank import rank_classes
from sitegrain.errors import UsageError
from sitegrain.search import Bm25, ExactRanker

NAV = "home news contact".split()
# methods.md D.5
PAGES = [
    {"nav": NAV, "title": "bridge vote".split(), "body": "the bridge vote passed today".split()},
    {"nav": NAV, "title": "storm warning".split(), "body": "a storm warning for coast".split()},
    {"nav": NAV, "title": "cup final".split(), "body": "the cup final ends today".split()},
]
NAMES = ("nav", "title", "body")


def segrank():
    numbered = [{NAMES.index(name): terms for name, terms in page.items()} for page in PAGES]
    return rank_classes(numbered, 3, min_blocks=1)


def test_the_importance_of_the_worked_example():
    found = segrank()

    assert found.aicf.tolist() == pytest.approx([0, 1.0986, 0.9920], abs=5e-5)
    assert found.spread.tolist() == pytest.approx([0.3333, 0.6667, 0.4667], abs=5e-5)
    assert found.importance.tolist() == pytest.approx([0, 0.7324, 0.4629], abs=5e-5)
    assert found.weights.tolist() == pytest.approx([0, 1.9379, 1.2248], abs=5e-5)


def test_the_scores_of_the_worked_example():
    plain = ExactRanker(PAGES)
    weighed = ExactRanker(PAGES, dict(zip(NAMES, segrank().weights.tolist(), strict=True)), floor=0)

    assert plain.scores(["bridge"]).tolist() == pytest.approx([1.3486, 0, 0], abs=5e-5)
    assert plain.scores(["home"]).tolist() == pytest.approx([0.1335] * 3, abs=5e-5)
    assert weighed.scores(["bridge"]).tolist() == pytest.approx([1.5643, 0, 0], abs=5e-5)
    assert weighed.scores(["home"]).tolist() == [0, 0, 0]


def test_scores_of_blocks_are_summed():
    """Each block has one `a` and the mean length of its class: 2.2 / (1 + 1.2) = 1, times its weight."""
    pages = [{"x": ["a"], "y": ["a", "b"]}, {"x": ["c"], "y": ["c", "b"]}]
    idf = math.log(1 + 1.5 / 1.5)

    ranker = ExactRanker(pages, {"x": 3.0, "y": 0.5}, combine="score")

    assert ranker.scores(["a"]).tolist() == pytest.approx([idf * 3.5, 0])


def test_only_blocks_of_weight_are_searched():
    """`a` stands in the light block only; without it both pages have one word."""
    pages = [{"x": ["a", "a"], "y": ["b"]}, {"x": ["b"], "y": ["c"]}]

    ranker = ExactRanker(pages, {"x": 0.29, "y": 0.3}, combine="filter")

    assert ranker.scores(["a"]).tolist() == [0, 0]
    assert ranker.scores(["b"]).tolist() == pytest.approx([math.log(2), 0])
    assert ranker.rank(["b", "c", "b"]) == [(0, pytest.approx(math.log(2))), (1, pytest.approx(math.log(2)))]


def test_counts_are_taken_as_they_are():
    listed = ExactRanker([{"x": ["a", "b", "a"]}, {"x": ["b"]}], bm25=Bm25(k1=2.0, b=0.5))
    counted = ExactRanker([{"x": {"a": 2, "b": 1}}, {"x": {"b": 1}}], bm25=Bm25(k1=2.0, b=0.5))

    assert listed.scores("ab").tolist() == counted.scores("ab").tolist()
    assert listed.scores("a")[0] == pytest.approx(math.log(1 + 1.5 / 1.5) * 2 * 3 / (2 + 2 * (0.5 + 0.5 * 1.5)))


def test_nothing_to_rank():
    assert ExactRanker([]).rank(["a"]) == []
    assert ExactRanker([{}, {"x": []}]).rank(["a"]) == []
    with pytest.raises(UsageError, match="combine must be one of tf, score, filter, got 'max'"):
        ExactRanker([], combine="max")

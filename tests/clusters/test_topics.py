"""Topics: vectors of words, spherical k-means, the number of clusters, labels."""

import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitegrain.clusters import count_words, find_topics, read_content
from sitegrain.errors import ExtraError, FitError, UsageError
from sitegrain.pages.raw import RawPage, Skipped

TIDES = ["the tide and the ebb", "the ebb of the tide, moon", "the moon and the tide"]
BREAD = ["the oven and the flour", "the flour of the oven, yeast", "the yeast and the oven"]


def topics(texts, **options):
    pages = [RawPage(f"<title>{number}</title><p>{text}", path=str(number)) for number, text in enumerate(texts)]
    return list(find_topics(pages, work=read_content(count_words, whole=True), **options))


@pytest.fixture(autouse=True)
def _needs_the_extra(request):
    if "extra" not in request.node.name:
        pytest.importorskip("sklearn", reason="the extra cluster is not installed")


def test_pages_of_one_topic_are_one_cluster_named_by_its_words():
    rows = topics([TIDES[0], BREAD[0], TIDES[1], BREAD[1], TIDES[2], BREAD[2]], k=2)

    assert [row["cluster"] for row in rows] == [1, 2, 1, 2, 1, 2]
    assert {*rows[0]["terms"]} == {"tide", "moon", "ebb"}  # and not: the, and, of, which both have alike
    assert rows[0]["terms"][0] == "tide"
    assert {*rows[1]["terms"]} == {"oven", "yeast", "flour"}
    assert list(rows[0]) == ["id", "path", "url", "site", "title", "cluster", "terms", "distance"]
    assert all(0 <= row["distance"] < 1 for row in rows)


def test_the_number_of_topics_is_found():
    assert {row["cluster"] for row in topics([*TIDES, *BREAD])} == {1, 2}


def test_the_same_seed_gives_the_same_rows():
    texts = [f"{a} {b} {a}" for a in "abcd" for b in "uvwxyz"]

    assert topics(texts, seed=3) == topics(texts, seed=3)


def test_pages_without_words_and_without_common_words_say_so():
    rows = topics([*TIDES, "", "zymurgy"], k=1)

    assert [row["cluster"] for row in rows] == [1, 1, 1, None, None]
    assert [row.get("reason") for row in rows[2:]] == [
        None,
        "no words of content",
        "no word in common with another page",
    ]
    assert rows[3]["terms"] == []
    assert rows[3]["distance"] is None


def test_skipped_pages_pass():
    rows = list(find_topics([Skipped("not HTML", path="x"), RawPage("<p>one")]))

    assert rows[0]["skipped"] == "not HTML"
    assert rows[1]["cluster"] is None


def test_no_pages():
    assert topics([]) == []


@pytest.mark.parametrize("n", [1, 2, 3])
def test_few_pages(n):
    """A page alone shares no word; two and three are one cluster, since none of two is better than chance."""
    assert [row["cluster"] for row in topics(["tide moon"] * n)] == ([None] if n == 1 else [1] * n)


def test_k_has_bounds():
    with pytest.raises(UsageError, match="k must be at least 1, got 0"):
        topics(TIDES, k=0)
    with pytest.raises(FitError, match=r"k must be at most 3, the number of pages that have words in common .*, got 4"):
        topics([*TIDES, ""], k=4)


def test_without_the_extra_its_name_is_told(monkeypatch):
    monkeypatch.setitem(sys.modules, "sklearn", None)

    with pytest.raises(ExtraError, match=r"topics need scikit-learn: pip install 'sitegrain\[cluster\]'"):
        topics(TIDES)


def test_words_weigh_by_how_few_pages_have_them():
    """Three pages: `a` on all, twice on the first; `b` on two; `c` on one, which is left out.

    First row: a (1 + ln 2) ln(4/3), b ln(4/2); second: both once; third: a alone.
    """
    from sitegrain.clusters.vectors import Counts

    counts = Counts()
    for page in ({"a": 2.0, "b": 1.0}, {"b": 1.0, "a": 1.0}, {"a": 1.0, "c": 5.0}):
        counts.add(page)
    vectors, words = counts.weigh()

    a, b = np.log(4 / 3), np.log(4 / 2)
    first, second = np.array([(1 + np.log(2)) * a, b]), np.array([a, b])
    assert words == ["a", "b"]
    assert vectors.toarray() == pytest.approx(
        np.array([first / np.linalg.norm(first), second / np.linalg.norm(second), [1, 0]])
    )


def test_a_method_s_weights_below_1_scale_a_word():
    """Weights 0.5 and 1 on words of equal rarity: 1 to 2."""
    from sitegrain.clusters.vectors import Counts

    counts = Counts()
    for _ in range(2):
        counts.add(count_words(["a", "b"], np.array([0.5, 1.0]))["counts"])

    vectors = counts.weigh()[0].toarray()
    assert vectors[0, 1] == pytest.approx(2 * vectors[0, 0])


@given(k=st.integers(1, 6), n=st.integers(6, 20), seed=st.integers(0, 1000))
def test_clusters_are_whole_and_each_row_is_with_its_nearest_centre(k, n, seed):
    from scipy.sparse import csr_array

    from sitegrain.clusters.spherical import cluster_directions

    rows = np.random.default_rng(seed).integers(0, 3, (n, 3)).astype(float)
    rows[:, 0] += 1
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)

    found = cluster_directions(csr_array(rows), k, restarts=3)

    assert sorted(set(found.labels.tolist())) == list(range(k))
    assert found.labels[0] == 0
    assert np.linalg.norm(found.centres, axis=1) == pytest.approx(np.ones(k))
    assert found.cosines == pytest.approx((rows @ found.centres.T)[np.arange(len(rows)), found.labels])


def test_labels_are_what_is_heavier_than_elsewhere():
    from sitegrain.clusters.spherical import heaviest

    centres = np.array([[0.8, 0.6, 0.0], [0.0, 0.6, 0.8]])

    assert heaviest(centres, np.array([0.4, 0.6, 0.4]), ["x", "y", "z"], 2) == [["x"], ["z"]]

"""What a site says of a page's units: bit for bit that of numpy."""

from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, settings

from sitegrain import kernel
from sitegrain.content.features import pooled, site
from sitegrain.pages.shape import shape_of
from tests.kernel import naive_pool, naive_shape
from tests.kernel.shapes import assert_same, filled, placed_pages

EXAMPLES = settings(max_examples=150, deadline=None)
FILLED = site.SITE_NAMES[len(site.GIVEN_NAMES) :]


@EXAMPLES
@given(placed_pages())
def test_the_columns_of_a_site_are_the_naive_ones(placed):
    page, statistics = placed.page, placed.statistics
    blocks = naive_shape.bare_blocks(page)
    class_of_place = np.arange(placed.n_places, dtype=np.int32)[::-1].copy()
    classes = np.arange(4.0 * placed.n_places + 4).reshape(-1, 4)
    places = np.stack([getattr(statistics, name) for name in site._PLACE_SUMS], axis=1)

    matrix = np.full((len(site.SITE_NAMES) + 2, page.n_units), -7.0)
    matrix[1], matrix[3] = placed.recurs, placed.targets
    kernel.fill_site(
        shape_of(page), blocks, placed.places.exact, placed.places.nearest, places, class_of_place, classes,
        statistics.n_pages, placed.is_sampled, 0.3, site._SHARES, 6, 32, matrix, 1,
    )  # fmt: skip
    n_given = len(site.GIVEN_NAMES)
    assert (matrix[[0, 2, 4, -1]] == -7).all()
    made = matrix[n_given + 1 : -1]

    assert_same(made, FILLED, _wanted(placed, blocks, class_of_place, classes))


def _wanted(placed, blocks, class_of_place, classes):
    page, nearest = placed.page, placed.places.nearest[placed.page.unit_nodes]
    parents = naive_shape.block_parents(page)
    words = naive_shape.subtree_sums(page, page.unit_words)
    recurring = naive_shape.subtree_sums(page, placed.recurs * page.unit_words) / np.maximum(words, 1)
    own = classes[np.where(nearest >= 0, class_of_place[nearest], -1)]
    names = ("class_weight", "class_aicf", "class_spread", "class_plain_weight")
    return (
        {
            "recurs_parent": recurring[parents],
            "recurs_grandparent": recurring[np.maximum(page.parents[parents], 0)],
            "recurs_bare": naive_pool.block_means(page, blocks, placed.recurs),
            "targets_recur_bare": naive_pool.block_means(page, blocks, placed.targets),
        }
        | naive_pool._class_features(placed, placed.statistics, placed.recurs)
        | dict(zip(names, own.T, strict=True))
        | naive_pool._share_features(placed, placed.statistics, placed.recurs)
    )


@EXAMPLES
@given(placed_pages())
def test_scores_are_pooled_as_the_naive_way(placed):
    scores = placed.page.scores
    made = pooled.pool_scores([placed, placed], [scores, scores / 2], placed.n_places)

    wanted = naive_pool.pool_scores([placed, placed], [scores, scores / 2], placed.n_places)
    for name in pooled.POOL_SUMS:
        assert made.of(name).tolist() == wanted.of(name).tolist(), name


@EXAMPLES
@given(placed_pages())
def test_the_columns_of_pooled_scores_are_the_naive_ones(placed):
    scores = placed.page.scores
    pool = naive_pool.pool_scores([placed], [scores[::-1].copy()], placed.n_places)
    mass = placed.page.unit_words * scores
    total = max(mass.sum(), 1e-9)
    own = 0.0 if placed.is_sampled else 1.0

    made = filled(
        placed.page, len(pooled._FILLED), kernel.fill_pooled, pool.sums, scores, placed.places.exact, pool.n_pages,
        placed.is_sampled, pooled._WIDTHS, pooled._BOUNDS,
    )  # fmt: skip

    wanted = naive_pool._class_scores(placed, mass, pool, own)
    wanted |= naive_pool._container_scores(placed, mass, total, pool, own)
    weights = np.maximum(placed.page.unit_words, 0.5)
    running = np.cumsum(weights * scores)
    last = max(running[-1], 1e-9) if len(running) else 1.0
    wanted |= {"mass_before": (running - weights * scores) / last, "mass_after": 1 - running / last, "score": scores}
    wanted["score_near"] = naive_shape.window_mean(scores, weights, 4)
    wanted["score_far"] = naive_shape.window_mean(scores, weights, 10)
    above = float(placed.page.unit_words[scores >= 0.5].sum()) / max(mass.sum(), 1)
    wanted["score_above"] = np.full(len(scores), above)
    for name in pooled._FILLED[: pooled._N_SCORES]:
        clipped = np.clip(wanted[name], 0.003, 0.997)
        wanted[name] = clipped / (1 - clipped)
    assert_same(made, pooled._FILLED, wanted)


def test_pooled_inputs_are_finished_by_hand():
    """Six rows are halved; the score of three units is row 3, its neighbours come after row 14."""
    columns = np.full((19, 3), 8.0)
    columns[3] = [2, 4, 6]

    kernel.finish_pooled(columns, 2.0, 15, -1.0, 5.0, 7.0)

    assert columns[3].tolist() == [1, 2, 3]
    assert columns[[0, 5, 6, 14], 0].tolist() == [4, 4, 8, 8]
    assert columns[15:].tolist() == [[-1, 1, 2], [2, 3, -1], [5, 5, 5], [7, 7, 7]]
    with pytest.raises(ValueError, match="a row for each"):
        kernel.finish_pooled(columns[:-1], 2.0, 15, -1.0, 5.0, 7.0)


def test_a_page_outside_the_sample_is_one_more_page():
    """One node with 4 words, at a place of one page with 2: mean (2 + 4) / 2 pages; squares 4 + 16, so 9 less than 10.

    Of an unknown place the page's own row is all there is, whether it is sampled or not.
    """
    statistics = SimpleNamespace(pages=1.0, good=0.0, good_below=0.0, words=2.0, link_words=0.0, recurring_words=0.0)
    places = np.array([[*vars(statistics).values(), 4.0]])
    one, four, none = np.zeros(1, np.int32), np.array([4], np.int32), np.array([-1], np.int32)
    shape = kernel.Shape(none, np.array([1], np.int32), one, one, one, one, four, one)
    made = {}
    for place, is_sampled in ((one, False), (none, True)):
        out, classes = np.zeros((20, 1)), np.zeros((2, 4))
        kernel.fill_site(
            shape, none, place, place, places, one, classes, 1, is_sampled, 0.3, np.zeros(0), 6, 32, out, 0
        )
        made[int(place[0]), is_sampled] = dict(zip(FILLED, out[4:, 0].tolist(), strict=False))

    assert made[0, False]["class_presence"] == 1
    assert made[0, False]["class_variation"] == 1 / 3
    assert made[-1, True]["class_presence"] == 1
    assert made[-1, True]["class_variation"] == 0

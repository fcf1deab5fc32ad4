"""What a site says of a page's units, in numpy: what the kernel's columns are compared with."""

import numpy as np

from sitegrain.content.features.pooled import empty_pool
from sitegrain.pages.page import BLOCK
from tests.kernel.naive_shape import block_parents, steps_up, subtree_sums

UNKNOWN = -1


def _class_features(placed, statistics, recurs):
    """Sums over the sample of the unit's exact place; a page outside the sample adds its own row."""
    page, units = (placed.page, placed.unit_places)
    at, inverse = np.unique(units, return_inverse=True)
    known = at >= 0
    own = 0.0 if placed.is_sampled else 1.0
    own_row = np.where(known, own, 1.0)
    good = placed.good / max(placed.good.sum(), 1.0)

    def total(sums, values):
        rows = np.where(known, sums[at], 0.0) if len(sums) else np.zeros(len(at))
        return rows + own_row * np.bincount(inverse, weights=values, minlength=len(at))

    n = statistics.n_pages + own
    pages = np.where(known, statistics.pages[at], 0.0) + own_row
    words = total(statistics.words, page.unit_words)
    own_words = np.bincount(inverse, weights=page.unit_words, minlength=len(at))
    squared = np.where(known, statistics.words_squared[at], 0.0) + own_row * own_words**2
    mean = words / np.maximum(pages, 1)
    deviation = np.sqrt(np.maximum(squared / np.maximum(pages, 1) - mean**2, 0.0))
    columns = {
        "class_presence": pages / n,
        "class_good": np.sqrt(total(statistics.good, good) / n),
        "class_links": total(statistics.link_words, page.unit_link_words) / np.maximum(words, 1),
        "class_recurs": total(statistics.recurring_words, recurs * page.unit_words) / np.maximum(words, 1),
        "class_variation": np.minimum(deviation / np.maximum(mean, 1e-09), 3.0),
        "class_pages": (np.minimum(pages, 32)),
    }
    return {name: values[inverse] for name, values in columns.items()}


def _share_features(placed, statistics, recurs):
    """How much of the site's good words the places around a unit hold."""
    page = placed.page
    good = placed.good
    own = 0.0 if placed.is_sampled else 1.0
    places = placed.places.exact
    below = np.where(places >= 0, statistics.good_below[places], 0.0)
    own_row = np.where(places >= 0, own, 1.0)
    share = (below + own_row * subtree_sums(page, good / max(good.sum(), 1.0))) / (statistics.n_pages + own)
    parents = block_parents(page)
    return {
        "site_share_parent": np.sqrt(share[parents]),
        "site_share_grandparent": np.sqrt(share[np.maximum(page.parents[parents], 0)]),
        "site_steps_50": steps_up(share, page.unit_nodes, page, 0.5),
        "site_steps_75": steps_up(share, page.unit_nodes, page, 0.75),
    }


def block_means(page, block, values):
    """Float64 (n_units,): the mean over the words of each unit's block; the unit's own value where it has none."""
    sums = subtree_sums(page, values * page.unit_words)[block]
    words = subtree_sums(page, page.unit_words)[block]
    return np.where((block >= 0) & (words > 0), sums / np.maximum(words, 1), values)


def pool_scores(sample, scores, n_places):
    """Sum up the first scores of a site's sample."""
    pool = empty_pool(n_places)
    pool.n_pages = len(sample)
    for placed, score in zip(sample, scores, strict=True):
        page = placed.page
        mass = page.unit_words * score
        total = max(mass.sum(), 1e-09)
        known_units = placed.unit_places != UNKNOWN
        at, inverse = np.unique(placed.unit_places[known_units], return_inverse=True)
        at_mass = np.bincount(inverse, weights=mass[known_units], minlength=len(at))
        at_words = np.bincount(inverse, weights=page.unit_words[known_units], minlength=len(at))
        pool.of("mass")[at] += at_mass
        pool.of("words")[at] += at_words
        pool.of("pages")[at] += 1
        pool.of("chosen_pages")[at] += at_mass >= 0.5 * np.maximum(at_words, 1)
        below, words = (sum_below(placed, mass, n_places), sum_below(placed, page.unit_words, n_places))
        pool.of("mass_below")[:] += below
        pool.of("words_below")[:] += words
        pool.of("mass_share")[:] += below / total
        pool.of("expected_f1")[:] += 2 * below / (words + total)
    pool.of("agreed_pages")[:] = pool.of("pages")
    return pool


def _class_scores(placed, mass, pool, own):
    """The mean score of the same place over the site."""
    page = placed.page
    at, inverse = np.unique(placed.unit_places, return_inverse=True)
    known = at >= 0

    def total(sums, values):
        rows = np.where(known, sums[at], 0.0) if len(sums) else np.zeros(len(at))
        return np.asarray(rows + np.where(known, own, 1.0) * values)

    at_mass = np.bincount(inverse, weights=mass, minlength=len(at))
    at_words = np.bincount(inverse, weights=page.unit_words, minlength=len(at))
    chosen = (at_mass >= 0.5 * np.maximum(at_words, 1)).astype(np.float64)
    words = total(pool.of("words"), at_words)
    pages = total(pool.of("pages"), np.ones(len(at)))
    columns = {
        "class_score": (total(pool.of("mass"), at_mass) / np.maximum(words, 1)),
        "class_chosen": total(pool.of("chosen_pages"), chosen) / np.maximum(pages, 1),
    }
    return {name: values[inverse] for name, values in columns.items()}


def _container_scores(placed, mass, total, pool, own):
    """The mean score of the containers around a unit, and whether it is in the best of them."""
    page, places = (placed.page, placed.places.exact)
    below, words = (subtree_sums(page, mass), subtree_sums(page, page.unit_words))
    f1 = 2 * below / (words + total)

    def combined(sums, values):
        known = np.where(places >= 0, sums[places], 0.0) if len(sums) else np.zeros(page.n_nodes)
        return known + np.where(places >= 0, own, 1.0) * values

    n = pool.n_pages + own
    mean = combined(pool.of("mass_below"), below) / np.maximum(combined(pool.of("words_below"), words), 1)
    share = combined(pool.of("mass_share"), below / total) / n
    site_f1 = combined(pool.of("expected_f1"), f1) / n
    parents = block_parents(page)
    grand = np.maximum(page.parents[parents], 0)
    in_site_best = _inside(page, site_f1)
    return {
        "container_score": (mean[parents]),
        "container_score_2": (mean[grand]),
        "container_mass": share[grand],
        "container_mass_page": (below / total)[parents],
        "in_site_best": in_site_best,
        "in_site_best_f1": in_site_best * site_f1.max(initial=0.0),
        "in_page_best": _inside(page, f1),
    }


def _inside(page, node_values):
    """1 for the units below the last node of the largest value: the innermost of equal ones."""
    if not page.n_units:
        return np.zeros(0)
    best = page.n_nodes - 1 - int(node_values[::-1].argmax())
    inside = (page.unit_nodes >= best) & (page.unit_nodes < page.ends[best])
    return np.asarray(inside, np.float64)


def sum_below(placed, unit_values, n_places):
    """Float64 (n_places,): the sum of a value over the units at or below each place."""
    page = placed.page
    below = subtree_sums(page, unit_values)
    is_block = page.flags & BLOCK > 0
    is_block[:1] = True
    known = is_block & (placed.places.exact >= 0)
    return np.bincount(placed.places.exact[known], weights=below[known], minlength=n_places).astype(np.float64)

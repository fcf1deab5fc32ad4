"""Made-up structures of pages: any tree in document order, any units on it."""

from types import SimpleNamespace

import numpy as np
from hypothesis import strategies as st

from sitegrain.kernel import TAG_NAMES
from sitegrain.pages.page import BLOCK
from sitegrain.pages.shape import shape_of

_TAGS = "div p li tr td h1 h3 article b span ul section".split()
_NODE = st.tuples(st.integers(0, 3), st.sampled_from(_TAGS), st.integers(0, 2), st.booleans(), st.integers(0, 40))
_UNIT = st.tuples(st.integers(0, 200), st.integers(0, 60), st.floats(0, 1), st.integers(0, 6), st.floats(0, 1))
_SHARES = st.floats(0, 1).map(lambda x: round(x, 3))


def _page(nodes, units):
    """Each node is as many steps up from the one before; each unit is at any node."""
    parents, depths = [], []
    for node, (up, *_) in enumerate(nodes):
        parent = node - 1
        for _ in range(up):
            parent = max(parents[parent], 0) if parent > 0 else parent
        parents.append(parent)
        depths.append(depths[parent] + 1 if parent >= 0 else 0)
    ends = list(range(1, len(nodes) + 1))
    for node in range(len(nodes) - 1, 0, -1):
        ends[parents[node]] = max(ends[parents[node]], ends[node])
    tags = [tag for _, tag, *_ in nodes]
    found = {}
    descriptors = [found.setdefault((tag, look, bits), len(found)) for _, tag, look, _, bits in nodes]
    looks = {}
    words = np.array([words for _, words, *_ in units], np.int32)
    at = np.array([node % len(nodes) for node, *_ in units], np.int32)
    int32 = [np.array(a, np.int32) for a in (parents, ends, descriptors, depths, [TAG_NAMES.index(t) for t in tags])]
    return SimpleNamespace(
        **dict(zip(("parents", "ends", "node_descriptors"), int32, strict=False)),
        axis=SimpleNamespace(depths=int32[3], tag_ids=int32[4], n_tokens=int(words.sum())),
        tags=tags,
        tokens=[""] * int(words.sum()),
        flags=np.array([BLOCK * is_block for *_, is_block, _ in nodes], np.uint8),
        n_nodes=len(nodes),
        n_units=len(units),
        bits=np.array([bits for *_, bits in found], np.int64),
        looks=np.array([looks.setdefault(f[:2], len(looks)) for f in found], np.int64),
        unit_nodes=at,
        unit_words=words,
        unit_link_words=np.array([int(n * share) for _, n, share, *_ in units], np.int32),
        run_nodes=at[::-1].copy(),
        unit_runs=np.arange(len(units) + 1, dtype=np.int32),
        votes=np.array([votes for *_, votes, _ in units], np.float64),
        scores=np.array([score for *_, score in units], np.float64),
    )


PAGES = st.builds(_page, st.lists(_NODE, min_size=1, max_size=40), st.lists(_UNIT, max_size=30))


@st.composite
def placed_pages(draw):
    """A page with places of its nodes, shares that recur, and what a site's sums over its places are."""
    page = draw(PAGES)
    n_places = draw(st.integers(1, 6))

    def some(values, n):
        return np.array(draw(st.lists(values, min_size=n, max_size=n)))

    exact = some(st.integers(-1, n_places - 1), page.n_nodes).astype(np.int32)
    sums = {name: some(st.integers(0, 90), n_places).astype(float) for name in _SUMS}
    recurs, targets = (some(_SHARES, page.n_units).astype(float) for _ in range(2))
    return SimpleNamespace(
        page=page,
        shape=shape_of(page),
        places=SimpleNamespace(exact=exact, nearest=exact),
        unit_places=exact[page.unit_nodes],
        is_sampled=draw(st.booleans()),
        recurs=recurs,
        targets=targets,
        good=np.where(recurs < 0.3, np.maximum(0, page.unit_words - 2 * page.unit_link_words), 0).astype(float),
        statistics=SimpleNamespace(n_pages=draw(st.integers(2, 9)), **sums),
        n_places=n_places,
    )


_SUMS = ("pages", "good", "good_below", "words", "link_words", "recurring_words", "words_squared")


def filled(page, n, fill, *arguments):
    """What a function of the kernel fills into a matrix of n columns and one more around them, which stay."""
    matrix = np.full((n + 2, page.n_units), -7.0)
    fill(shape_of(page), *arguments, matrix, 1)
    assert (matrix[[0, -1]] == -7).all()
    return matrix[1:-1]


def assert_same(matrix, names, wanted):
    """Bit for bit the same columns."""
    for name, made in zip(names, matrix, strict=True):
        assert made.tolist() == np.asarray(wanted[name], np.float64).tolist(), name

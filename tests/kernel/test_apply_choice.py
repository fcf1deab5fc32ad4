"""The choice of units, step by step, against the same in numpy."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sitegrain.content.choosing import GAP_LINKS, GAP_SCORE, GAP_UNITS, LIST_SCORE, MAX_CLIMB, Chooser
from sitegrain.kernel import Choice
from sitegrain.pages.parse import parse
from sitegrain.sites.tree import subtree_sums
from tests.kernel import naive_choice
from tests.kernel.naive_shape import plain_words
from tests.kernel.soup import SOUP

EXAMPLES = settings(max_examples=200, deadline=None)
_WHOLES = dict.fromkeys(("td", "th"), ("table",)) | dict.fromkeys(("li", "dt", "dd"), ("ul", "ol", "dl"))
_LISTS = frozenset(("table", "ul", "ol", "dl"))


def naive_lists(page, kept, scores):
    """Keep a table or list without running text whole, if part of it is kept and it is nearly as likely."""
    if not kept.any() or kept.all() or not _LISTS.intersection(page.tags):
        return kept
    lists = _innermost_lists(page)[page.unit_nodes]
    inside = (subtree_sums(page, plain_words(page, 15))[page.unit_nodes] <= 0) & (lists >= 0)
    if not inside.any():
        return kept
    _, box = np.unique(lists[inside], return_inverse=True)
    words = np.maximum(page.unit_words[inside], 0.5)
    total = np.bincount(box, weights=words)
    mean = np.bincount(box, weights=words * scores[inside]) / total
    share = np.bincount(box, weights=words * kept[inside]) / total
    is_completed = (share > 0) & (mean >= LIST_SCORE * float(scores[kept].min()))
    completed = kept.copy()
    completed[np.flatnonzero(inside)[is_completed[box]]] = True
    return completed


def _innermost_lists(page):
    """Int32 (n_nodes,): the innermost table or list at or above each node, -1 for none."""
    found = [-1] * page.n_nodes
    for node, parent in enumerate(page.parents.tolist()):
        found[node] = node if page.tags[node] in _LISTS else found[parent] if parent >= 0 else -1
    return np.array(found, np.int32)


def naive_gaps(page, kept, scores):
    """Keep also the short stretches between kept units of one container that were left out by little.

    A list or heading in the middle of the content then stays, however short it is. Hidden text and links do not.
    """
    filled = kept.copy()
    units = np.flatnonzero(kept)
    if len(units) < 2:
        return filled
    least = GAP_SCORE * float(scores[kept].min())
    gaps = np.flatnonzero(np.diff(units) > 1)
    for before, after in zip(units[gaps].tolist(), units[gaps + 1].tolist(), strict=True):
        if after - before <= GAP_UNITS + 1 and _is_gap(page, scores, before, after, least):
            filled[before + 1 : after] = True
    return filled


def _is_gap(page, scores, before, after, least):
    """Whether all between two kept units lies in the container of one of them and could be content."""
    gap = slice(before + 1, after)
    words = np.maximum(page.unit_words[gap], 0.5)
    if (scores[gap] * words).sum() < least * words.sum() or page.unit_hidden[gap].any():
        return False
    if page.unit_link_words[gap].sum() > GAP_LINKS * page.unit_words[gap].sum():
        return False
    nodes = page.unit_nodes[before : after + 1]
    containers = (_container(page, unit) for unit in (before, after))
    return any(node >= 0 and bool(((nodes >= node) & (nodes < page.ends[node])).all()) for node in containers)


def _container(page, unit):
    """The element that holds a unit's block: of a cell the table, of an item the list; -1 for the root."""
    node = int(page.unit_nodes[unit])
    wanted = _WHOLES.get(page.tags[node])
    node = above = int(page.parents[node])
    for _ in range(MAX_CLIMB):
        if wanted is None or above < 0:
            break
        if page.tags[above] in wanted:
            return above
        above = int(page.parents[above])
    return node


_LONG = "word " * 20
_TEXTS = ("a ", "b c d ", "<a href=/>e</a>", "word " * 15, _LONG, "<b hidden>h</b>", "\u2026")
_PARTS = (
    "<p> <li> <ul> </ul> <ol> </ol> <table> <tr> <td> </table> <div> </div> <dl> <dt> <dd> </dl> <h2> <h3> <section>"
    " </section> <article> </article> <h3>x</h3>"
)
_HTML = st.lists(st.sampled_from([*_TEXTS, *_TEXTS, *_PARTS.split(), "<p>", "<li>", "<td>"]), min_size=5, max_size=60)
_SOME = st.sampled_from((0.1, 0.3, 0.45, 0.5, 0.55, 0.6)) | st.floats(0, 1)


@st.composite
def choices(draw):
    """Draw a page, a choice of its units and their scores, of which some are equal."""
    page = parse(draw(_HTML.map("".join) | SOUP))
    n = page.n_units
    kept = draw(st.lists(st.booleans(), min_size=n, max_size=n))
    return page, np.array(kept, bool), np.array(draw(st.lists(_SOME, min_size=n, max_size=n)), np.float64)


def chooser(page, kept, scores, **columns):
    """A choice that begins with these units."""
    made = Chooser(page, {name: np.asarray(values, np.float32) for name, values in columns.items()}, scores)
    made.kept[:] = kept
    return made


def assert_changed(made, before, after, rule):
    """The units that are kept now, and the code at those and only those that changed."""
    assert made.kept.tolist() == after.tolist()
    assert made.rules.tolist() == np.where(before != after, rule, 0).tolist()


def marks(data, page):
    """A column of which most is 0."""
    some = st.sampled_from((0.0, 0.0, 0.0, 0.5, 1.0))
    return np.array(data.draw(st.lists(some, min_size=page.n_units, max_size=page.n_units)), np.float32)


@EXAMPLES
@given(choices(), st.sampled_from((0.5, 1.0, 2.0)), st.booleans())
def test_the_cut_is_that_of_numpy(choice, beta, is_article):
    page, _, scores = choice
    made = chooser(*choice)

    expected = made.cut(beta=beta, is_article=is_article)

    kept, wanted = naive_choice.cut(scores, page.unit_words, beta, is_article)
    assert (made.kept.tolist(), expected) == (kept.tolist(), wanted)


@EXAMPLES
@given(choices())
def test_lists_are_completed_as_by_numpy(choice):
    made = chooser(*choice)
    made.complete_lists()

    assert_changed(made, choice[1], naive_lists(*choice), 1)


@EXAMPLES
@given(choices())
def test_gaps_are_filled_as_by_numpy(choice):
    made = chooser(*choice)
    made.fill_gaps()

    assert_changed(made, choice[1], naive_gaps(*choice), 2)


@EXAMPLES
@given(choices(), st.data())
def test_idle_headings_are_left_out_as_by_a_stack(choice, data):
    page, kept, _ = choice
    recurs = marks(data, page)
    made = chooser(*choice, recurs=recurs)
    made.drop_idle_headings()

    assert_changed(made, kept, kept & ~naive_choice.idle_headings(page, kept, recurs), 3)


@EXAMPLES
@given(choices())
def test_repeated_texts_are_left_out_as_by_a_set(choice):
    page, kept, _ = choice
    made = chooser(*choice)
    made.drop_repeated()

    assert_changed(made, kept, kept & ~naive_choice.repeated_text(page, kept), 4)


@EXAMPLES
@given(choices(), st.data())
def test_headings_of_items_are_kept_as_by_a_loop(choice, data):
    page, kept, _ = choice
    bounds = sorted(data.draw(st.lists(st.integers(0, page.n_units), max_size=6)))
    items = tuple(zip(bounds[::2], bounds[1::2], strict=False))
    made = chooser(*choice)
    made.keep_item_headings(items)

    assert_changed(made, kept, kept | naive_choice.item_headings(page, kept, items), 5)


@EXAMPLES
@given(choices(), st.data())
def test_other_articles_are_left_out_as_by_a_loop(choice, data):
    page, kept, _ = choice
    titles = marks(data, page)
    made = chooser(*choice, is_title=titles)
    made.drop_other_articles()

    assert_changed(made, kept, kept & ~naive_choice.other_articles(page, titles), 6)


@EXAMPLES
@given(choices(), st.data())
def test_comments_are_weighed_and_treated_as_by_numpy(choice, data):
    page, kept, scores = choice
    is_comment = marks(data, page)
    of_comments, words = page.unit_words[kept & (is_comment > 0)].sum(), page.unit_words[kept].sum()
    is_prose = page.unit_words > 2 * page.unit_link_words

    made = chooser(*choice, name_comment=is_comment)
    assert made.comment_share() == of_comments / max(int(words), 1)
    made.drop_comments(unless=0.5)
    assert_changed(made, kept, kept & ~((is_comment > 0) & (scores < 0.5)), 7)

    made = chooser(*choice, name_comment=is_comment)
    made.keep_comments()
    assert_changed(made, kept, kept | ((is_comment > 0) & is_prose & (scores >= 0.02)), 7)


@EXAMPLES
@given(choices())
def test_the_expected_f1_is_that_of_numpy(choice):
    page, kept, scores = choice

    wanted = naive_choice.expected_f1(scores, page.unit_words, kept) if kept.any() else None
    assert chooser(*choice).expected_f1() == wanted


@pytest.mark.parametrize("n", [1, 7, 8, 9, 127, 128, 129, 136, 300, 1000, 2049, 5001])
def test_sums_of_many_units_round_as_numpys(n):
    page = parse("<p>a b" * n)
    scores = np.random.default_rng(n).random(n)

    for kept in (scores < 2, scores < 0.5):
        wanted = naive_choice.expected_f1(scores, page.unit_words, kept) if kept.any() else None
        assert chooser(page, kept, scores).expected_f1() == wanted
    made = chooser(page, kept, scores)
    assert made.cut() == naive_choice.cut(scores, page.unit_words, 1.0, False)[1]


def test_the_last_rule_that_changed_a_unit_is_its_reason():
    """The heading is kept for its item, and left out by the user; the text was left out and is kept again."""
    page = parse("<div><h2>a</h2><p>b c</p></div>")
    made = chooser(page, np.array([False, True]), np.ones(2), name_comment=[0, 1])

    made.keep_item_headings(((0, 2),))
    made.drop_comments()
    assert (made.kept.tolist(), made.rules.tolist()) == ([True, False], [5, 7])
    made.keep_only(np.array([False, True]))

    assert (made.kept.tolist(), made.rules.tolist()) == ([False, True], [8, 8])


@pytest.mark.parametrize(
    ("middle", "score", "is_filled"),
    [
        ("<p>b", 0.6, True),  # 0.6 of the lowest kept score, which is 1
        ("<p>b", 0.59, False),
        ("<p><a href=/>b</a>", 1.0, False),  # all links
        ("<p hidden>b", 1.0, False),
        ("<p>b" * 30, 1.0, True),
        ("<p>b" * 31, 1.0, False),
    ],
)
def test_a_gap_is_filled_if_it_is_short_and_likely(middle, score, is_filled):
    page = parse(f"<div><p>a{middle}<p>c</div>")
    kept = np.zeros(page.n_units, bool)
    kept[[0, -1]] = True
    made = chooser(page, kept, np.where(kept, 1.0, score))

    made.fill_gaps()

    assert made.kept.all() == is_filled


def test_wrong_sizes_are_refused():
    page, none = parse("<p>a"), np.zeros(1, np.uint8)
    sound = chooser(page, none, np.zeros(1))

    for scores, kept, rules in ((2, 1, 1), (1, 2, 1), (1, 1, 2)):
        with pytest.raises(ValueError, match="expected a vector of 1 "):
            Choice(page.axis, np.zeros(scores), np.zeros(kept, bool), np.zeros(rules, np.int8))
    with pytest.raises(ValueError, match="at most 128"):
        sound._choice.close_gaps(none, none, max_units=129, least=0.6, max_links=0.5, max_climb=4, rule=1)
    with pytest.raises(IndexError):
        sound.keep_item_headings(((0, 2),))
    for wrong in (sound._choice.share_marked, lambda marks: sound._choice.drop_marked(marks, below=1.0, rule=1)):
        with pytest.raises(ValueError, match="every unit"):
            wrong(np.zeros(2, np.float32))

"""Random small pages for property tests: nested elements of every kind that rendering treats on its own."""

import numpy as np
from hypothesis import strategies as st

from sitegrain.pages.parse import parse
from sitegrain.pages.tokens import tokenize

BLOCKS = (
    "div p h1 h2 h3 ul ol li dl dt dd blockquote pre table tr td th thead caption figure figcaption section center"
).split()
INLINE = "b i em strong code a span sub sup del q kbd u label x-y".split()
VOID = ("<br>", "<hr>", '<img src="/i.png" alt="x]y">', "<br><br>", "<wbr>")
WORDS = (
    "one two M arla 12 1. # - * _x_ a*b ** ` `` [x](y) ![z] <b> &amp; | --- === 東京 שלום \u00a0 é! (c) ~~ ~ C:\\ \\*"
    " > + ! [ ] ]: : http://x.org/a_b 1) \ufffd"
).split(" ")


def _text(words: list[str], space: tuple[str, str, str]) -> str:
    escaped = [word.replace("&", "&amp;").replace("<", "&lt;") for word in words]
    return space[0] + space[1].join(escaped) + space[2]


_SPACES = st.tuples(*[st.sampled_from(("", " ", "\n  ", " "))] * 3)
_TEXTS = st.builds(_text, st.lists(st.sampled_from(WORDS), min_size=1, max_size=4), _SPACES)
_LEAVES = st.one_of(_TEXTS, _TEXTS, st.sampled_from(VOID))


def _element(tag: str, children: list[str]) -> str:
    attributes = {"a": ' href="/t(1"', "ol": ' start="3"', "td": ' colspan="2"', "pre": ' class="lang-py"'}.get(tag, "")
    return f"<{tag}{attributes}>{''.join(children)}</{tag}>"


_TREES = st.recursive(
    _LEAVES,
    lambda inner: st.builds(_element, st.sampled_from(BLOCKS + INLINE), st.lists(inner, min_size=1, max_size=4)),
    max_leaves=14,
)
_TABLES = st.builds(
    lambda rows: "<table>" + "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) for row in rows) + "</table>",
    st.lists(st.lists(_TREES, min_size=1, max_size=3), min_size=1, max_size=3),
)
HTML = st.lists(st.one_of(_TREES, _TREES, _TABLES), min_size=1, max_size=5).map(
    lambda parts: "<!DOCTYPE html><body>" + "".join(parts)
)


@st.composite
def pages(draw, html=HTML):
    """A page and a random choice of its units."""
    page = parse(draw(html), url="https://example.org/d/p.html")
    kept = np.array(draw(st.lists(st.booleans(), min_size=page.n_units, max_size=page.n_units)), bool)
    return page, kept


def kept_tokens(page, kept):
    """The tokens of the kept units, in order."""
    units = np.flatnonzero(kept)
    return [token for unit in units for token in page.tokens[page.unit_tokens[unit] : page.unit_tokens[unit + 1]]]


def words(html):
    """The tokens of an HTML text."""
    page = parse(html)
    assert page.tokens == [token for text in page.unit_texts for token in tokenize(text)]
    return page.tokens

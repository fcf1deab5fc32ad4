"""The text of a page as fields: for each block class its terms, headings and the title apart.

Headings and terms being defined weigh more than the rest of their class, wherever they stand.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from sitegrain.pages.elements import HEADINGS, tag_set
from sitegrain.pages.nesting import nearest
from sitegrain.pages.runs import text_of, token_units
from sitegrain.search.terms import read_terms

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from sitegrain.blocks.segmentation import Segmentation
    from sitegrain.content.site import Site
    from sitegrain.pages.page import Page

TITLE = "title"
HEAD_MARK = "^"  # ends the name of the class of a class's headings
HEAD_MULTIPLIER = 6.0  # of titles, headings, terms being defined; docs/decisions/011-ranking.md
ANCHORS = "anchors"
_HEADS = tag_set((*HEADINGS, "dt"))


@dataclass(frozen=True, slots=True)
class Fields:
    """The terms of a page.

    counts:  name of a class -> term -> how often
    lengths: name of a class -> number of its terms
    """

    counts: Mapping[str, Mapping[str, int]]
    lengths: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, eq=False)
class Packed:
    """The terms of a page as arrays, for the way between processes and into an index.

    names, lengths: of each block: the name of its class, and the number of its terms
    terms:          each once
    postings:       int32 (3, n): number of a block, of a term, how often
    """

    names: tuple[str, ...]
    lengths: tuple[int, ...]
    terms: tuple[str, ...]
    postings: NDArray[np.int32]


def pack(fields: Fields) -> Packed:
    """The same as arrays."""
    numbers: dict[str, int] = {}
    of_terms = [numbers.setdefault(term, len(numbers)) for own in fields.counts.values() for term in own]
    counts = [count for own in fields.counts.values() for count in own.values()]
    blocks = np.repeat(np.arange(len(fields.counts)), [len(own) for own in fields.counts.values()])
    postings = np.array([blocks, of_terms, counts], np.int32).reshape(3, -1)
    return Packed(tuple(fields.counts), tuple(fields.lengths[name] for name in fields.counts), tuple(numbers), postings)


def multiplier(name: str) -> float:
    """What the weight of a class is multiplied by."""
    return HEAD_MULTIPLIER if name == TITLE or name.endswith(HEAD_MARK) else 1.0


def read_fields(page: Page, names: Sequence[str], title: str) -> Fields:
    """Collect the terms of a page.

    names: for each unit the name of its block class
    """
    return _fields(zip(names, page.unit_texts, _in_heading(page).tolist(), strict=True), title)


def read_blocks(page: Page, segmentation: Segmentation, name: str, title: str) -> Fields:
    """Collect the terms of a page by the block classes of any method; words of no class are one more.

    name: of the page's site, with which the names of its classes begin
    """
    classes = [-1 if block.block_class is None else block.block_class for block in segmentation.blocks]
    own = np.array([*classes, -1], np.int64)[segmentation.block_ids]  # a token of no block has the number -1
    units = token_units(page)
    is_first = (np.diff(own, prepend=own[:1]) != 0) | (np.diff(units, prepend=-1) != 0)
    starts = np.flatnonzero(is_first).tolist()
    in_heading = _in_heading(page)[units[starts]].tolist()
    texts = [text_of(page, *span) for span in pairwise([*starts, len(own)])]
    return _fields(zip([f"{name}:{number}" for number in own[starts].tolist()], texts, in_heading, strict=True), title)


def _fields(pieces: Iterable[tuple[str, str, bool]], title: str) -> Fields:
    """The terms of pieces of text, each with the name of its class and whether it is a heading."""
    texts: dict[str, list[str]] = {TITLE: [title]} if title else {}
    for name, text, is_head in pieces:
        texts.setdefault(name + HEAD_MARK if is_head else name, []).append(text)
    terms = {name: read_terms("\n".join(own)) for name, own in texts.items()}
    return Fields(
        {name: Counter(own) for name, own in terms.items() if own},
        {name: len(own) for name, own in terms.items() if own},
    )


def class_names(page: Page, site: Site, name: str) -> list[str]:
    """For each unit the name of its block class: site and number; of an unknown place that of the nearest known one."""
    if site.tables is None:
        return [f"{name}:alone"] * page.n_units
    places = site.tree.locate(page).nearest[page.unit_nodes]
    classes = np.where(places >= 0, site.tables.classes.class_of_place[places], -1).tolist()
    return [f"{name}:{number}" for number in classes]


def _in_heading(page: Page) -> NDArray[np.bool_]:
    """Bool (n_units,): the unit's block element is a heading or a term, or lies in one."""
    tags = np.minimum(page.axis.tag_ids, len(_HEADS) - 1)
    return np.asarray(nearest(page, _HEADS[tags])[page.unit_nodes] >= 0)

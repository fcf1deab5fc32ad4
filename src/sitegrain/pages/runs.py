"""Where text runs, nodes and units lie on the token axis; runs are the atoms of the methods finer than units."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sitegrain.kernel import fingerprints
from sitegrain.pages.tokens import is_word_end, is_word_start, token_spans, tokenize

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sitegrain.pages.page import Page


def run_tokens(page: Page) -> NDArray[np.int32]:
    """Int32 (n_runs + 1,): the tokens that begin in run r are run_tokens[r] to run_tokens[r + 1].

    A word that two runs share belongs to the first: `<b>w</b>ord` is one token, of the run inside <b>.
    """
    counts = np.repeat(page.unit_words, np.diff(page.unit_runs))
    runs = np.flatnonzero(np.repeat(np.diff(page.unit_runs) > 1, np.diff(page.unit_runs)))  # the others are units
    if len(runs):
        counts[runs] = _count_tokens(page, runs)
    return np.concatenate(([0], np.cumsum(counts))).astype(np.int32)


def _count_tokens(page: Page, runs: NDArray[np.intp]) -> list[int]:
    """The tokens that begin in each of the runs of some units."""
    breaks = np.concatenate(([0], np.cumsum(np.array(page.tags, object) == "br")))[page.run_positions[runs]].tolist()
    texts, units = page.run_texts, page.run_units[runs].tolist()
    counts = []
    unit, n_breaks, is_open = -1, -1, False  # is_open: the text so far ends inside of a word
    for run, own_unit, own_breaks in zip(runs.tolist(), units, breaks, strict=True):
        text = texts[run]
        is_open = is_open and own_unit == unit and own_breaks == n_breaks
        unit, n_breaks = own_unit, own_breaks
        if text.isspace():
            counts.append(0)
            is_open = False
            continue
        counts.append(len(tokenize(text)) - (is_open and is_word_start(text)))
        is_open = is_word_end(text)
    return counts


def token_runs(page: Page) -> NDArray[np.int32]:
    """Int32 (n_tokens,): the run in which each token begins."""
    return np.repeat(np.arange(len(page.run_nodes), dtype=np.int32), np.diff(run_tokens(page)))


def token_nodes(page: Page) -> NDArray[np.int32]:
    """Int32 (n_tokens,): the innermost element around the beginning of each token."""
    return page.run_nodes[token_runs(page)]


def token_units(page: Page) -> NDArray[np.int32]:
    """Int32 (n_tokens,): the unit of each token."""
    return np.repeat(np.arange(page.n_units, dtype=np.int32), page.unit_words)


def unit_fingerprints(page: Page) -> NDArray[np.uint64]:
    """Uint64 (n_units,): the hash of each unit's text, case folded, digit runs masked."""
    prints = np.empty(page.n_units, np.uint64)
    fingerprints(page.axis.unit_text, page.axis.unit_starts, prints)
    return prints


def text_of(page: Page, start: int, end: int) -> str:
    """The text of an interval of tokens as the page has it, a line for each unit."""
    units = np.searchsorted(page.unit_tokens, np.array([start, end - 1]), side="right") - 1
    lines = []
    for unit in range(int(units[0]), int(units[1]) + 1) if start < end else ():
        first, last = (int(bound) for bound in page.unit_tokens[unit : unit + 2])
        text = page.unit_texts[unit]
        if start > first or end < last:
            spans = token_spans(text)[max(start - first, 0) : min(end, last) - first]
            text = text[spans[0][0] : spans[-1][1]]
        lines.append(text)
    return "\n".join(lines)


def node_runs(page: Page) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Int64 (n_nodes,) twice: the first run in each node, and the first behind it; equal for a node without text.

    A node opens between run `first - 1` and run `first`, and closes between run `behind - 1` and run `behind`.
    """
    nodes = np.arange(page.n_nodes)
    own = np.bincount(page.run_nodes, minlength=page.n_nodes)
    before = np.concatenate(([0], np.cumsum(own)))
    first = np.searchsorted(page.run_positions, nodes, side="right")
    return first, first + before[page.ends] - before[nodes]


def node_units(page: Page) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Int64 (n_nodes,) twice: the first unit with text in each node, and the one behind the last; equal for no text."""
    first, behind = node_runs(page)
    units = page.run_units.astype(np.int64)
    bounds = np.append(units, page.n_units)
    start = bounds[np.minimum(first, len(units))]
    return start, np.where(behind > first, bounds[np.maximum(behind - 1, 0)] + 1, start)

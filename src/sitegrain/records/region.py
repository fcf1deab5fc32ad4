"""A region of a page: records of one kind, with their fields and where they stand."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from sitegrain.pages.runs import node_runs, run_tokens
from sitegrain.pages.tokens import token_spans

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sitegrain.pages.page import Page
    from sitegrain.records.fields import Value


@dataclass(frozen=True, slots=True, order=True)
class Position:
    """A place between what a page has.

    node: nodes that begin before it
    run:  text runs that begin before it, except for one that it lies in
    char: of that run before it, in characters
    """

    run: int
    char: int
    node: int


@dataclass(frozen=True, slots=True)
class Record:
    """One record.

    fields: the region's columns, and what the record has of each; None where it has nothing
    start, end: where it begins and ends
    span:   its interval of the page's tokens
    """

    fields: Mapping[str, Value]
    start: Position
    end: Position
    span: tuple[int, int]

    def has_node(self, node: int) -> bool:
        """Whether a node begins in the record."""
        return self.start.node <= node < self.end.node

    def has_text(self, run: int, start: int, end: int) -> bool:
        """Whether the record has these characters of a text run."""
        return (self.start.run, self.start.char) <= (run, start) and (run, end) <= (self.end.run, self.end.char)


@dataclass(frozen=True, slots=True)
class Region:
    """Records of one kind, in the order of the page.

    label:   where they are: keys from the body down; or the pattern that they follow
    columns: the names of their fields
    score:   the larger, the more likely they are what the page is about; comparable within one page and method
    """

    label: str
    columns: tuple[str, ...]
    records: tuple[Record, ...]
    score: float


class Places:
    """Tells where nodes and texts of a page stand."""

    def __init__(self, page: Page) -> None:
        self.page = page
        first, behind = node_runs(page)
        self._first_run, self._behind_run = first.tolist(), behind.tolist()
        self._nodes_before, self._ends = page.run_positions.tolist(), page.ends.tolist()
        self._tokens: list[int] | None = None
        self._cut_run, self._starts = -1, [0]  # where the tokens begin in the run that was last asked for

    def before(self, node: int) -> Position:
        """Right before a node."""
        return Position(self._first_run[node], 0, node)

    def behind(self, node: int) -> Position:
        """Right behind a node and all in it."""
        return Position(self._behind_run[node], 0, self._ends[node])

    def text(self, run: int, char: int = 0) -> Position:
        """In a text run, before one of its characters."""
        return Position(run, char, self._nodes_before[run])

    def last(self) -> Position:
        """Behind everything."""
        return Position(len(self._nodes_before), 0, self.page.n_nodes)

    def token(self, position: Position) -> int:
        """How many of the page's tokens begin before a position."""
        if self._tokens is None:
            self._tokens = np.minimum(run_tokens(self.page), self.page.axis.n_tokens).tolist()
        found = self._tokens[position.run]
        if position.char:
            if position.run != self._cut_run:
                self._cut_run = position.run
                self._starts = [start for start, _ in token_spans(self.page.run_texts[position.run])]
            found += bisect_left(self._starts, position.char)
        return found

    def record(self, fields: Mapping[str, Value], start: Position, end: Position) -> Record:
        """A record with its span."""
        return Record(fields, start, end, (self.token(start), self.token(end)))

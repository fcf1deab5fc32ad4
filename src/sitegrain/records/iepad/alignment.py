"""Multiple alignment of records by the centre-star method: columns, alternatives, optional columns."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sitegrain.records.iepad.tokens import TEXT

if TYPE_CHECKING:
    from collections.abc import Sequence

MAX_CELLS = 40_000  # of the table of one alignment
MAX_TOTAL_CELLS = 400_000  # of all of them
GAP, OTHER = 1, 1  # what a gap and two different tokens cost; a text and a tag are never put into one column
NEVER = 1 << 30

Sequence_ = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Alignment:
    """Sequences under one another.

    columns: of the alignment, each with its tokens, the most frequent first; None among them where some have a gap
    places:  for each sequence the column of each of its tokens
    """

    columns: tuple[tuple[str | None, ...], ...]
    places: tuple[tuple[int, ...], ...]

    def pattern(self) -> str:
        """The generalised pattern: `(a|b)` for alternatives, `?` behind what may be missing."""
        shown = []
        for column in self.columns:
            tokens = [token for token in column if token is not None]
            text = tokens[0] if len(tokens) == 1 else f"({'|'.join(tokens)})"
            shown.append(text + "?" * (None in column))
        return "".join(shown)


def align(sequences: Sequence[Sequence_]) -> Alignment:
    """Align all sequences with the one that is nearest to all others, as far as the bounds allow.

    A sequence that would exceed the bounds, or has none of the centre's tokens in order, is left out: its places are
    empty.
    """
    counts = Counter(sequences)
    distinct = sorted(counts, key=lambda own: (-counts[own], own))
    centre = _centre(distinct, counts)
    pairs: dict[Sequence_, list[tuple[int | None, int | None]]] = {}
    left = MAX_TOTAL_CELLS
    for own in distinct:
        cells = 0 if own == centre else (len(own) + 1) * (len(centre) + 1)
        if cells > min(MAX_CELLS, left):
            continue
        left -= cells
        pairs[own] = [(i, i) for i in range(len(centre))] if own == centre else _pair(centre, own)[1]
    return _stack(centre, sequences, pairs)


def _centre(distinct: Sequence[Sequence_], counts: Counter[Sequence_]) -> Sequence_:
    """The sequence with the smallest sum of distances to all others; of many, or long ones, the most frequent."""
    n_cells = sum(len(own) + 1 for own in distinct) ** 2  # of the tables of all pairs, both ways
    if n_cells > MAX_TOTAL_CELLS:
        return distinct[0]
    return min(distinct, key=lambda a: (sum(counts[b] * _pair(a, b)[0] for b in distinct if a != b), -counts[a]))


def _pair(first: Sequence_, second: Sequence_) -> tuple[int, list[tuple[int | None, int | None]]]:
    """The distance of two sequences, and which tokens stand under one another; None is a gap."""
    n, m = len(first), len(second)
    costs = [[j * GAP for j in range(m + 1)]]
    for i in range(1, n + 1):
        above, row = costs[-1], [i * GAP]
        for j in range(1, m + 1):
            row.append(min(above[j - 1] + _cost(first[i - 1], second[j - 1]), above[j] + GAP, row[-1] + GAP))
        costs.append(row)
    pairs: list[tuple[int | None, int | None]] = []
    i, j = n, m
    while i or j:
        if i and j and costs[i][j] == costs[i - 1][j - 1] + _cost(first[i - 1], second[j - 1]):
            i, j = i - 1, j - 1
            pairs.append((i, j))
        elif i and costs[i][j] == costs[i - 1][j] + GAP:
            i -= 1
            pairs.append((i, None))
        else:
            j -= 1
            pairs.append((None, j))
    return costs[n][m], pairs[::-1]


def _cost(a: str, b: str) -> int:
    if a == b:
        return 0
    return NEVER if TEXT in (a, b) else OTHER


def _stack(
    centre: Sequence_,
    sequences: Sequence[Sequence_],
    pairs: dict[Sequence_, list[tuple[int | None, int | None]]],
) -> Alignment:
    """Once a gap, always a gap: what is put in between two tokens of the centre has columns of its own."""
    widths = [0] * (len(centre) + 1)  # columns before each token of the centre, and behind the last
    for own in pairs.values():
        at, run = 0, 0
        for i, _ in own:
            if i is None:
                run += 1
                widths[at] = max(widths[at], run)
            else:
                at, run = i + 1, 0
    starts, column = [], 0
    for width in widths:
        starts.append(column)
        column += width + 1
    n_columns = column - 1
    places = {own: _places(own_pairs, starts, widths) for own, own_pairs in pairs.items()}
    tokens: list[Counter[str]] = [Counter() for _ in range(n_columns)]
    for sequence in sequences:
        for token, place in zip(sequence, places.get(sequence, ()), strict=False):
            tokens[place][token] += 1
    n_aligned = sum(sequence in places for sequence in sequences)
    columns = tuple(
        (*(token for token, _ in own.most_common()), *([None] if own.total() < n_aligned else [])) for own in tokens
    )
    return Alignment(columns, tuple(places.get(sequence, ()) for sequence in sequences))


def _places(
    pairs: Sequence[tuple[int | None, int | None]], starts: Sequence[int], widths: Sequence[int]
) -> tuple[int, ...]:
    places, at, run = [], 0, 0
    for i, j in pairs:
        if i is None:
            places.append(starts[at] + run)
            run += 1
        else:
            if j is not None:
                places.append(starts[i] + widths[i])
            at, run = i + 1, 0
    return tuple(places)

"""Which repeats are records: IEPAD's regularity, compactness and coverage (methods.md H.5)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from sitegrain.records.iepad.repeats import Repeats
from sitegrain.records.iepad.tokens import TEXT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from sitegrain.records.iepad.repeats import Repeat
    from sitegrain.records.iepad.tokens import TagString

MIN_LENGTH = 2  # tokens
LEVELS = 20  # of coverage that are told apart in what is tried first
MAX_TRIED = 200  # repeats, those that could cover most
OUTLYING = 2  # standard deviations of the gaps above their mean, where a pattern that is not regular is cut


@dataclass(frozen=True, slots=True)
class Limits:
    """What a pattern needs: occurrences at least, regularity at most, compactness more than.

    is_single: leave out patterns that are a shorter one several times in a row: two records instead of one
    """

    min_occurrences: int = 3
    max_regularity: float = 0.5
    min_compactness: float = 0.25
    is_single: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Pattern:
    """A repeat that may be a record.

    length:      in tokens
    starts:      int64 (k,), where it occurs, rising, without overlap
    regularity:  standard deviation of the gaps between starts over their mean
    compactness: share of what lies from the first start to the last one that is covered
    coverage:    share of the string that is covered
    """

    length: int
    starts: NDArray[np.int64]
    regularity: float
    compactness: float
    coverage: float


def find_patterns(string: TagString, limits: Limits | None = None) -> list[Pattern]:
    """The patterns of a string that are regular and compact, those that cover most first, then the longer ones."""
    limits = limits or Limits()
    if TEXT not in string.names:
        return []
    text_before = np.concatenate(([0], np.cumsum(string.symbols == string.names.index(TEXT))))
    repeats = Repeats(string.symbols)
    wanted = np.flatnonzero((repeats.lengths >= MIN_LENGTH) & (repeats.counts >= limits.min_occurrences))
    bounds = np.minimum(repeats.lengths[wanted] * repeats.counts[wanted], len(string))
    found: list[Pattern] = []
    levels = np.rint(LEVELS * bounds / len(string))  # of about equal ones the shorter first: they overlap less
    order = np.lexsort((repeats.lengths[wanted], -levels))
    for number in wanted[order][:MAX_TRIED].tolist():
        repeat = repeats[number]
        first = int(repeat.occurrences[0])
        has_text = text_before[first + repeat.length] > text_before[first]
        if has_text and not (limits.is_single and _repeats_itself(string.symbols[first : first + repeat.length])):
            found.extend(_kept(repeat, len(string), limits))
    return sorted(found, key=lambda pattern: (-pattern.coverage, -pattern.length, int(pattern.starts[0])))


def _kept(repeat: Repeat, n_tokens: int, limits: Limits) -> Iterator[Pattern]:
    """The pattern if it is regular; else the parts it falls into at its largest gaps that are."""
    starts = without_overlap(repeat)
    if len(starts) < limits.min_occurrences:
        return
    whole = measure(repeat.length, starts, n_tokens)
    if whole.regularity <= limits.max_regularity:
        parts = [whole]
    else:
        gaps = np.diff(starts)
        cuts = np.flatnonzero(gaps > gaps.mean() + OUTLYING * gaps.std()) + 1
        pieces = [part for part in np.split(starts, cuts) if len(part) >= limits.min_occurrences]
        parts = [measure(repeat.length, piece, n_tokens) for piece in pieces] if len(cuts) else []
    for part in parts:
        if part.regularity <= limits.max_regularity and part.compactness > limits.min_compactness:
            yield part


def _repeats_itself(symbols: NDArray[np.int32]) -> bool:
    """Whether a string is a shorter one two or more times, the last time perhaps not to its end (prefix function)."""
    own = symbols.tolist()
    borders = [0] * len(own)
    for i in range(1, len(own)):
        length = borders[i - 1]
        while length and own[i] != own[length]:
            length = borders[length - 1]
        borders[i] = length + (own[i] == own[length])
    return 2 * (len(own) - borders[-1]) <= len(own)


def measure(length: int, starts: NDArray[np.int64], n_tokens: int) -> Pattern:
    """A pattern of at least two occurrences with its three numbers."""
    gaps = np.diff(starts)
    compactness = (len(starts) - 1) * length / int(starts[-1] - starts[0])
    return Pattern(length, starts, float(gaps.std() / gaps.mean()), compactness, len(starts) * length / n_tokens)


def without_overlap(repeat: Repeat) -> NDArray[np.int64]:
    """The occurrences from the left that begin behind the end of the one taken before."""
    found = repeat.occurrences
    if len(found) < 2 or np.diff(found).min() >= repeat.length:
        return found
    taken, at = [], 0
    while at < len(found):
        taken.append(int(found[at]))
        at = int(np.searchsorted(found, taken[-1] + repeat.length))
    return np.array(taken, np.int64)

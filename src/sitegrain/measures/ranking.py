"""How good a ranking is: average precision, and precision among the first results."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Hashable, Mapping, Sequence


def average_precision(ranking: Sequence[Hashable], relevant: Collection[Hashable]) -> float:
    """Mean over the relevant pages of the precision at the rank of each; one that was not found adds 0.

    ValueError if nothing is relevant: such a query measures nothing.

    >>> round(average_precision("abcdef", set("acfz")), 6)
    0.541667
    """
    _check(relevant)
    found, total = 0, 0.0
    for rank, page in enumerate(dict.fromkeys(ranking), start=1):
        if page in relevant:
            found += 1
            total += found / rank
    return total / len(relevant)


def precision_at(ranking: Sequence[Hashable], relevant: Collection[Hashable], n: int = 10) -> float:
    """Relevant pages among the first n, over n, also where fewer were returned."""
    _check(relevant)
    if n < 1:
        raise ValueError(f"n must be at least 1, got {n}")
    return sum(page in relevant for page in list(dict.fromkeys(ranking))[:n]) / n


def rank(scores: Mapping[str, float], relevant: Collection[Hashable] = ()) -> list[str]:
    """Pages by falling score, ties by name; those in `relevant` come last of a tie, which is the pessimistic order."""
    return sorted(scores, key=lambda page: (-scores[page], page in relevant, page))


def _check(relevant: Collection[Hashable]) -> None:
    if not relevant:
        raise ValueError("no page is relevant: leave such a query out, and count it")

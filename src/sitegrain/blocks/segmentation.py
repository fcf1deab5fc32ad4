"""A segmentation: which tokens of a page belong together, and how much they weigh."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

NO_BLOCK = -1


@dataclass(frozen=True, slots=True)
class Block:
    """One or more token intervals of a page treated as one thing.

    spans:       half-open token intervals, in document order
    block_class: number of its block class, None if it has none
    label:       the class's label, or a label of the block's own place
    support:     sample pages that have the class, None where there is no site
    """

    spans: tuple[tuple[int, int], ...]
    block_class: int | None
    label: str
    support: int | None = None


@dataclass(frozen=True, slots=True, eq=False)  # arrays have no equality of their own
class Segmentation:
    """Blocks and weights on the tokens of one page.

    block_ids: int32 (n_tokens,) index into `blocks`, NO_BLOCK for a token of none
    weights:   float64 (n_tokens,) 0 for template, mean 1 over the site's tokens
    reason:    why there are no blocks, or why the method gave up; "" where it did what it is for
    """

    tokens: list[str]
    blocks: tuple[Block, ...]
    block_ids: NDArray[np.int32]
    weights: NDArray[np.float64]
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Naming:
    """What a block is called: its class if it has one, a label, and how many sample pages have the class."""

    block_class: int | None
    label: str
    support: int | None = None


def from_tokens(
    tokens: list[str],
    token_blocks: NDArray[np.integer],
    weights: NDArray[np.float64],
    name: Callable[[int], Naming],
    *,
    reason: str = "",
) -> Segmentation:
    """A segmentation from a number for each token; blocks come in the order of their first tokens.

    token_blocks: int (n_tokens,) any numbers; tokens of one number are one block, negative ones of none
    name:         asked once for each number that a token has
    """
    starts = np.flatnonzero(np.diff(token_blocks, prepend=token_blocks[:1] - 1)) if len(tokens) else np.zeros(0, int)
    spans: dict[int, list[tuple[int, int]]] = {}
    bounds = [*starts.tolist(), len(tokens)]
    for number, start, end in zip(token_blocks[starts].tolist(), bounds, bounds[1:], strict=False):
        if number >= 0:
            spans.setdefault(number, []).append((start, end))
    block_ids = np.full(len(tokens), NO_BLOCK, np.int32)
    blocks = []
    for index, (number, own) in enumerate(spans.items()):
        for start, end in own:
            block_ids[start:end] = index
        naming = name(number)
        blocks.append(Block(tuple(own), naming.block_class, naming.label, naming.support))
    return Segmentation(tokens, tuple(blocks), block_ids, weights, reason)


def tokens_of_classes(segmentation: Segmentation) -> dict[int, list[str]]:
    """The tokens of each block class of a page; several blocks of one class are one, blocks without a class none."""
    tokens: dict[int, list[str]] = {}
    for block in segmentation.blocks:
        if block.block_class is not None:
            own = tokens.setdefault(block.block_class, [])
            for start, end in block.spans:
                own.extend(segmentation.tokens[start:end])
    return tokens


def no_blocks(tokens: list[str], reason: str) -> Segmentation:
    """The segmentation of a page that the method can say nothing about: no block, all tokens weigh the same."""
    return Segmentation(tokens, (), np.full(len(tokens), NO_BLOCK, np.int32), np.ones(len(tokens)), reason)


def from_units(
    unit_tokens: NDArray[np.int32], unit_blocks: NDArray[np.int32], unit_weights: NDArray[np.float64]
) -> tuple[NDArray[np.int32], NDArray[np.float64], list[list[tuple[int, int]]]]:
    """Spread block numbers and weights of units over their tokens, and join touching spans of one block.

    unit_blocks: int32 (n_units,) numbers from 0 without gaps, or NO_BLOCK
    """
    counts = np.diff(unit_tokens)
    spans: list[list[tuple[int, int]]] = [[] for _ in range(int(unit_blocks.max(initial=-1)) + 1)]
    for block, start, end in zip(unit_blocks.tolist(), unit_tokens.tolist(), unit_tokens[1:].tolist(), strict=False):
        if block == NO_BLOCK or start == end:
            continue
        mine = spans[block]
        if mine and mine[-1][1] == start:
            mine[-1] = (mine[-1][0], end)
        else:
            mine.append((start, end))
    return np.repeat(unit_blocks, counts), np.repeat(unit_weights, counts), spans

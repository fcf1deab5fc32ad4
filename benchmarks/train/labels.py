"""Which units of a page are its gold content: shares of words, from an alignment of page and gold tokens."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from rapidfuzz.distance import LCSseq

from sitegrain.pages.tokens import tokenize

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sitegrain.pages.page import Page

MIN_SHARE = 0.3  # of a unit's words; fewer are chance matches


def unit_labels(page: Page, gold: str) -> NDArray[np.float64]:
    """Float64 (n_units,): share of each unit's words that the gold text holds, in order."""
    words: dict[str, int] = {}
    tokens = [words.setdefault(token, len(words)) for token in page.tokens]
    wanted = [words.setdefault(token, len(words)) for token in tokenize(gold)]
    is_gold = np.zeros(len(tokens))
    if tokens and wanted:
        for op in LCSseq.opcodes(tokens, wanted):
            if op.tag == "equal":
                is_gold[op.src_start : op.src_end] = 1.0
    running = np.concatenate(([0.0], np.cumsum(is_gold)))
    bounds = page.unit_tokens
    share = (running[bounds[1:]] - running[bounds[:-1]]) / np.maximum(page.unit_words, 1)
    return np.where(share >= MIN_SHARE, share, 0.0)

"""Text density: words per line when a text is wrapped at a number of columns.

Words are put on one endless line once a page. Where the line that starts at a word ends is then one look-up, and so a
block of any words is wrapped without looking at its words again.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from sitegrain.pages.tokens import CJK

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

_CJK = re.compile(f"[{CJK}]")
_PIECES = re.compile(f"[{CJK}]{{1,2}}|[^{CJK}]+")
_COUNTS = re.compile(r"[^\W_]")
CJK_COLUMNS = 2  # a CJK character is as wide as two others, and half a word


class Lines:
    """The words of texts, wrapped greedily; a word that does not fit starts a line.

    texts:        the text of each atom
    keeps_breaks: bool (n_atoms,) lines of the atom end where the text's own do, and only there

    bounds:  int (n_atoms + 1,) the words of atom a are bounds[a] to bounds[a + 1]
    """

    def __init__(self, texts: Sequence[str], keeps_breaks: Sequence[bool], columns: int) -> None:
        starts: list[int] = []
        ends: list[int] = []
        worth: list[float] = []
        self.bounds = [0]
        at = 0
        for text, keeps in zip(texts, keeps_breaks, strict=True):
            for line in text.splitlines() if keeps else (text,):
                for word, space in _words(line):
                    at += 0 if keeps else space
                    starts.append(at)
                    at += 0 if keeps else _width(word)
                    ends.append(at)
                    worth.append(len(word) / 2 if _CJK.match(word) else 1.0)
                at += (columns + 1) * keeps
            self.bounds.append(len(starts))
        following = np.searchsorted(np.array(ends), np.array(starts) + columns, side="right")
        following = np.maximum(following, np.arange(len(starts)) + 1)
        self._jumps = _jump_tables(following)
        self._next = following.tolist()
        self._worth = np.concatenate(([0.0], np.cumsum(worth))).tolist()

    def wrap(self, start: int, end: int) -> tuple[float, int]:
        """Words in the lines that count, and the number of those: all lines but the last, or the only one."""
        last, n_lines = start, 0
        if start < end and self._next[start] < end:
            for power in range(len(self._jumps) - 1, -1, -1):
                beyond = self._jumps[power][last]
                if beyond < end:
                    last, n_lines = beyond, n_lines + (1 << power)
        if not n_lines:
            return self._worth[end] - self._worth[start], 1
        return self._worth[last] - self._worth[start], n_lines


def _words(line: str) -> list[tuple[str, int]]:
    """The words of a line that count, each with the space before it: 1, or 0 within a stretch of CJK characters."""
    words = [word for word in line.split() if word.isalnum() or _COUNTS.search(word)]
    if line.isascii() or not _CJK.search(line):
        return [(word, 1) for word in words]
    return [(piece, int(not i)) for word in words for i, piece in enumerate(_PIECES.findall(word))]


def _width(word: str) -> int:
    return len(word) * CJK_COLUMNS if _CJK.match(word) else len(word)


def _jump_tables(following: NDArray[np.int64]) -> list[list[int]]:
    """For each power of two the word that starts the line so many lines on; n_words where there is none."""
    n_words = len(following)
    jump = np.concatenate((following, [n_words]))
    tables = [jump.tolist()]
    while (jump[0] if n_words else n_words) < n_words:
        jump = jump[jump]
        tables.append(jump.tolist())
    return tables

"""MinHash signatures of a page's words (Broder 1997): their likeness estimates the Jaccard similarity of word runs.

A shingle is a run of SHINGLE_WORDS words. Of every page the smallest value of each of N_HASHES hash functions over its
shingles is kept; two pages agree in as many of them, on average, as their sets of shingles have in common.
"""

from __future__ import annotations

from functools import lru_cache
from hashlib import blake2b
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from collections.abc import Sequence

N_HASHES = 128  # the estimate's standard deviation is at most 1 / (2 sqrt(128)) = 0.044
SHINGLE_WORDS = 2  # a word that differs changes two shingles; docs/decisions/012-duplicates.md
NOTHING = np.uint32(0xFFFFFFFF)  # in the signature of a page without words
_HELD_HASHES = 1 << 16  # of words, so that frequent ones are hashed once
_CHUNK = 1 << 10  # shingles hashed at a time, to bound memory

Signature = NDArray[np.uint32]
_Numbers = NDArray[np.uint64]


def sign(words: Sequence[str]) -> Signature:
    """Uint32 (N_HASHES,): the signature of a text, the same on every machine; all NOTHING for one without words."""
    shingles = np.unique(hash_shingles(words))
    smallest = np.full(N_HASHES, np.iinfo(np.uint64).max)
    for start in range(0, len(shingles), _CHUNK):
        values = shingles[start : start + _CHUNK, None] * _FACTORS
        values += _SUMMANDS
        np.minimum(smallest, values.min(axis=0), out=smallest)
    return (smallest >> np.uint64(32)).astype(np.uint32)


def hash_shingles(words: Sequence[str]) -> _Numbers:
    """Uint64: a hash of each run of SHINGLE_WORDS words; a shorter text is one run, an empty one none."""
    hashes = np.fromiter(map(_hash_word, words), np.uint64, len(words))
    width = min(SHINGLE_WORDS, len(hashes))
    if not width:
        return hashes
    n = len(hashes) - width + 1
    found = np.zeros(n, np.uint64)
    for offset in range(width):
        found = mix(found + hashes[offset : offset + n])
    return found


def likeness(
    signatures: NDArray[np.uint32], first: NDArray[np.int64], second: NDArray[np.int64]
) -> NDArray[np.float64]:
    """Float64 (n_pairs,): estimated Jaccard similarity of the shingles of two pages, for each pair of rows."""
    found = np.empty(len(first))
    for start in range(0, len(first), _CHUNK * 8):
        part = slice(start, start + _CHUNK * 8)
        found[part] = (signatures[first[part]] == signatures[second[part]]).mean(axis=1)
    return found


def mix(numbers: _Numbers) -> _Numbers:
    """Spread the bits of numbers over all 64: the finaliser of SplitMix64 (Steele, Lea and Flood 2014)."""
    with np.errstate(over="ignore"):
        numbers = numbers + np.uint64(0x9E3779B97F4A7C15)
        numbers = (numbers ^ (numbers >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        numbers = (numbers ^ (numbers >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return numbers ^ (numbers >> np.uint64(31))


@lru_cache(maxsize=_HELD_HASHES)
def _hash_word(word: str) -> int:
    return int.from_bytes(blake2b(word.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "little")


_FACTORS = mix(np.arange(N_HASHES, dtype=np.uint64)) | np.uint64(1)  # odd: a hash function loses nothing
_SUMMANDS = mix(np.arange(N_HASHES, 2 * N_HASHES, dtype=np.uint64))

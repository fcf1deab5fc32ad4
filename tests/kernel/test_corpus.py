"""Small pages that once did harm, and the checks of the fuzz harness on them."""

import random
from pathlib import Path

import pytest

from benchmarks.fuzz import PIECES, check, mutate

CORPUS = sorted(Path(__file__).with_name("corpus").glob("*.html"))


@pytest.mark.parametrize("path", CORPUS, ids=lambda path: path.stem)
def test_a_page_of_the_corpus_is_read(path):
    check(path.read_bytes())


@pytest.mark.parametrize("seed", range(60))
def test_mutated_soup_is_read(seed):
    chance = random.Random(seed)

    check(mutate(b"".join(chance.choices(PIECES, k=40)), chance))

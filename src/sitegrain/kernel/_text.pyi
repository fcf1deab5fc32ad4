from collections.abc import Iterable
from typing import Any

from numpy.typing import NDArray

from sitegrain.kernel._html import Column

Array = Column | NDArray[Any]

TEXT_COLUMNS: tuple[str, ...]

class TextRules:
    def __init__(
        self,
        classes: dict[str, str],
        *,
        open_ends: Iterable[str],
        year_starts: Iterable[str],
        codes: Iterable[str],
        short_chars: int,
        tail_chars: int,
        most_chars: float,
        vote_chars: float,
        most_votes: float,
    ) -> None: ...

class Counts:
    @staticmethod
    def from_items(items: Iterable[tuple[int, int]]) -> Counts: ...
    def __len__(self) -> int: ...
    def items(self) -> list[tuple[int, int]]: ...
    def get(self, key: int, missing: int = 0) -> int: ...
    def add_page(self, keys: Array) -> None: ...
    def at_least(self, least: int) -> Counts: ...
    def shares(self, keys: Array, missing: int, n_own: int, n_pages: int, out: Array) -> None: ...

class Words:
    def __init__(self, tokens: Array, bounds: Array) -> None: ...
    def fill_repetition(self, hashes: Array, most_copies: float, out: Array, at: int) -> None: ...
    def fill_title(
        self,
        title: Array,
        nodes: Array,
        tags: Array,
        bonus: Array,
        words: Array,
        links: Array,
        malus: float,
        most_words: int,
        fades: Array,
        out: Array,
        at: int,
    ) -> None: ...
    def fill_declared(
        self,
        body: Array,
        description: Array,
        others: Array,
        body_n: int,
        description_n: int,
        least_body: int,
        out: Array,
        at: int,
    ) -> None: ...

def text_columns(
    text: Array, starts: Array, words: Array, link_words: Array, rules: TextRules, votes: Array, out: Array, at: int
) -> None: ...
def fingerprints(text: Array, starts: Array, out: Array) -> None: ...
def hash_numbers(numbers: Array) -> int: ...
def placed_keys(hashes: Array, places: Array, out: Array) -> None: ...
def target_hash(href: bytes) -> int: ...
def unit_targets(
    parents: Array, run_nodes: Array, run_units: Array, hrefs: tuple[Array, Array, Array], out: Array, starts: Array
) -> int: ...
def fill_links(targets: Array, starts: Array, out: Array, at: int) -> None: ...
def fill_recurrence(
    texts: Counts,
    placed_texts: Counts,
    targets: Counts,
    common: Counts,
    words: Words,
    hashes: Array,
    places: Array,
    links: Array,
    starts: Array,
    n_own: int,
    n_pages: int,
    least: float,
    out: Array,
    at: int,
) -> None: ...

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from sitegrain.kernel._html import Axis

class Forest:
    def __init__(
        self,
        features: NDArray[np.int16],
        thresholds: NDArray[np.float32],
        values: NDArray[np.float32],
        n_columns: int,
    ) -> None: ...
    def add_leaves(self, rows: NDArray[np.float32], sums: NDArray[np.float64]) -> None: ...
    def add_leaves_of_columns(
        self, parts: Sequence[NDArray[np.float32]], sums: NDArray[np.float64], units: NDArray[np.intp] | None = None
    ) -> None: ...
    def add_changes(self, rows: NDArray[np.float32], moved: NDArray[np.float64]) -> None: ...

class PlaceTable:
    def __len__(self) -> int: ...
    def add(self, parent: int, key: int) -> int: ...
    def parents(self) -> list[int]: ...
    def keys(self) -> list[int]: ...
    def depths(self) -> list[int]: ...
    def walk(
        self,
        parents: NDArray[np.int32],
        flags: NDArray[np.uint8],
        descriptors: NDArray[np.int32],
        keys: NDArray[np.int32],
        ordinals: NDArray[np.int32] | None,
        *,
        n_ordinals: int,
        block: int,
        may_add: int,
        max_depth: int,
        exact: NDArray[np.int32],
        nearest: NDArray[np.int32],
    ) -> None: ...
    def frame(self, exact: NDArray[np.int32], max_depth: int, out: NDArray[np.int32]) -> int: ...

class Choice:
    def __init__(
        self, axis: Axis, scores: NDArray[np.float64], kept: NDArray[np.bool_], rules: NDArray[np.int8]
    ) -> None: ...
    def cut(self, *, beta: float, least_mass: float, least_expected: float, least_share: float) -> float: ...
    def complete_boxes(self, wanted: NDArray[np.uint8], *, min_prose: int, least: float, rule: int) -> None: ...
    def close_gaps(
        self,
        inner: NDArray[np.uint8],
        outer: NDArray[np.uint8],
        *,
        max_units: int,
        least: float,
        max_links: float,
        max_climb: int,
        rule: int,
    ) -> None: ...
    def drop_idle(
        self, levels: NDArray[np.uint8], recurs: NDArray[np.floating], *, least: float, rule: int
    ) -> None: ...
    def drop_copies(self, axis: Axis, free_to: NDArray[np.uint8], *, least_words: int, rule: int) -> None: ...
    def drop_later_articles(
        self, axis: Axis, titles: NDArray[np.floating], article: int, levels: NDArray[np.uint8], *, rule: int
    ) -> None: ...
    def keep_headings(self, items: Sequence[tuple[int, int]], levels: NDArray[np.uint8], *, rule: int) -> None: ...
    def keep_only(self, kept: NDArray[np.bool_], *, rule: int) -> None: ...
    def drop_marked(self, marks: NDArray[np.floating], *, below: float, rule: int) -> None: ...
    def share_marked(self, marks: NDArray[np.floating]) -> float: ...
    def expected_f1(self) -> float: ...

class TemplateRules:
    def __init__(
        self,
        factors: NDArray[np.float64],
        headings: NDArray[np.uint8],
        *,
        links: float,
        navigation_units: float,
        trailing_units: float,
        presence: float,
        all_links: float,
        targets: float,
        prose_below: float,
        prose_above: float,
        constant_share: float,
        constant_box: float,
        constant_narrow: float,
        heading_recurs: float,
        constant_mass: float,
        navigation_mass: float,
        outvoted_mass: float,
        heading_score: float,
        voting_pages: float,
        least_agreed: float,
        constant_words: int,
        constant_pages: int,
    ) -> None: ...
    def scale_down(
        self,
        axis: Axis,
        facts: Sequence[NDArray[np.generic]],
        scores: NDArray[np.float64],
        places: NDArray[np.int32],
        pages: NDArray[np.float64],
        agreed: NDArray[np.float64],
        *,
        n_pages: int,
        is_article: bool,
        codes: NDArray[np.int8],
        scaled: NDArray[np.float64],
    ) -> None: ...

def gather_rows(columns: Sequence[NDArray[np.generic]], rows: NDArray[np.intp], out: NDArray[np.float32]) -> None: ...
def nearest_frame(frame: NDArray[np.int32], leaders: Sequence[NDArray[np.int32]]) -> tuple[float, int]: ...
def text_hash(text: str) -> int: ...
def read_keys(
    descriptors: list[tuple[str, str, str, str, str, str]],
    nameless: frozenset[str],
    states: NDArray[np.uint64],
    prefixes: NDArray[np.uint64],
    keys: NDArray[np.int64],
) -> None: ...
def number_distinct(values: NDArray[np.int64], numbers: NDArray[np.int32]) -> None: ...
def plain_text(axis: Axis, roles: NDArray[np.uint8], kept: NDArray[np.bool_], items: NDArray[np.int32]) -> str: ...
def like_siblings(
    axis: Axis,
    kept: NDArray[np.bool_],
    names: NDArray[np.uint64],
    *,
    block: int,
    min_items: int,
    min_share: float,
    min_leads: float,
    n_first: int,
) -> list[tuple[int, int]]: ...
def first_words(texts: list[str], hashes: NDArray[np.uint64]) -> None: ...
def take_odds(scores: NDArray[np.float64], least: float, most: float, out: NDArray[np.float64]) -> None: ...
def mix_logits(
    first: NDArray[np.float64],
    second: NDArray[np.float64],
    share: float,
    scale: float,
    most: float,
    out: NDArray[np.float64],
    units: NDArray[np.intp] | None = None,
) -> None: ...
def bound_logits(logits: NDArray[np.float64], base: float, most: float, out: NDArray[np.float64]) -> None: ...
def take_shares(powers: NDArray[np.float64]) -> None: ...
def find_likely(scores: NDArray[np.float64], least: float, units: NDArray[np.intp]) -> int: ...
def put_scores(values: NDArray[np.float64], units: NDArray[np.intp], out: NDArray[np.float64]) -> None: ...

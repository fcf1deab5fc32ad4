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
        keys: NDArray[np.int32],
        *,
        block: int,
        may_add: int,
        max_depth: int,
        exact: NDArray[np.int32],
        nearest: NDArray[np.int32],
    ) -> None: ...

def gather_rows(columns: Sequence[NDArray[np.generic]], rows: NDArray[np.intp], out: NDArray[np.float32]) -> None: ...
def complete_boxes(
    axis: Axis,
    scores: NDArray[np.float64],
    kept: NDArray[np.uint8],
    wanted: NDArray[np.uint8],
    *,
    min_prose: int,
    least: float,
) -> None: ...
def close_gaps(
    axis: Axis,
    scores: NDArray[np.float64],
    kept: NDArray[np.uint8],
    inner: NDArray[np.uint8],
    outer: NDArray[np.uint8],
    *,
    max_units: int,
    least: float,
    max_links: float,
    max_climb: int,
) -> None: ...
def text_hash(text: str) -> int: ...
def read_keys(
    descriptors: list[tuple[str, str, str, str, str, str]],
    nameless: frozenset[str],
    states: NDArray[np.uint64],
    prefixes: NDArray[np.uint64],
    keys: NDArray[np.int32],
    named: NDArray[np.uint8],
) -> None: ...
def plain_text(axis: Axis, roles: NDArray[np.uint8], kept: NDArray[np.bool_], items: NDArray[np.int32]) -> str: ...
def like_siblings(
    axis: Axis,
    kept: NDArray[np.bool_],
    leads: NDArray[np.bool_],
    names: NDArray[np.uint64],
    *,
    block: int,
    min_items: int,
    min_share: float,
    min_leads: float,
    n_first: int,
) -> list[tuple[int, int]]: ...
def first_words(texts: list[str], hashes: NDArray[np.uint64]) -> None: ...

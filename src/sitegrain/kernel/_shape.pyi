from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from sitegrain.kernel._html import Column

Buffer = NDArray[np.generic] | Column

class Shape:
    def __init__(
        self,
        parents: Buffer,
        ends: Buffer,
        depths: Buffer,
        tags: Buffer,
        descriptors: Buffer,
        units: Buffer,
        words: Buffer,
        links: Buffer,
    ) -> None: ...

PAGE_FACTS: tuple[str, ...]

class PageRules:
    def __init__(
        self,
        *,
        in_list: int,
        repeats: int,
        article_share: int,
        in_best: int,
        is_title: int,
        heading_level: int,
        has_date: int,
        name_meta: int,
        tag_p: int,
        inside_links: int,
        bare_links: int,
        shares: Buffer,
        means: Buffer,
        small: Buffer,
        most_small: float,
        tags: Buffer,
        image: int,
        n_tags: int,
        most_tags: int,
        least_plain: float,
        long_words: float,
        short_words: int,
        repeated: float,
        line_units: int,
        line_words: int,
        no_level: float,
    ) -> None: ...

class Memo:
    def __init__(self, width: int, most: int) -> None: ...
    def __len__(self) -> int: ...
    def find(self, keys: Buffer, out: Buffer) -> list[int]: ...
    def add(self, key: int, row: Sequence[int]) -> None: ...

def sums_below(ends: Buffer, units: Buffer, values: Buffer, out: Buffer) -> None: ...
def sibling_ordinals(parents: Buffer, tags: Buffer, words: Buffer, wanted: Buffer, most: int, out: Buffer) -> None: ...
def words_inside(parents: Buffer, descriptors: Buffer, bits: Buffer, units: Buffer, words: Buffer) -> int: ...
def inherited(parents: Buffer, descriptors: Buffer, bits: Buffer, out: Buffer) -> None: ...
def fill_marks(
    s: Shape,
    bits: Buffer,
    run_nodes: Buffer,
    unit_runs: Buffer,
    n_names: int,
    n_bits: int,
    first_run_bits: int,
    least: float,
    out: Buffer,
    at: int,
) -> None: ...
def fill_tags(s: Shape, numbers: Buffer, n: int, out: Buffer, at: int) -> None: ...
def fill_sections(s: Shape, levels: Buffer, least: float, far: int, out: Buffer, at: int) -> None: ...
def fill_flow(
    s: Shape,
    least: float,
    long_words: float,
    far: int,
    n_tokens: int,
    linked: float,
    longest: int,
    out: Buffer,
    at: int,
) -> None: ...
def fill_windows(
    columns: NDArray[np.float64], words: NDArray[np.int32], least: float, windows: NDArray[np.int32]
) -> None: ...
def finish_pooled(
    columns: NDArray[np.float64], scale: float, following: int, beyond: float, mass: float, pages: float
) -> None: ...
def fill_next(columns: Buffer, shifts: Buffer) -> None: ...
def fill_containers(s: Shape, least: float, shares: Buffer, most: int, out: Buffer, at: int) -> None: ...
def fill_votes(s: Shape, votes: Buffer, least: float, leaves: Buffer, most: int, out: Buffer, at: int) -> None: ...
def fill_repeats(
    s: Shape,
    flags: Buffer,
    block: int,
    looks: Buffer,
    items: Buffer,
    least_words: float,
    least: int,
    most: int,
    out: Buffer,
    at: int,
) -> None: ...
def fill_articles(s: Shape, articles: Buffer, least: float, most: int, out: Buffer, at: int) -> None: ...
def fill_boxes(s: Shape, least: float, mostly: float, most: int, blocks: Buffer, out: Buffer, at: int) -> None: ...
def fill_site(
    s: Shape,
    blocks: Buffer,
    exact: Buffer,
    nearest: Buffer,
    places: Buffer,
    class_of_place: Buffer,
    classes: Buffer,
    n_pages: int,
    is_sampled: bool,
    recurring: float,
    shares: Buffer,
    most_steps: int,
    most_pages: int,
    out: Buffer,
    at: int,
) -> None: ...
def fill_pooled(
    s: Shape,
    sums: Buffer,
    scores: Buffer,
    exact: Buffer,
    n_pages: int,
    is_sampled: bool,
    widths: Buffer,
    bounds: Buffer,
    out: Buffer,
    at: int,
) -> float: ...
def add_to_pool(s: Shape, sums: Buffer, scores: Buffer, exact: Buffer, flags: Buffer, block: int) -> None: ...
def page_facts(
    rules: PageRules, columns: Buffer, counts: Buffer, words: Buffer, links: Buffer, tags: Buffer, out: Buffer
) -> None: ...
def hash_subtrees(labels: Buffer, ends: Buffer, out: Buffer) -> None: ...
def match_trees(
    labels: Buffer,
    hashes: Buffer,
    ends: Buffer,
    other_labels: Buffer,
    other_hashes: Buffer,
    other_ends: Buffer,
    most: int,
    trims: bool,
    partners: Buffer,
) -> None: ...
def take_logs(columns: NDArray[np.float64], rows: NDArray[np.int32], table: NDArray[np.float64]) -> list[int]: ...

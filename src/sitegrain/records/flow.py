"""What is right in one item, as the parts that records are cut from, with what parts are compared by."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from sitegrain.pages.tokens import mask_digits
from sitegrain.records.outline import BREAKS, CELLS, IMAGE, LINK, MARK

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator

    from sitegrain.records.outline import Outline

DOUBLE_BREAK = 2.5  # strength of two <br> in a row
MAX_DEPTH = 4  # items inside of a part that are told apart by their path
MAX_NESTED = 12  # items that lie deeper are not looked at
MAX_ITEMS = 300  # of a part, looked at
MAX_SHAPE = 12  # children of a part that its shape knows
MAX_LABEL_CHARS = 40  # a longer text is no label
MIN_LABELS = 3  # times that a label must come in the flow

Features = frozenset[int]


@dataclass(frozen=True, slots=True)
class Part:
    """A child of an item, or breaks in a row.

    first, behind: its items
    strength:  of a break, 0 for all else
    symbols:   what may tell it from other parts: kind, key, shape, the text it begins with, and the key again if it
               begins a record on its site; None where it has no such symbol
    features:  hashes of the paths in it
    labels:    short texts in it that come again in the flow, with their paths
    name:      equal for parts that may stand for one another in records
    mass:      what it holds
    """

    first: int
    behind: int
    strength: float
    symbols: tuple[Hashable, ...]
    features: Features = frozenset()
    labels: frozenset[Hashable] = frozenset()
    name: Hashable = None
    mass: float = 0.0

    @property
    def is_seen(self) -> bool:
        """Neither a break nor a mark."""
        return not self.strength and self.symbols[0] != MARK


class Flow:
    """The parts of an item in order.

    starts:   nodes that begin records on the page's site
    contents: the features that are texts, links or images
    """

    def __init__(self, outline: Outline, container: int, starts: frozenset[int] = frozenset()) -> None:
        self.outline, self.container, self.starts = outline, container, starts
        self.contents: set[int] = set()
        self.parts = self._join_breaks(self._read())
        self._keep_labels()

    def _read(self) -> Iterator[Part]:
        outline = self.outline
        for child in outline.children[self.container]:
            kind = outline.kinds[child]
            if kind in BREAKS:
                yield Part(child, outline.ends[child], BREAKS[kind], (kind,))
            else:
                yield self._part(child, kind)

    def _part(self, child: int, kind: str) -> Part:
        outline, behind = self.outline, self.outline.ends[child]
        key, has_words = outline.keys[child], outline.words[child] > 0
        features, labels = self._features(child)
        shape: Hashable = features
        if has_words:
            shape = tuple((outline.keys[c], outline.words[c] > 0) for c in islice(outline.children[child], MAX_SHAPE))
        text = next((outline.texts[item] for item in range(child, behind) if outline.texts[item]), "")
        label = (key, mask_digits(text.casefold())) if len(text) <= MAX_LABEL_CHARS else None
        has_image = kind == LINK and IMAGE in outline.kinds[child:behind]
        is_start = outline.runs[child] < 0 and outline.nodes[child] in self.starts
        symbols = (kind, key, (key, has_words, shape), label, key if is_start else None)
        return Part(
            child, behind, 0.0, symbols, features, labels, (key, has_words or kind != LINK, has_image),
            outline.masses[child],
        )  # fmt: skip

    def _features(self, child: int) -> tuple[Features, frozenset[Hashable]]:
        """The paths below a part, and its labels: deep paths by their kinds alone, classes of the part apart."""
        outline = self.outline
        kind, key = outline.kinds[child], outline.keys[child]
        if kind == MARK:
            return frozenset(), frozenset()
        paths = {child: (0, hash(kind))}
        columns: Counter[int] = Counter()  # cells so far of each row
        found, labels = {hash((key,))} if key != kind else set(), set()
        item, behind = child, min(outline.ends[child], child + MAX_ITEMS)
        while item < behind:
            kind = outline.kinds[item]
            if item != child:
                depth, above = paths[outline.parents[item]]
                if kind in BREAKS or kind == MARK or depth >= MAX_NESTED:
                    item = outline.ends[item]
                    continue
                columns[outline.parents[item]] += kind in CELLS
                column = columns[outline.parents[item]] if kind in CELLS else 0
                paths[item] = depth + 1, hash((above, outline.keys[item] if depth < MAX_DEPTH else kind, column))
            path, text = paths[item][1], outline.texts[item]
            found.add(path)
            if text or kind in (LINK, IMAGE):
                self.contents.add(path)
            if text and len(text) <= MAX_LABEL_CHARS:
                labels.add((path, mask_digits(text.casefold())))
            item += 1
        return frozenset(found), frozenset(labels)

    def _join_breaks(self, parts: Iterator[Part]) -> list[Part]:
        """Breaks in a row are one, as strong as the strongest."""
        joined: list[Part] = []
        for part in parts:
            last = joined[-1] if joined else None
            if part.strength and last is not None and last.strength:
                is_double = part.symbols == last.symbols == ("br",)
                strength = max(part.strength, last.strength, DOUBLE_BREAK if is_double else 0.0)
                kind = part.symbols if part.strength >= last.strength else last.symbols
                joined[-1] = Part(last.first, part.behind, strength, kind)
            else:
                joined.append(part)
        return joined

    def _keep_labels(self) -> None:
        """Drop the labels that do not come again."""
        counts = Counter(label for part in self.parts for label in part.labels)
        kept = {label for label, count in counts.items() if count >= MIN_LABELS}
        self.parts = [
            part if part.labels <= kept else
            Part(part.first, part.behind, 0.0, part.symbols, part.features, part.labels & kept, part.name, part.mass)
            for part in self.parts
        ]  # fmt: skip

"""VIPS, step 1: which elements of a region are visual blocks, and how coherent each looks.

The rules and their sets by element are those that public implementations list; a rule divides an element, makes it a
block with a degree of coherence, or passes it on to the next one.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from sitegrain.pages.elements import INLINE

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sitegrain.pages.page import Page
    from sitegrain.segmenters.vips.boxes import Boxes

MAX_DEGREE = 10  # of coherence
ONE_FONT, SEVERAL_FONTS, OTHER_BACKGROUND = 10, 9, 7
# Of a block that is small enough, by its element: the more it is meant for one thing, the more coherent.
DEGREES = {
    "p": 8,
    "li": 8,
    "dt": 8,
    "dd": 8,
    "td": 7,
    "th": 7,
    "tr": 7,
    "table": 7,
    "ul": 6,
    "ol": 6,
    "dl": 6,
    "div": 6,
}
OTHER_DEGREE = 5
THRESHOLDS = (  # width x height of a small block in each round, in CSS pixels
    350 * 400, 300 * 350, 250 * 300, 200 * 250, 150 * 200, 100 * 150, 80 * 100, 50 * 80, 20 * 40, 1,
)  # fmt: skip

RULES = {
    "inline": (1, 2, 3, 4, 5, 6, 8, 9, 11),
    "table": (1, 2, 3, 7, 9, 12),
    "tr": (1, 2, 3, 7, 9, 12),
    "td": (1, 2, 3, 4, 8, 9, 10, 12),
    "p": (1, 2, 3, 4, 5, 6, 8, 9, 11),
    "other": (1, 2, 3, 4, 6, 8, 9, 11),
}
DIVIDE = -1
DROP = -2
OUTCOMES = {1: DROP, 2: DIVIDE, 3: DIVIDE, 5: DIVIDE, 6: DIVIDE, 7: DIVIDE, 11: DIVIDE}  # else a degree


@dataclass(frozen=True, slots=True)
class VisualBlock:
    """An element, or the text right inside of one, that is seen as one thing.

    node:      the element; is_text: only the text right inside of it
    degree:    of coherence, 1 to 10
    """

    node: int
    is_text: bool
    degree: int


@dataclass(frozen=True, slots=True)
class Candidate:
    """An element about which is decided.

    threshold:     square pixels below which a block is small
    is_root:       it holds all of the region
    follows_whole: the sibling before it was not divided
    """

    node: int
    threshold: int
    is_root: bool
    follows_whole: bool


class Extractor:
    """Visual blocks of the elements of one page."""

    def __init__(self, page: Page, boxes: Boxes) -> None:
        self.page, self.boxes = page, boxes
        self.areas = boxes.areas
        parents = page.parents.tolist()
        with_text = np.zeros(page.n_nodes, bool)
        texts = [not text.isspace() for text in page.run_texts]
        with_text[page.run_nodes[np.array(texts, bool)] if texts else []] = True
        self.has_own_text = with_text & boxes.is_shown
        below = self.has_own_text.tolist()
        virtual = (boxes.is_inline & boxes.is_shown).tolist()  # inline through and through
        for node in range(page.n_nodes - 1, 0, -1):
            parent = parents[node]
            below[parent] = below[parent] or below[node]
            if below[node] and not virtual[node]:
                virtual[parent] = False
        self.has_text, self.is_virtual_text = below, virtual
        self.children: list[list[int]] = [[] for _ in parents]
        for node, parent in enumerate(parents):
            if parent >= 0 and (below[node] or page.tags[node] == "hr") and boxes.is_shown[node]:
                self.children[parent].append(node)
        self.next_sibling = {a: b for siblings in self.children for a, b in itertools.pairwise(siblings)}

    def blocks(self, root: int, round_: int) -> list[VisualBlock]:
        """The visual blocks of a region, in document order; `round_` from 0 says how small is small."""
        found: list[VisualBlock] = []
        pending: list[tuple[int, bool, int]] = [(root, False, 0)]  # node, whether only its text, degree if known
        roots, whole = {root}, set[int]()  # elements that hold all of the region; whose previous sibling is a block
        while pending:
            node, is_text, degree = pending.pop()
            if is_text or degree:
                found.append(VisualBlock(node, is_text, degree or SEVERAL_FONTS))
                continue
            verdict, apart = self._decide(Candidate(node, THRESHOLDS[round_], node in roots, node in whole))
            if verdict > 0:
                found.append(VisualBlock(node, False, verdict))
                whole.add(self.next_sibling.get(node, -1))
            elif verdict == DIVIDE:
                children = self.children[node]
                if node in roots and len(children) == 1 and not self.has_own_text[node]:
                    roots.add(children[0])
                parts = [(child, False, OTHER_BACKGROUND if child in apart else 0) for child in children]
                if self.has_own_text[node]:
                    parts.insert(0, (node, True, ONE_FONT))
                pending.extend(reversed(parts))
        return found

    def _decide(self, candidate: Candidate) -> tuple[int, set[int]]:
        """What the first rule that holds says: a degree, DIVIDE or DROP; and the children that are blocks for sure."""
        node = candidate.node
        for rule in RULES[self._set(node)]:
            if self._holds(rule, candidate):
                return self._outcome(rule, node), self._other_backgrounds(node) if rule == 7 else set()
        return DIVIDE, set()

    def _set(self, node: int) -> str:
        tag = self.page.tags[node]
        if tag in ("table", "tr", "p"):
            return tag
        if tag in ("td", "th"):
            return "td"
        return "inline" if tag in INLINE else "other"

    def _holds(self, rule: int, candidate: Candidate) -> bool:
        """Whether the condition of a rule holds; 11 and 12 have none."""
        node = candidate.node
        children, has_own_text = self.children[node], bool(self.has_own_text[node])
        virtual = [self.is_virtual_text[child] for child in children]
        conditions: dict[int, Callable[[], bool]] = {
            1: lambda: not self.has_text[node],
            2: lambda: len(children) == 1 and not has_own_text,
            3: lambda: candidate.is_root and bool(children),
            4: lambda: all(virtual),
            5: lambda: not all(self.boxes.is_inline[child] for child in children),
            6: lambda: any(self.page.tags[child] == "hr" for child in children),
            7: lambda: bool(self._other_backgrounds(node)),
            8: lambda: bool(self.areas[node] < candidate.threshold) and (has_own_text or any(virtual)),
            9: lambda: bool(children) and max(self.areas[child] for child in children) < candidate.threshold,
            10: lambda: candidate.follows_whole,
        }
        return rule not in conditions or conditions[rule]()

    def _outcome(self, rule: int, node: int) -> int:
        if rule == 4:
            return ONE_FONT if self._has_one_font(node, self.children[node]) else SEVERAL_FONTS
        return OUTCOMES.get(rule) or DEGREES.get(self.page.tags[node], OTHER_DEGREE)

    def _has_one_font(self, node: int, children: Sequence[int]) -> bool:
        sizes, weights = self.boxes.font_sizes, self.boxes.font_weights
        return all(sizes[child] == sizes[node] and weights[child] == weights[node] for child in children)

    def _other_backgrounds(self, node: int) -> set[int]:
        backgrounds = self.boxes.backgrounds
        return {child for child in self.children[node] if backgrounds[child] != backgrounds[node]}

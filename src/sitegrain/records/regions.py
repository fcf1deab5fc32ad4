"""The regions of a page that hold records: the best cut of each item, those of one place together, the best first."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from sitegrain.pages.tokens import mask_digits, tokenize
from sitegrain.records.cutting import LABEL, POWER, SHAPE, Cut, cut_flow, evidence
from sitegrain.records.flow import Flow
from sitegrain.records.outline import CELLS, LINK, TEXT
from sitegrain.segmenters.likeness import jaccard

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sitegrain.pages.page import Page
    from sitegrain.records.outline import Outline

TIE = 0.97  # of the best cut's worth: from here on the stronger bound decides
ROTATED = 0.8  # the same for cuts of about as many segments, which begin elsewhere in the same records
SAME_NUMBER = 0.1  # relative difference of about as many
SAME_CORE = 0.8  # likeness of the cores of cuts in items of one place that belong together
LINKED = 0.5  # what a region loses if all its words are linked
MARGIN = 0.4  # what is left to one in a margin of the page
PROSE = 0.5  # what is left to one whose records begin with a bare text, and not behind a break: sentences with links
SCORED_WORDS, SCORED_CHARS = 30, 200  # of a record's beginning
SCORED_RECORDS = 50  # of a region, the first ones: all languages of the world are no better than fifty results
MAX_REGIONS = 40  # that are compared with one another
MOSTLY = 0.5  # share that makes one region lie in another
USUAL = 0.7  # share of records that must have what makes a group
GROUP_UNIFORM = 0.8  # uniformity that a group's records need
PART_UNIFORM = 0.7  # and records that make their group needless
LABELLED = 0.5  # likeness of the labels in records that makes these more than their rows
CELL_FEATURES = 3  # at most, of records that are only cells
MIN_MASS = 0.02  # share of the page's that all items of one place must hold
MARGINS = frozenset(("nav", "footer", "header", "aside"))
ROLES = frozenset(("navigation", "banner", "contentinfo", "complementary", "menu", "menubar"))


@dataclass(frozen=True, slots=True)
class Found:
    """Records of one kind.

    cuts:    where they were cut, one for each item that holds some
    records: intervals of items, rising
    score:   the larger, the more likely they are what the page is about
    """

    cuts: tuple[Cut, ...]
    records: list[tuple[int, int]]
    uniformity: float
    score: float


def find_regions(page: Page, outline: Outline, starts: frozenset[int] = frozenset()) -> list[Found]:
    """All regions of a page, the best first; none lies in the records of another.

    starts: nodes that begin records on other pages of the site
    """
    paths = [0] * len(outline)
    place_masses: dict[int, float] = defaultdict(float)
    for item in range(1, len(outline)):
        paths[item] = hash((paths[outline.parents[item]], outline.keys[item]))
        place_masses[paths[item]] += outline.masses[item]
    least = MIN_MASS * outline.masses[0]
    cuts: dict[int, list[Cut]] = defaultdict(list)
    for item, path in enumerate(paths):
        if len(outline.children[item]) > 1 and (not item or place_masses[path] > least):
            cut = best_cut(Flow(outline, item, starts))
            if cut is not None:
                cuts[path].append(cut)
    scorer = _Scorer(page, outline)
    found = [scorer.region(own) for same in cuts.values() for own in _by_core(same)]
    found.sort(key=lambda region: -region.score)
    return _without_nested(outline, found)


def best_cut(flow: Flow) -> Cut | None:
    """The cut of a flow that is worth most; of about equal ones that with the strongest bound, then the first.

    If another one gathers its segments below headings, that one: records that hold lists.
    """
    cuts = cut_flow(flow)
    if not cuts:
        return None
    n, most = len(cuts[0].segments), cuts[0].worth
    near = [
        cut
        for cut in cuts
        if cut.worth >= (ROTATED if abs(len(cut.segments) - n) <= max(1, SAME_NUMBER * n) else TIE) * most
    ]
    best = max(near, key=lambda cut: (cut.bound.strength, -cut.records[0][0], cut.worth))
    return _gathering(flow, best, cuts) or best


def _gathering(flow: Flow, best: Cut, cuts: Sequence[Cut]) -> Cut | None:
    """A cut whose segments are a heading and two or more of the best cut's segments, on average."""
    kinds = Counter(
        kind for segment in best.segments for kind in {part.symbols[0] for part in flow.parts[slice(*segment)]}
    )
    starts = [start for start, _ in best.segments]
    for cut in sorted(cuts, key=lambda cut: cut.segments[0][0]):
        n = len(cut.segments)
        if (
            not cut.bound.is_start
            or cut.bound.level in (SHAPE, LABEL)
            or cut.uniformity < GROUP_UNIFORM
            or n >= len(starts)
        ):
            continue
        head = flow.parts[cut.segments[0][0]].symbols[0]
        if kinds[head] > (1 - GROUP_UNIFORM) * len(starts):
            continue
        held = [bisect_left(starts, end) - bisect_right(starts, start) for start, end in cut.segments]
        n_headed = sum(flow.outline.words[flow.parts[start].first] > 0 for start, _ in cut.segments)
        n_filled = sum(number > 0 for number in held)
        if min(n_headed, n_filled) >= USUAL * n and sum(held) >= max(2 * n, (1 - 0.05) * len(starts)):
            return cut
    return None


def _by_core(cuts: list[Cut]) -> list[list[Cut]]:
    """Cuts in items of one place, those that are alike together."""
    groups: list[list[Cut]] = []
    for cut in sorted(cuts, key=lambda cut: -cut.mass):
        group = next((own for own in groups[:MAX_REGIONS] if jaccard(own[0].core, cut.core) >= SAME_CORE), None)
        if group is None:
            groups.append([cut])
        else:
            group.append(cut)
    return groups


class _Scorer:
    """Says how likely regions are what a page is about."""

    def __init__(self, page: Page, outline: Outline) -> None:
        self.outline = outline
        self.is_margin = [False] * len(outline)
        self.linked_before = [0]
        is_linked = [False] * len(outline)
        for item, parent in enumerate(outline.parents):
            kind, is_text = outline.kinds[item], outline.runs[item] >= 0
            if item and not is_text:
                role = page.attributes[outline.nodes[item]].get("role")
                self.is_margin[item] = self.is_margin[parent] or kind in MARGINS or role in ROLES
                is_linked[item] = is_linked[parent] or kind == LINK
            n_linked = outline.words[item] if is_text and is_linked[parent] else 0
            self.linked_before.append(self.linked_before[-1] + n_linked)

    def region(self, cuts: list[Cut]) -> Found:
        """The cuts as one region. Different words count, and links less: a menu is many records too."""
        seed = cuts[0]
        records = sorted(record for cut in cuts for record in cut.records)
        mass = sum(cut.mass for cut in cuts)
        uniformity = sum(cut.mass * cut.uniformity for cut in cuts) / mass
        n_linked = sum(self.linked_before[b] - self.linked_before[a] for a, b in records)
        words: set[str] = set()
        for first, behind in records[:SCORED_RECORDS]:
            words.update(tokenize(_beginning(self.outline, first, behind))[:SCORED_WORDS])
        score = len(words) * uniformity**POWER * evidence(len(records), len(seed.core))
        score *= seed.n_contents / (seed.n_contents + 1) * (1 - LINKED * min(1.0, n_linked / mass))
        score *= MARGIN if self.is_margin[seed.container] else 1.0
        score *= PROSE if seed.bound.is_start and self.outline.kinds[records[0][0]] == TEXT else 1.0
        return Found(tuple(cuts), records, uniformity, score)


def _beginning(outline: Outline, first: int, behind: int) -> str:
    """The first texts of a record that hold something, as far as they are scored."""
    found, n_chars, texts = [], 0, outline.texts
    for item in range(first, behind):
        if texts[item] and outline.masses[item]:
            found.append(texts[item])
            n_chars += len(texts[item]) + 1
            if n_chars > SCORED_CHARS:
                break
    return " ".join(found)[:SCORED_CHARS]


def _without_nested(outline: Outline, found: list[Found]) -> list[Found]:
    """Of regions inside of one another keep one: groups that have something of their own, else their records."""
    found = found[:MAX_REGIONS]
    dropped: set[int] = set()
    for o, outer in enumerate(found):
        for i, inner in enumerate(found):
            if o != i and o not in dropped and i not in dropped and _lies_in(inner, outer):
                dropped.add(i if _is_whole(outline, outer, inner) else o)
    return [region for number, region in enumerate(found) if number not in dropped]


def _lies_in(inner: Found, outer: Found) -> bool:
    return sum(len(own) for own in _held(inner, outer)) >= MOSTLY * len(inner.records)


def _held(inner: Found, outer: Found) -> list[list[tuple[int, int]]]:
    """For each record of one region the records of the other that are a part of it."""
    firsts = [first for first, _ in inner.records]
    held = []
    for first, behind in outer.records:
        own = inner.records[bisect_left(firsts, first) : bisect_left(firsts, behind)]
        held.append([record for record in own if record[1] <= behind and record != (first, behind)])
    return held


def _is_whole(outline: Outline, outer: Found, inner: Found) -> bool:
    """Whether records are more than the records that lie in them."""
    held = _held(inner, outer)
    masses = [outline.mass(*record) for record in outer.records]
    within = [sum(outline.mass(*record) for record in own) for own in held]
    if sum(within) < MOSTLY * sum(masses) or inner.uniformity < PART_UNIFORM:
        return True
    kinds = {outline.kinds[first] for first, _ in inner.records}
    if kinds <= CELLS and len(inner.cuts[0].core) <= CELL_FEATURES:
        return True
    n_filled, n_own = sum(map(bool, held)), sum(a > b for a, b in zip(masses, within, strict=True))
    if outer.uniformity >= GROUP_UNIFORM and n_own >= USUAL * len(held) and n_filled > MOSTLY * len(held):
        return True
    return _has_labels(outline, held)


def _has_labels(outline: Outline, held: list[list[tuple[int, int]]]) -> bool:
    """Whether the rows in each record begin with the same texts: labels of its fields."""
    texts = outline.texts
    labels = [{mask_digits(next(filter(None, texts[a:b]), "").casefold()) for a, b in own} for own in held if own]
    likes = [jaccard(a, b) for a, b in pairwise(labels)]
    return bool(likes) and sum(likes) >= LABELLED * len(likes)

"""The places of a SOM tree by alignment: equal siblings are told apart by order, structure and constant words.

Nothing of this is in the source, which numbers equal siblings; one optional sibling then renames all that follow.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from sitegrain.segmenters.likeness import jaccard
from sitegrain.segmenters.som_tree.chains import heaviest_chain
from sitegrain.segmenters.som_tree.places import LookUp, PlaceTree, same_keys
from sitegrain.segmenters.som_tree.regions import key_paths
from sitegrain.sites.tree import MAX_NODES, UNKNOWN

if TYPE_CHECKING:
    from collections.abc import Callable

    from sitegrain.segmenters.som_tree.page_tree import PageTree

SIMILARITY_UNIT = 1e-3  # of similarity against one more match: the number of matches comes first
INVARIANT = 0.8  # share of a slot's pages that have a term of its constant text
USUAL = 0.5  # share of a slot's pages that have a key path of its structure
VETO_PAGES = 5  # pages of a slot before its constant text can turn a node away
VETO_SHARE = 0.3  # of the constant terms, that a node must have
CONSTANT_SHARE = 0.5  # of a slot's terms that must be constant for that
MAX_TERMS = 200  # tokens of a node that are compared
MAX_COUNTED = 1000  # terms or paths of a slot, before those that are too rare to matter are forgotten
MAX_SLOTS = 300  # children of one place that are learned
MAX_PAIRS = 2000  # of slots and nodes with equal keys below one parent; beyond it only order counts
BAND = 16  # how far apart in order they may then be
NO_PATHS = frozenset[int]()
MEDOID_SAMPLE = 30  # pages that every page is compared with, to find the one to start from


class Aligner:
    """Finds the places of a page's rows by aligning the children of each row with those of its place."""

    def __init__(self) -> None:
        self.places = PlaceTree()
        self._slots: list[_Slot] = []
        self._children: list[list[int]] = []  # of each place, in order

    def learn(self, trees: list[PageTree], tokens: Callable[[int], list[str]]) -> list[list[int]]:
        """Take in all pages, the most typical first, then place them all again on the finished tree."""
        order = typical_first(trees)
        for number in order:
            self._walk(trees[number], tokens(number), is_learning=True, is_counted=True)
        found: list[list[int]] = [[] for _ in trees]
        for number in order:
            found[number] = self._walk(trees[number], tokens(number), is_learning=True, is_counted=False)
        return found

    def find(self, tree: PageTree, tokens: list[str]) -> list[int]:
        """The place of each row, UNKNOWN where there is none; nothing is added."""
        return self._walk(tree, tokens, is_learning=False, is_counted=False)

    def _walk(self, tree: PageTree, tokens: list[str], *, is_learning: bool, is_counted: bool) -> list[int]:
        content = _Content(tree, tokens)
        places = [UNKNOWN] * len(tree)
        if is_learning and not self._slots:
            self._add(-1, tree.keys[0])
        places[0] = 0
        for row, children in enumerate(content.children):
            place = places[row]
            if not children or place == UNKNOWN:
                continue
            matches = self._match(children, self._children[place], content)
            if is_learning and row < MAX_NODES:
                self._insert(place, children, matches, tree.keys)
            for child, match in zip(children, matches, strict=True):
                places[child] = match
                if match != UNKNOWN and (is_counted or (is_learning and not self._slots[match].n_pages)):
                    self._slots[match].count(content.paths(child), content.terms(child), content.size(child))
        return places

    def _match(self, children: list[int], slots: list[int], content: _Content) -> list[int]:
        """The place of each child among the slots of its parent's place."""
        positions: dict[str, list[int]] = {}
        for position, slot in enumerate(slots):
            positions.setdefault(self.places.keys[slot], []).append(position)
        candidates = [positions.get(content.keys[child], []) for child in children]
        if sum(map(len, candidates)) > MAX_PAIRS:
            pairs = [[(position, 1.0) for position in near] for near in _banded(children, candidates, content.keys)]
        else:
            pairs = [
                [
                    (p, 1 + SIMILARITY_UNIT * s)
                    for p in own
                    if (s := self._likeness(slots[p], child, content)) is not None
                ]
                for child, own in zip(children, candidates, strict=True)
            ]
        return [slots[position] if position >= 0 else UNKNOWN for position in heaviest_chain(pairs, len(slots))]

    def _likeness(self, place: int, row: int, content: _Content) -> float | None:
        """In [0, 5]: how alike a slot and a row are; None if constant text or structure turns the row away.

        Structure, constant words and length of the text: a promotion and an article of plain paragraphs differ in
        nothing else.
        """
        slot = self._slots[place]
        slot.refresh()
        share = len(slot.invariant & content.terms(row)) / len(slot.invariant) if slot.invariant else 0.0
        if slot.is_constant and share < VETO_SHARE:
            return None
        paths = content.paths(row)
        total = len(slot.usual) + len(paths)
        if slot.is_settled and paths and slot.usual and slot.usual.isdisjoint(paths):
            return None
        if not paths:  # the length of a paragraph says nothing about its place
            return (0.0 if slot.usual else 1.0) + 2 * share
        size, usual_size = content.size(row), slot.n_tokens / max(slot.n_pages, 1)
        length = min(size, usual_size) / max(size, usual_size, 1)
        return 2 * len(slot.usual & paths) / total + 2 * share + 2 * length

    def _insert(self, place: int, children: list[int], matches: list[int], keys: list[str]) -> None:
        """Give each child without a match a new slot right behind the slot of the child before it."""
        if UNKNOWN not in matches:
            return
        new: dict[int, list[int]] = {}
        behind, n_slots = UNKNOWN, len(self._children[place])
        for i, child in enumerate(children):
            if matches[i] != UNKNOWN:
                behind = matches[i]
            elif n_slots < MAX_SLOTS:
                matches[i] = self._add(place, keys[child])
                if matches[i] != UNKNOWN:
                    new.setdefault(behind, []).append(matches[i])
                    n_slots += 1
        self._children[place] = [
            *new.get(UNKNOWN, []), *(s for slot in self._children[place] for s in (slot, *new.get(slot, []))),
        ]  # fmt: skip

    def _add(self, parent: int, key: str) -> int:
        place = self.places.add(parent, key)
        if place != UNKNOWN:
            self._slots.append(_Slot())
            self._children.append([])
        return place


class _Slot:
    """What the pages say about one place: how many have it, which terms and key paths are on most of them."""

    __slots__ = (
        "_n_fresh",
        "_n_terms",
        "_paths",
        "_terms",
        "invariant",
        "is_constant",
        "is_settled",
        "n_pages",
        "n_tokens",
        "usual",
    )

    def __init__(self) -> None:
        self.n_pages = self.n_tokens = self._n_fresh = self._n_terms = 0
        self._terms, self._paths = Counter[str](), Counter[int]()
        self.invariant: frozenset[str] = frozenset()
        self.usual: frozenset[int] = frozenset()
        self.is_settled = self.is_constant = False

    def count(self, paths: frozenset[int], terms: frozenset[str], size: int) -> None:
        """Take in the node of one more page; size: tokens at and below it."""
        self.n_pages += 1
        self.n_tokens += size
        self._n_terms += len(terms)
        self._terms.update(terms)
        self._paths.update(paths)
        for counts in (self._terms, self._paths):
            if len(counts) > MAX_COUNTED:
                least = 0.5 * USUAL * self.n_pages
                for rare in [key for key, n in counts.items() if n < max(2, least)]:
                    del counts[rare]

    def refresh(self) -> None:
        """Find the invariant terms and usual paths again, once the slot has grown by a tenth."""
        if self.n_pages <= 1.1 * self._n_fresh:
            return
        self._n_fresh = self.n_pages
        least_terms, least_paths = INVARIANT * self.n_pages, USUAL * self.n_pages
        self.invariant = frozenset(term for term, n in self._terms.items() if n >= least_terms)
        self.usual = frozenset(path for path, n in self._paths.items() if n >= least_paths)
        mean_terms = self._n_terms / self.n_pages
        self.is_settled = self.n_pages >= VETO_PAGES
        self.is_constant = self.is_settled and len(self.invariant) >= max(1, CONSTANT_SHARE * mean_terms)


class _Content:
    """The terms and key paths of a page's rows, made when first asked for."""

    def __init__(self, tree: PageTree, tokens: list[str]) -> None:
        self.keys, self.children = tree.keys, tree.children()
        self._tokens = tokens
        self._starts, self._ends = tree.intervals()
        self._terms: dict[int, frozenset[str]] = {}
        self._paths: dict[int, frozenset[int]] = {}

    def size(self, row: int) -> int:
        """Tokens at and below a row."""
        return max(0, self._ends[row] - self._starts[row])

    def terms(self, row: int) -> frozenset[str]:
        found = self._terms.get(row)
        if found is None:
            start = self._starts[row]
            found = self._terms[row] = frozenset(self._tokens[start : min(self._ends[row], start + MAX_TERMS)])
        return found

    def paths(self, row: int) -> frozenset[int]:
        found = self._paths.get(row)
        if found is None:
            found = self._paths[row] = key_paths(row, self.keys, self.children) if self.children[row] else NO_PATHS
        return found


def _banded(children: list[int], candidates: list[list[int]], keys: list[str]) -> list[list[int]]:
    """Only those slots of a child's key whose rank among them is near the child's among its siblings."""
    seen = Counter[str]()
    near = []
    for child, own in zip(children, candidates, strict=True):
        rank = seen[keys[child]]
        near.append(own[max(0, rank - BAND) : rank + BAND + 1])
        seen[keys[child]] += 1
    return near


def typical_first(trees: list[PageTree]) -> list[int]:
    """The pages by falling likeness to the medoid: the one most like a sample of them all.

    Likeness is the Jaccard index of the pages' key paths.
    """
    paths = [frozenset(places) for places in LookUp(same_keys).learn(trees)]
    sample = [paths[i * len(trees) // MEDOID_SAMPLE] for i in range(MEDOID_SAMPLE)]
    totals = [sum(jaccard(own, other) for other in sample) for own in paths]
    medoid = paths[totals.index(max(totals))]
    return sorted(range(len(trees)), key=lambda i: -jaccard(paths[i], medoid))

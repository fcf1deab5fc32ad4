"""Cut the parts of an item into segments that are alike: a break, an element or a text that comes again bounds them.

Every bound that comes twice is tried. What the segments have in common is their core; those that are unlike it are left
out, the last (and between breaks the first) one loses what the others have not, and the cut is worth what it holds, the
more the more alike its segments are.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING

from sitegrain.records.outline import MARK
from sitegrain.segmenters.likeness import jaccard

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Sequence

    from sitegrain.records.flow import Features, Flow

MAX_CANDIDATES = 24  # bounds of one flow that are tried, the most frequent ones
SHAPE, LABEL, ON_SITE = 2, 3, 4  # symbols of a part: what is in it, the text it begins with, its key on the site
SITE_STRENGTH = 5.0  # of a bound that the site knows
LEAST_LIKE = (0.6, 0.75, 0.9)  # likeness to the core that a segment needs; the best of these is taken
SEED_LIKE = 0.5  # likeness to the first guess of the core
MIN_UNIFORM = 0.55
POWER = 3  # of uniformity, in what a cut is worth
RARE = 0.05  # share of segments below which a feature is unusual
LABEL_SHARE, LABEL_WEIGHT = 0.2, 0.5  # of segments that must have a label for it to count; what it counts
ALIKE = 0.6  # likeness of the parts of one segment from which on each should be a segment
NOT_ALONE = 0.5  # what a cut is worth that puts such parts together
COMMON = 4  # features in common that make two records as likely as not
N_COMPARED = 20  # segments whose parts are compared with one another

Segment = tuple[int, int]  # half-open interval of parts


@dataclass(frozen=True, slots=True)
class Bound:
    """What segments are cut by: `is_start` if it begins one and belongs to it, else it lies between two."""

    is_start: bool
    level: int  # of the symbol; -1 for a break
    strength: float


@dataclass(frozen=True, slots=True)
class Cut:
    """Segments of one flow that are alike.

    container: the item whose children they are
    segments:  intervals of its parts; records: intervals of items
    mass:      what they hold; uniformity in (0, 1]: how likely what one has is in another
    core:      the features that most of them have; n_contents: how many of these are texts, links or images
    """

    container: int
    bound: Bound
    segments: tuple[Segment, ...]
    records: tuple[tuple[int, int], ...]
    mass: float
    uniformity: float
    core: Features
    n_contents: int

    @property
    def worth(self) -> float:
        return self.mass * self.uniformity**POWER * evidence(len(self.segments), len(self.core))


def evidence(n_records: int, n_features: int) -> float:
    """How little chance could have made so many records that have so much in common, in (0, 1).

    >>> evidence(2, 4), evidence(13, 4)
    (0.5, 0.9230769230769231)
    """
    return 1 - 1 / (1 + (n_records - 1) * n_features / COMMON)


def cut_flow(flow: Flow) -> list[Cut]:
    """All ways to cut a flow that leave at least two like segments, the most worth first."""
    cuts = [cut for bound, segments in _candidates(flow) if (cut := _Judge(flow, bound).judge(segments)) is not None]
    return sorted(cuts, key=lambda cut: -cut.worth)


def _candidates(flow: Flow) -> Iterator[tuple[Bound, list[Segment]]]:
    """Bounds that come more than once, with what lies between them."""
    parts = flow.parts
    for least in sorted({part.strength for part in parts if part.strength}, reverse=True):
        at = [i for i, part in enumerate(parts) if part.strength >= least]
        yield Bound(False, -1, least), _between(at, len(parts))
    places: dict[tuple[int, Hashable], list[int]] = defaultdict(list)
    for i, part in enumerate(parts):
        for level, symbol in enumerate(part.symbols if not part.strength else ()):
            if symbol is not None:
                places[level, symbol].append(i)
    repeated = [(level, at) for (level, _), at in places.items() if len(at) > 1]
    repeated.sort(key=lambda own: (-len(own[1]), own[1][0], own[0] != ON_SITE, own[0]))
    seen: set[tuple[int, ...]] = set()
    for level, at in repeated[:MAX_CANDIDATES]:
        if tuple(at) in seen:
            continue
        seen.add(tuple(at))
        if all(parts[i].symbols[0] == MARK or not flow.outline.words[parts[i].first] for i in at):
            yield Bound(False, level, 0.0), _between(at, len(parts))
        strength = SITE_STRENGTH if level == ON_SITE else 0.0
        yield Bound(True, level, strength), list(pairwise([*at, len(parts)]))


def _between(at: Sequence[int], n_parts: int) -> list[Segment]:
    return [(a + 1, b) for a, b in pairwise([-1, *at, n_parts]) if a + 1 < b]


@dataclass(slots=True)
class _Judge:
    """Decides which segments between bounds are alike, and how alike they are."""

    flow: Flow
    bound: Bound
    _unions: dict[tuple[Features, ...], Features] = field(default_factory=dict)

    def judge(self, segments: Iterable[Segment]) -> Cut | None:
        parts = self.flow.parts
        stripped = [self._strip(segment) for segment in segments]
        filled = [segment for segment in stripped if any(part.mass for part in parts[slice(*segment)])]
        if len(filled) < 2:
            return None
        whole = self._trim_ends(filled)
        features = [self._features(segment) for segment in whole]
        seed = self._seed(whole, features)
        best, seen = None, None
        for least in LEAST_LIKE:
            members = _members(features, seed, least)
            if len(members) < 2 or members == seen:
                continue
            seen = members
            cut = self._cut(self._with_ends(whole, members, features, least), seed)
            if cut is not None and (best is None or cut.worth > best.worth):
                best = cut
        return best

    def _cut(self, segments: list[Segment], seed: Features) -> Cut | None:
        parts = self.flow.parts
        features = Counter(self._features(segment) for segment in segments)
        uniformity = self._uniformity(segments, features)
        if uniformity < MIN_UNIFORM:
            return None
        core = _core(features) or seed
        return Cut(
            self.flow.container, self.bound, tuple(segments),
            tuple((parts[a].first, parts[b - 1].behind) for a, b in segments),
            sum(part.mass for segment in segments for part in parts[slice(*segment)]),
            uniformity * self._regularity(segments), core, len(core & self.flow.contents),
        )  # fmt: skip

    def _features(self, segment: Segment) -> Features:
        """What the parts of a segment have together."""
        own = tuple(part.features for part in self.flow.parts[slice(*segment)])
        if own not in self._unions:
            self._unions[own] = frozenset().union(*own)
        return self._unions[own]

    def _seed(self, segments: Sequence[Segment], features: Sequence[Features]) -> Features:
        """The features of the like segments that hold most, of those that come at least twice if there are any."""
        masses: dict[Features, float] = defaultdict(float)
        for segment, own in zip(segments, features, strict=True):
            masses[own] += sum(part.mass for part in self.flow.parts[slice(*segment)])
        counts = Counter(features)
        return max(masses, key=lambda own: (counts[own] > 1, masses[own]))

    def _uniformity(self, segments: Sequence[Segment], features: Counter[Features]) -> float:
        """How likely a feature of one segment is in another one; labels that are usual count too."""
        n, parts = len(segments), self.flow.parts
        counts = _count(features)
        total = float(sum(counts.values()))
        agreed = float(sum(count * (count - 1) for count in counts.values()))
        labels: Counter[Hashable] = Counter()
        for segment in segments:
            labels.update(frozenset().union(*(part.labels for part in parts[slice(*segment)])))
        usual = [count for count in labels.values() if count >= max(2, LABEL_SHARE * n)]
        total += LABEL_WEIGHT * sum(usual)
        agreed += LABEL_WEIGHT * sum(count * (count - 1) for count in usual)
        return agreed / (total * (n - 1)) if total else 0.0

    def _regularity(self, segments: Sequence[Segment]) -> float:
        """Less than 1 where parts of one segment could be segments themselves, or are not equally many in each."""
        parts = self.flow.parts
        if not self.bound.is_start:
            return 1.0
        like = [[i for i in range(a, b) if parts[i].symbols[0] == parts[a].symbols[0]] for a, b in segments]
        numbers = [len(own) for own in like]
        if max(numbers) == 1:
            return 1.0
        pairs = [(own[0], i) for own in like[:N_COMPARED] for i in own[1:]]
        alike = sum(jaccard(parts[a].features, parts[b].features) for a, b in pairs) / len(pairs) if pairs else 0.0
        if len(segments) < 3 or (self.bound.level < LABEL and alike >= ALIKE):
            return NOT_ALONE
        mean = sum(numbers) / len(numbers)
        deviation = math.sqrt(sum((number - mean) ** 2 for number in numbers) / len(numbers))
        return max(0.0, 1 - deviation / mean)

    def _strip(self, segment: Segment) -> Segment:
        """Without the breaks at its ends."""
        start, end = segment
        while start < end and self.flow.parts[start].strength:
            start += 1
        while end > start and self.flow.parts[end - 1].strength:
            end -= 1
        return start, end

    def _trim_ends(self, segments: list[Segment]) -> list[Segment]:
        """Cut off what the last segment (between bounds the first too) has beyond what the others have."""
        if len(segments) < 3 and not self.bound.is_start:
            return segments
        order = self._order(segments[:-1] if self.bound.is_start else segments[1:-1])
        trimmed = [*segments[:-1], self._beginning(segments[-1], order)]
        if not self.bound.is_start:
            trimmed[0] = self._ending(trimmed[0], order)
        return trimmed

    def _with_ends(
        self, segments: Sequence[Segment], members: Sequence[int], features: Sequence[Features], least: float
    ) -> list[Segment]:
        """The segments that are alike; of what is right before and behind them, the piece that is like them too."""
        kept = [segments[i] for i in members]
        inner = kept[:-1] if self.bound.is_start else kept[1:-1]
        if not inner:
            return kept
        order = self._order(inner)
        likeness = _Likeness.of(Counter(features[i] for i in members), is_rare_known=True)
        kept[-1] = self._beginning(kept[-1], order)
        if not self.bound.is_start:
            kept[0] = self._ending(kept[0], order)
            if members[0]:
                before = self._ending(segments[members[0] - 1], order)
                kept[:0] = [before] if likeness(self._features(before)) >= least else []
        if members[-1] + 1 < len(segments):
            behind = self._beginning(segments[members[-1] + 1], order)
            kept += [behind] if likeness(self._features(behind)) >= least else []
        return kept

    def _seen(self, segment: Segment) -> list[int]:
        return [i for i in range(*segment) if self.flow.parts[i].is_seen]

    def _order(self, segments: Iterable[Segment]) -> _Order:
        parts = self.flow.parts
        return _Order([[parts[i].name for i in self._seen(segment)] for segment in segments])

    def _beginning(self, segment: Segment, order: _Order) -> Segment:
        """Its longest beginning that is in order; all of it if none is."""
        seen = self._seen(segment)
        n = order.count([self.flow.parts[i].name for i in seen])
        return (segment[0], seen[n - 1] + 1) if 0 < n < len(seen) else segment

    def _ending(self, segment: Segment, order: _Order) -> Segment:
        seen = self._seen(segment)[::-1]
        n = order.count_back([self.flow.parts[i].name for i in seen])
        return (seen[n - 1], segment[1]) if 0 < n < len(seen) else segment


class _Order:
    """What comes behind what in segments, and what begins and ends them."""

    def __init__(self, names: Sequence[Sequence[Hashable]]) -> None:
        self._pairs = {pair for own in names for pair in pairwise(own)}
        self._firsts, self._lasts = {own[0] for own in names if own}, {own[-1] for own in names if own}

    def count(self, names: Sequence[Hashable]) -> int:
        """How many names from the start follow one another as they should; the last of them can end a segment."""
        best = 0
        for j, name in enumerate(names):
            if j and (names[j - 1], name) not in self._pairs:
                break
            if name in self._lasts:
                best = j + 1
        return best

    def count_back(self, names: Sequence[Hashable]) -> int:
        """The same for names from the end, the last one first."""
        best = 0
        for j, name in enumerate(names):
            if j and (name, names[j - 1]) not in self._pairs:
                break
            if name in self._firsts:
                best = j + 1
        return best


@dataclass(frozen=True, slots=True)
class _Likeness:
    """How like what segments have in common another one is."""

    core: Features
    known: Features

    @classmethod
    def of(cls, features: Counter[Features], *, is_rare_known: bool = False) -> _Likeness:
        counts, n = _count(features), features.total()
        core = frozenset(feature for feature, count in counts.items() if 2 * count > n)
        least = 0.0 if is_rare_known else max(2.0, RARE * n)
        known = frozenset(feature for feature, count in counts.items() if count >= least)
        return cls(core, known | core if n <= 2 else known)

    def __call__(self, own: Features) -> float:
        """The harmonic mean of the share of the core it has, and the share of what it has that is known."""
        if not own or not self.core:
            return 0.0
        recall, precision = len(own & self.core) / len(self.core), len(own & self.known) / len(own)
        return 2 * recall * precision / (recall + precision) if recall + precision else 0.0


def _members(features: Sequence[Features], seed: Features, least: float) -> list[int]:
    """The segments that are like what they have in common, beginning with those that are like the seed."""
    groups = Counter(features)
    chosen = {own for own in groups if jaccard(own, seed) >= SEED_LIKE}
    for _ in range(2):
        counted = Counter({own: groups[own] for own in chosen})
        likeness = _Likeness.of(counted)
        if not likeness.core:
            likeness = _Likeness(seed, likeness.known)
        chosen = {own for own in groups if likeness(own) >= least}
    return [i for i, own in enumerate(features) if own in chosen]


def _count(features: Counter[Features]) -> Counter[int]:
    """How many segments have each feature."""
    counts: Counter[int] = Counter()
    for own, n in features.items():
        for feature in own:
            counts[feature] += n
    return counts


def _core(features: Counter[Features]) -> Features:
    n = features.total()
    return frozenset(feature for feature, count in _count(features).items() if 2 * count > n)

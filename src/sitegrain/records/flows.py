"""Cut what is in one container into like parts: a break, an element or a text that comes again bounds them."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from itertools import pairwise

from sitegrain.pages.tokens import mask_digits
from sitegrain.records.outline import BREAKS, IMAGE, MARK, Outline

DOUBLE_BREAK = 2.5  # strength of two <br> in a row
MAX_DEPTH = 4  # below a child, of what is compared
MAX_ITEMS = 300  # of one child, compared
MAX_LABEL_CHARS = 40
MAX_CANDIDATES = 24
LEAST_LIKE = (0.6, 0.75, 0.9)
MIN_UNIFORM = 0.55
POWER = 3


@dataclass(slots=True)
class Part:
    """A child of the container, or breaks in a row."""

    first: int
    behind: int
    symbols: tuple[object, ...]  # kind, key, shape, label
    strength: float = 0.0
    features: frozenset[int] = frozenset()
    labels: frozenset[object] = frozenset()
    signature: int = 0
    mass: int = 0


@dataclass(slots=True)
class Cut:
    """Parts of one container that are alike."""

    container: int
    segments: list[tuple[int, int]]  # of parts
    intervals: list[tuple[int, int]]  # of items
    mass: int
    uniform: float
    core: frozenset[int]
    strength: float
    symbol: tuple[object, ...]
    n_contents: int

    @property
    def worth(self) -> float:
        return self.mass * self.uniform**POWER * evidence(len(self.segments), len(self.core))


def evidence(n_records: int, n_features: int) -> float:
    """How little chance could have made so many records that have so much in common; in [0.5, 1)."""
    return (1 - 1 / (1 + (n_records - 1) * n_features)) * n_records / (n_records + 2)


class Flow:
    """The parts of a container."""

    def __init__(self, outline: Outline, texts: list[str], masses: list[int], container: int) -> None:
        self.outline, self.texts, self.masses, self.container = outline, texts, masses, container
        self.contents: set[int] = set()
        self.parts = self._read()

    def _read(self) -> list[Part]:
        outline, parts = self.outline, []
        seen_text: Counter[object] = Counter()
        signatures: dict[object, int] = {}
        for child in self.outline.children[self.container]:
            kind = outline.kinds[child]
            strength = BREAKS.get(kind, 0)
            if strength:
                last = parts[-1] if parts else None
                if last is not None and last.strength:
                    both = DOUBLE_BREAK if kind == "br" and last.symbols[0] == "br" else max(strength, last.strength)
                    last.strength = max(last.strength, both)
                    last.behind = outline.ends[child]
                else:
                    parts.append(Part(child, outline.ends[child], (kind, kind, kind, None), strength))
                continue
            features, labels = self._features(child)
            part = Part(child, outline.ends[child], (), 0.0, features, labels, mass=self.masses[child])
            label = next((text for item in range(child, outline.ends[child]) if (text := self.texts[item])), "")
            key = outline.keys[child]
            label_key = (key, mask_digits(label.casefold())) if len(label) <= MAX_LABEL_CHARS else None
            seen_text[label_key] += 1
            shape = (key, tuple(outline.keys[c] + ("+" if outline.words[c] else "") for c in outline.children[child][:12]), outline.words[child] > 0)
            part.symbols = (kind, key, shape, label_key)
            part.signature = signatures.setdefault(features, len(signatures))
            if not outline.words[child]:
                part.symbols = (kind, key, (key, part.signature), label_key)
            parts.append(part)
        return parts

    def _features(self, child: int) -> tuple[frozenset[int], frozenset[object]]:
        outline = self.outline
        if outline.kinds[child] == MARK:
            return frozenset(), frozenset()
        paths = {child: (0, hash(outline.kinds[child]))}
        labels = set()
        for item in range(child, min(outline.ends[child], child + MAX_ITEMS)):
            kind = outline.kinds[item]
            if item != child:
                above = paths.get(outline.parents[item])
                if above is None or kind == MARK or kind in BREAKS:
                    continue
                path = hash((above[1], outline.keys[item]))
                paths[item] = (above[0] + 1, path) if above[0] < MAX_DEPTH else (above[0], hash((above[1], kind)))
            text = self.texts[item]
            if text or kind in ("a", IMAGE):
                self.contents.add(paths[item][1])
            if text and len(text) <= MAX_LABEL_CHARS:
                labels.add((paths[item][1], mask_digits(text.casefold())))
        own = {hash((outline.keys[child],))} if outline.keys[child] != outline.kinds[child] else set()
        return frozenset({path for _, path in paths.values()} | own), frozenset(labels)

    # candidates

    def cuts(self) -> list[Cut]:
        """All ways to cut, the best first."""
        found = [cut for segments, strength, symbol in self._candidates() if (cut := self._judge(segments, strength, symbol))]
        found.sort(key=lambda cut: -cut.worth)
        return found

    def _candidates(self):
        parts, n = self.parts, len(self.parts)
        seen = set()
        for least in sorted({part.strength for part in parts if part.strength}, reverse=True):
            at = [i for i, part in enumerate(parts) if part.strength >= least]
            yield self._between(at), least, ("break", least)
        starts: dict[object, list[int]] = defaultdict(list)
        for i, part in enumerate(parts):
            if part.strength:
                continue
            for level, symbol in enumerate(part.symbols):
                if symbol is not None:
                    starts[level, symbol].append(i)
        order = sorted(((-len(at), at[0], level, symbol) for (level, symbol), at in starts.items() if len(at) > 1), key=lambda t: t[:3])
        for _, _, level, symbol in order[:MAX_CANDIDATES]:
            at = starts[level, symbol]
            if tuple(at) in seen:
                continue
            seen.add(tuple(at))
            part = parts[at[0]]
            if all(parts[i].symbols[0] == MARK or not self.outline.words[parts[i].first] for i in at):
                yield self._between(at), 0.5, ("gap", level, symbol)
            yield list(zip(at, [*at[1:], n], strict=True)), 0.0, ("start", level, symbol)

    def _between(self, at: list[int]) -> list[tuple[int, int]]:
        bounds = [-1, *at, len(self.parts)]
        return [(a + 1, b) for a, b in zip(bounds, bounds[1:], strict=False) if a + 1 < b]

    # judging

    def _strip(self, segment: tuple[int, int]) -> tuple[int, int]:
        start, end = segment
        while start < end and self.parts[start].strength:
            start += 1
        while end > start and self.parts[end - 1].strength:
            end -= 1
        return start, end

    def _judge(self, segments, strength, symbol) -> Cut | None:
        parts = self.parts
        segments = [s for s in map(self._strip, segments) if any(parts[i].mass for i in range(*s))]
        if len(segments) < 2:
            return None
        is_start = symbol[0] == "start"
        if len(segments) > 2 or is_start:
            segments = self._trim(segments, is_start=is_start)
        groups: dict[frozenset[int], list[int]] = defaultdict(list)
        unions: dict[tuple[int, ...], frozenset[int]] = {}
        masses, features = [], []
        for start, end in segments:
            name = tuple(parts[i].signature for i in range(start, end) if not parts[i].strength)
            union = unions.get(name)
            if union is None:
                union = unions[name] = frozenset().union(*(parts[i].features for i in range(start, end)))
            groups[union].append(len(masses))
            features.append(union)
            masses.append(sum(parts[i].mass for i in range(start, end)))
        seed = max(groups, key=lambda g: (min(len(groups[g]), 2), sum(masses[i] for i in groups[g])))
        best = None
        for least in LEAST_LIKE:
            members = self._members(groups, features, seed, least)
            if len(members) < 2:
                continue
            kept = self._with_ends(segments, members, features, least, is_start=is_start)
            unions = [self._union(s) for s in kept]
            uniform = self._uniform(kept, unions)
            if uniform < MIN_UNIFORM:
                continue
            core = self._core(unions) or seed
            intervals = [(parts[a].first, parts[b - 1].behind) for a, b in kept]
            uniform *= self._regular(kept, symbol)
            cut = Cut(self.container, kept, intervals, self._distinct(kept), uniform, core, strength, symbol, len(core & self.contents))
            if best is None or cut.worth > best.worth:
                best = cut
        return best

    def _union(self, segment) -> frozenset[int]:
        return frozenset().union(*(self.parts[i].features for i in range(*segment)))

    def _core(self, features) -> frozenset[int]:
        counts = Counter(f for own in features for f in own)
        return frozenset(f for f, c in counts.items() if 2 * c > len(features))

    def _with_ends(self, segments, members, features, least, *, is_start: bool):
        """The members; what is right before and behind them joins in, if a part of it is like them."""
        kept = [segments[i] for i in members]
        inner = [self._names(s) for s in (kept[:-1] if is_start else kept[1:-1])]
        if not inner:
            return kept
        rule, core = _Followers(inner), self._core([features[i] for i in members])
        known = frozenset().union(*(features[i] for i in members))

        def is_like(segment) -> bool:
            own = self._union(segment)
            return bool(own and core) and _dice(len(own & core) / len(core), len(own & known) / len(own)) >= least

        kept[-1] = self._prefix(kept[-1], rule)
        if not is_start:
            kept[0] = self._suffix(kept[0], rule)
            if members[0] and (found := self._suffix(segments[members[0] - 1], rule)) and is_like(found):
                kept.insert(0, found)
        if members[-1] + 1 < len(segments) and (found := self._prefix(segments[members[-1] + 1], rule)) and is_like(found):
            kept.append(found)
        return kept

    def _members(self, groups, features, seed, least) -> list[int]:
        members = [i for g, at in groups.items() if _jaccard(g, seed) >= 0.5 for i in at]
        for _ in range(2):
            counts = Counter(f for i in members for f in features[i])
            k = len(members)
            core = frozenset(f for f, c in counts.items() if 2 * c > k) or seed
            known = frozenset(f for f, c in counts.items() if c >= max(2, 0.05 * k)) | (core if k <= 2 else frozenset())
            likes = {g: _dice(len(g & core) / len(core), len(g & known) / len(g)) if g else 0.0 for g in groups}
            members = [i for i, own in enumerate(features) if likes[own] >= least]
            if len(members) < 2:
                break
        return members

    def _distinct(self, segments) -> int:
        return sum(self.parts[i].mass for s in segments for i in range(*s))

    def _uniform(self, segments, features) -> float:
        """How likely what one segment has is in another one."""
        k = len(segments)
        counts = Counter(f for own in features for f in own)
        labels = Counter(label for s in segments for label in frozenset().union(*(self.parts[i].labels for i in range(*s))))
        least = max(3, 0.2 * k) if k > 3 else 2
        total = agreed = 0.0
        for count in counts.values():
            total += count
            agreed += count * (count - 1) / (k - 1)
        for count in labels.values():
            if count >= least:
                total += 0.5 * count
                agreed += 0.5 * count * (count - 1) / (k - 1)
        return agreed / total if total else 0.0

    def _regular(self, segments, symbol) -> float:
        """Less than 1 where a segment holds several like children, and not equally many in each."""
        if symbol[0] != "start":
            return 1.0
        parts = self.parts
        kinds = [sum(parts[i].symbols[0] == parts[a].symbols[0] for i in range(a, b)) for a, b in segments]
        if max(kinds) == 1:
            return 1.0
        if symbol[1] < 3 and self._alike(segments) >= 0.6:
            return 0.5
        mean = sum(kinds) / len(kinds)
        deviation = (sum((n - mean) ** 2 for n in kinds) / len(kinds)) ** 0.5
        return max(0.0, 1 - deviation / mean) if len(segments) > 2 else 0.5

    def _alike(self, segments) -> float:
        """How alike the children of one kind in a segment are to the one that begins it."""
        parts, likes = self.parts, []
        for a, b in segments[:20]:
            likes += [_jaccard(parts[a].features, parts[i].features) for i in range(a + 1, b) if parts[i].symbols[0] == parts[a].symbols[0]]
        return sum(likes) / len(likes) if likes else 0.0

    def _trim(self, segments, *, is_start: bool):
        """Cut off what the last segment (and, between breaks, the first) has beyond what the others have."""
        names = [self._names(s) for s in segments]
        inner = names[:-1] if is_start else names[1:-1]
        rule = _Followers(inner)
        segments = list(segments)
        segments[-1] = self._prefix(segments[-1], rule)
        if not is_start:
            segments[0] = self._suffix(segments[0], rule)
        return segments

    def _name(self, i):
        part = self.parts[i]
        key = part.symbols[1]
        return (key, self.outline.words[part.first] > 0, IMAGE in self.kinds_in(part)) if key == "a" else key

    def kinds_in(self, part):
        return self.outline.kinds[part.first : part.behind]

    def _seen(self, segment):
        return [i for i in range(*segment) if not self.parts[i].strength and self.parts[i].symbols[0] != MARK]

    def _names(self, segment):
        return [self._name(i) for i in self._seen(segment)]

    def _prefix(self, segment, rule):
        seen = self._seen(segment)
        n = rule.count([self._name(i) for i in seen], rule.pairs, rule.lasts)
        if not n or n == len(seen):
            return segment
        return segment[0], seen[n - 1] + 1

    def _suffix(self, segment, rule):
        seen = self._seen(segment)[::-1]
        n = rule.count([self._name(i) for i in seen], rule.reversed_pairs, rule.firsts)
        if not n or n == len(seen):
            return segment
        return seen[n - 1], segment[1]


class _Followers:
    """What comes behind what in segments, and what begins and ends them."""

    def __init__(self, names) -> None:
        self.pairs = {pair for own in names for pair in pairwise(own)}
        self.reversed_pairs = {(b, a) for a, b in self.pairs}
        self.firsts, self.lasts = {own[0] for own in names if own}, {own[-1] for own in names if own}

    @staticmethod
    def count(names, pairs, ends) -> int:
        """How many names from the start one may take so that all follow as they should, and the last is an end."""
        best = 0
        for j, name in enumerate(names):
            if j and (names[j - 1], name) not in pairs:
                break
            if name in ends:
                best = j + 1
        return best


def _dice(a: float, b: float) -> float:
    return 2 * a * b / (a + b) if a + b else 0.0


def _jaccard(a, b) -> float:
    return len(a & b) / len(a | b) if a or b else 1.0
